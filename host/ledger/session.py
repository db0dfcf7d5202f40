"""A session: one evening on disk, in one SQLite file, one row an event, committed before the host speaks on."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from host.fault import HostFault

VERSION = 1
"""Of the file's layout, kept as SQLite's ``user_version``."""

_LAYOUT = f"""
BEGIN;
CREATE TABLE opening (data TEXT NOT NULL);
CREATE TABLE event (place INTEGER PRIMARY KEY, name TEXT NOT NULL, data TEXT NOT NULL, after_answer INTEGER NOT NULL);
PRAGMA user_version = {VERSION};
"""


class SessionFault(HostFault):
    """The session's file cannot be read or written."""


class Opening(msgspec.Struct, frozen=True):
    """What was settled before the first event."""

    game: str
    language: str
    seed: int
    setup: dict[str, Any]
    """The game's ``Setup`` as plain values, decks and boards included, so that resuming needs no other file."""


@dataclass(frozen=True)
class Entry:
    """One line of the log."""

    event: Any
    after_answer: bool
    """True for an event that wrote down what somebody had just answered."""


class Session:
    """The log of one evening; a context manager. Only one process at a time can hold it.

    A killed process loses nothing that was noted: each event is on disk before ``append`` returns.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, opening: Opening) -> None:
        self.path = path
        self.opening = opening
        self.entries: list[Entry] = []
        self._connection = connection

    @classmethod
    def begin(cls, path: Path, opening: Opening) -> Session:
        """Begin a new evening at ``path``.

        Raises:
            SessionFault: there is a file already, or it cannot be written.
        """
        if path.exists():
            raise SessionFault(
                f"There is already a session at {path}. Go on with 'spielleiter resume {path}', or choose another name."
            )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            connection = _connect(path)
            connection.executescript(_LAYOUT)
            connection.execute("INSERT INTO opening VALUES (?)", (msgspec.json.encode(opening).decode(),))
            connection.execute("COMMIT")
        except (sqlite3.Error, OSError) as fault:
            raise _unwritable(path, fault) from fault
        return cls(path, connection, opening)

    @classmethod
    def reopen(cls, path: Path, events: dict[str, type] | None = None) -> Session:
        """Open the evening at ``path``; with ``events`` (name to type) its log is read too.

        Raises:
            SessionFault: no such file, not a session, one of another version, or held by another process.
        """
        if not path.is_file():
            raise SessionFault(f"There is no session at {path}. Start a game with 'spielleiter play'.")
        try:
            connection = _connect(path)
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version != VERSION:
                connection.close()
                raise SessionFault(
                    f"The session {path.name} was written by another version of Spielleiter (layout {version}, here "
                    f"{VERSION}). Resume it with that version."
                )
            (data,) = connection.execute("SELECT data FROM opening").fetchone()
            session = cls(path, connection, msgspec.json.decode(data, type=Opening))
            if events is not None:
                session.load(events)
        except sqlite3.OperationalError as fault:
            if "locked" in str(fault):
                raise SessionFault(
                    f"The session {path.name} is open in another window. Close that one first."
                ) from fault
            raise _unreadable(path, fault) from fault
        except (sqlite3.Error, msgspec.MsgspecError, TypeError, KeyError) as fault:
            raise _unreadable(path, fault) from fault
        return session

    def load(self, events: dict[str, type]) -> None:
        """Read the log; ``events`` gives the type for each name."""
        rows = self._connection.execute("SELECT name, data, after_answer FROM event ORDER BY place")
        self.entries = [
            Entry(msgspec.json.decode(data, type=events[name]), bool(after_answer)) for name, data, after_answer in rows
        ]

    def append(self, event: Any, *, after_answer: bool) -> None:
        """Write one event; it is on disk when this returns.

        Raises:
            SessionFault: it could not be written (a full disk, say). The log is as before.
        """
        row = (len(self.entries), type(event).__name__, msgspec.json.encode(event).decode(), after_answer)
        try:
            with self._connection:
                self._connection.execute("INSERT INTO event VALUES (?, ?, ?, ?)", row)
        except sqlite3.Error as fault:
            raise _unwritable(self.path, fault) from fault
        self.entries.append(Entry(event, after_answer))

    def cut(self, place: int) -> None:
        """Drop the events from ``place`` (counted from 0) on."""
        try:
            with self._connection:
                self._connection.execute("DELETE FROM event WHERE place >= ?", (place,))
        except sqlite3.Error as fault:
            raise _unwritable(self.path, fault) from fault
        del self.entries[place:]

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=0.5)
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _unwritable(path: Path, fault: Exception) -> SessionFault:
    return SessionFault(
        f"The game cannot be written to {path} ({fault}). Make room there or choose another place with --session; "
        "what was played so far is kept."
    )


def _unreadable(path: Path, fault: Exception) -> SessionFault:
    return SessionFault(f"The file {path} is not a session of Spielleiter ({fault}). Choose another one.")
