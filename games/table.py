"""What a game may ask of a table, and what it may expect in return.

A game's script is a generator. It yields *requests* and is sent the answers; the small functions at the end
wrap each request so that a script reads as straight lines::

    colour = yield from ask("which_colour", Choice("colour", ("blue", "pink")), of="Anna")
    yield from note(ColourChosen(colour))

Whoever steps the script (the leader of the evening, or a test) answers the requests. A script never does any
input or output, never looks at a clock, never rolls a die.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Illegal(Exception):
    """The rules do not allow it. ``key`` and ``slots`` are a line, so that the host can say why.

    A script may catch it where it notes an event::

        try:
            state = yield from note(TruthNamed(letter))
        except Illegal as why:
            yield from explain(why)
    """

    def __init__(self, key: str, **slots: Slot) -> None:
        super().__init__(key)
        self.key = key
        self.slots = slots


# ---------------------------------------------------------------------------------------------- expectations


@dataclass(frozen=True)
class Expectation(Generic[T]):
    """A closed question's kind of answer; ``T`` is what the script is sent back."""


@dataclass(frozen=True)
class Choice(Expectation[str]):
    """One of ``options``; ``kind`` names the language pack's table of phrases for them ("letter", "colour")."""

    kind: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class Number(Expectation[int]):
    """A whole number, ``least <= n <= most``."""

    least: int
    most: int


@dataclass(frozen=True)
class YesNo(Expectation[bool]):
    """Yes is ``True``."""


@dataclass(frozen=True)
class Done(Expectation[None]):
    """Somebody says that the table is ready to go on."""


@dataclass(frozen=True)
class Person(Expectation[str]):
    """One of the people at the table, by name."""

    among: tuple[str, ...]


@dataclass(frozen=True)
class People(Expectation[tuple[str, ...]]):
    """One or several people by name, in one breath; each at most once, in the order told.

    ``none`` is the answer that means none of them, ``()``: "nobody", "draw", … (a key under ``[answers]`` of the
    language pack); without it somebody must be named.
    """

    among: tuple[str, ...]
    none: str = ""


@dataclass(frozen=True)
class Pair(Expectation[tuple[str, str] | None]):
    """Two of ``among``, or ``None`` for "none". ``""`` among them is the sheet with the truth."""

    among: tuple[tuple[str, str], ...]
    """The pairs that may be named, in either order; the answer has the order given here."""


@dataclass(frozen=True)
class Words(Expectation[str]):
    """One of ``options``, each spoken as it is written (options that are printed on a card, say)."""

    options: tuple[str, ...]


@dataclass(frozen=True)
class FreeText(Expectation[str]):
    """Anything at all, 1 to ``longest`` characters. Not heard by the closed-question ear: typed, or dictated."""

    longest: int = 200


@dataclass(frozen=True)
class Ballot(Expectation[tuple[tuple[str, str], ...]]):
    """One choice from each of ``voters``, one at a time or several in one breath ("Anna B, Ben C").

    The answer holds the ``(voter, option)`` pairs that were told, in the order told, at least one. A bare option
    belongs to the person who was asked; a voter who is named twice counts with the last.
    """

    kind: str
    options: tuple[str, ...]
    voters: tuple[str, ...]


@dataclass(frozen=True)
class Reading:
    """A sheet that was read aloud."""

    clip: str
    """Names the recording; ``Say.clip`` plays it. Never empty."""
    words: str
    """What the ear guessed, or what was typed. A guess decides nothing."""


@dataclass(frozen=True)
class ReadAloud(Expectation[Reading | str]):
    """A sheet read aloud, in free words with pauses, or one of ``or_else`` ("all_read", "again": ``[answers]``)."""

    or_else: tuple[str, ...] = ()


# -------------------------------------------------------------------------------------------------- requests


@dataclass(frozen=True)
class Say:
    """Speak the line ``key`` with its slots filled. ``pause_s`` is silence after it.

    With a ``clip`` that recording of a reading is played behind the line.
    """

    key: str
    slots: dict[str, Slot] = field(default_factory=dict)
    pause_s: float = 0.0
    clip: str = ""


@dataclass(frozen=True)
class Rows:
    """A list for the eye: one item beside the other with a semicolon between."""

    items: tuple[Slot, ...]


Slot = str | int | Say | Rows | tuple["Slot", ...]
"""What a line may carry: a name, a text, a number (``n`` picks the plural), another line, or a list that is joined
by "and". A slot called ``letter`` is spoken as its spelling word; one called ``spelled`` letter by letter."""


