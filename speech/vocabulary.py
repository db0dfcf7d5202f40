"""A vocabulary: the small grammar of what may be answered to one question.

Every path through it has a value, which is opaque here: the asker gets it back. Different phrases may carry the
same value ("bravo", "b", "answer b").
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

Value = Hashable


@dataclass(frozen=True)
class Phrase:
    """Words said just so: lower case, no punctuation, numbers in words ("answer b", "twenty one")."""

    text: str
    value: Value
    prior: float = 0.0
    """How much likelier (nats) this is to be said than an ordinary answer; below zero for what is seldom said. Only
    the phrase scorer weighs it, and not within a run."""


@dataclass(frozen=True)
class Sequence:
    """The parts one after the other, each ``Phrase`` being one part's only wording or a ``OneOf``.

    The value of a path is the tuple of its parts' values.
    """

    parts: tuple[Phrase | OneOf, ...]


@dataclass(frozen=True)
class OneOf:
    """Any one of the phrases."""

    phrases: tuple[Phrase, ...]


@dataclass(frozen=True)
class Repeat:
    """The part said 1 to ``most`` times, with or without "and" between; the value is the tuple of the values.

    "Anna b, Ben c and Cy a" is ``Repeat(Sequence((OneOf(names), OneOf(letters))), most=3)``.
    """

    part: Sequence | OneOf
    most: int


@dataclass(frozen=True)
class Vocabulary:
    """Everything that may be answered: single phrases, and longer answers built of parts.

    Example:
        >>> Vocabulary((Phrase("bravo", "B"), Phrase("b", "B"))).values
        ('B',)
    """

    phrases: tuple[Phrase, ...]
    runs: tuple[Sequence | Repeat, ...] = ()

    @property
    def values(self) -> tuple[Value, ...]:
        """The distinct values of the single phrases, in order of first mention."""
        return tuple(dict.fromkeys(phrase.value for phrase in self.phrases))
