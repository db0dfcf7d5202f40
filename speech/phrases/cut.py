"""Views of an utterance: how a sound is cut matters more to the scorer than anything else."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import soxr

from speech.sound import RATE_HZ, Samples, silence

_FRAME = 160
_WINDOW = 400
_BEFORE_S, _BEHIND_S = 0.05, 0.10
_PEAK = 0.7
_SHORTEST_PIECE_S = 2.0
_PAUSE_S = 0.4


@dataclass(frozen=True)
class View:
    """One way of showing an utterance to the model.

    What counts as spoken are the 10 ms that are within ``range_db`` of the loudest ones and above the background (the
    level of the quietest tenth) by more than ``share`` (0 to 1) of the distance from there to the loudest.
    """

    range_db: float
    share: float
    speed: float = 1.0
    """Played so much faster, and higher."""
    pad_s: tuple[float, float] = (0.1, 0.2)
    """Silence before and behind."""

    def __call__(self, sound: Samples) -> Samples:
        """The spoken part with a little of its surroundings, between silences, at an even loudness."""
        if self.speed != 1.0:
            sound = soxr.resample(sound, RATE_HZ, round(RATE_HZ / self.speed)).astype(np.float32)
        first, last = self.spoken(sound)
        kept = sound[max(0, first - round(_BEFORE_S * RATE_HZ)) : last + round(_BEHIND_S * RATE_HZ)]
        loudest = float(np.abs(kept).max(initial=0.0)) or 1.0
        before_s, behind_s = self.pad_s
        return np.concatenate([silence(before_s), kept * np.float32(_PEAK / loudest), silence(behind_s)])

    def spoken(self, sound: Samples) -> tuple[int, int]:
        """The first sample that counts as spoken, and the one behind the last."""
        levels = _levels_db(sound)
        if not len(levels):
            return 0, len(sound)
        loudest, background = float(levels.max()), float(np.percentile(levels, 10))
        threshold = max(loudest - self.range_db, background + self.share * (loudest - background))
        loud = np.flatnonzero(levels >= threshold)
        return int(loud[0]) * _FRAME, int(loud[-1]) * _FRAME + _WINDOW


_GENTLE = View(range_db=35.0, share=0.15)
"""Keeps the soft beginnings and ends of words."""
_TIGHT = View(range_db=20.0, share=0.5)
"""Keeps other people's talk away."""
_WIDE_PAD_S = (0.5, 0.6)
_FASTER = 1.12
_QUIET_DB = 30.0

IN_QUIET = (_GENTLE, _TIGHT, replace(_GENTLE, pad_s=_WIDE_PAD_S), replace(_GENTLE, speed=_FASTER))
IN_NOISE = (_TIGHT, _GENTLE, replace(_TIGHT, pad_s=_WIDE_PAD_S), replace(_TIGHT, speed=_FASTER))


def views(sound: Samples) -> tuple[View, ...]:
    """The views that this sound needs, the best one first: over a loud background it is cut tight."""
    levels = _levels_db(sound)
    quiet = not len(levels) or float(levels.max() - np.percentile(levels, 10)) >= _QUIET_DB
    return IN_QUIET if quiet else IN_NOISE


def pieces(sound: Samples, longest_s: float) -> list[Samples]:
    """Long speech in pieces of at most ``longest_s`` (4 or more), cut in the middle of its longest pauses."""
    found: list[Samples] = []
    shortest, longest = round(_SHORTEST_PIECE_S * RATE_HZ), round(longest_s * RATE_HZ)
    while len(sound) > longest:
        last = max(shortest, min(longest, len(sound) - shortest))
        cut = shortest + _pause(sound[shortest:last])
        found.append(sound[:cut])
        sound = sound[cut:]
    return [*found, sound]


def _pause(sound: Samples) -> int:
    """The sample in the middle of the quietest ``_PAUSE_S``, which is where the longest pause is."""
    power = 10 ** (_levels_db(sound) / 10)
    width = min(len(power), round(_PAUSE_S * RATE_HZ / _FRAME))
    summed = np.convolve(power, np.ones(width), mode="valid")
    return (int(summed.argmin()) + width // 2) * _FRAME


def spoken_s(sound: Samples) -> float:
    """How long the loud part of a sound is, pauses between words included."""
    first, last = _TIGHT.spoken(sound)
    return (last - first) / RATE_HZ


def _levels_db(sound: Samples) -> Samples:
    """The loudness of each 10 ms, over 25 ms."""
    count = 1 + (len(sound) - _WINDOW) // _FRAME if len(sound) >= _WINDOW else 0
    power = np.concatenate([np.zeros(1), np.cumsum(np.square(sound, dtype=np.float64))])
    starts = np.arange(count) * _FRAME
    mean = (power[starts + _WINDOW] - power[starts]) / _WINDOW
    return np.asarray(10 * np.log10(mean + 1e-9), dtype=np.float32)
