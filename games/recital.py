"""The recital: sheets that stay on paper. The leader reads each one aloud under a letter, and says in the end which
one was searched for and whose each was.

Shared by every game with sheets: a game keeps a ``Recital`` in its state, hands these events on to ``apply``, and
lets its script run ``read_aloud`` and, when the tips are told, ``unmask``. The lines are the host's own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from games.table import (
    Choice,
    Illegal,
    People,
    ReadAloud,
    Reading,
    Say,
    Script,
    YesNo,
    ask,
    compare,
    explain,
    note,
    say,
)

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BETWEEN_SHEETS_S = 0.6


@dataclass(frozen=True)
class SheetRead:
    """The next sheet was read under ``letter``, or the last one anew."""

    letter: str
    clip: str
    words: str


@dataclass(frozen=True)
class AllRead:
    """No further sheet is there."""


@dataclass(frozen=True)
class ReadAlike:
    """Two letters say the same: the second is dropped, the others keep theirs."""

    first: str
    second: str


@dataclass(frozen=True)
class ReadDifferent:
    """Two letters that sounded alike are two."""

    first: str
    second: str


@dataclass(frozen=True)
class ListSettled:
    """The letters stay as they are."""


@dataclass(frozen=True)
class TruthNamed:
    """The sheet that everybody searched for."""

    letter: str


@dataclass(frozen=True)
class AuthorsNamed:
    """Whose sheet was read under a letter; under the true one, whose lay with it."""

    letter: str
    authors: tuple[str, ...]


EVENTS = (SheetRead, AllRead, ReadAlike, ReadDifferent, ListSettled, TruthNamed, AuthorsNamed)
"""A game lists these among its own."""


class Stage(StrEnum):
    """What the recital waits for."""

    READING = "sheets"
    ALIKE = "which letters say the same"
    LISTED = "which one was true"
    AUTHORS = "whose each one was"
    DONE = "nothing"


@dataclass(frozen=True)
class Sheet:
    """What was read under one letter."""

    letter: str
    clip: str
    words: str
    """A guess, for the eye and for proposals."""


@dataclass(frozen=True)
class Recital:
    """The sheets of one question as they were read."""

    writers: tuple[str, ...]
    """Everybody whose sheet is in the leader's hand."""
    target: str | None = None
    """The writer whose sheet is searched for; ``None`` where the card's truth lies among the sheets."""
    shared: bool = True
    """Whether the leader may have put sheets together that say the same, under one letter."""
    sheets: tuple[Sheet, ...] = ()
    given: int = 0
    """How many letters have been given out."""
    different: tuple[tuple[str, str], ...] = ()
    true: str = ""
    """The letter of the sheet that is searched for, once it is named."""
    authors: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Letter to writers, as far as they are known. Under the true letter: whose sheets lay with it."""
    stage: Stage = Stage.READING

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters that count, in the order read."""
        return tuple(sheet.letter for sheet in self.sheets)

    @property
    def expected(self) -> int:
        """How many sheets there are: the truth's own among them."""
        return len(self.writers) + (self.target is None)

    @property
    def next_letter(self) -> str:
        """The letter of the next sheet; one that was dropped does not come again."""
        return LETTERS[self.given]

    @property
    def unclaimed(self) -> tuple[str, ...]:
        """Writers whose sheet has no letter yet."""
        claimed = {author for authors in self.authors.values() for author in authors}
        return tuple(writer for writer in self.writers if writer not in claimed and writer != self.target)

    @property
    def anonymous(self) -> tuple[str, ...]:
        """Letters that still need an author."""
        return tuple(letter for letter in self.letters if letter != self.true and letter not in self.authors)

    @property
    def complete(self) -> bool:
        """Every sheet has been read."""
        return len(self.sheets) >= self.expected


# --------------------------------------------------------------------------------------------------- the rules


