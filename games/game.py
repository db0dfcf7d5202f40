"""A game as the host sees it: a folder under ``games/`` whose package has one object called ``GAME``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from games.table import Ask, Script

Setup = TypeVar("Setup")
State = TypeVar("State")
Side = tuple[str, ...]
"""Who scores together: one player, a pair, a team."""


@dataclass(frozen=True)
class Standing:
    """One line of the scoreboard."""

    names: Side
    points: int
    place: int
    """1 for the first; equal points share a place."""


class BrokenMaterial(ValueError):
    """A deck or a board from which no game can come.

    ``part`` is the field of the setup ("deck"), ``path`` points into the file as in ``card[3].question[1].truth``,
    counted from 0; ``reason`` is plain English without a full stop.
    """

    def __init__(self, part: str, path: str, reason: str) -> None:
        super().__init__(f"{part} {path}: {reason}")
        self.part = part
        self.path = path
        self.reason = reason


@dataclass(frozen=True)
class Game(Generic[Setup, State]):
    """Everything the host needs to lead a game it has never seen.

    ``setup`` and ``events`` are frozen dataclasses of plain values (strings, numbers, tuples, dicts, further such
    dataclasses), so that the host can check them on the way in and write them to a log.
    """

    name: str
    """The folder's name; the command line also takes it with hyphens."""
    title: str
    players: range
    """How many people may play: ``range(fewest, most + 1)``."""
    minutes: int
    """About how long a game lasts."""
    setup: type[Setup]
    """Has ``players`` and declares its options and its material; see ``games/option.py``."""
    events: tuple[type, ...]
    open: Callable[[Setup], State]
    """The state before the first event; raises ``ValueError``, for its decks and boards ``BrokenMaterial``."""
    apply: Callable[[State, Any], State]
    """State after an event; raises ``Illegal``."""
    script: Callable[[State], Script[None]]
    """The rest of the evening from ``state`` on. It asks only for what the state still lacks."""
    standings: Callable[[State], tuple[Standing, ...]]
    """Best first."""
    people: Callable[[State], tuple[str, ...]]
    """Everybody who plays now, clockwise: those who have left are missing, those who joined are there."""
    turn: Callable[[State], str | None]
    """Whose turn it is, or ``None`` when nobody's."""
    rounds: Callable[[State], int]
    """How many rounds (questions) have been scored."""
    over: Callable[[State], bool]
    winners: Callable[[State], tuple[Side, ...]]
    """Several where they share the victory; empty until the game is over."""
    wish: Callable[[State, Ask[Any], str | None, Random], Any]
    """A legal answer of a simulated player to a question; the last argument is the player's own chance."""
    joined: Callable[[str, str], Any] | None = None
    """The event for a newcomer and the neighbour to whose left they sit down; ``apply`` may find it ``Illegal``.
    ``None`` where nobody can join."""
    left: Callable[[str], Any] | None = None
    """The event for somebody who leaves for good; ``apply`` may find it ``Illegal``."""
    first_choice: bool = False
    """Whether it is played where no game is named; one of ours says so."""
