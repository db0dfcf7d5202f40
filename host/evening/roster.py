"""The roster: who plays, in clockwise order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from rapidfuzz.distance import Levenshtein

from games.game import Game
from host.fault import HostFault
from host.seats.name import LONGEST_NAME, is_spelled


def read_roster(text: str, game: Game[Any, Any]) -> tuple[str, ...]:
    """The players of "Anna, Ben, Cy", checked for ``game``.

    Raises:
        HostFault: too few or too many for the game, a name that is empty, too long or no name, or one twice.
    """
    if not text.strip():
        raise HostFault("Who plays? Name the players in clockwise order, like --players Anna,Ben,Cy.")
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if not name:
            raise HostFault("A player's name is empty. Give names with commas between, like --players Anna,Ben,Cy.")
        if len(name) > LONGEST_NAME:
            raise HostFault(f"The name '{name[:LONGEST_NAME]}…' is too long. Use {LONGEST_NAME} letters at most.")
        if not is_spelled(name):
            raise HostFault(f"'{name}' is no name I can say. Use letters only, like --players Anna,Ben,Cy.")
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise HostFault(f"Two players are called {name}. Give one of them another name, like {name} B.")
        seen.add(name.casefold())
    fewest, most = game.players[0], game.players[-1]
    if len(names) not in game.players:
        raise HostFault(
            f"{game.title} is for {fewest} to {most} players, not for {len(names)}. Name them with --players."
        )
    return names


def alike_names(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Pairs of names that are one sound apart ("Anna" and "Hanna", "Tim" and "Jim")."""
    return tuple(
        (one, other)
        for one, other in combinations(names, 2)
        if Levenshtein.distance(one.casefold(), other.casefold(), score_cutoff=1) <= 1
    )
