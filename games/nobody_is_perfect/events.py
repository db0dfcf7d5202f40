"""What can happen in a game, as facts of the past. The log of these is the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games import recital
from games.nobody_is_perfect.deck import Colour

Sheet = str | None
"""One sheet of paper: its writer's name, or ``None`` for the one that bears the card's true answer."""
Reason = Literal["truth", "bluff", "leader", "sign"]
"""Why a pawn moves: a correct tip, tips on its bluff, tips on the leader's answer (orange), a number sign."""


@dataclass(frozen=True)
class LeaderDrawn:
    player: str


@dataclass(frozen=True)
class LeaderNamed:
    """By the table."""

    player: str


@dataclass(frozen=True)
class NumberAgreed:
    number: int


@dataclass(frozen=True)
class ColourChosen:
    """By the leader, whose pawn stands on a joker."""

    colour: Colour


@dataclass(frozen=True)
class NumberAdvanced:
    """All cards of a colour have been used: this colour goes on with another question number."""

    colour: Colour
    number: int


@dataclass(frozen=True)
class StackShuffled:
    """``order`` holds places of cards in the deck, the top card first."""

    colour: Colour
    order: tuple[int, ...]


@dataclass(frozen=True)
class CardDrawn:
    card: int


@dataclass(frozen=True)
class CardTaken:
    """A real card, by the leader; what it says stays unknown to the host."""


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
class FoundAlike:
    """Two sheets say nearly the same: a double lie or, where one of them is the true one, a lucky hit."""

    first: str
    second: Sheet


@dataclass(frozen=True)
class AlikeSettled:
    """No further sheets are alike."""


@dataclass(frozen=True)
class AnswersLettered:
    """A is the answer on the first sheet of ``order``, and so on. Sheets that are alike count as their first."""

    order: tuple[Sheet, ...]


@dataclass(frozen=True)
class AnswersRead:
    """Both times."""


@dataclass(frozen=True)
class TipsSettled:
    """Everybody has decided in secret."""


@dataclass(frozen=True)
class TipsTold:
    """Pairs of voter and letter: one answer, for one voter or in one breath for several."""

    tips: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class TruthRevealed:
    pass


@dataclass(frozen=True)
class PawnMoved:
    player: str
    spaces: int
    reason: Reason


@dataclass(frozen=True)
class MoveDeclined:
    player: str
    reason: Reason


@dataclass(frozen=True)
class RoundEnded:
    """The left-hand neighbour leads the next question."""


@dataclass(frozen=True)
class GameEnded:
    winners: tuple[str, ...]


@dataclass(frozen=True)
class PlayerJoined:
    """Between ``after`` and the next one clockwise; takes part from the next question on."""

    player: str
    after: str


@dataclass(frozen=True)
class PlayerLeft:
    """For good; the points stay."""

    player: str


EVENTS = (
    LeaderDrawn,
    LeaderNamed,
    NumberAgreed,
    ColourChosen,
    NumberAdvanced,
    StackShuffled,
    CardDrawn,
    CardTaken,
    TruthShown,
    WritingEnded,
    SheetHandedIn,
    FoundAlike,
    AlikeSettled,
    AnswersLettered,
    *recital.EVENTS,
    AnswersRead,
    TipsSettled,
    TipsTold,
    TruthRevealed,
    PawnMoved,
    MoveDeclined,
    RoundEnded,
    GameEnded,
    PlayerJoined,
    PlayerLeft,
)
