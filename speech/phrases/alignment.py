"""Alignment: how well phrases fit what the phone reader has read, over every way of laying one along the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from speech.phrases.weights import Floats

Phones = tuple[int, ...]
_RESCALED_EVERY = 8
"""Frames; the likelihoods would vanish otherwise."""
_NEVER = 1e-290


class Spellings:
    """Any number of phrases as phones, laid side by side so that all are compared at once."""

    def __init__(self, phrases: Sequence[Phones]) -> None:
        longest = max(map(len, phrases), default=0)
        self._lengths = np.array([len(phones) for phones in phrases], dtype=np.intp)
        self._steps = np.zeros((len(phrases), 2 * longest + 1), dtype=np.intp)
        """Phones with "nothing new" before, between and behind them."""
        for row, phones in enumerate(phrases):
            self._steps[row, 1 : 2 * len(phones) : 2] = phones
        self._skips = np.zeros(self._steps.shape)
        """1.0 where a phone may follow the one before without a gap."""
        self._skips[:, 2:] = (self._steps[:, 2:] != 0) & (self._steps[:, 2:] != self._steps[:, :-2])

    def fit(self, read: Floats) -> Floats:
        """``log P(phrase | sound)`` of each; ``read`` is the reader's, shape ``(frames, 1 + len(PHONES))``."""
        likely = np.exp(read.astype(np.float64))
        rows = np.arange(len(self._steps))
        reached = np.zeros(self._steps.shape)
        reached[:, :2] = 1.0
        reached *= likely[0][self._steps]
        scale = np.zeros(len(rows))
        for frame in range(1, len(likely)):
            before = reached.copy()
            reached[:, 1:] += before[:, :-1]
            reached[:, 2:] += before[:, :-2] * self._skips[:, 2:]
            reached *= likely[frame][self._steps]
            if frame % _RESCALED_EVERY == 0:
                top = np.maximum(reached.max(axis=1), _NEVER)
                reached /= top[:, None]
                scale += np.log(top)
        last = 2 * self._lengths
        ends = reached[rows, last] + np.where(self._lengths > 0, reached[rows, np.maximum(last - 1, 0)], 0.0)
        return np.asarray(np.log(np.maximum(ends, _NEVER)) + scale, dtype=np.float32)


def plainest(read: Floats) -> Phones:
    """The phones that are the likeliest frame by frame."""
    best = [0, *read.argmax(axis=1).tolist()]
    return tuple(phone for before, phone in pairwise(best) if phone not in (before, 0))
