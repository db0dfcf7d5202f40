"""Who comes and who goes in the middle of an evening."""

from __future__ import annotations

from dataclasses import replace

from games.nobody_is_perfect.events import PlayerJoined, PlayerLeft
from games.nobody_is_perfect.setup import FEWEST_PLAYERS, MOST_PLAYERS
from games.nobody_is_perfect.state import Phase, Round, State
from games.table import Illegal

_BEFORE_POINTS = (
    Phase.CARD, Phase.WRITING, Phase.SHEETS, Phase.ALIKE, Phase.RECITAL, Phase.LETTERS, Phase.READING,
    Phase.CHOOSING, Phase.TIPS, Phase.UNMASKING, Phase.TRUTH,
)  # fmt: skip


def joined(state: State, event: PlayerJoined) -> State:
    """A newcomer starts where the last pawn stands and takes part from the next question on."""
    if state.phase in (Phase.RESULT, Phase.OVER):
        raise Illegal("not_now")
    if event.player in state.track or not event.player.strip():
        raise Illegal("name_taken", name=event.player)
    if event.after not in state.players:
        raise Illegal("not_playing")
    if len(state.players) >= MOST_PLAYERS:
        raise Illegal("table_full")
    place = state.players.index(event.after) + 1
    players = (*state.players[:place], event.player, *state.players[place:])
    last = min(state.track[player] for player in state.players)
    before = {**state.round.before, event.player: last}
    seated = players if state.phase in (Phase.OPENING, Phase.CARD) else state.round.seated
    following = replace(state.round, before=before, seated=seated)
    return replace(state, players=players, track={**state.track, event.player: last}, round=following)


def left(state: State, event: PlayerLeft) -> State:
    """The pawn stays where it is. A leader who leaves takes the question along: the left-hand neighbour leads on."""
    if state.phase in (Phase.RESULT, Phase.OVER):
        raise Illegal("not_now")
    if event.player not in state.players:
        raise Illegal("not_playing")
    players = tuple(player for player in state.players if player != event.player)
    if len(players) < FEWEST_PLAYERS:
        return replace(state, players=players, phase=Phase.RESULT)
    if event.player != state.leader:
        return _reseated(replace(state, players=players))
    place = state.players.index(event.player)
    if state.phase in _BEFORE_POINTS:
        following = players[place % len(players)]
        return replace(state, players=players, leader=following, phase=Phase.CARD, round=Round(state.track, players))
    if state.phase is Phase.OPENING:
        return _reseated(replace(state, players=players, leader=None))
    return replace(state, players=players, leader=players[place - 1])


def _reseated(state: State) -> State:
    """Before the card is drawn the round is everybody's who is there."""
    if state.phase in (Phase.OPENING, Phase.CARD):
        return replace(state, round=replace(state.round, seated=state.players))
    return state
