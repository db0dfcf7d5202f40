"""What simulated players want at a rehearsal: always legal, and alike enough that a game ends."""

from __future__ import annotations

from random import Random
from typing import Any

from games.same_same.state import State
from games.table import Ask, Ballot, Choice

LIKE_THE_OTHERS = 0.5
"""How often somebody takes the answer that suits most people."""


def wish(state: State, question: Ask[Any], player: str | None, chance: Random) -> Any:
    """A legal answer to ``question``; ``player`` answers it (``None``: whoever is asked)."""
    match question.expect:
        case Ballot():
            return ((player or question.of or state.missing[0], _letter(state, chance)),)
        case Choice(_, options):
            return chance.choice(options)
    raise TypeError(f"no simulated player can answer {question.expect}")


def _letter(state: State, chance: Random) -> str:
    """Every card has an answer that suits most people: the one at the place of its longest word, say."""
    popular = max(range(len(state.letters)), key=lambda place: len(state.card.options[place]))
    return state.letters[popular] if chance.random() < LIKE_THE_OTHERS else chance.choice(state.letters)
