"""The game between two events."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from games.same_same.deck import LETTERS, Card
from games.same_same.pairs import Pair
from games.same_same.setup import Points, Setup, Wording, Wordings

TARGET = 25
"""The target space ("Game End")."""
TARGET_OF_THE_VARIANT = 10
"""The space that the rulebook proposes where every match is worth one point ("Variant")."""


class Phase(StrEnum):
    """What the game waits for."""

    OPENING = "wording and points"
    CARD = "the top card"
    WORDING = "the wording of this question"
    CHOOSING = "cards face down"
    LETTERS = "the letters"
    MATCHES = "the chips"
    RESULT = "the winners' names"
    OVER = "nothing"


@dataclass(frozen=True)
class Round:
    """One question, from the card to the chips."""

    card: int | None = None
    wording: Wording | None = None
    voters: tuple[str, ...] = ()
    """Who lays a card for this question."""
    answers: dict[str, str] = field(default_factory=dict)
    """Player to letter, clockwise, whatever the order of telling."""


@dataclass(frozen=True)
class State:
    setup: Setup
    players: tuple[str, ...]
    """Who plays now, clockwise."""
    seats: tuple[str, ...]
    """Everybody who has ever played, clockwise: those who have left keep their place and their chips."""
    track: dict[Pair, int]
    """Every chip's spaces from the start."""
    wording: Wordings | None
    points: Points | None
    phase: Phase = Phase.OPENING
    stack: tuple[int, ...] = ()
    """The face-down cards, top first."""
    letters: tuple[str, ...] = LETTERS
    """What is read out for the question in play, or was for the last one."""
    round: Round = Round()
    rounds: int = 0
    """How many questions have been scored."""
    winners: tuple[Pair, ...] = ()

    @property
    def target(self) -> int:
        """The space that ends the game ("Game End", "Variant")."""
        return self.setup.target or (TARGET_OF_THE_VARIANT if self.points == "one" else TARGET)

    @property
    def card(self) -> Card:
        """The card in play, once it is turned."""
        if self.round.card is None:
            raise LookupError("no card has been turned yet")
        return self.setup.deck.card[self.round.card]

    @property
    def question(self) -> str:
        """The card's question in the wording that is played."""
        return self.card.negative if self.round.wording == "negative" else self.card.positive

    @property
    def worth(self) -> int:
        """What every match is worth now: the number on top of the stack ("Game Flow"), or one ("Variant")."""
        return 1 if self.points == "one" else self.setup.deck.card[self.stack[0]].points

    @property
    def missing(self) -> tuple[str, ...]:
        """Whose letter is not known yet, clockwise."""
        return tuple(voter for voter in self.round.voters if voter not in self.round.answers)
