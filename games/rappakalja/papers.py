"""What simulated players have on their sheets. At a rehearsal with paper these lie in their heads alone, so they
follow from the state: asked twice, a player tells the same."""

from __future__ import annotations

from random import Random

from games.rappakalja.events import Sheet
from games.rappakalja.state import State

_CORRECT, _TWO_CORRECT, _EQUAL, _SHORT = 0.12, 0.03, 0.06, 0.08
"""How often somebody knows the truth, two do, two write the same, one says too little."""


def _chance(state: State) -> Random:
    """The same for one card of one round."""
    return Random(f"{state.round.card} {state.rounds} {state.round.broken_off} {state.leader}")


def paper(state: State, writer: str) -> str:
    """What ``writer`` writes for the card in play."""
    texts = _invented(state)
    question = state.question
    if writer in short(state) and state.round.sent_back is None:
        return texts[writer].split()[0]
    if writer in knowing(state) and question:
        return question.truth
    one, *others = doubles(state) or ("",)
    return texts[one] if writer in others else texts[writer]


def _invented(state: State) -> dict[Sheet, str]:
    """A false explanation for everybody, each another one; under ``None`` what stands for a truth unknown to the host.

    Where the deck has too few bluffs they are made of names.
    """
    category, question, seats = state.category, state.question, state.seats
    pool = list(state.setup.deck.bluffs.of(category)) if category else []
    pool = [bluff for bluff in pool if question is None or bluff.casefold() != question.truth.casefold()]
    _chance(state).shuffle(pool)
    pool += [", ".join((*seats[place:], *seats[:place])) for place in range(len(seats))]
    return dict(zip((None, *seats), (*pool, ", ".join(reversed(seats))), strict=False))


def knowing(state: State) -> tuple[str, ...]:
    """Who knows the truth: as a rule nobody."""
    chance = _chance(state)
    luck, names = chance.random(), chance.sample(state.seats, 2)
    count = 2 if luck < _TWO_CORRECT else luck < _TWO_CORRECT + _CORRECT
    return tuple(name for name in names[:count] if name in state.writers)


def doubles(state: State) -> tuple[str, ...]:
    """Which two write the same wrong explanation: as a rule none."""
    chance = _chance(state)
    names = chance.sample(state.seats, 2)
    two = tuple(name for name in names if name in state.writers and name not in knowing(state))
    return two if len(two) == 2 and chance.random() < _EQUAL else ()


def short(state: State) -> tuple[str, ...]:
    """Whose first sheet says too little: as a rule nobody's."""
    chance = _chance(state)
    name = chance.choice(state.seats)
    return (name,) if name in state.writers and chance.random() < _SHORT else ()


def false(state: State) -> str:
    """What the leader adds."""
    return _invented(state)[state.lead]


def order(state: State) -> tuple[Sheet, ...]:
    """In which order the leader reads the sheets: ``None`` is the truth."""
    sheets: list[Sheet] = [None, *(state.round.recital.writers if state.round.recital else ())]
    _chance(state).shuffle(sheets)
    return tuple(sheets)


def text(state: State, sheet: Sheet) -> str:
    """What the leader reads out from a sheet."""
    question = state.question
    if sheet is None:
        return question.truth if question else _invented(state)[None]
    return false(state) if sheet == state.leader else paper(state, sheet)
