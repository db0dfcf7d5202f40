"""One loudness for everything that the host plays: clips of people who sat near or far sound like its own voice."""

from __future__ import annotations

import numpy as np

from speech.sound import RATE_HZ, Samples

HOST_DB = -20.4
"""The speech level of the host's English voice, over ten of its sentences (-18.5 to -21.5 one by one)."""
_MOST_DB = 40.0
"""A sound is raised by so much at most: what is fainter is no speech."""
_PEAK = 0.95
_WINDOW, _HOP = RATE_HZ * 2 // 5, RATE_HZ // 10
_KNOCK = 5  # windows
_GATE_DB = 10.0
_STEP = RATE_HZ // 100
"""The limiter's gain is held for at least so long on both sides of a peak."""


def speech_level_db(sound: Samples) -> float:
    """The root mean square of the speech in a sound, in dB below full scale; minus infinity for silence.

    Of windows of 0.4 s, every 0.1 s, the loudest half second (or tenth, if that is less) may be a knock and is left
    out; of the others those count that are no more than 10 dB below their mean: pauses do not.
    """
    power = np.concatenate(([0.0], np.cumsum(np.square(sound, dtype=np.float64))))
    window = min(_WINDOW, len(sound))
    starts = np.arange(0, len(sound) - window + 1, _HOP)
    means = np.sort((power[starts + window] - power[starts]) / max(window, 1))
    means = means[: len(means) - min(_KNOCK, len(means) // 10)]
    loud = means[means >= means.mean() / 10 ** (_GATE_DB / 10)]
    return float(10 * np.log10(loud.mean())) if loud.any() else -np.inf


def levelled(sound: Samples) -> Samples:
    """The same at the loudness of the host's voice, no sample beyond 0.95; silence stays silence.

    Where single peaks would go beyond that, they alone are turned down, for 10 to 20 ms each.
    """
    level_db = speech_level_db(sound)
    if level_db == -np.inf:
        return sound.copy()
    raised = sound * np.float32(10 ** (min(_MOST_DB, HOST_DB - level_db) / 20))
    return _limited(raised)


def _limited(sound: Samples) -> Samples:
    """The gain is a line from step to step, and never above what either neighbouring step allows."""
    steps = -(-len(sound) // _STEP)
    peaks = np.abs(np.pad(sound, (0, steps * _STEP - len(sound)))).reshape(steps, _STEP).max(axis=1)
    allowed = _PEAK / np.maximum(peaks, _PEAK)
    if allowed.min(initial=1.0) == 1.0:
        return sound
    edges = np.minimum(np.append(allowed, 1.0), np.insert(allowed, 0, 1.0))
    gain = np.interp(np.arange(len(sound)), np.arange(steps + 1) * _STEP, edges)
    return np.asarray(np.clip(sound * gain, -_PEAK, _PEAK), dtype=np.float32)
