"""The clock: deadlines that a pause moves."""

from __future__ import annotations

from typing import Protocol


class Clock(Protocol):
    """Anything that knows the time in seconds: a room, whose time may jump, or a clock that stands still."""

    @property
    def now_s(self) -> float:
        """Seconds since some beginning; never runs backwards."""
        ...


class StillClock:
    """Time at the keyboard: it does not pass, so no deadline is ever over."""

    now_s: float = 0.0


class Hourglass:
    """A countdown on a clock. While it is laid on its side no sand runs."""

    def __init__(self, clock: Clock, duration_s: float | None) -> None:
        self._clock = clock
        self._ends_s = None if duration_s is None else clock.now_s + duration_s
        self._laid_s: float | None = None

    @property
    def ends_s(self) -> float | None:
        """When the last grain falls, on the clock; ``None`` when there is no limit."""
        return self._ends_s

    @property
    def left_s(self) -> float | None:
        """How much is left, never below zero; ``None`` when there is no limit."""
        if self._ends_s is None:
            return None
        now_s = self._clock.now_s if self._laid_s is None else self._laid_s
        return max(0.0, self._ends_s - now_s)

    def lay(self) -> None:
        """Stop the sand."""
        if self._laid_s is None:
            self._laid_s = self._clock.now_s

    def stand(self) -> None:
        """Let it run again from where it stopped."""
        if self._laid_s is not None and self._ends_s is not None:
            self._ends_s += self._clock.now_s - self._laid_s
        self._laid_s = None
