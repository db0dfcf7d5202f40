"""The command line: the only place where real things are wired together."""

from __future__ import annotations

import sys

import typer

from host.commands import bench, demo, games, models, play, resume
from host.commands.game_command import add_game_command
from host.fault import HostFault
from models.fault import ModelFault
from speech.fault import SpeechFault

app = typer.Typer(
    name="spielleiter",
    help="An offline voice that leads tabletop party games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
add_game_command(app, "demo", demo.demo)
add_game_command(app, "play", play.play)
app.command("resume")(resume.resume)
app.command("games")(games.games)
app.add_typer(models.app, name="models")
app.add_typer(bench.app, name="bench")


def main() -> None:
    """Run one command. Whatever a user can cause ends in one sentence and exit code 1."""
    try:
        app()
    except (HostFault, SpeechFault, ModelFault) as fault:
        print(fault, file=sys.stderr)  # noqa: T201 - the sentence for people
        sys.exit(1)
