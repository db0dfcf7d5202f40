"""Sound as every room of ``speech`` passes it on: 16 kHz, mono, float32, full scale 1.0."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]
"""Shape ``(n,)``, float32, -1.0 to 1.0, 16,000 a second."""

RATE_HZ = 16_000
BLOCK = 512
"""Samples in one block of a microphone: 32 ms, what the voice-activity detector takes."""


def seconds(samples: Samples) -> float:
    """How long a sound is."""
    return len(samples) / RATE_HZ


def silence(duration_s: float) -> Samples:
    """So much silence."""
    return np.zeros(round(duration_s * RATE_HZ), dtype=np.float32)
