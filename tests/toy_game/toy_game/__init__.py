"""Higher or Lower: in each round everybody guesses whether the next number is higher or lower than the last."""

from games.game import Game
from toy_game import rules
from toy_game.script import script, wish

GAME: Game[rules.Setup, rules.State] = Game(
    name="toy",
    title="Higher or Lower",
    players=range(2, 9),
    minutes=5,
    setup=rules.Setup,
    events=(rules.NumberDrawn, rules.Guessed, rules.RoundEnded),
    open=rules.begin,
    apply=rules.apply,
    script=script,
    standings=rules.standings,
    people=lambda state: state.setup.players,
    turn=rules.turn,
    rounds=lambda state: state.rounds,
    over=rules.over,
    winners=rules.winners,
    wish=wish,
)
