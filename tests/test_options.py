"""The options of a game: declared once beside its set-up; help, parsing and checking follow from that."""

from __future__ import annotations

import inspect
import shutil
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
import typer
from typer.testing import CliRunner, Result

from games import shelf
from games.option import Option, materials_of, options_of
from host.commands.cli import app
from host.commands.demo import demo
from host.commands.game_command import add_game_command
from host.commands.play import play
from host.evening.evening import HAND_IN, Wish
from host.evening.option import check, flag, kinds
from host.fault import HostFault
from host.rehearsal.rehearsal import Rehearsal
from host.seats.ears import EarKind

BODIES = {"play": play, "demo": demo}
SHARED = {"rounds"}
"""Declared by a game, and in a demo an option of every evening."""
EVERY_OPTION = [
    pytest.param(name, one, id=f"{name} {flag(one.name)}")
    for name in shelf.names()
    for one in options_of(shelf.take(name).setup)
]

WITH_SHEETS = [name for name in shelf.names() if HAND_IN in {one.name for one in fields(shelf.take(name).setup)}]


def common(command: str) -> set[str]:
    """The options of every evening."""
    return set(inspect.signature(BODIES[command]).parameters) - {"game", "own"}


def told(result: Result) -> str:
    """What was printed, without the frames."""
    return " ".join("".join(" " if sign in "│╭╮╰╯─" else sign for sign in result.output).split())


def run(*words: str) -> Result:
    return CliRunner().invoke(app, words, env={"COLUMNS": "200", "TERMINAL_WIDTH": "200"})


@pytest.fixture
def heard() -> list[tuple[str, dict[str, Any], int | None]]:
    """What the command below was given: the game, the options of its own, the seed."""
    return []


@pytest.fixture
def listening(heard: list[tuple[str, dict[str, Any], int | None]]) -> typer.Typer:
    """A command about a game that only listens."""

    def listen(
        game: str,
        own: Mapping[str, Any],
        players: Annotated[str, typer.Option()] = "",
        seed: Annotated[int | None, typer.Option()] = None,
        typed: Annotated[bool, typer.Option("--typed")] = False,
    ) -> None:
        """Listen."""
        del players, typed
        heard.append((game, dict(own), seed))

    commands = typer.Typer()
    add_game_command(commands, "listen", listen)
    return commands


# ------------------------------------------------------------------------------------- of every game on the shelf


@pytest.mark.parametrize(("name", "one"), EVERY_OPTION)
def test_an_option_is_explained_in_one_sentence(name: str, one: Option) -> None:
    del name
    assert one.sentence[:1].isupper()
    assert one.sentence.endswith(".")
    assert ". " not in one.sentence
    assert "\n" not in one.sentence


@pytest.mark.parametrize(("name", "one"), EVERY_OPTION)
def test_a_command_line_can_have_its_type_and_its_default_is_allowed(name: str, one: Option) -> None:
    (kind,) = kinds(one.kind)
    if get_origin(kind) is Literal:
        assert all(isinstance(value, str) for value in get_args(kind))
    else:
        assert kind in (int, float, str, bool)
    if one.default is None:
        assert type(None) in get_args(one.kind)
    else:
        check(one.default, one, shelf.take(name))


@pytest.mark.parametrize("name", shelf.names())
def test_no_option_of_its_own_is_called_like_one_of_every_evening(name: str) -> None:
    setup = shelf.take(name).setup
    own = {one.name for one in options_of(setup)} | set(materials_of(setup))
    assert own & (common("play") | common("demo")) <= SHARED
    assert {one.name for one in fields(setup)} == own | {"players"} | ({HAND_IN} & {one.name for one in fields(setup)})


