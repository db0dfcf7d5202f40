"""Joining and leaving, at any moment of the evening."""

from __future__ import annotations

from dataclasses import replace

from games.rappakalja.course import led_by, neighbour, onward
from games.rappakalja.events import PlayerJoined, PlayerLeft
from games.rappakalja.setup import FEWEST_PLAYERS, MOST_PLAYERS
from games.rappakalja.state import BEFORE_THE_LIST, Phase, State
from games.table import Illegal


def joined(state: State, event: PlayerJoined) -> State:
    """A newcomer starts at the score of the last place and takes part from the next round on.

    Whoever had left comes back to the boxes ticked before.
    """
    _still_playing(state)
    if len(state.players) >= MOST_PLAYERS:
        raise Illegal("table_full", name=event.player)
    if event.player in state.players or not event.player.strip():
        raise Illegal("plays_already", name=event.player)
    if event.after not in state.players:
        raise Illegal("not_playing", name=event.after)
    others = tuple(seat for seat in state.seats if seat != event.player)
    place = others.index(event.after) + 1
    start = state.ticks.get(event.player, min(state.ticks[name] for name in state.players))
    watching = () if _between_rounds(state) else (event.player,)
    newcomers = tuple(name for name in state.round.newcomers if name != event.player)
    return replace(
        state,
        seats=(*others[:place], event.player, *others[place:]),
        ticks={**state.ticks, event.player: start},
        away=state.away - {event.player},
        round=replace(state.round, newcomers=(*newcomers, *watching)),
    )


def left(state: State, event: PlayerLeft) -> State:
    """Whoever leaves keeps the boxes and is skipped at once; with the leader the round is broken off.

    Too few to go on: the standings of that moment decide. Nobody left to write: the leader draws for the newcomers.
    """
    _still_playing(state)
    if event.player not in state.players:
        raise Illegal("not_playing", name=event.player)
    state = replace(state, away=state.away | {event.player})
    if len(state.players) < FEWEST_PLAYERS:
        return replace(state, phase=Phase.RESULT)
    if event.player == state.leader and state.phase is Phase.OPENING:
        return replace(state, leader=neighbour(state))
    if event.player == state.leader and _broken_off_by_leader(state):
        return led_by(state, neighbour(state))
    if state.phase in BEFORE_THE_LIST and not state.writers:
        return led_by(state, state.lead)
    return onward(_without(state, event.player))


def _still_playing(state: State) -> None:
    if state.phase in (Phase.RESULT, Phase.OVER):
        raise Illegal("not_now")


def _between_rounds(state: State) -> bool:
    """Before the first card of a round."""
    return state.phase is Phase.OPENING or (state.phase is Phase.CARD and not state.round.broken_off)


def _broken_off_by_leader(state: State) -> bool:
    """Points that are being ticked stay; where the host leads, a seat only lends its turn."""
    if state.phase in (Phase.TICKS, Phase.SCORED):
        return False
    return state.setup.leader == "seat" or state.phase is Phase.CARD


def _without(state: State, player: str) -> State:
    """No sheet, no guess and no tick of theirs is waited for; what has been read out stays on the list."""
    due = tuple(one for one in state.round.due if one.player != player)
    return replace(state, round=replace(state.round, due=due))