@dataclass(frozen=True)
class Ask(Generic[T]):
    """Speak the line ``key`` and answer with what ``expect`` says.

    ``of`` is the person asked (``None``: anybody). A ``quiet`` question is put at the keyboard or the screen of
    that person and never spoken: the others must not hear it. ``again`` is what "read it again" reads before the
    line itself: the card's question, or the list of answers.
    """

    key: str
    expect: Expectation[T]
    slots: dict[str, Slot] = field(default_factory=dict)
    of: str | None = None
    quiet: bool = False
    again: tuple[Say, ...] = ()


@dataclass(frozen=True)
class Note:
    """Write a past-tense fact to the log; the state is the fold of these. The answer is the state after it."""

    event: Any


@dataclass(frozen=True)
class Draw:
    """Pick one of ``options`` by chance and note ``event(option)``. The answer is the state after it."""

    options: tuple[Any, ...]
    event: Callable[[Any], Any]


@dataclass(frozen=True)
class Shuffle:
    """Put ``items`` in an order picked by chance and note ``event(order)``. The answer is the state after it."""

    items: tuple[Any, ...]
    event: Callable[[tuple[Any, ...]], Any]


@dataclass(frozen=True)
class Countdown:
    """Speak the line ``key``, then wait until somebody is done or ``seconds`` are over (``None``: no limit).

    The answer is ``True`` when somebody said so before the end. ``again`` is what "read it again" reads.
    """

    key: str
    seconds: float | None
    slots: dict[str, Slot] = field(default_factory=dict)
    again: tuple[Say, ...] = ()


@dataclass(frozen=True)
class Compare:
    """Which of these texts say nearly the same? The answer is pairs of indices ``(i, j)``, ``i < j``, likeliest first.

    Only a proposal: people decide.
    """

    texts: tuple[str, ...]


@dataclass(frozen=True)
class Show:
    """Let ``of`` alone see the line ``page`` on the screen, until they say that they are done; it is wiped then.

    The line ``key`` is spoken while the page is there. The answer is ``None``.
    """

    page: Say
    key: str
    slots: dict[str, Slot]
    of: str


@dataclass(frozen=True)
class ForgetClips:
    """The question is over, and nobody takes it back any more: recordings of its sheets are deleted."""


Request = Say | Ask[Any] | Note | Draw | Shuffle | Countdown | Compare | Show | ForgetClips
Script = Generator[Request, Any, T]


# ------------------------------------------------------------------------------------- the words of a script


def say(key: str, pause_s: float = 0.0, clip: str = "", **slots: Slot) -> Script[None]:
    """Speak a line, and play a clip behind it where one is named."""
    yield Say(key, slots, pause_s, clip)


def say_all(lines: Sequence[Say]) -> Script[None]:
    """Speak lines that stand ready."""
    yield from lines


def explain(why: Illegal) -> Script[None]:
    """Say why something is not allowed."""
    yield Say(why.key, why.slots)


def ask(
    key: str,
    expect: Expectation[T],
    *,
    of: str | None = None,
    quiet: bool = False,
    again: tuple[Say, ...] = (),
    **slots: Slot,
) -> Script[T]:
    """Put a question and return its answer."""
    answer: T = yield Ask(key, expect, slots, of, quiet, again)
    return answer


def note(event: Any) -> Script[Any]:
    """Write a fact down and return the state that now holds."""
    return (yield Note(event))


def draw(options: Sequence[Any], event: Callable[[Any], Any]) -> Script[Any]:
    """Let chance pick, write it down, and return the state that now holds."""
    return (yield Draw(tuple(options), event))


def shuffle(items: Sequence[Any], event: Callable[[tuple[Any, ...]], Any]) -> Script[Any]:
    """Let chance order, write it down, and return the state that now holds."""
    return (yield Shuffle(tuple(items), event))


def countdown(key: str, seconds: float | None, *, again: tuple[Say, ...] = (), **slots: Slot) -> Script[bool]:
    """Wait for "ready" or the end of the time; ``True`` when somebody was ready first."""
    answer: bool = yield Countdown(key, seconds, slots, again)
    return answer


def compare(texts: Sequence[str]) -> Script[tuple[tuple[int, int], ...]]:
    """The table's proposal of texts that are nearly alike."""
    pairs: tuple[tuple[int, int], ...] = yield Compare(tuple(texts))
    return pairs


def show(page: Say, key: str, *, of: str, **slots: Slot) -> Script[None]:
    """Let one person read something that the others must not hear."""
    yield Show(page, key, slots, of)


def forget_clips() -> Script[None]:
    """Delete the recordings of the sheets so far."""
    yield ForgetClips()
