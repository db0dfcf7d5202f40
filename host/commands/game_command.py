"""A command about a game: the options of every evening, and beside them those which that game declares.

Which options there are depends on the game, and the game may stand anywhere among the words. So a command's words
are first looked through for the game, and the others are then parsed by a command that was made for it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from typer.main import get_command

from games import shelf
from games.game import Game
from games.option import Option, materials_of, options_of
from host.evening.evening import find_game
from host.evening.option import check
from host.fault import HostFault

Body = Callable[..., None]
"""``body(game, own, **common)``: the game's name, by field the options of its own, and those of every evening, which
the body declares in its signature as any command does. They win over a game's own of the same name."""

_AS_TYPED = {"ignore_unknown_options": True, "allow_extra_args": True}


def add_game_command(app: typer.Typer, name: str, body: Body) -> None:
    """Add the command ``name`` to ``app``."""

    @app.command(name, help=body.__doc__, context_settings=_AS_TYPED, add_help_option=False)
    def hand_on(context: typer.Context) -> None:
        words = list(context.args)
        place = _place_of_game(words, body)
        written = None if place is None else words.pop(place)
        command = _general(name, body) if written is None and "--help" in words else command_for(written, body)
        get_command(command).main(args=words, prog_name=f"{context.command_path} {written or '[GAME]'}")


def command_for(written: str | None, body: Body) -> typer.Typer:
    """``body`` as the command for one game; where none is named, for the first choice.

    Raises:
        HostFault: no such game, or it is broken.
    """
    game = find_game(written or shelf.first_choice())
    players = f"{game.players[0]} to {game.players[-1]} players"
    described = f"{body.__doc__}\n\n{game.title}: {players}, about {game.minutes} minutes."
    return _command(game.name, body, _own(game, body), help=escape(described))


def _general(name: str, body: Body) -> typer.Typer:
    """``body`` with the options of every evening alone: for its help."""
    there = ", ".join(shelf.names()).replace("_", "-")
    hint = f"'spielleiter {name} GAME --help' tells a game's own options too. Games: {there}."
    return _command("", body, {}, help=body.__doc__, epilog=escape(hint))


def _command(game: str, body: Body, own: Mapping[str, Parameter], **texts: str | None) -> typer.Typer:
    def run(**named: Any) -> None:
        body(game, {name: named.pop(name) for name in own}, **named)

    parameters = (*_common(body).values(), *own.values())
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # what typer makes options from
    command = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    command.command(**texts)(run)  # type: ignore[arg-type]
    return command


def _common(body: Body) -> dict[str, Parameter]:
    """The options of every evening."""
    _, _, *declared = inspect.signature(body, eval_str=True).parameters.values()
    return {one.name: one.replace(kind=Parameter.KEYWORD_ONLY) for one in declared}


def _own(game: Game[Any, Any], body: Body) -> dict[str, Parameter]:
    """The options that ``game`` declares, material first."""
    panel = escape(f"Options of {game.title}")
    own = {}
    for name, sentence in materials_of(game.setup).items():
        shape = typer.Option(help=escape(sentence), metavar="FILE", rich_help_panel=panel)
        own[name] = _keyword(name, Path | None, shape, None)
    for one in options_of(game.setup):
        shape = typer.Option(
            help=escape(one.sentence), metavar=_range(one), rich_help_panel=panel, callback=_checking(one, game)
        )
        own[one.name] = _keyword(one.name, one.kind, shape, one.default)
    common = _common(body)
    return {name: parameter for name, parameter in own.items() if name not in common}


def _keyword(name: str, kind: Any, shape: Any, default: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=Annotated[kind, shape], default=default)


def _range(option: Option) -> str | None:
    """What help shows beside an option for a number with limits: "1 to 3"."""
    match option.least, option.most:
        case None, None:
            return None
        case least, None:
            return f"{least} or more"
        case None, most:
            return f"{most} or less"
        case least, most:
            return f"{least} to {most}"


def _checking(option: Option, game: Game[Any, Any]) -> Callable[[Any], Any]:
    """A value out of the option's range is a usage error, in the words that any other caller would get."""

    def checked(value: Any) -> Any:
        try:
            if value is not None:
                check(value, option, game)
        except HostFault as fault:
            raise typer.BadParameter(str(fault)) from fault
        return value

    return checked


# ------------------------------------------------------------------------------------- the game among the words


def _place_of_game(words: list[str], body: Body) -> int | None:
    """Which of the words names the game.

    After an option the name of a game may be a value ("--first Higher"). So it counts where it stands alone under
    the options of that game, or of the first choice; what stands alone and names no game is a mistake of theirs.
    """
    if words and not words[0].startswith("-"):
        return 0
    for place, word in enumerate(words):
        if shelf.called(word) in shelf.names() and place in _alone(words, command_for(word, body)):
            return place
    return next(_alone(words, command_for(None, body)), None)


def _alone(words: list[str], command: typer.Typer) -> Iterator[int]:
    """Which words are neither an option nor the value of one, up to the first option that is unknown."""
    takes_value = {"--help": False}
    for one in get_command(command).params:
        takes_value |= dict.fromkeys((*one.opts, *one.secondary_opts), not getattr(one, "is_flag", False))
    places = iter(enumerate(words))
    for place, word in places:
        option, _, value = word.partition("=")
        if not word.startswith("-"):
            yield place
        elif option not in takes_value:
            return
        elif takes_value[option] and not value:
            next(places, None)
