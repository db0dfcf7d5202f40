"""The game between two events."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from games.nobody_is_perfect.answers import Answer
from games.nobody_is_perfect.award import Move
from games.nobody_is_perfect.deck import Colour, Question
from games.nobody_is_perfect.events import Sheet
from games.nobody_is_perfect.setup import Setup


class Phase(StrEnum):
    """What the game waits for."""

    OPENING = "first leader and question number"
    CARD = "colour and card"
    WRITING = "pencils"
    SHEETS = "sheets"
    ALIKE = "which sheets are alike"
    LETTERS = "an order for the answers"
    READING = "the answers read out"
    CHOOSING = "secret choices"
    TIPS = "tips"
    TRUTH = "the truth"
    POINTS = "moves for points"
    SIGNS = "moves for number signs"
    SCORED = "the end of the question"
    RESULT = "the winners' names"
    OVER = "nothing"


@dataclass(frozen=True)
class Round:
    """One question, from the leader's pawn to the last move."""

    before: dict[str, int]
    """Where the pawns stood when it began."""
    colour: Colour | None = None
    card: int | None = None
    sheets: dict[str, str] = field(default_factory=dict)
    alike: tuple[tuple[str, Sheet], ...] = ()
    answers: tuple[Answer, ...] = ()
    """In the order of their letters, once they have some."""
    tips: dict[str, str] = field(default_factory=dict)
    """Voter to letter."""
    due: tuple[Move, ...] = ()
    """Moves that have been earned and not been made yet."""


@dataclass(frozen=True)
class State:
    setup: Setup
    track: dict[str, int]
    """Every pawn's spaces from the start; they go on counting behind the finish."""
    round: Round
    phase: Phase = Phase.OPENING
    leader: str | None = None
    """Whose turn it is: in host mode only a seat that lends its pawn and, on orange, is searched for."""
    number: int | None = None
    advanced: dict[Colour, int] = field(default_factory=dict)
    """The question number of the colours that have gone on to another one."""
    stacks: dict[Colour, tuple[int, ...]] = field(default_factory=dict)
    """The face-down cards, top first. A colour is missing as long as it has not been shuffled."""
    rounds: int = 0
    """How many questions have been scored."""
    winners: tuple[str, ...] = ()

    @property
    def lead(self) -> str:
        """The leader, once there is one."""
        if self.leader is None:
            raise LookupError("nobody leads yet")
        return self.leader

    @property
    def space(self) -> Colour | Literal["joker"]:
        """What the leader's pawn stands on; once a joker's colour is chosen or the card drawn, that colour."""
        return self.round.colour or self.setup.board.at(self.track[self.lead])

    @property
    def colour(self) -> Colour:
        """The colour of this round's question, unless a joker still leaves it open."""
        space = self.space
        if space == "joker":
            raise LookupError("the leader has not chosen a colour yet")
        return space

    @property
    def orange(self) -> bool:
        return self.space == "orange"

    @property
    def question(self) -> Question:
        """The question in play, once its card is drawn."""
        if self.round.card is None:
            raise LookupError("no card has been drawn yet")
        card = self.setup.deck.card[self.round.card]
        return card.question[self.number_of(card.colour) - 1]

    @property
    def clockwise(self) -> tuple[str, ...]:
        """Everybody, from the leader's left-hand neighbour round to the leader."""
        players = self.setup.players
        after = players.index(self.lead) + 1
        return players[after:] + players[:after]

    @property
    def writers(self) -> tuple[str, ...]:
        """Who hands in a sheet for this question ("Procedure for blue, pink and yellow cards", "… orange cards")."""
        if self.orange or self.setup.leader == "host":
            return self.clockwise
        return self.clockwise[:-1]

    @property
    def voters(self) -> tuple[str, ...]:
        """Who tips: all but the leader, who knows; a host who leads is no player."""
        if self.orange or self.setup.leader == "seat":
            return self.clockwise[:-1]
        return self.clockwise

    @property
    def target(self) -> Sheet:
        """The sheet that is searched for: the true answer's, or on orange the leader's."""
        return self.lead if self.orange else None

    def number_of(self, colour: Colour) -> int:
        """Which question of a card of this colour is read now."""
        if self.number is None:
            raise LookupError("no question number has been agreed yet")
        return self.advanced.get(colour, self.number)
