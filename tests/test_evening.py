"""A whole game at the keyboard, written down as it sounds: what people say is the input, all of it is the result."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EVENINGS = Path(__file__).parent / "evenings"
NOT_A_PERSON = ("host", "clock")


def lines_of(evening: Path) -> list[str]:
    """The evening's lines without the notes in it."""
    return [line for line in evening.read_text().splitlines() if line.strip() and not line.startswith("#")]


def said_by_people(lines: list[str]) -> str:
    """What the people of the evening say and write, as standard input has it."""
    said = []
    for line in lines:
        who, _, words = line.partition(" ")
        words = words.strip().removeprefix("[writes] ").removeprefix("[reads] ")
        if who and who not in NOT_A_PERSON and not words.startswith("["):
            said.append(words if who == "table" else f"{who}: {words}")
    return "\n".join(said) + "\n"


def test_three_players_share_the_victory(tmp_path: Path) -> None:
    """An orange round, a double lie, a lucky hit, two catch-up signs, a stack that is used up, one breath."""
    lines = lines_of(EVENINGS / "shared_victory.txt")
    transcript = tmp_path / "transcript.txt"
    command = [
        *(sys.executable, "-m", "host", "play", "nobody-is-perfect", "--typed"),
        *("--players", "Anna,Ben,Cy", "--first", "Anna", "--number", "1", "--seed", "5"),
        *("--deck", str(EVENINGS / "short_deck.toml"), "--board", str(EVENINGS / "short_board.toml")),
        *("--session", str(tmp_path / "one.evening"), "--transcript", str(transcript)),
    ]
    played = subprocess.run(command, input=said_by_people(lines), capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
    assert transcript.read_text().splitlines() == lines
