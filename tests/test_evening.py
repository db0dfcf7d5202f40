"""A whole game at the keyboard, written down as it sounds: what people say is the input, all of it is the result."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EVENINGS = Path(__file__).parent / "evenings"
NOT_A_PERSON = ("host", "clock")
NOBODY_IN_PARTICULAR = ("table", "desk")
SHORT = ("--deck", str(EVENINGS / "short_deck.toml"), "--board", str(EVENINGS / "short_board.toml"))


def lines_of(evening: Path) -> list[str]:
    """The evening's lines without the notes in it."""
    return [line for line in evening.read_text().splitlines() if line.strip() and not line.startswith("#")]


def said_by_people(lines: list[str]) -> str:
    """What the people of the evening say, read and write, as standard input has it; a look at the screen is none."""
    said = []
    for line in lines:
        who, _, words = line.partition(" ")
        words = words.strip().removeprefix("[writes] ").removeprefix("[reads] ")
        if who and who not in NOT_A_PERSON and words != "[looks at the screen]":
            said.append(words if who in NOBODY_IN_PARTICULAR else f"{who}: {words}")
    return "\n".join(said) + "\n"


def goes_as_written(evening: str, folder: Path, *options: str) -> None:
    """Play what the people of ``evening`` say: all that is said then must be the evening, word for word."""
    lines = lines_of(EVENINGS / f"{evening}.txt")
    transcript = folder / "transcript.txt"
    command = [
        *(sys.executable, "-m", "host", "play", "nobody-is-perfect", "--typed", *SHORT, *options),
        *("--session", str(folder / "one.evening"), "--transcript", str(transcript)),
    ]
    played = subprocess.run(command, input=said_by_people(lines), capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
    assert transcript.read_text().splitlines() == lines


def test_three_players_share_the_victory(tmp_path: Path) -> None:
    """An orange round, a double lie, a lucky hit, two catch-up signs, a stack that is used up, one breath."""
    options = "--players Anna,Ben,Cy --first Anna --number 1 --seed 5"
    goes_as_written("shared_victory", tmp_path, *options.split())


@pytest.mark.parametrize(
    ("evening", "options"),
    [
        ("paper_stays_paper", "--players Anna,Ben,Cy --number 2"),
        ("paper_slips", "--players Anna,Ben,Cy,Dora --first Anna --number 1 --rounds 1"),
        ("paper_taken_back", "--players Anna,Ben,Cy"),
        ("paper_come_and_go", "--players Anna,Ben,Cy,Dora --first Anna --number 1"),
        ("paper_own_cards", "--players Anna,Ben,Cy --first Anna --rounds 2 --own-cards"),
    ],
)
def test_sheets_stay_on_paper(evening: str, options: str, tmp_path: Path) -> None:
    """The leader reads them; mistakes, second thoughts, people who come and go, and real cards on the table."""
    goes_as_written(evening, tmp_path, "--hand-in", "aloud", "--seed", "5", *options.split())
