"""Whatever a user gets wrong ends in one plain sentence with a remedy, and never in a traceback."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

EVENINGS = Path(__file__).parent / "evenings"
DECK = (EVENINGS / "short_deck.toml").read_text()
BOARD = (EVENINGS / "short_board.toml").read_text()
TYPED = ("play", "nobody-is-perfect", "--typed", "--players", "Anna,Ben,Cy")


def spielleiter(folder: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command with a home of its own, so that no other evening and no fetched model is seen."""
    own = {
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "SPIELLEITER_MODELS": str(folder / "models"),
    }
    command = [sys.executable, "-m", "host", *words]
    return subprocess.run(
        command, input=said, capture_output=True, text=True, check=False, cwd=folder, env={**os.environ, **own}
    )


def sentence_of(played: subprocess.CompletedProcess[str]) -> str:
    """The one sentence (or two) that a fault ends in."""
    assert played.returncode == 1, played.stderr
    assert "Traceback" not in played.stderr
    (line,) = played.stderr.strip().splitlines()
    assert line.endswith(".")
    return line


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", "chess", "--players", "Anna,Ben,Cy"), "There is no game called 'chess'. Choose one of:"),
        (("play", "--typed", "--players", "Anna"), "is for 3 to 6 players, not for 1"),
        (("play", "--typed", "--players", "A,B,C,D,E,F,G,H,I"), "is for 3 to 6 players, not for 9"),
        (("play", "--typed"), "Who plays?"),
        (("play", "--typed", "--players", "Anna,,Cy"), "A player's name is empty"),
        (("play", "--typed", "--players", "Anna,Ben,anna"), "Two players are called anna"),
        (("play", "--typed", "--players", "Anna,Ben,C3PO"), "'C3PO' is no name I can say"),
        (("play", "--typed", "--players", f"Anna,Ben,{'x' * 90}"), "is too long"),
        ((*TYPED, "--lang", "xx"), "There is no language 'xx' for this game. Choose one of: en"),
        ((*TYPED, "--deck", "none.toml"), "none.toml cannot be read"),
        ((*TYPED, "--first", "Zoe"), "Zoe is to begin but does not play"),
        ((*TYPED, "--transcript", "no/such/folder.txt"), "cannot be written"),
        ((*TYPED, "--session", "/proc/none/a.evening"), "cannot be written"),
        (("resume",), "No evening is kept here"),
        (("resume", "none.evening"), "There is no session at none.evening"),
        (("play", "--players", "Anna,Ben,Cy", "--mic", "none.wav"), "none.wav"),
        (("play", "--players", "Anna,Ben,Cy", "--mic", "none.wav", "--ear", "vosk"), "none.wav"),
        (("demo", "--players", "1"), "is for 3 to 6 players"),
        (("demo", "--players", "99"), "between 1 and"),
        (("demo", "--noise", "none.wav"), "none.wav"),
        (("demo", "chess"), "There is no game called"),
        (("play", "--players", "Anna,Ben,Cy", "chess"), "There is no game called 'chess'. Choose one of:"),
        (("demo", "--ear", "vosk"), "spielleiter models get en"),
        (("models", "get", "xx"), "xx"),
    ],
    ids=lambda value: " ".join(value)[-40:] if isinstance(value, tuple) else "",
)
def test_it_is_one_sentence(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in sentence_of(spielleiter(tmp_path, *words))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", "--no-such-option"), "No such option: --no-such-option"),
        (("play", "--no-such-option", "5"), "No such option: --no-such-option"),
        (("play", "--hand-in", "telepathy"), "'--hand-in'"),
        (("play", "nobody-is-perfect", "chess"), "unexpected extra argument"),
        (("demo", "--rounds", "-1"), "'--rounds'"),
        ((*TYPED, "--number", "7"), "--number is a whole number from 1 to 3, not 7."),
        ((*TYPED, "--number", "two"), "'--number'"),
        ((*TYPED, "--rounds", "0"), "--rounds is a whole number, 1 or more, not 0."),
        ((*TYPED, "--writing-s", "nan"), "--writing-s is a number, 1 or more, not nan."),
        ((*TYPED, "--leader", "king"), "'--leader'"),
        (("sing",), "No such command"),
        (("resume", "a", "b"), "unexpected extra argument"),
        (("models", "fly"), "No such command"),
    ],
    ids=lambda value: " ".join(value)[-40:] if isinstance(value, tuple) else "",
)
def test_a_wrong_command_line_is_a_usage_error(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    played = spielleiter(tmp_path, *words)
    assert played.returncode == 2
    assert "Usage:" in played.stderr
    assert sentence in " ".join(played.stderr.replace("│", " ").split())
    assert "Traceback" not in played.stderr


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('truth = "Sunshine"', "truth = 7", "line 17, card[0].question[1].truth"),
        ('truth = "Sunshine"', 'truth = " "', "line 17, card[0].question[1].truth: this text is empty"),
        ('colour = "pink"', 'colour = "mauve"', "card[2].colour"),
        ('colour = "pink"', 'colour = "blue"', "there is no pink card"),
        ('title = "A short deck"', "", "title"),
        ('title = "A short deck"', 'title = "A short deck', "line 3"),
        ('ask = "Seventeen"', 'ask = "Seventeen"\ntruth = "No"', "an orange card has no true answer"),
    ],
)
def test_a_broken_deck_names_file_line_and_field(tmp_path: Path, old: str, new: str, where: str) -> None:
    assert DECK.count(old) == 1
    (tmp_path / "deck.toml").write_text(DECK.replace(old, new))
    sentence = sentence_of(spielleiter(tmp_path, *TYPED, "--deck", "deck.toml"))
    assert "deck.toml" in sentence
    assert where in sentence


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("spaces = 10", "spaces = 1", "board.toml, line 5, spaces"),
        ("after = 3", "after = 30", "line 13, sign[1].after"),
        ('"blue", "pink"', '"pink", "blue"', "the start is a blue space"),
    ],
)
def test_a_broken_board_names_file_line_and_field(tmp_path: Path, old: str, new: str, where: str) -> None:
    assert BOARD.count(old) == 1
    (tmp_path / "board.toml").write_text(BOARD.replace(old, new))
    assert where in sentence_of(spielleiter(tmp_path, *TYPED, "--board", "board.toml"))


