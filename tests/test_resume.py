"""Killed at any moment, an evening goes on where it was."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from puppet_table import play_on

from host.evening.evening import Evening, Wish
from host.evening.leader import Ending
from host.ledger.session import Opening, Session

EVENINGS = Path(__file__).parent / "evenings"


def opening() -> Opening:
    options = {
        "deck": EVENINGS / "short_deck.toml",
        "board": EVENINGS / "short_board.toml",
        "leader": "seat",
        "rounds": 3,
    }
    return Wish("nobody-is-perfect", "Anna,Ben,Cy", "en", 11, options).opening()


class KilledSession(Session):
    """Kills its own process, the hard way, just before or just after an event is written."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.dies_at = -1
        self.after_writing = True

    def append(self, event: Any, *, after_answer: bool) -> None:
        if self.after_writing:
            super().append(event, after_answer=after_answer)
        if len(self.entries) - self.after_writing == self.dies_at:
            os.kill(os.getpid(), signal.SIGKILL)
        if not self.after_writing:
            super().append(event, after_answer=after_answer)


def play_and_die(begun: Opening, path: Path, dies_at: int, after_writing: bool = True) -> None:
    """Play in a process of its own that is killed at event ``dies_at``."""
    child = os.fork()
    if child == 0:
        session = KilledSession.begin(path, begun)
        assert isinstance(session, KilledSession)
        session.dies_at, session.after_writing = dies_at, after_writing
        play_on(Evening(session))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the process was not killed"
    assert os.WTERMSIG(status) == signal.SIGKILL


def log_of(path: Path) -> list[Any]:
    with Evening.begin(opening(), path) as evening:
        assert play_on(evening) is Ending.OVER
        return list(evening.session.entries)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are killed by fork and kill -9")
@pytest.mark.parametrize("after_writing", [True, False], ids=["after", "before"])
def test_killed_at_every_event_it_ends_with_the_same_log(tmp_path: Path, after_writing: bool) -> None:
    whole = log_of(tmp_path / "whole.evening")
    assert len(whole) > 40
    for dies_at in range(len(whole) - after_writing):
        path = tmp_path / f"{dies_at}.evening"
        play_and_die(opening(), path, dies_at, after_writing)
        with Evening.resume(path) as evening:
            assert [entry.event for entry in evening.session.entries] == [
                entry.event for entry in whole[: dies_at + after_writing]
            ]
            assert play_on(evening) is Ending.OVER
            assert evening.session.entries == whole, f"killed {'after' if after_writing else 'before'} event {dies_at}"


def test_a_game_that_is_over_says_who_won(tmp_path: Path) -> None:
    path = tmp_path / "whole.evening"
    log_of(path)
    with pytest.raises(Exception, match=r"That game is over: .* won\. Start a new one"):
        Evening.resume(path)
