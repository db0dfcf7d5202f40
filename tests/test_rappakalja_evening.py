"""Rappakalja: whole games at the keyboard, written down as they sound."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from test_evening import EVENINGS, lines_of, said_by_people

FOUR = ("--players", "Anna,Ben,Cy,Dora", "--first", "Anna", "--die", "table", "--seed", "5")
ON_PAPER = ("--players", "Anna,Ben,Cy", "--hand-in", "aloud", "--seed", "3")


@pytest.mark.parametrize(("evening", "options"), [("four_players", FOUR), ("on_paper", ON_PAPER)])
def test_an_evening_goes_as_it_is_written(evening: str, options: tuple[str, ...], tmp_path: Path) -> None:
    """A die on the table and sheets at the keyboard; the host's die and sheets that stay on paper."""
    lines = lines_of(EVENINGS / f"rappakalja_{evening}.txt")
    transcript = tmp_path / "transcript.txt"
    command = [
        *(sys.executable, "-m", "host", "play", "rappakalja", "--typed", *options),
        *("--deck", str(EVENINGS / "rappakalja_deck.toml")),
        *("--score-sheet", str(EVENINGS / "rappakalja_score_sheet.toml")),
        *("--session", str(tmp_path / "one.evening"), "--transcript", str(transcript)),
    ]
    played = subprocess.run(command, input=said_by_people(lines), capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
    assert transcript.read_text().splitlines() == lines
