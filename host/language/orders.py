"""Orders: what may be said at a question without being an answer to it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from games.table import Slot


class Command(Enum):
    """What may be said at every question."""

    REPEAT = "repeat"
    UNDO = "undo"
    PAUSE = "pause"
    GO_ON = "go_on"
    SCORE = "score"
    TURN = "turn"
    TIME = "time"
    HELP = "help"
    JOIN = "join"
    STOP = "stop"


@dataclass(frozen=True)
class Reread:
    """ "Read Bravo again": one line of the list, by its letter."""

    letter: str


@dataclass(frozen=True)
class Leaving:
    """Somebody has to leave the table."""

    name: str


@dataclass(frozen=True)
class Beyond:
    """Understood, but nothing that can be answered here: the line says why."""

    key: str
    slots: tuple[tuple[str, Slot], ...] = ()


def is_order(value: object) -> bool:
    """Whether it is something to obey, and no answer."""
    return isinstance(value, Command | Reread | Leaving | Beyond)
