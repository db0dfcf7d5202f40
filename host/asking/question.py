"""A question while it is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.table import Ask, Countdown, Done, Expectation
from host.seats.clock import Hourglass
from speech.vocabulary import Vocabulary


@dataclass(frozen=True)
class Question:
    """What was asked, what may be answered, and for how long."""

    request: Ask[Any] | Countdown
    vocabulary: Vocabulary
    hourglass: Hourglass

    @property
    def expect(self) -> Expectation[Any]:
        """A countdown expects that somebody is done."""
        return self.request.expect if isinstance(self.request, Ask) else Done()

    @property
    def of(self) -> str | None:
        """The person asked."""
        return self.request.of if isinstance(self.request, Ask) else None

    @property
    def has_letters(self) -> bool:
        """Whether the answers are letters, which have spelling words."""
        return getattr(self.expect, "kind", None) == "letter"
