"""same same: answer honestly, and score with everybody who answers the same."""

from games.game import Game
from games.same_same import events, rules
from games.same_same.script import script
from games.same_same.setup import FEWEST_PLAYERS, MOST_PLAYERS, Setup
from games.same_same.state import State
from games.same_same.wishes import wish

GAME: Game[Setup, State] = Game(
    name="same_same",
    title="same same",
    players=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
    minutes=30,
    setup=Setup,
    events=events.EVENTS,
    open=rules.begin,
    apply=rules.apply,
    script=script,
    standings=rules.standings,
    people=lambda state: state.players,
    turn=lambda _: None,
    rounds=lambda state: state.rounds,
    over=rules.over,
    winners=lambda state: state.winners,
    wish=wish,
    joined=events.PlayerJoined,
    left=events.PlayerLeft,
)
