"""Sheets that stay on paper: from the recital to the answers that the rules know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games import recital
from games.nobody_is_perfect import answers
from games.nobody_is_perfect.state import Phase, State
from games.recital import Recital, Stage


def opened(state: State) -> State:
    """The pencils are down: the leader holds every sheet, the true one among them."""
    sheets = Recital(state.writers, state.target)
    return replace(state, phase=Phase.RECITAL, round=replace(state.round, recital=sheets))


def recited(state: State, event: Any) -> State:
    """The state after one of the recital's events. Raises ``Illegal``."""
    after = recital.apply(state.recital, event)
    state = replace(state, round=replace(state.round, recital=after))
    if state.phase is Phase.RECITAL and after.stage is Stage.LISTED:
        return replace(state, phase=Phase.READING if len(after.letters) > 1 else Phase.UNMASKING)
    if after.stage is Stage.DONE:
        return _unmasked(state)
    return state


def _unmasked(state: State) -> State:
    """Only now it shows who has tipped an answer of their own: that chip counts for nobody."""
    known = not (state.orange or state.setup.own_cards)
    listed = answers.read_aloud(state.recital, state.question.truth if known else "")
    tips = {voter: letter for voter, letter in state.round.tips.items() if letter in answers.open_to(voter, listed)}
    void = tuple(voter for voter in state.round.tips if voter not in tips)
    return replace(state, phase=Phase.TRUTH, round=replace(state.round, answers=listed, tips=tips, void=void))
