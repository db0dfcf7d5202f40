"""The game between two events."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from games.nobody_is_perfect.answers import Answer, letters
from games.nobody_is_perfect.award import Move
from games.nobody_is_perfect.deck import Colour, Question
from games.nobody_is_perfect.events import Sheet
from games.nobody_is_perfect.setup import Setup
from games.recital import Recital


class Phase(StrEnum):
    """What the game waits for."""

    OPENING = "first leader and question number"
    CARD = "colour and card"
    WRITING = "pencils"
    SHEETS = "sheets"
    ALIKE = "which sheets are alike"
    RECITAL = "sheets read aloud"
    LETTERS = "an order for the answers"
    READING = "the answers read out"
    CHOOSING = "secret choices"
    TIPS = "tips"
    UNMASKING = "which one was true, and whose each was"
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
    seated: tuple[str, ...]
    """Who takes part, clockwise; whoever comes later waits for the next question."""
    colour: Colour | None = None
    card: int | None = None
    shown: bool = False
    """The leader has seen the truth."""
    sheets: dict[str, str] = field(default_factory=dict)
    alike: tuple[tuple[str, Sheet], ...] = ()
    answers: tuple[Answer, ...] = ()
    """In the order of their letters, once they have some."""
    tips: dict[str, str] = field(default_factory=dict)
    """Voter to letter."""
    recital: Recital | None = None
    """Where the sheets stay on paper: what was read aloud, and whose it turned out to be."""
    void: tuple[str, ...] = ()
    """Who turned out to have tipped an answer of their own."""
    due: tuple[Move, ...] = ()
    """Moves that have been earned and not been made yet."""


@dataclass(frozen=True)
class State:
    setup: Setup
    players: tuple[str, ...]
    """Everybody at the table now, clockwise."""
    track: dict[str, int]
    """Every pawn's spaces from the start; they go on counting behind the finish. Pawns of those who left stay."""
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
        """Everybody at the table, from the leader's left-hand neighbour round to the leader."""
        return _from_the_left(self.lead, self.players)

    @property
    def writers(self) -> tuple[str, ...]:
        """Who hands in a sheet for this question ("Procedure for blue, pink and yellow cards", "… orange cards").

        A sheet that is there counts, even when its writer has left.
        """
        seated = _from_the_left(self.lead, self.round.seated)
        if not self.orange and self.setup.leader == "seat":
            seated = seated[:-1]
        return tuple(writer for writer in seated if writer in self.players or writer in self.round.sheets)

    @property
    def voters(self) -> tuple[str, ...]:
        """Who tips: all but the leader, who knows; a host who leads is no player."""
        seated = _from_the_left(self.lead, self.round.seated)
        if self.orange or self.setup.leader == "seat":
            seated = seated[:-1]
        return tuple(voter for voter in seated if voter in self.players)

    @property
    def aloud(self) -> bool:
        """The sheets stay on paper."""
        return self.setup.hand_in == "aloud"

    @property
    def recital(self) -> Recital:
        """What was read aloud, where the sheets stay on paper."""
        if self.round.recital is None:
            raise LookupError("no sheet is read aloud yet")
        return self.round.recital

    @property
    def letters(self) -> tuple[str, ...]:
        """What may be tipped."""
        return self.recital.letters if self.aloud else letters(self.round.answers)

    @property
    def target(self) -> Sheet:
        """The sheet that is searched for: the true answer's, or on orange the leader's."""
        return self.lead if self.orange else None

    def number_of(self, colour: Colour) -> int:
        """Which question of a card of this colour is read now."""
        if self.number is None:
            raise LookupError("no question number has been agreed yet")
        return self.advanced.get(colour, self.number)


def _from_the_left(lead: str, players: tuple[str, ...]) -> tuple[str, ...]:
    after = players.index(lead) + 1
    return players[after:] + players[:after]
