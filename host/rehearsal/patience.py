"""Patience: people who were not understood, and hear nothing from the host, say it again after a while."""

from __future__ import annotations

from collections.abc import Callable

from speech.room import PeopledRoom
from speech.sound import Samples

_PATIENCE_S = 4.0


class ImpatientRoom:
    """A peopled room as the host has it; ``say_again`` is called when the host listens and nobody has spoken."""

    def __init__(self, room: PeopledRoom, say_again: Callable[[], None]) -> None:
        self._room = room
        self._say_again = say_again
        self._quiet_since_s = 0.0

    def __enter__(self) -> ImpatientRoom:
        return self

    def __exit__(self, *exc: object) -> None:
        """The room itself is closed by whoever opened it."""

    @property
    def now_s(self) -> float:
        """See ``Room``."""
        return self._room.now_s

    def play(self, sound: Samples) -> None:
        """See ``Room``."""
        self._room.play(sound)
        self._quiet_since_s = self._room.now_s

    def block(self) -> Samples | None:
        """See ``Room``."""
        now_s = self._room.now_s
        if self._room.pending_until_s > now_s:
            self._quiet_since_s = now_s
        elif now_s - self._quiet_since_s > _PATIENCE_S:
            self._quiet_since_s = now_s
            self._say_again()
        return self._room.block()