def apply(recital: Recital, event: Any) -> Recital:
    """The recital after one of ``EVENTS``.

    Raises:
        Illegal: not now; the key is one of the host's own lines under ``[illegal]``.
    """
    match event, recital.stage:
        case SheetRead(), Stage.READING:
            return _read(recital, event)
        case AllRead(), Stage.READING:
            return _all_read(recital)
        case ReadAlike(first, second), Stage.ALIKE:
            return _alike(recital, first, second)
        case ReadDifferent(first, second), Stage.ALIKE:
            _need(first in recital.letters and second in recital.letters, "recital_no_such_letter")
            return replace(recital, different=(*recital.different, (first, second)))
        case ListSettled(), Stage.ALIKE:
            return replace(recital, stage=Stage.LISTED)
        case TruthNamed(letter), Stage.LISTED:
            _need(letter in recital.letters, "recital_no_such_letter")
            return _onward(replace(recital, true=letter, stage=Stage.AUTHORS))
        case AuthorsNamed(), Stage.AUTHORS:
            return _authors(recital, event)
    raise Illegal("recital_not_now")


def _need(allowed: bool, otherwise: str, **slots: Any) -> None:
    if not allowed:
        raise Illegal(otherwise, **slots)


def _read(recital: Recital, event: SheetRead) -> Recital:
    sheet = Sheet(event.letter, event.clip, event.words)
    if recital.sheets and event.letter == recital.sheets[-1].letter:
        return replace(recital, sheets=(*recital.sheets[:-1], sheet))
    _need(not recital.complete, "recital_complete")
    _need(event.letter == recital.next_letter, "recital_no_such_letter")
    return replace(recital, sheets=(*recital.sheets, sheet), given=recital.given + 1)


def _all_read(recital: Recital) -> Recital:
    missing = recital.expected - len(recital.sheets)
    _need(bool(recital.sheets) and (recital.shared or not missing), "recital_missing", n=missing)
    return replace(recital, stage=Stage.ALIKE)


def _alike(recital: Recital, first: str, second: str) -> Recital:
    """One sheet less: another one may have been left over in the leader's hand."""
    letters = recital.letters
    _need(recital.given < len(LETTERS), "recital_not_alike")
    _need(first in letters and second in letters and letters.index(first) < letters.index(second), "recital_not_alike")
    sheets = tuple(sheet for sheet in recital.sheets if sheet.letter != second)
    return replace(recital, sheets=sheets, stage=Stage.READING)


def _authors(recital: Recital, event: AuthorsNamed) -> Recital:
    """Each writer has one letter, each letter but the true one an author."""
    _need(event.letter in recital.letters, "recital_no_such_letter")
    _need(bool(event.authors), "recital_nobody")
    for place, author in enumerate(event.authors):
        _need(author in recital.writers and author != recital.target, "recital_no_sheet", name=author)
        held = next((letter for letter, authors in recital.authors.items() if author in authors), "")
        _need(not held, "recital_claimed", name=author, letter=held)
        _need(author not in event.authors[:place], "recital_claimed", name=author, letter=event.letter)
    several = len(event.authors) + len(recital.authors.get(event.letter, ())) > 1
    _need(recital.shared or not (several or event.letter == recital.true), "recital_one_each")
    left = len(recital.unclaimed) - len(event.authors)
    _need(left >= len([letter for letter in recital.anonymous if letter != event.letter]), "recital_too_many")
    together = (*recital.authors.get(event.letter, ()), *event.authors)
    return _onward(replace(recital, authors={**recital.authors, event.letter: together}))


def _onward(recital: Recital) -> Recital:
    done = not recital.anonymous and not recital.unclaimed
    return replace(recital, stage=Stage.DONE) if done else recital


# --------------------------------------------------------------------------------------------------- the script

Of = Callable[[Any], Recital]
"""Where a game's state keeps its recital."""


def read_aloud(state: Any, of: Of, leader: str, *, known: bool = False) -> Script[Any]:
    """The leader reads every sheet once, until all are read and no two letters say the same.

    ``known``: the table has heard before how that goes.
    """
    if not of(state).given:
        how = "recital_begins" if of(state).shared else "recital_begins_each"
        yield from say("recital_goes" if known else how, name=leader)
    while of(state).stage in (Stage.READING, Stage.ALIKE):
        if of(state).stage is Stage.ALIKE:
            state = yield from _compared(state, of, leader)
        elif of(state).complete:
            state = yield from note(AllRead())
        else:
            state = yield from _next_sheet(state, of, leader)
    return state


