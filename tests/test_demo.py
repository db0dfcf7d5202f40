"""Whole evenings through the real synthesis, the simulated room and the real ear."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import soundfile

COUNTS = ("questions", "answers", "heard_at_once", "reasked", "confirmed", "misheard")


def demo(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "host", "demo", *words]
    home = {**os.environ, "XDG_DATA_HOME": str(folder), "SPIELLEITER_MODELS": str(folder / "models")}
    played = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=home)
    assert played.returncode == 0, played.stderr
    return played


def test_a_round_is_led_by_voice(tmp_path: Path) -> None:
    out, transcript = tmp_path / "evening.wav", tmp_path / "evening.txt"
    played = demo(
        tmp_path, "--seed", "3", "--rounds", "1", "--json", "--out", str(out), "--transcript", str(transcript)
    )
    summary = json.loads(played.stdout)
    assert set(summary) == {"game", "players", "scores", "winners", *COUNTS, "audio_s", "wall_s", "seed"}
    assert (summary["game"], summary["seed"], len(summary["players"])) == ("nobody-is-perfect", 3, 4)
    assert summary["misheard"] == 0
    assert summary["answers"] >= 5, "a number, ready twice, and the tips"
    assert summary["heard_at_once"] <= summary["answers"]
    assert summary["winners"] == [
        name for name in summary["players"] if summary["scores"][name] == max(summary["scores"].values())
    ]
    assert soundfile.info(out).duration == pytest.approx(summary["audio_s"], abs=0.1)
    said = transcript.read_text()
    assert "Nobody is Perfect" in said
    assert all(f"{name}" in said for name in summary["players"])


def test_the_host_leads_and_everybody_bluffs_in_babble(tmp_path: Path, corpus: Path) -> None:
    noise = str(corpus / "noise" / "babble-ami-a.flac")
    played = demo(
        tmp_path, *("--seed", "2", "--rounds", "1", "--players", "3", "--leader", "host"), "--noise", noise, "--json"
    )
    assert json.loads(played.stdout)["misheard"] == 0


def test_an_evening_can_be_played_again_from_its_recording(tmp_path: Path) -> None:
    """The rehearsal's recording at the microphone of a real game with the same seed leads to the same answers."""
    out, first, second = tmp_path / "evening.wav", tmp_path / "first.txt", tmp_path / "second.txt"
    demo(
        tmp_path,
        "--seed",
        "5",
        "--rounds",
        "1",
        "--players",
        "3",
        "--json",
        "--out",
        str(out),
        "--transcript",
        str(first),
    )
    lines = first.read_text().splitlines()
    sheets = [line.partition("[writes] ")[2] for line in lines if "[writes]" in line]
    command = [
        *(sys.executable, "-m", "host", "play", "--players", "Anna,Ben,Clara", "--seed", "5", "--rounds", "1"),
        *("--mic", str(out), "--speaker", str(tmp_path / "host.wav"), "--session", str(tmp_path / "one.evening")),
        *("--transcript", str(second)),
    ]
    home = {**os.environ, "SPIELLEITER_MODELS": str(tmp_path / "models")}
    said = "\n".join(sheets) + "\n"
    played = subprocess.run(command, input=said, capture_output=True, text=True, check=False, env=home)
    assert played.returncode == 0, played.stderr
    host_and_heard = [line for line in lines if line.startswith(("host ", "table ", "       |"))]
    again = [line for line in second.read_text().splitlines() if line.startswith(("host ", "table ", "       |"))]
    assert again == host_and_heard
    assert soundfile.info(tmp_path / "host.wav").duration > 30
