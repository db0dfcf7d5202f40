"""The stacks: which card is drawn, and what happens when a colour is used up."""

from __future__ import annotations

from dataclasses import replace

from games.nobody_is_perfect.deck import COLOURS, QUESTIONS_ON_A_CARD, Colour
from games.nobody_is_perfect.events import CardDrawn, CardTaken, ColourChosen, NumberAdvanced, StackShuffled
from games.nobody_is_perfect.state import Phase, State
from games.table import Illegal


def drawn(state: State, event: ColourChosen | NumberAdvanced | StackShuffled | CardDrawn | CardTaken) -> State:
    """One question number for the whole game ("Which question should it be?").

    A colour whose cards are used up goes on with its next number and a newly shuffled stack.
    """
    _need(state.phase is Phase.CARD, "not_now")
    if isinstance(event, ColourChosen):
        _need(state.space == "joker" and event.colour in COLOURS, "not_that_colour")
        return replace(state, round=replace(state.round, colour=event.colour))
    _need(state.space != "joker", "not_that_colour")
    colour = state.colour
    _need(isinstance(event, CardTaken) == state.setup.own_cards, "not_now")
    if isinstance(event, CardTaken):
        return replace(state, phase=Phase.WRITING, round=replace(state.round, colour=colour))
    if isinstance(event, CardDrawn):
        _need(state.stacks.get(colour, ())[:1] == (event.card,), "not_the_top_card")
        drawn = replace(state.round, colour=colour, card=event.card)
        stacks = {**state.stacks, colour: state.stacks[colour][1:]}
        return replace(state, phase=Phase.WRITING, round=drawn, stacks=stacks)
    _need(event.colour == colour, "not_that_colour")
    if isinstance(event, NumberAdvanced):
        _need(state.stacks.get(colour) == () and event.number == number_after(state, colour), "no_such_number")
        stacks = {other: cards for other, cards in state.stacks.items() if other != colour}
        return replace(state, stacks=stacks, advanced={**state.advanced, colour: event.number})
    _need(colour not in state.stacks, "not_now")
    _need(sorted(event.order) == sorted(state.setup.deck.stack(colour)), "not_the_stack")
    return replace(state, stacks={**state.stacks, colour: event.order})


def number_after(state: State, colour: Colour) -> int:
    """The question number that follows when a colour's stack is empty; 1 follows 3."""
    return state.number_of(colour) % QUESTIONS_ON_A_CARD + 1


def _need(allowed: bool, otherwise: str) -> None:
    if not allowed:
        raise Illegal(otherwise)
