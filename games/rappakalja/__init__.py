"""Rappakalja Extreme: explain what nobody can know, and find the true explanation among the false ones."""

from games import recital
from games.game import Game
from games.rappakalja import events, rules
from games.rappakalja.script import script
from games.rappakalja.setup import FEWEST_PLAYERS, MOST_PLAYERS, Setup
from games.rappakalja.state import State
from games.rappakalja.wishes import wish

GAME: Game[Setup, State] = Game(
    name="rappakalja",
    title="Rappakalja",
    players=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
    minutes=60,
    setup=Setup,
    events=(*events.EVENTS, *recital.EVENTS),
    open=rules.begin,
    apply=rules.apply,
    script=script,
    standings=rules.standings,
    people=lambda state: state.players,
    turn=rules.turn,
    rounds=lambda state: state.rounds,
    over=rules.over,
    winners=lambda state: tuple((name,) for name in state.winners),
    wish=wish,
    joined=events.PlayerJoined,
    left=events.PlayerLeft,
)
