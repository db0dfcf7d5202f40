"""From guesses to points, and from points to boxes ticked in order ("Calculating Points and Ticking Boxes")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rappakalja.events import Reason, Sheet
from games.rappakalja.score_sheet import ScoreSheet

CORRECT_FROM_THE_START = 3
RIGHT_GUESS = 2
BELIEVED = 1
NOBODY_RIGHT = 3
LOGO = 1


@dataclass(frozen=True)
class Due:
    player: str
    boxes: int
    reason: Reason


def believers(guesses: Mapping[str, str], authors: Mapping[str, Sheet], letter: str) -> tuple[str, ...]:
    """Who guessed ``letter``. A guess on one's own explanation is void."""
    return tuple(player for player, guess in guesses.items() if guess == letter and authors[letter] != player)


def void(guesses: Mapping[str, str], authors: Mapping[str, Sheet]) -> tuple[str, ...]:
    """Who guessed their own explanation."""
    return tuple(player for player, guess in guesses.items() if authors[guess] == player)


def points(guesses: Mapping[str, str], authors: Mapping[str, Sheet], for_nobody_right: Sequence[str]) -> dict[str, int]:
    """The points of a round's second half; ``for_nobody_right`` is who is rewarded if no guess is right."""
    earned: dict[str, int] = {}
    for letter, author in authors.items():
        found = believers(guesses, authors, letter)
        if author is not None:
            earned[author] = earned.get(author, 0) + BELIEVED * len(found)
            continue
        for player in found:
            earned[player] = earned.get(player, 0) + RIGHT_GUESS
        for player in () if found else for_nobody_right:
            earned[player] = earned.get(player, 0) + NOBODY_RIGHT
    return earned


def in_order(earned: Mapping[str, int], order: Sequence[str], reason: Reason) -> tuple[Due, ...]:
    """Who ticks how many boxes, one after another; nobody is called who has earned nothing."""
    return tuple(Due(player, earned[player], reason) for player in order if earned.get(player))


def ticked(sheet: ScoreSheet, before: int, due: Due) -> tuple[int, tuple[Due, ...]]:
    """The last box ticked, and the extra tick for a logo under it. Ticks past the target are lost."""
    box = min(before + due.boxes, sheet.target)
    extra = due.reason != "logo" and box in sheet.logos
    return box, (Due(due.player, LOGO, "logo"),) if extra else ()
