"""The course of a round: which phase follows when nothing is waited for any longer."""

from __future__ import annotations

from dataclasses import replace

from games.rappakalja.state import Phase, Round, State
from games.rappakalja.ticking import CORRECT_FROM_THE_START, Due, in_order, points
from games.recital import Recital, Stage


def onward(state: State) -> State:
    """Past every phase in which nothing is missing."""
    while (after := _after(state)) is not state:
        state = after
    return state


def _after(state: State) -> State:
    """One step on, or the state itself when something is waited for."""
    match state.phase:
        case Phase.OPENING if state.leader and state.die:
            return replace(state, phase=Phase.CARD)
        case Phase.SHEETS if state.aloud or not state.unwritten:
            return replace(state, phase=Phase.COMPLETE if state.round.sent_back is None else Phase.CORRECT)
        case Phase.EQUAL if len(state.round.correct) > 1 or len(state.wrong) <= 1:
            return rewards(state)
        case Phase.REWARDS if not state.round.due:
            return replace(state, phase=Phase.BROKEN_OFF if state.broken else Phase.FALSE)
        case Phase.FALSE if not _false_waited_for(state):
            return replace(state, phase=Phase.LETTERS)
        case Phase.LETTERS if not state.guessable:
            return replace(state, phase=Phase.TRUTH)
        case Phase.LETTERS if state.aloud:
            writers = tuple(sheet for sheet in state.listed if sheet is not None)
            recital = Recital(writers, shared=False)
            return replace(state, phase=Phase.RECITAL, round=replace(state.round, recital=recital))
        case Phase.RECITAL if state.round.recital and state.round.recital.stage is Stage.LISTED:
            return replace(state, phase=Phase.GUESSES)
        case Phase.GUESSES if not state.unguessed:
            return replace(state, phase=Phase.UNMASKING if state.aloud else Phase.TRUTH)
        case Phase.UNMASKING if state.round.recital and state.round.recital.stage is Stage.DONE:
            return replace(state, phase=Phase.TRUTH)
        case Phase.TICKS if not state.round.due:
            return replace(state, phase=Phase.SCORED)
    return state


def _false_waited_for(state: State) -> bool:
    if not state.may_add_false:
        return False
    return state.round.adds_false is None or (state.round.adds_false and not state.aloud and not state.round.false)


def rewards(state: State) -> State:
    """Who wrote the truth ticks at once, before the guessing, clockwise from the leader's left ("Special Cases")."""
    earned = dict.fromkeys(state.round.correct, CORRECT_FROM_THE_START)
    due = in_order(earned, state.clockwise, "correct")
    return onward(replace(state, phase=Phase.REWARDS, round=replace(state.round, due=due)))


def scoring(state: State) -> State:
    """The points of the second half, ticked from the leader on ("Calculating Points and Ticking Boxes")."""
    return onward(replace(state, phase=Phase.TICKS, round=replace(state.round, due=_earned(state))))


def _earned(state: State) -> tuple[Due, ...]:
    """Three for the leader only if nobody wrote the truth and nobody guessed it; a host who leads earns nothing."""
    told = state.round.guesses and not state.round.correct
    rewarded = (state.lead,) if told and state.setup.leader == "seat" else ()
    earned = points(state.round.guesses, state.round.authors, rewarded)
    return in_order(earned, tuple(seat for seat in state.from_the_leader if seat in state.players), "round")


def card_again(state: State) -> State:
    """The same leader draws a new card ("Special Cases"), or the neighbour of one who has left."""
    anew = Round(newcomers=state.round.newcomers, broken_off=state.round.broken_off + 1)
    leader = neighbour(state) if state.leader in state.away else state.leader
    return replace(state, phase=Phase.CARD, round=anew, leader=leader)


def led_by(state: State, leader: str) -> State:
    """A new round; whoever joined takes part now ("New Round")."""
    return replace(state, phase=Phase.CARD, round=Round(), leader=leader)


def neighbour(state: State) -> str:
    """Who plays at the leader's left hand ("New Round")."""
    return next(seat for seat in (*state.from_the_leader[1:], state.lead) if seat not in state.away)
