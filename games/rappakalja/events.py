"""What can happen in a game, as facts of the past. The log of these, and of the recital's, is the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.rappakalja.deck import Category

Sheet = str | None
"""One sheet of paper: its writer's name, or ``None`` for the one that bears the card's truth."""
Reason = Literal["correct", "round", "logo"]
"""Why boxes are ticked: a correct explanation, the points of the round, a logo under the last tick."""


@dataclass(frozen=True)
class LeaderSettled:
    """By the table or by chance."""

    player: str


@dataclass(frozen=True)
class DieSettled:
    """Whose die is rolled."""

    die: Literal["host", "table"]


@dataclass(frozen=True)
class DieRolled:
    face: int


@dataclass(frozen=True)
class CategoryChosen:
    """By the leader, after a 6."""

    category: Category


@dataclass(frozen=True)
class StackShuffled:
    """``order`` holds places of cards in the deck, the top card first."""

    order: tuple[int, ...]


@dataclass(frozen=True)
class CardDrawn:
    card: int


@dataclass(frozen=True)
class CardTaken:
    """The top card of those that lie on the table."""


@dataclass(frozen=True)
class TruthShown:
    """To the leader alone."""


@dataclass(frozen=True)
class WritingEnded:
    pass


@dataclass(frozen=True)
class SheetHandedIn:
    writer: str
    text: str


@dataclass(frozen=True)
class SheetsSentBack:
    """Not complete enough; nobody's, if all will do."""

    writers: tuple[str, ...]


@dataclass(frozen=True)
class CorrectFound:
    """Who wrote the truth, or nearly; nobody, as a rule."""

    writers: tuple[str, ...]


@dataclass(frozen=True)
class EqualFound:
    """Who wrote the same wrong explanation; nobody, as a rule."""

    writers: tuple[str, ...]


@dataclass(frozen=True)
class BoxesTicked:
    player: str
    boxes: int
    reason: Reason


@dataclass(frozen=True)
class CardBrokenOff:
    """The same leader draws another one."""


@dataclass(frozen=True)
class FalseSettled:
    """Whether the leader adds a false explanation."""

    added: bool


@dataclass(frozen=True)
class FalseWritten:
    """The leader's false explanation, where it is typed."""

    text: str


@dataclass(frozen=True)
class ExplanationsLettered:
    """A is the explanation on the first sheet of ``order``, and so on."""

    order: tuple[Sheet, ...]


@dataclass(frozen=True)
class ExplanationsRead:
    pass


@dataclass(frozen=True)
class Guessed:
    player: str
    letter: str


@dataclass(frozen=True)
class TruthRevealed:
    pass


@dataclass(frozen=True)
class RoundEnded:
    """The left-hand neighbour leads the next one."""


@dataclass(frozen=True)
class GameEnded:
    winner: str


@dataclass(frozen=True)
class PlayerJoined:
    """Sits down to the left of ``after``."""

    player: str
    after: str


@dataclass(frozen=True)
class PlayerLeft:
    """For good."""

    player: str


EVENTS = (
    LeaderSettled,
    DieSettled,
    DieRolled,
    CategoryChosen,
    StackShuffled,
    CardDrawn,
    CardTaken,
    TruthShown,
    WritingEnded,
    SheetHandedIn,
    SheetsSentBack,
    CorrectFound,
    EqualFound,
    BoxesTicked,
    CardBrokenOff,
    FalseSettled,
    FalseWritten,
    ExplanationsLettered,
    ExplanationsRead,
    Guessed,
    TruthRevealed,
    RoundEnded,
    GameEnded,
    PlayerJoined,
    PlayerLeft,
)
