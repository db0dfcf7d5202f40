"""The session's file: what was noted is kept, whatever happens."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.ledger.session import VERSION, Opening, Session, SessionFault


@dataclass(frozen=True)
class Said:
    who: str
    words: str


@dataclass(frozen=True)
class Rolled:
    die: int
    options: tuple[int, ...]


EVENTS: dict[str, type] = {"Said": Said, "Rolled": Rolled}
OPENING = Opening("a_game", "en", 7, {"players": ["Anna", "Ben"], "rounds": 3})


def test_an_evening_is_read_back_as_it_was_noted(tmp_path: Path) -> None:
    path = tmp_path / "kept" / "one.evening"
    with Session.begin(path, OPENING) as session:
        session.append(Said("Anna", "ein Schloß für „Öl“"), after_answer=True)
        session.append(Rolled(3, (1, 2, 3)), after_answer=False)
    with Session.reopen(path, EVENTS) as session:
        assert session.opening == OPENING
        assert [entry.event for entry in session.entries] == [Said("Anna", "ein Schloß für „Öl“"), Rolled(3, (1, 2, 3))]
        assert [entry.after_answer for entry in session.entries] == [True, False]


def test_cutting_drops_the_rest_on_disk_too(tmp_path: Path) -> None:
    path = tmp_path / "one.evening"
    with Session.begin(path, OPENING) as session:
        for die in range(5):
            session.append(Rolled(die, ()), after_answer=False)
        session.cut(2)
        session.append(Rolled(9, ()), after_answer=False)
    with Session.reopen(path, EVENTS) as session:
        assert [entry.event.die for entry in session.entries] == [0, 1, 9]


def fill(session: Session) -> None:
    for _ in range(100):
        session.append(Said("Ben", "x" * 1000), after_answer=False)


def test_a_full_disk_is_one_sentence_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "one.evening"
    with Session.begin(path, OPENING) as session:
        session.append(Said("Anna", "first"), after_answer=False)
        (pages,) = session._connection.execute("PRAGMA page_count").fetchone()
        session._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(SessionFault, match=r"full.*what was played so far is kept"):
            fill(session)
        kept = list(session.entries)
    with Session.reopen(path, EVENTS) as session:
        assert session.entries == kept
        assert session.entries[0].event == Said("Anna", "first")


def test_beginning_where_a_session_is_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "one.evening"
    Session.begin(path, OPENING).close()
    with pytest.raises(SessionFault, match="spielleiter resume"):
        Session.begin(path, OPENING)


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(SessionFault, match="cannot be written"):
        Session.begin(tmp_path / "file" / "one.evening", OPENING)


def test_another_version_is_named(tmp_path: Path) -> None:
    path = tmp_path / "one.evening"
    Session.begin(path, OPENING).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    with pytest.raises(SessionFault, match=rf"another version.*layout {VERSION + 1}, here {VERSION}"):
        Session.reopen(path, EVENTS)


def test_two_hosts_cannot_hold_one_session(tmp_path: Path) -> None:
    path = tmp_path / "one.evening"
    with Session.begin(path, OPENING) as first:
        first.append(Said("Anna", "mine"), after_answer=False)
        with pytest.raises(SessionFault, match="open in another window"):
            Session.reopen(path, EVENTS)


def test_a_missing_session_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SessionFault, match="There is no session at"):
        Session.reopen(tmp_path / "none.evening", EVENTS)


@given(st.binary(max_size=4000))
def test_rubbish_is_no_session(tmp_path_factory: pytest.TempPathFactory, rubbish: bytes) -> None:
    path = tmp_path_factory.mktemp("rubbish") / "one.evening"
    path.write_bytes(rubbish)
    with pytest.raises(SessionFault):
        Session.reopen(path, EVENTS)


@given(st.integers(0, 60), st.binary(min_size=1, max_size=40))
def test_a_damaged_session_is_a_fault_or_still_the_same(
    tmp_path_factory: pytest.TempPathFactory, place: int, damage: bytes
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "one.evening"
    with Session.begin(path, OPENING) as session:
        session.append(Said("Anna", "first"), after_answer=True)
    whole = path.read_bytes()
    at = place * len(whole) // 61
    path.write_bytes(whole[:at] + damage + whole[at + len(damage) :])
    try:
        with Session.reopen(path, EVENTS) as session:
            assert all(isinstance(entry.event, Said) for entry in session.entries)
    except SessionFault:
        return  # one sentence, as it should be
