"""The rehearsal's room: a clock that jumps, and everybody's sound on one timeline, exact to the sample."""

from __future__ import annotations

import random
from contextlib import ExitStack
from pathlib import Path

import numpy as np

from speech.noise import Background, gain_to, looped
from speech.sound import BLOCK, RATE_HZ, Samples
from speech.sound_file import SoundWriter

_SPEECH_LEVEL = 0.1
"""Loudness of a player at the microphone (see ``noise.loudness``): -20 dB below full scale."""


class SimulatedRoom:
    """Players speak into it at moments to come; the host plays and listens as in any other room.

    What is said while the host is audible, or within the hold-off, is lost to the host, as it is in a real room,
    and is kept on the recording. Memory holds only what has not been heard yet.
    """

    def __init__(
        self,
        background: Background | None = None,
        seed: int = 0,
        recording: Path | None = None,
        hold_off_s: float = 0.25,
    ) -> None:
        """``seed`` picks where in the background noise the evening begins; ``recording`` is a WAV of everything."""
        self._noise = np.zeros(0, dtype=np.float32)
        if background:
            noise = np.roll(background.noise, -random.Random(seed).randrange(len(background.noise)))
            self._noise = noise * np.float32(gain_to(_SPEECH_LEVEL / 10 ** (background.snr_db / 20), noise))
        self._recording = recording
        self._hold_off = round(hold_off_s * RATE_HZ)
        self._utterances: list[tuple[int, Samples]] = []
        self._position = 0
        self._writer: SoundWriter | None = None
        self._open = ExitStack()

    def __enter__(self) -> SimulatedRoom:
        """Raises: SoundFileFault: the recording cannot be written."""
        if self._recording:
            self._writer = self._open.enter_context(SoundWriter(self._recording))
        return self

    def __exit__(self, *exc: object) -> None:
        self._open.close()

    @property
    def now_s(self) -> float:
        """Seconds since the evening began, up to which everything has been played or heard."""
        return self._position / RATE_HZ

    @property
    def pending_until_s(self) -> float:
        """When the last utterance spoken into the room so far will be over; ``now_s`` when all are."""
        return max((start + len(sound) for start, sound in self._utterances), default=self._position) / RATE_HZ

    def speak(self, sound: Samples, at_s: float, level_db: float = 0.0) -> None:
        """Let a player speak at a moment to come; utterances may overlap.

        Every player is equally loud at the microphone, whatever the voice, so that the background's SNR holds;
        ``level_db`` makes one utterance louder or softer than that.

        Raises:
            ValueError: the moment has passed.
        """
        start = round(at_s * RATE_HZ)
        if start < self._position:
            raise ValueError(f"{at_s:.3f} s has passed, it is {self.now_s:.3f} s")
        gain = gain_to(_SPEECH_LEVEL * 10 ** (level_db / 20), sound)
        self._utterances.append((start, sound * np.float32(gain)))

    def play(self, sound: Samples) -> None:
        """See ``Room``. Raises: SoundFileFault: the recording cannot be written any more."""
        heard = np.concatenate((sound, np.zeros(self._hold_off, dtype=np.float32)))
        for start in range(0, len(heard), RATE_HZ):
            piece = heard[start : start + RATE_HZ]
            self._pass(piece + self._players(len(piece)))

    def block(self) -> Samples:
        """See ``Room``; this room never ends. Raises: SoundFileFault: the recording cannot be written any more."""
        heard = self._players(BLOCK)
        self._pass(heard)
        return heard

    def _players(self, count: int) -> Samples:
        """What the microphone hears of players and background in the next ``count`` samples."""
        heard = looped(self._noise, self._position, count) if len(self._noise) else np.zeros(count, dtype=np.float32)
        for start, sound in self._utterances:
            offset = start - self._position
            first, last = max(offset, 0), min(offset + len(sound), count)
            if first < last:
                heard[first:last] += sound[first - offset : last - offset]
        return np.clip(heard, -1.0, 1.0)

    def _pass(self, audible: Samples) -> None:
        if self._writer:
            self._writer.write(audible)
        self._position += len(audible)
        self._utterances = [(start, sound) for start, sound in self._utterances if start + len(sound) > self._position]
