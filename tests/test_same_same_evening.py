"""same same: whole games at the keyboard, written down as they sound."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from test_evening import EVENINGS, lines_of, said_by_people


@pytest.mark.parametrize(
    ("evening", "seed", "target"),
    [("same_same_three_players", "5", "5"), ("same_same_come_and_go", "8", "3")],
)
def test_an_evening_goes_as_it_is_written(evening: str, seed: str, target: str, tmp_path: Path) -> None:
    """Three players, both wordings, a reshuffle, a shared victory; the variant, somebody who joins, two who leave."""
    lines = lines_of(EVENINGS / f"{evening}.txt")
    transcript = tmp_path / "transcript.txt"
    command = [
        *(sys.executable, "-m", "host", "play", "same-same", "--typed", "--players", "Anna,Ben,Cy"),
        *("--deck", str(EVENINGS / "same_same_deck.toml"), "--seed", seed, "--target", target),
        *("--session", str(tmp_path / "one.evening"), "--transcript", str(transcript)),
    ]
    played = subprocess.run(command, input=said_by_people(lines), capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
    assert transcript.read_text().splitlines() == lines
