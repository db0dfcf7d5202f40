"""Likeness: sheets that say nearly the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from rapidfuzz import fuzz, utils

SAME_TEXT = 72.0
"""Token-set likeness in per cent from which two sheets are proposed as the same. People decide; be generous."""


def alike_texts(texts: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Pairs of indices of texts that probably say the same, likeliest first."""
    scored = [(_likeness(one, other), (i, j)) for (i, one), (j, other) in combinations(enumerate(texts), 2)]
    likely = sorted((pair for pair in scored if pair[0] >= SAME_TEXT), key=lambda pair: (-pair[0], pair[1]))
    return tuple(pair for _, pair in likely)


def _likeness(one: str, other: str) -> float:
    """The order of the words does not matter; leaving most of them out does."""
    one, other = utils.default_process(one), utils.default_process(other)
    if not one or not other:
        return 0.0
    return float(0.5 * fuzz.token_sort_ratio(one, other) + 0.5 * fuzz.token_set_ratio(one, other))