def test_no_input_keeps_the_game_and_is_no_fault(tmp_path: Path) -> None:
    played = spielleiter(tmp_path, *TYPED, "--session", "one.evening", said="Anna\n")
    assert (played.returncode, played.stderr) == (0, "")
    again = spielleiter(tmp_path, "resume", "one.evening", "--typed", said="two\n")
    assert again.returncode == 0
    assert "Welcome back" in again.stdout or "Here we are again" in again.stdout


def test_without_a_name_the_latest_evening_is_resumed(tmp_path: Path) -> None:
    spielleiter(tmp_path, *TYPED, said="two\n")
    played = spielleiter(tmp_path, "resume", "--typed", said="whose turn is it\n")
    assert played.returncode == 0, played.stderr
    assert "turn" in played.stdout


def test_an_existing_session_is_not_overwritten(tmp_path: Path) -> None:
    spielleiter(tmp_path, *TYPED, "--session", "one.evening", said="two\n")
    before = (tmp_path / "one.evening").read_bytes()
    sentence = sentence_of(spielleiter(tmp_path, *TYPED, "--session", "one.evening"))
    assert "spielleiter resume one.evening" in sentence
    assert (tmp_path / "one.evening").read_bytes() == before


def test_a_session_of_another_version_is_named(tmp_path: Path) -> None:
    spielleiter(tmp_path, *TYPED, "--session", "one.evening")
    connection = sqlite3.connect(tmp_path / "one.evening")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert "another version" in sentence_of(spielleiter(tmp_path, "resume", "one.evening", "--typed"))


def test_an_unreadable_recording_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "noise.wav").write_bytes(b"RIFF but no sound")
    assert "noise.wav" in sentence_of(spielleiter(tmp_path, "play", "--players", "Anna,Ben,Cy", "--mic", "noise.wav"))
    assert not list(tmp_path.glob("**/*.evening")), "no evening was begun"


def test_another_players_sheet_is_not_taken_for_this_one(tmp_path: Path) -> None:
    said = "ready\nCy: Lightning\nBen: Thunder\nCy: Lightning\nnone\n"
    options = ("--first", "Anna", "--number", "1", "--transcript", "said.txt")
    spielleiter(tmp_path, *TYPED, *options, said=said)
    written = [
        line.split("[writes] ") for line in (tmp_path / "said.txt").read_text().splitlines() if "[writes]" in line
    ]
    assert [(who.strip(), words) for who, words in written] == [
        ("Ben", "Thunder"),
        ("Cy", "Lightning"),
        ("Anna", "none"),
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal for Ctrl-C to another process")
def test_stopped_at_the_keyboard_the_game_is_kept(tmp_path: Path) -> None:
    begins = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    begins += "from host.commands.cli import main; main()"
    command = [sys.executable, "-c", begins, *TYPED, "--first", "Anna", "--session", "one.evening"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    ) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        while "one, two or three" not in (line := playing.stdout.readline().lower()):
            assert line, "it ended too early"
        playing.send_signal(signal.SIGINT)
        playing.wait(timeout=20)
        assert playing.stderr is not None
        assert playing.stderr.read().strip() == "Stopped; the game is kept. Go on with 'spielleiter resume'."
    assert playing.returncode == 1
    assert spielleiter(tmp_path, "resume", "one.evening", "--typed").returncode == 0
