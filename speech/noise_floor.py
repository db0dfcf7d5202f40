"""The background of a room: how loud it is while nobody answers."""

from __future__ import annotations

from collections import deque

QUIETEST_DB = -65.0
"""A room below this counts as just this loud: what is fainter is no speech into this microphone."""
_MEMORY = 94  # blocks: three seconds
_ENOUGH = 8
_HELD_BACK = 10


class NoiseFloor:
    """Follows the level of a room. Outlives the questions of an evening: the room stays the same.

    The newest ten blocks do not count yet, because they may turn out to be the beginning of speech.
    """

    def __init__(self) -> None:
        self._levels: deque[float] = deque(maxlen=_MEMORY)
        self._held: deque[float] = deque()

    def take(self, level_db: float) -> None:
        """The next block in which nobody answers."""
        self._held.append(level_db)
        if len(self._held) > _HELD_BACK:
            self._levels.append(self._held.popleft())

    def drop_newest(self) -> None:
        """The blocks that were held back were speech after all."""
        self._held.clear()

    def become(self, other: NoiseFloor) -> None:
        """What ``other`` followed was the background all along."""
        self._levels = deque(other._levels, maxlen=_MEMORY)
        self._held.clear()

    def forget(self) -> None:
        """Begin afresh."""
        self._levels.clear()
        self._held.clear()

    @property
    def high_db(self) -> float:
        """What nine tenths of the last three seconds stay below; ``QUIETEST_DB`` at least, and at first."""
        if len(self._levels) < _ENOUGH:
            return QUIETEST_DB
        ranked = sorted(self._levels)
        return max(QUIETEST_DB, ranked[len(ranked) * 9 // 10])
