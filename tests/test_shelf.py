"""Games from elsewhere: a game in an installed package is found, played, undone and resumed like one of ours."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from game_package import TOY, lay_out, lay_out_toy

from games import shelf
from host.evening.evening import find_game
from host.fault import HostFault

HOME = Path(__file__).parents[1]
PLAYERS = ("--players", "Anna,Ben")
BROKEN = 'raise RuntimeError("the moon is full")'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of installed packages: the toy is there."""
    return lay_out_toy(tmp_path / "site")


def spielleiter(site: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command where the packages in ``site`` are installed."""
    folder = site.parent
    own = {
        "PYTHONPATH": os.pathsep.join((str(site), str(HOME))),
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "SPIELLEITER_MODELS": str(folder / "models"),
        "COLUMNS": "200",
    }
    command = [sys.executable, "-m", "host", *words]
    return subprocess.run(
        command, input=said, capture_output=True, text=True, check=False, cwd=folder, env={**os.environ, **own}
    )


def ours() -> set[str]:
    """The names of our own games, as people write them."""
    return {name.replace("_", "-") for name in shelf.names() if not shelf.origin(name)}


def test_games_lists_what_is_there_and_where_it_comes_from(site: Path) -> None:
    listed = spielleiter(site, "games")
    assert (listed.returncode, listed.stderr) == (0, "")
    head, *lines = listed.stdout.splitlines()
    assert head.split() == ["game", "title", "players", "languages", "minutes", "from"]
    assert {line.split()[0] for line in lines} == {*ours(), "toy"}
    (toy,) = (line for line in lines if line.startswith("toy "))
    place = head.index("title")
    assert toy[place:].startswith("Higher or Lower  ")
    assert toy.split()[-5:] == ["2–8", "en", "5", "toy-game", "1.0"]
    assert all(line.endswith("Spielleiter") for line in lines if line != toy)


def test_games_as_json(site: Path) -> None:
    listed = json.loads(spielleiter(site, "games", "--json").stdout)
    (toy,) = (game for game in listed if game["name"] == "toy")
    assert toy == {
        "name": "toy",
        "title": "Higher or Lower",
        "fewest": 2,
        "most": 8,
        "languages": ["en"],
        "minutes": 5,
        "origin": "toy-game 1.0",
    }
    assert {game["origin"] for game in listed if game != toy} == {"Spielleiter"}


def test_the_toy_is_played_to_its_end(site: Path) -> None:
    played = spielleiter(
        site, "play", "toy", "--typed", *PLAYERS, "--rounds", "1", "--starts-at", "1", said="higher\nlower\n"
    )
    assert (played.returncode, played.stderr) == (0, "")
    lines = played.stdout.splitlines()
    assert "Higher or Lower" in lines[0]
    assert "1" in lines[1]
    assert "Anna" in lines[2]
    assert lines[3] == "Higher."
    assert "Ben" in lines[4]
    assert lines[5] == "Lower."
    assert any(line.startswith("Won by") for line in lines)


def test_what_was_said_is_taken_back(site: Path) -> None:
    """Ben takes back what Anna said; she is asked again, and says the other."""
    said = "higher\nundo\nlower\nlower\n"
    played = spielleiter(site, "play", "toy", "--typed", *PLAYERS, "--rounds", "1", "--starts-at", "10", said=said)
    assert played.returncode == 0, played.stderr
    asked = [
        name for line in played.stdout.splitlines() for name in ("Anna", "Ben") if name in line and "igher or" in line
    ]
    assert asked[2:] == ["Anna", "Ben", "Anna", "Ben"], "after the greeting"
    assert "Anna and Ben had it right." in played.stdout


def test_it_is_stopped_and_resumed(site: Path) -> None:
    where = ("--session", "one.evening")
    stopped = spielleiter(
        site, "play", "toy", "--typed", *PLAYERS, *where, "--rounds", "1", said="higher\nstop the game\nyes\n"
    )
    assert stopped.returncode == 0, stopped.stderr
    assert "Won by" not in stopped.stdout
    resumed = spielleiter(site, "resume", "one.evening", "--typed", said="lower\n")
    assert resumed.returncode == 0, resumed.stderr
    questions = [line for line in resumed.stdout.splitlines() if "igher or lower" in line]
    assert len(questions) == 1, "Anna is not asked again"
    assert "Ben" in questions[0]
    assert "Won by" in resumed.stdout
    over = spielleiter(site, "resume", "one.evening", "--typed")
    assert over.returncode == 1
    assert "That game is over" in over.stderr


def test_its_options_are_explained_and_its_material_is_read(site: Path) -> None:
    told = " ".join(spielleiter(site, "play", "toy", "--help").stdout.replace("│", " ").split())
    assert "play toy [OPTIONS]" in told
    assert "Higher or Lower: 2 to 8 players, about 5 minutes." in told
    assert "Options of Higher or Lower" in told
    assert "1 to 20 The game lasts so many rounds. [default: 3]" in told
    (site.parent / "sevens.toml").write_text("numbers = [7]")
    words = ("play", "toy", "--typed", *PLAYERS, "--rounds", "1", "--deck", "sevens.toml")
    assert "7" in spielleiter(site, *words, said="lower\nlower\n").stdout
    (site.parent / "sevens.toml").write_text("numbers = []")
    empty = spielleiter(site, *words)
    assert empty.returncode == 1
    assert empty.stderr == "sevens.toml, line 1, numbers: there is no number. Mend that line.\n"


def test_the_toy_is_rehearsed(site: Path) -> None:
    played = spielleiter(site, "demo", "toy", "--players", "2", "--rounds", "1", "--json")
    assert played.returncode == 0, played.stderr
    summary = json.loads(played.stdout)
    assert (summary["game"], summary["players"], summary["misheard"]) == ("toy", ["Anna", "Ben"], 0)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (BROKEN, "does not load (RuntimeError: the moon is full)"),
        ("raise SystemExit(3)", "does not load (SystemExit: 3)"),
        ("import no_such_module", "does not load (ModuleNotFoundError: No module named 'no_such_module')"),
        ("GAME", "does not load (NameError: name 'GAME' is not defined)"),
        ("SOMETHING = 1", "does not load (AttributeError: module 'moon' has no attribute 'GAME')"),
        ("GAME = 'chess'", "moon:GAME is no game of that name"),
        ("from toy_game import GAME", "moon:GAME is no game of that name"),
    ],
)
def test_whatever_is_broken_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, sentence: str
) -> None:
    monkeypatch.syspath_prepend(lay_out(tmp_path, "moon-game", "moon = moon:GAME", source))
    monkeypatch.delitem(sys.modules, "moon", raising=False)
    with pytest.raises(HostFault) as fault:
        find_game("moon")
    assert "moon-game" in str(fault.value)
    assert sentence in str(fault.value)
    assert "\n" not in str(fault.value)


def test_beside_a_broken_package_the_others_play(site: Path) -> None:
    lay_out(site, "moon-game", "moon = moon:GAME", BROKEN)
    listed = spielleiter(site, "games")
    assert listed.returncode == 0
    assert {line.split()[0] for line in listed.stdout.splitlines()[1:]} == {*ours(), "toy"}
    (told,) = listed.stderr.splitlines()
    assert "moon-game" in told
    assert told.endswith("Update that package or remove it.")
    refused = spielleiter(site, "play", "moon", "--typed", *PLAYERS)
    assert (refused.returncode, refused.stdout, refused.stderr) == (1, "", f"{told}\n")
    played = spielleiter(site, "play", "--typed", *PLAYERS, "toy", "--rounds", "1", said="higher\nlower\n")
    assert (played.returncode, played.stderr) == (0, "")


def test_where_no_game_is_named_a_broken_package_is_not_even_looked_at(site: Path) -> None:
    lay_out(site, "a-game", "a = a:GAME", BROKEN)
    played = spielleiter(site, "play", "--typed", "--players", "Anna,Ben,Cy")
    assert (played.returncode, played.stderr) == (0, "")


def test_a_session_of_a_game_that_is_gone_names_it(site: Path) -> None:
    spielleiter(site, "play", "toy", "--typed", *PLAYERS, "--session", "one.evening")
    shutil.rmtree(site)
    site.mkdir()
    gone = spielleiter(site, "resume", "one.evening", "--typed")
    assert gone.returncode == 1
    assert gone.stderr.startswith("There is no game called 'toy'. Choose one of: ")


def test_nobody_takes_the_name_of_one_of_our_games(site: Path) -> None:
    name = min(ours())
    lay_out(site, "thief", f"{name} = thief:GAME", BROKEN)
    listed = spielleiter(site, "games")
    assert listed.stderr == ""
    assert {line.split()[0] for line in listed.stdout.splitlines()[1:]} == {*ours(), "toy"}


def test_of_two_packages_with_one_name_the_first_in_the_alphabet_keeps_it(site: Path) -> None:
    lay_out(site, "zebra", "Toy = zebra:GAME", BROKEN)
    assert spielleiter(site, "games").stderr == ""
    lay_out(site, "ape", "Toy = ape:GAME", BROKEN)
    assert "the package ape does not load" in spielleiter(site, "games").stderr


@pytest.mark.skipif(
    not (find_spec("hatchling") and find_spec("pip")),
    reason="hatchling and pip are not installed: pip install '.[test]'",
)
def test_an_installer_puts_it_there_just_so(tmp_path: Path) -> None:
    source, site = tmp_path / "source", tmp_path / "site"
    shutil.copytree(TOY, source, ignore=shutil.ignore_patterns("__pycache__"))
    install = ("-m", "pip", "install", "--no-build-isolation", "--no-deps", "--no-index", "--target", str(site))
    done = subprocess.run([sys.executable, *install, str(source)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "toy-game 1.0" in spielleiter(site, "games").stdout
    played = spielleiter(site, "play", "toy", "--typed", *PLAYERS, "--rounds", "1", said="higher\nlower\n")
    assert (played.returncode, played.stderr) == (0, "")