def _next_sheet(state: Any, of: Of, leader: str) -> Script[Any]:
    now = of(state)
    letter = now.next_letter
    told = yield from ask(
        "recital_letter", ReadAloud(("all_read", "again")), of=leader, again=heard(now), letter=letter
    )
    if told == "again" and now.sheets:
        letter = now.sheets[-1].letter
        told = yield from ask("recital_again", ReadAloud(), of=leader, letter=letter)
    try:
        if isinstance(told, Reading):
            state = yield from note(SheetRead(letter, told.clip, told.words))
        elif told == "all_read" and (yield from _really_all(now, leader)):
            state = yield from note(AllRead())
    except Illegal as why:
        yield from explain(why)
    return state


def _really_all(now: Recital, leader: str) -> Script[bool]:
    """Fewer letters than sheets: some lie together, or one was forgotten. Those told to be one are not missed."""
    read = len(now.sheets)
    if not now.shared or not read or now.given >= now.expected:
        return True
    sure = yield from ask("recital_fewer", YesNo(), of=leader, name=leader, n=read, expected=now.expected)
    return sure


def _compared(state: Any, of: Of, leader: str) -> Script[Any]:
    """The likeliest two letters that may be one, if the ear's guesses are that near; the leader knows."""
    now = of(state)
    proposed = yield from compare(tuple(sheet.words for sheet in now.sheets))
    pairs = [(now.letters[i], now.letters[j]) for i, j in proposed]
    likely = next((pair for pair in pairs if pair not in now.different), None)
    if likely is None or now.given == len(LETTERS):
        return (yield from note(ListSettled()))
    one, other = likely
    again, first, second = heard(now), named(one), named(other)
    same = yield from ask("recital_alike", YesNo(), of=leader, again=again, name=leader, one=first, other=second)
    return (yield from note(ReadAlike(one, other) if same else ReadDifferent(one, other)))


def unmask(state: Any, of: Of, leader: str) -> Script[Any]:
    """Which one it was, and whose each was, until every letter has its author and every writer a letter."""
    again = heard(of(state))
    if of(state).stage is Stage.LISTED:
        key = "recital_true" if of(state).target is None else "recital_yours"
        letter = yield from ask(key, Choice("letter", of(state).letters), of=leader, again=again, name=leader)
        state = yield from note(TruthNamed(letter))
    while of(state).stage is Stage.AUTHORS:
        now = of(state)
        if now.anonymous:
            state = yield from _author_of(state, of, leader, now.anonymous[0])
        else:
            state = yield from _letter_of(state, of, leader, now.unclaimed[0])
    return state


def _author_of(state: Any, of: Of, leader: str, letter: str) -> Script[Any]:
    """Who cannot but have written the last one is not asked for."""
    now = of(state)
    if len(now.anonymous) == len(now.unclaimed) == 1:
        return (yield from note(AuthorsNamed(letter, now.unclaimed)))
    authors = tuple(writer for writer in now.writers if writer != now.target)
    told = yield from ask("recital_whose", People(authors), of=leader, again=heard(now), letter=letter)
    return (yield from _claimed(state, AuthorsNamed(letter, told)))


def _letter_of(state: Any, of: Of, leader: str, writer: str) -> Script[Any]:
    """A sheet that nobody has mentioned lay with another: as a double, or as a lucky hit with the true one."""
    letter = yield from ask(
        "recital_where", Choice("letter", of(state).letters), of=leader, again=heard(of(state)), name=writer
    )
    return (yield from _claimed(state, AuthorsNamed(letter, (writer,))))


def _claimed(state: Any, event: AuthorsNamed) -> Script[Any]:
    try:
        return (yield from note(event))
    except Illegal as why:
        yield from explain(why)
        return state


def named(letter: str) -> Say:
    """A letter as a word in another line."""
    return Say("letter_named", {"letter": letter})


def heard(recital: Recital) -> tuple[Say, ...]:
    """The whole list once more, each letter with its recording."""
    return tuple(
        Say("recital_clip", {"letter": sheet.letter}, BETWEEN_SHEETS_S, sheet.clip) for sheet in recital.sheets
    )