@pytest.mark.parametrize("name", shelf.names())
@pytest.mark.parametrize("command", BODIES)
def test_help_shows_exactly_this_games_options(name: str, command: str) -> None:
    game = shelf.take(name)
    shown = told(run(command, name.replace("_", "-"), "--help"))
    assert f"Options of {game.title}" in shown
    assert f"{game.title}: {game.players[0]} to {game.players[-1]} players" in shown
    sentences = {one.name: one.sentence for one in options_of(game.setup)} | dict(materials_of(game.setup))
    for field, sentence in sentences.items():
        if field not in common(command):
            assert f"{flag(field)} " in shown
            assert sentence in shown
    others = {
        field
        for other in shelf.names()
        for field in (*materials_of(shelf.take(other).setup), *(o.name for o in options_of(shelf.take(other).setup)))
    }
    for field in others - sentences.keys() - common(command):
        assert f"{flag(field)} " not in shown


@pytest.mark.parametrize("name", shelf.names())
def test_what_is_not_named_is_as_the_game_declares(
    name: str, listening: typer.Typer, heard: list[tuple[str, dict[str, Any], int | None]]
) -> None:
    assert CliRunner().invoke(listening, [name]).exit_code == 0
    declared = {one.name: one.default for one in options_of(shelf.take(name).setup)}
    assert heard == [(name, {**dict.fromkeys(materials_of(shelf.take(name).setup)), **declared}, None)]


@pytest.mark.parametrize("command", BODIES)
def test_help_without_a_game_tells_where_to_look(command: str) -> None:
    shown = told(run(command, "--help"))
    assert f"'spielleiter {command} GAME --help' tells a game's own options too." in shown
    assert f"Games: {', '.join(shelf.names()).replace('_', '-')}." in shown
    assert "--hand-in" in shown
    assert "Options of" not in shown


# ---------------------------------------------------------------------------------------------- the words of a command


@pytest.mark.parametrize(
    ("words", "game", "own", "seed"),
    [
        ("toy --seed 5", "toy", {}, 5),
        ("--seed 5 toy", "toy", {}, 5),
        ("--seed=5 --typed Toy", "toy", {}, 5),
        ("--mood cheerful --no-ties toy --seed 5", "toy", {"mood": "cheerful", "ties": False}, 5),
        ("toy --ties --pause-s 2 --starts-at -3", "toy", {"pause_s": 2.0, "starts_at": -3}, None),
        ("--players toy toy --deck ten.toml", "toy", {"deck": Path("ten.toml")}, None),
        ("", shelf.first_choice(), {}, None),
        ("--seed 5 --players Anna,Ben,Cy", shelf.first_choice(), {}, 5),
        ("--players toy", shelf.first_choice(), {}, None),
        ("--first toy --typed", shelf.first_choice(), {"first": "toy"}, None),
        (f"--first toy {shelf.first_choice()}", shelf.first_choice(), {"first": "toy"}, None),
    ],
)
def test_the_game_may_stand_anywhere(
    words: str,
    game: str,
    own: dict[str, Any],
    seed: int | None,
    listening: typer.Typer,
    heard: list[tuple[str, dict[str, Any], int | None]],
) -> None:
    assert CliRunner().invoke(listening, words.split()).exit_code == 0
    ((found, options, its_seed),) = heard
    defaults = {one.name: one.default for one in options_of(shelf.take(game).setup)}
    named = {name: value for name, value in options.items() if value != defaults.get(name)}
    assert (found, named, its_seed) == (game, own, seed)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("toy --rounds 0", "In Higher or Lower, --rounds is a whole number from 1 to 20, not 0."),
        ("toy --rounds 21", "In Higher or Lower, --rounds is a whole number from 1 to 20, not 21."),
        ("toy --rounds many", "Invalid value for '--rounds'"),
        ("toy --pause-s inf", "In Higher or Lower, --pause-s is a number from 0 to 10, not inf."),
        ("toy --mood sad", "'sad' is not one of 'plain', 'cheerful'"),
        ("toy --leader host", "No such option: --leader"),
        ("--leader host toy", "No such option: --leader"),
        ("--mood cheerful", "No such option: --mood"),
        ("--moody cheerful toy", "No such option: --moody"),
        ("toy --seed", "--seed"),
        ("toy other", "unexpected extra argument"),
    ],
)
def test_a_wrong_option_is_a_usage_error(
    words: str, sentence: str, listening: typer.Typer, heard: list[tuple[str, dict[str, Any], int | None]]
) -> None:
    result = CliRunner().invoke(listening, words.split(), env={"COLUMNS": "200", "TERMINAL_WIDTH": "200"})
    assert result.exit_code == 2
    assert sentence in told(result)
    assert not heard


