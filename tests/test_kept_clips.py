"""What was read aloud is kept beside the session for as long as it is needed, and by nobody but its owner.

At the keyboard a clip is a text; where it lies and when it goes is the same.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from test_bad_input import sentence_of, spielleiter
from test_evening import SHORT

PLAY = (
    *("play", "nobody-is-perfect", "--typed", "--hand-in", "aloud", *SHORT, "--players", "Anna,Ben,Cy"),
    *("--first", "Anna", "--number", "1", "--seed", "5", "--session", "one.evening"),
)
RESUME = ("resume", "one.evening", "--typed")
LOOKS = "ready\ndone\nready\n"
READS = f"{LOOKS}A sauna\nRooms of ice and snow\nA bridge\n"
TELLS = "ready\nBen alpha, Cy bravo\nbravo\nCy\n"


def said(played: subprocess.CompletedProcess[str]) -> list[str]:
    """What the host said, line by line."""
    return played.stdout.splitlines()


def clips_in(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted((folder / "one.evening.clips").glob("*"))}


def test_a_clip_is_for_its_owners_eyes_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        spielleiter(tmp_path, *PLAY, said=READS)
    finally:
        os.umask(before)
    clips = tmp_path / "one.evening.clips"
    assert list(clips_in(tmp_path).values()) == ["A sauna", "Rooms of ice and snow", "A bridge"]
    assert oct(clips.stat().st_mode & 0o777) == "0o700"
    assert {oct(path.stat().st_mode & 0o777) for path in clips.iterdir()} == {"0o600"}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")
def test_killed_in_the_middle_of_the_reading_nothing_is_read_twice(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "host", *PLAY]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        playing.stdin.write(f"{LOOKS}A sauna\nRooms of ice and snow\n")
        playing.stdin.flush()
        while "Charlie?" not in (line := playing.stdout.readline()):
            assert line, "it ended too early"
        playing.send_signal(signal.SIGKILL)
    again = said(spielleiter(tmp_path, *RESUME, said=f"A bridge\n{TELLS}what's the score\n"))
    begins = again.index("Charlie?")
    assert again[begins + 2 : begins + 8] == [
        *("Alpha:", "A sauna", "Bravo:", "Rooms of ice and snow", "Charlie:", "A bridge"),
    ]
    assert "Cy 5 points, Anna and Ben 0 points." in again


def test_a_clip_that_is_lost_over_a_restart_is_read_once_more(tmp_path: Path) -> None:
    spielleiter(tmp_path, *PLAY, said=f"{READS}ready\n")
    lost = next((tmp_path / "one.evening.clips").iterdir())
    letter = {"A sauna": "Alpha", "Rooms of ice and snow": "Bravo", "A bridge": "Charlie"}[lost.read_text()]
    lost.unlink()
    again = said(spielleiter(tmp_path, *RESUME, said=f"Ben: read it again\nAnna: As before\nread {letter} again\n"))
    asked = f"I have lost what was read under {letter}. Please read that sheet to me once more."
    assert again.count(asked) == 1
    assert again[again.index(asked) - 1] == f"{letter}:"
    assert again[-3:-1] == [f"{letter}:", "As before"], "from then on it is there"
    assert "As before" in clips_in(tmp_path).values()


def test_where_no_paper_is_left_there_is_a_way_out(tmp_path: Path) -> None:
    spielleiter(tmp_path, *PLAY, said=f"{READS}ready\n")
    for clip in (tmp_path / "one.evening.clips").iterdir():
        clip.unlink()
    again = said(spielleiter(tmp_path, *RESUME, said="read it again\nwhat's the score\ntake that back\n"))
    asked = "I have lost what was read under Alpha. Please read that sheet to me once more."
    assert again.count(asked) == 2
    assert "Say ready" in again[-2] or "say ready" in again[-2], "back to the chips"
    again = said(spielleiter(tmp_path, *RESUME, said="read it again\nstop the game\n"))
    assert "We stop here. Everything is kept." in again or "That's it for today. The game is kept." in again


def test_clips_go_when_the_next_pencils_are_down(tmp_path: Path) -> None:
    spielleiter(tmp_path, *PLAY, said=f"{READS}{TELLS}ready\ndone\n")
    assert len(clips_in(tmp_path)) == 3, "somebody may take an author back"
    spielleiter(tmp_path, *RESUME, said="ready\n")
    assert not (tmp_path / "one.evening.clips").exists()


def test_clips_go_when_the_game_is_over(tmp_path: Path) -> None:
    spielleiter(tmp_path, *PLAY, "--rounds", "1", said=READS + TELLS)
    assert "That game is over: Cy won" in sentence_of(spielleiter(tmp_path, *RESUME))
    assert not (tmp_path / "one.evening.clips").exists()


def test_keep_clips_keeps_them(tmp_path: Path) -> None:
    spielleiter(tmp_path, *PLAY, "--rounds", "1", "--keep-clips", said=READS + TELLS)
    assert len(clips_in(tmp_path)) == 3


def test_resumed_with_keep_clips_they_are_kept_too(tmp_path: Path) -> None:
    spielleiter(tmp_path, *PLAY, "--rounds", "1", said=READS)
    spielleiter(tmp_path, *RESUME, "--keep-clips", said=TELLS)
    assert len(clips_in(tmp_path)) == 3


def test_a_folder_that_cannot_be_written_is_one_sentence_and_the_sheet_is_asked_for_again(tmp_path: Path) -> None:
    clips = tmp_path / "one.evening.clips"
    clips.write_text("a file of that name")
    sentence = sentence_of(spielleiter(tmp_path, *PLAY, said=READS))
    assert "The reading cannot be kept in one.evening.clips" in sentence
    clips.unlink()
    assert "Alpha?" in said(spielleiter(tmp_path, *RESUME, said=""))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full stands for a full disk")
def test_a_full_disk_is_one_sentence_and_what_was_read_before_stays(tmp_path: Path) -> None:
    spielleiter(tmp_path, *PLAY, said=f"{LOOKS}A sauna\n")
    clips = tmp_path / "one.evening.clips"
    (name,) = clips_in(tmp_path)
    full = clips / f"{int(name.removesuffix('.txt')) + 1:05d}.txt"
    full.symlink_to("/dev/full")
    sentence = sentence_of(spielleiter(tmp_path, *RESUME, said="Rooms of ice and snow\n"))
    assert "No space left on device" in sentence
    full.unlink()
    again = said(spielleiter(tmp_path, *RESUME, said="Rooms of ice and snow\n"))
    assert "Bravo?" in again
    assert list(clips_in(tmp_path).values()) == ["A sauna", "Rooms of ice and snow"]
