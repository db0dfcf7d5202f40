"""What simulated players want at a rehearsal: always legal."""

from __future__ import annotations

from random import Random
from typing import Any

from games.nobody_is_perfect.rules import missing, open_letters
from games.nobody_is_perfect.script import NOTHING_ALIKE
from games.nobody_is_perfect.state import State
from games.table import Ask, Ballot, Choice, FreeText, Number, Words, YesNo


def wish(state: State, question: Ask[Any], player: str | None, chance: Random) -> Any:
    """A legal answer to ``question``; ``player`` answers it (``None``: whoever is asked)."""
    match question.expect:
        case Ballot():
            voter = player or missing(state)[0]
            return ((voter, chance.choice(open_letters(state, voter))),)
        case FreeText():
            return _bluff(state, player or question.of or state.lead, chance)
        case Choice(_, options):
            return chance.choice(options)
        case Words():
            return NOTHING_ALIKE
        case Number(least, most):
            return chance.randint(least, most)
        case YesNo():
            return True
    raise TypeError(f"no simulated player can answer {question.expect}")


def _bluff(state: State, writer: str, chance: Random) -> str:
    """One of the card's bluffs that nobody has handed in yet."""
    taken = set(state.round.sheets.values())
    free = [bluff for bluff in state.question.bluffs if bluff not in taken]
    return chance.choice(free) if free else f"Something that only {writer} could think of"
