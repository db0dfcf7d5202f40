"""What hearing a question ends in. All four are honest results, none is an error."""

from __future__ import annotations

from dataclasses import dataclass

from speech.vocabulary import Value


@dataclass(frozen=True)
class Heard:
    """One value, for certain enough to go on."""

    value: Value
    phrase: str


@dataclass(frozen=True)
class Unsure:
    """An answer was meant, and it is one of these one or two, likeliest first: worth a confirmation."""

    candidates: tuple[Heard, ...]


@dataclass(frozen=True)
class Unheard:
    """Somebody spoke, but it was no answer to this question. ``meant`` tells a near miss from side talk.

    ``meant`` is true when the utterance was as long and as loud as an answer would be and came close to the
    vocabulary: worth asking again. Otherwise the host waits on without a word.
    """

    meant: bool = False


@dataclass(frozen=True)
class TimeUp:
    """The time was over before anybody answered."""


@dataclass(frozen=True)
class Closed:
    """The microphone has nothing more to give: the recording, or the standard input, is at its end."""


Result = Heard | Unsure | Unheard | TimeUp | Closed
