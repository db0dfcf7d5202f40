"""What can happen in a game, as facts of the past. The log of these is the game."""

from __future__ import annotations

from dataclasses import dataclass

from games.same_same.pairs import Pair
from games.same_same.setup import Points, Wording, Wordings


@dataclass(frozen=True)
class WordingAgreed:
    """For the whole game."""

    wording: Wordings


@dataclass(frozen=True)
class PointsAgreed:
    """For the whole game."""

    points: Points


@dataclass(frozen=True)
class StackShuffled:
    """``order`` holds places of cards in the deck, the top card first."""

    order: tuple[int, ...]


@dataclass(frozen=True)
class CardTurned:
    """The top card lies face up; the next one shows what it is worth."""

    card: int


@dataclass(frozen=True)
class QuestionWorded:
    """For this card alone."""

    wording: Wording


@dataclass(frozen=True)
class LettersLaid:
    """Everybody's answer card lies face down."""


@dataclass(frozen=True)
class LetterTold:
    player: str
    letter: str


@dataclass(frozen=True)
class PairsMoved:
    """Every pair that matched has its points; the question is over."""


@dataclass(frozen=True)
class PlayerJoined:
    """Somebody new sits down to the left of ``after``."""

    player: str
    after: str


@dataclass(frozen=True)
class PlayerLeft:
    player: str


@dataclass(frozen=True)
class GameEnded:
    winners: tuple[Pair, ...]


EVENTS = (
    WordingAgreed,
    PointsAgreed,
    StackShuffled,
    CardTurned,
    QuestionWorded,
    LettersLaid,
    LetterTold,
    PairsMoved,
    PlayerJoined,
    PlayerLeft,
    GameEnded,
)
