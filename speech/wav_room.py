"""A room of two recordings: what the microphone hears, and what the loudspeaker plays."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import numpy as np

from speech.fault import SoundFileFault
from speech.sound import BLOCK, RATE_HZ, Samples
from speech.sound_file import SoundReader, SoundWriter


class WavRoom:
    """Time is the position in the microphone's recording.

    While the host plays, the recording runs on unheard, and the loudspeaker's file has the sound at that place.
    Past the recording's end time still goes on with what is played.
    """

    def __init__(self, microphone: Path | None, loudspeaker: Path | None, hold_off_s: float = 0.25) -> None:
        """Without a microphone nothing is ever heard; without a loudspeaker file what is played goes nowhere."""
        self._paths = (microphone, loudspeaker)
        self._hold_off = round(hold_off_s * RATE_HZ)
        self._reader: SoundReader | None = None
        self._writer: SoundWriter | None = None
        self._open = ExitStack()
        self._position = 0

    def __enter__(self) -> WavRoom:
        """Raises: SoundFileFault: a recording cannot be read or written; the sentence names it."""
        microphone, loudspeaker = self._paths
        with ExitStack() as opening:
            if microphone:
                self._reader = opening.enter_context(SoundReader(microphone))
            if loudspeaker:
                if microphone and loudspeaker.exists() and loudspeaker.samefile(microphone):
                    raise SoundFileFault(f"{loudspeaker} is the microphone's recording: name another file to play to.")
                self._writer = opening.enter_context(SoundWriter(loudspeaker))
            self._open = opening.pop_all()
        return self

    def __exit__(self, *exc: object) -> None:
        self._open.close()

    @property
    def now_s(self) -> float:
        """Seconds since the recording's start."""
        return self._position / RATE_HZ

    def play(self, sound: Samples) -> None:
        """See ``Room``. Raises: SoundFileFault: the loudspeaker's file cannot be written any more."""
        if self._writer:
            self._writer.write_silence(self._position - self._writer.position)
            self._writer.write(sound)
        passed = len(sound) + self._hold_off
        if self._reader:
            self._reader.skip(passed)
        self._position += passed

    def block(self) -> Samples | None:
        """See ``Room``; the last block is filled up with silence. Raises: SoundFileFault: the recording is broken."""
        heard = self._reader.read(BLOCK) if self._reader else np.zeros(0, dtype=np.float32)
        if len(heard) == 0:
            return None
        self._position += BLOCK
        return np.pad(heard, (0, BLOCK - len(heard)))
