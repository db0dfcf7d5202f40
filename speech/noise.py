"""Loudness of speech and noise, and how the two are mixed at a signal-to-noise ratio.

Both are measured where they are loudest, over 64 ms: pauses in the speech then do not count.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from speech.sound import Samples

_WINDOW = 1024
"""64 ms."""


@dataclass(frozen=True)
class Background:
    """Noise that goes on and on in a room."""

    noise: Samples
    """Looped; not empty."""
    snr_db: float
    """How far speech stands above it."""


def loudness(sound: Samples) -> float:
    """Root mean square of the loudest 64 ms, 0.0 to 1.0; shorter sounds are taken as if silence followed."""
    power = np.concatenate(([0.0], np.cumsum(np.square(sound, dtype=np.float64))))
    if len(power) <= _WINDOW:
        return float(np.sqrt(power[-1] / _WINDOW))
    return float(np.sqrt((power[_WINDOW:] - power[:-_WINDOW]).max() / _WINDOW))


def noise_gain(speech: Samples, noise: Samples, snr_db: float) -> float:
    """The factor for the noise that puts the speech ``snr_db`` above it; 0.0 if either is silent."""
    return gain_to(loudness(speech) / 10 ** (snr_db / 20), noise)


def gain_to(level: float, sound: Samples) -> float:
    """The factor that gives the sound this loudness; 0.0 for silence."""
    own = loudness(sound)
    return level / own if own > 0.0 else 0.0


def mix(speech: Samples, noise: Samples, snr_db: float) -> Samples:
    """Speech with noise under it from end to end (looped or cut to fit), scaled down as a whole if it would clip.

    The noise's loudness is measured over the part that is used.
    """
    used = looped(noise, 0, len(speech))
    mixed = speech + noise_gain(speech, used, snr_db) * used
    peak = float(np.abs(mixed).max(initial=0.0))
    return np.asarray(mixed / max(peak, 1.0), dtype=np.float32)


def looped(noise: Samples, position: int, count: int) -> Samples:
    """``count`` samples of the noise, repeated for ever, from ``position`` on."""
    return noise[np.arange(position, position + count) % len(noise)]
