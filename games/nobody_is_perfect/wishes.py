"""What simulated players want at a rehearsal: always legal."""

from __future__ import annotations

from random import Random
from typing import Any

from games.nobody_is_perfect.events import Sheet
from games.nobody_is_perfect.rules import missing, open_letters
from games.nobody_is_perfect.state import State
from games.table import Ask, Ballot, Choice, FreeText, Number, Pair, People, ReadAloud, YesNo

_SAME_IDEA = 0.3
"""How often two sheets of a question say the same."""

_ALL_THE_SAME = 0.02
_READS_ANEW = 0.08


def wish(state: State, question: Ask[Any], player: str | None, chance: Random) -> Any:
    """A legal answer to ``question``; ``player`` answers it (``None``: whoever is asked)."""
    match question.expect:
        case Ballot():
            voter = player or missing(state)[0]
            return ((voter, chance.choice(_tippable(state, voter))),)
        case FreeText():
            return _bluff(state, player or question.of or state.lead, chance)
        case ReadAloud():
            return _reading(state, question, chance)
        case Choice("letter"):
            sheet = question.slots["name"] if question.key == "recital_where" else state.target
            return next(letter for letter, pile in _lettered(state).items() if sheet in pile)
        case Choice(_, options):
            return chance.choice(options)
        case People(among, "draw"):
            return (chance.choice(among),) if chance.random() < 0.5 else ()
        case People():
            pile = _lettered(state)[str(question.slots["letter"])]
            return tuple(writer for writer in pile if writer is not None)
        case Pair():
            return None
        case Number(least, most):
            return chance.randint(least, most)
        case YesNo() if question.key == "recital_fewer":
            return len(state.recital.sheets) >= len(piles(state))
        case YesNo():
            return question.key != "recital_alike"
    raise TypeError(f"no simulated player can answer {question.expect}")


def _reading(state: State, question: Ask[Any], chance: Random) -> str:
    """The next sheet; now and then the last one anew; that it was the last one."""
    read = len(state.recital.sheets)
    if question.key == "recital_again":
        return paper(state, piles(state)[read - 1][0])
    if read and chance.random() < _READS_ANEW:
        return "again"
    unread = piles(state)[read:]
    return paper(state, min(unread[0], key=lambda sheet: sheet is not None)) if unread else "all_read"


def _tippable(state: State, voter: str) -> tuple[str, ...]:
    """Open letters; where the sheets stay on paper, those that are not their own."""
    if not state.aloud:
        return open_letters(state, voter)
    others = tuple(letter for letter, pile in _lettered(state).items() if voter not in pile or state.target in pile)
    return others or state.letters


def _bluff(state: State, writer: str, chance: Random) -> str:
    """One of the card's bluffs that nobody has handed in yet."""
    taken = set(state.round.sheets.values())
    free = [bluff for bluff in state.question.bluffs if bluff not in taken]
    return chance.choice(free) if free else f"Something that only {writer} could think of"


def paper(state: State, sheet: Sheet) -> str:
    """What stands on a sheet that stays on paper; ``None`` is the card's truth."""
    if state.setup.own_cards:
        return f"What {sheet or state.lead} has found on page {1 + len(sheet or '')}"
    if sheet is None:
        return state.question.truth
    bluffs = list(state.question.bluffs) or [f"Something that only {name} could think of" for name in state.track]
    Random(f"bluffs {state.rounds}").shuffle(bluffs)
    return bluffs[tuple(state.track).index(sheet) % len(bluffs)]


def piles(state: State) -> tuple[tuple[Sheet, ...], ...]:
    """The sheets as the leader holds them, in the order in which they are read; now and then two lie together."""
    chance = Random(f"sheets {state.rounds} {state.round.card}")
    held: list[tuple[Sheet, ...]] = [(writer,) for writer in state.recital.writers]
    if state.recital.target is None:
        held.append((None,))
    chance.shuffle(held)
    dice = chance.random()
    if dice < _ALL_THE_SAME:
        return (tuple(sheet for pile in held for sheet in pile),)
    if dice < _SAME_IDEA:
        return ((*held[0], *held[1]), *held[2:])
    return tuple(held)


def _lettered(state: State) -> dict[str, tuple[Sheet, ...]]:
    return dict(zip(state.recital.letters, piles(state), strict=False))