# ------------------------------------------------------------------------------------------- from any other caller


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rounds": 21}, "In Higher or Lower, --rounds is a whole number from 1 to 20, not 21."),
        ({"rounds": True}, "In Higher or Lower, --rounds is a whole number from 1 to 20, not True."),
        ({"rounds": "3"}, "In Higher or Lower, --rounds is a whole number from 1 to 20, not 3."),
        ({"pause_s": float("nan")}, "In Higher or Lower, --pause-s is a number from 0 to 10, not nan."),
        ({"mood": "sad"}, "In Higher or Lower, --mood is plain or cheerful, not sad."),
        ({"ties": 1}, "In Higher or Lower, --ties is yes or no, not 1."),
        ({"own_goals": 1}, "Higher or Lower knows no --own-goals. Leave it out."),
        ({"hand_in": "aloud"}, "Higher or Lower has no sheets to hand in. Leave out --hand-in."),
        ({"deck": Path("none.toml")}, "none.toml cannot be read (No such file or directory). Check the file's name."),
    ],
)
def test_a_wish_is_held_against_the_declaration(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HostFault) as fault:
        Wish("toy", "Anna,Ben", "en", 1, options).opening()
    assert str(fault.value) == sentence


def test_what_is_right_begins_the_evening() -> None:
    options = {"rounds": 20, "pause_s": 1, "mood": "cheerful", "starts_at": None, "hand_in": "typed", "deck": None}
    setup = Wish("toy", "Anna,Ben", "en", 1, options).opening().setup
    assert setup == {
        "players": ("Anna", "Ben"),
        "rounds": 20,
        "pause_s": 1,
        "mood": "cheerful",
        "deck": {"numbers": tuple(range(1, 11))},
    }


def test_material_in_the_hosts_language_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir()
    shutil.copytree(shelf.folder("toy") / "lang", tmp_path / "lang")
    monkeypatch.setattr(shelf, "folder", lambda name: tmp_path)  # noqa: ARG005 - the toy's alone is asked for
    for file, number in (("deck.toml", 1), ("deck_en.toml", 2)):
        (tmp_path / "data" / file).write_text(f"numbers = [{number}]")
        assert Wish("toy", "Anna,Ben", "en", 1, {}).opening().setup["deck"] == {"numbers": (number,)}


@pytest.mark.parametrize("name", WITH_SHEETS)
def test_where_there_are_sheets_they_may_be_handed_in_either_way(name: str) -> None:
    players = ",".join(("Anna", "Ben", "Clara", "David", "Emily", "Frank")[: shelf.take(name).players[0]])
    for way in ("typed", "aloud"):
        assert Wish(name, players, "en", 1, {HAND_IN: way}).opening().setup[HAND_IN] == way
    with pytest.raises(HostFault, match="--hand-in is typed or aloud, not telepathy"):
        Wish(name, players, "en", 1, {HAND_IN: "telepathy"}).opening()


def test_a_demo_cuts_short_what_can_be_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    short = Rehearsal("toy", "en", 2, 3, {"mood": "plain"}, 1, EarKind.AUTO)
    assert short._options() == {"mood": "plain", "rounds": 3}
    monkeypatch.setattr("host.rehearsal.rehearsal.options_of", lambda setup: ())  # noqa: ARG005 - it declares nothing
    assert short._options() == {"mood": "plain", "rounds": None}
