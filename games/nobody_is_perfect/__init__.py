"""Nobody is Perfect, Extra Edition: invent answers, and find the true one among them."""

from games.game import Game
from games.nobody_is_perfect import events, rules
from games.nobody_is_perfect.script import script
from games.nobody_is_perfect.setup import FEWEST_PLAYERS, MOST_PLAYERS, Setup
from games.nobody_is_perfect.state import State
from games.nobody_is_perfect.wishes import wish

GAME: Game[Setup, State] = Game(
    name="nobody_is_perfect",
    title="Nobody is Perfect",
    players=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
    minutes=60,
    setup=Setup,
    events=events.EVENTS,
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
    first_choice=True,
)
