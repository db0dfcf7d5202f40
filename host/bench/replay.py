"""Replay: a room in which recordings are played to the microphone, one after the other, and nobody speaks back."""

from __future__ import annotations

import numpy as np

from speech.sound import BLOCK, RATE_HZ, Samples


class ReplayRoom:
    """See ``Room``: a microphone alone, whose sound ends where the recording that was put in ends."""

    def __init__(self) -> None:
        self._sound = np.zeros(0, dtype=np.float32)
        self._position = 0
        self._passed = 0

    def __enter__(self) -> ReplayRoom:
        return self

    def __exit__(self, *exc: object) -> None:
        """Nothing was opened."""

    @property
    def now_s(self) -> float:
        """See ``Room``: over all recordings."""
        return self._passed / RATE_HZ

    def put(self, sound: Samples) -> None:
        """Play this next; an incomplete last block is dropped."""
        self._sound = sound[: len(sound) // BLOCK * BLOCK]
        self._position = 0

    def play(self, sound: Samples) -> None:
        """See ``Room``: there is no loudspeaker."""
        raise NotImplementedError("the bench only listens")

    def block(self) -> Samples | None:
        """See ``Room``."""
        if self._position >= len(self._sound):
            return None
        block = self._sound[self._position : self._position + BLOCK]
        self._position += BLOCK
        self._passed += BLOCK
        return block
