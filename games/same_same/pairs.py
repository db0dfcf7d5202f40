"""Pairs: the two-coloured chips on the board, and who matches with whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

Pair = tuple[str, str]
"""Two people, in clockwise seating order."""


def among(people: Sequence[str]) -> tuple[Pair, ...]:
    """Everybody with everybody ("Setup"): six for four people."""
    return tuple(combinations(people, 2))


def matched(answers: Mapping[str, str]) -> tuple[Pair, ...]:
    """All pairs with the same letter ("Game Flow"), in the order of ``answers``."""
    return tuple((one, other) for one, other in among(tuple(answers)) if answers[one] == answers[other])


def groups(answers: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Letter to everybody who has it, where that is more than one; in the order of the letters."""
    by_letter = {
        letter: tuple(player for player, told in answers.items() if told == letter)
        for letter in sorted(set(answers.values()))
    }
    return {letter: players for letter, players in by_letter.items() if len(players) > 1}


def seated(track: Mapping[Pair, int], seats: Sequence[str]) -> dict[Pair, int]:
    """The same chips with everybody in the order of ``seats``."""
    points = {frozenset(pair): spaces for pair, spaces in track.items()}
    return {pair: points[frozenset(pair)] for pair in among(seats) if frozenset(pair) in points}
