"""The game between two events."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from games.rappakalja.deck import CATEGORIES, Category, Question
from games.rappakalja.events import Sheet
from games.rappakalja.setup import FEW_PLAYERS, Setup
from games.rappakalja.ticking import Due
from games.recital import LETTERS, Recital


class Phase(StrEnum):
    """What the game waits for."""

    OPENING = "first leader and die"
    CARD = "die and card"
    WRITING = "pencils"
    SHEETS = "sheets"
    COMPLETE = "which sheets are not complete enough"
    CORRECT = "which sheets are correct"
    EQUAL = "which wrong sheets are equal"
    REWARDS = "ticks for correct explanations"
    BROKEN_OFF = "the end of a card that was broken off"
    FALSE = "the leader's false explanation"
    LETTERS = "an order for the explanations"
    READING = "the explanations read out by the host"
    RECITAL = "the explanations read out by the leader"
    GUESSES = "guesses"
    UNMASKING = "whose explanation each was"
    TRUTH = "the truth"
    TICKS = "ticks for the points of the round"
    SCORED = "the end of the round"
    RESULT = "the winner's name"
    OVER = "nothing"


BEFORE_THE_LIST = (
    Phase.CARD,
    Phase.WRITING,
    Phase.SHEETS,
    Phase.COMPLETE,
    Phase.CORRECT,
    Phase.EQUAL,
    Phase.REWARDS,
    Phase.BROKEN_OFF,
    Phase.FALSE,
    Phase.LETTERS,
)
"""As long as nothing has been read out."""


@dataclass(frozen=True)
class Explanation:
    """What the host reads out under one letter."""

    text: str
    author: Sheet
    """``None`` is the card's truth."""


@dataclass(frozen=True)
class Round:
    """One leader's turn: a card, and a further one for each that was broken off."""

    newcomers: tuple[str, ...] = ()
    """Who joined while a card was in play and takes part from the next round on."""
    broken_off: int = 0
    """How many cards have been broken off."""
    face: int | None = None
    """What the die shows."""
    category: Category | None = None
    card: int | None = None
    """Its place in the deck; the cards on the table have none."""
    shown: bool = False
    """Whether the leader has seen the truth, where the sheets stay on paper."""
    sent_back: tuple[str, ...] | None = None
    """Whose explanation was not complete enough; ``None`` until that is settled."""
    sheets: dict[str, str] = field(default_factory=dict)
    correct: tuple[str, ...] = ()
    equal: tuple[str, ...] = ()
    adds_false: bool | None = None
    """Whether the leader adds a false explanation; ``None`` until that is settled."""
    false: str = ""
    """The leader's false explanation, where it is typed."""
    explanations: tuple[Explanation, ...] = ()
    """In the order of their letters, once they have some; typed ones only."""
    recital: Recital | None = None
    """The explanations read by the leader."""
    guesses: dict[str, str] = field(default_factory=dict)
    """Player to letter."""
    due: tuple[Due, ...] = ()
    """Ticks that have been earned and not been made yet, in the order in which they are made."""

    @property
    def letters(self) -> tuple[str, ...]:
        """Those of the list, in the order read."""
        return self.recital.letters if self.recital else tuple(LETTERS[: len(self.explanations)])

    @property
    def authors(self) -> dict[str, Sheet]:
        """Letter to author, as far as they are known; ``None`` is the truth."""
        if self.recital is None:
            return {letter: one.author for letter, one in zip(self.letters, self.explanations, strict=True)}
        known: dict[str, Sheet] = {letter: names[0] for letter, names in self.recital.authors.items()}
        return known | ({self.recital.true: None} if self.recital.true else {})

    @property
    def true_letter(self) -> str:
        """The truth's letter, "" while it is not known."""
        return next((letter for letter, author in self.authors.items() if author is None), "")


@dataclass(frozen=True)
class State:
    setup: Setup
    seats: tuple[str, ...]
    """Everybody who plays or has played, clockwise."""
    ticks: dict[str, int]
    """How many boxes everybody has ticked."""
    away: frozenset[str] = frozenset()
    """Who has left."""
    round: Round = Round()
    phase: Phase = Phase.OPENING
    leader: str | None = None
    """Whose turn it is: in host mode only a seat that chooses on a 6 and ticks first."""
    die: Literal["host", "table"] | None = None
    stack: tuple[int, ...] | None = None
    """The face-down cards, top first; ``None`` until they are shuffled."""
    rounds: int = 0
    """How many rounds have been scored."""
    winners: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who plays now, clockwise."""
        return tuple(seat for seat in self.seats if seat not in self.away)

    @property
    def lead(self) -> str:
        """The leader, once there is one."""
        if self.leader is None:
            raise LookupError("nobody leads yet")
        return self.leader

    @property
    def recital(self) -> Recital:
        """The leader's recital, once it has begun."""
        if self.round.recital is None:
            raise LookupError("nobody has read aloud yet")
        return self.round.recital

    @property
    def from_the_leader(self) -> tuple[str, ...]:
        """All seats clockwise, the leader's first: the order of ticking ("Calculating Points and Ticking Boxes")."""
        start = self.seats.index(self.lead)
        return self.seats[start:] + self.seats[:start]

    @property
    def clockwise(self) -> tuple[str, ...]:
        """Who takes part in this round, from the leader's left-hand neighbour round to the leader."""
        order = (*self.from_the_leader[1:], self.lead)
        return tuple(seat for seat in order if seat not in self.away and seat not in self.round.newcomers)

    @property
    def writers(self) -> tuple[str, ...]:
        """Who hands in an explanation: all but the leader; where the host leads, all."""
        return tuple(one for one in self.clockwise if self.setup.leader == "host" or one != self.leader)

    @property
    def unwritten(self) -> tuple[str, ...]:
        """Whose sheet is missing."""
        return tuple(writer for writer in self.writers if writer not in self.round.sheets)

    @property
    def wrong(self) -> tuple[str, ...]:
        """Whose explanation is not the truth: they guess ("First Half of a Round")."""
        return tuple(writer for writer in self.writers if writer not in self.round.correct)

    @property
    def listed(self) -> tuple[Sheet, ...]:
        """The sheets that are read out, the truth's last."""
        added = (self.lead,) if self.round.adds_false else ()
        return (*self.wrong, *added, None)

    @property
    def unguessed(self) -> tuple[str, ...]:
        """Whose guess is missing, in the order of asking."""
        return tuple(player for player in self.wrong if player not in self.round.guesses)

    @property
    def broken(self) -> bool:
        """Whether the card is broken off ("Special Cases")."""
        return len(self.round.correct) > 1 or bool(self.round.equal)

    @property
    def may_add_false(self) -> bool:
        """Whether a false explanation of the leader's is allowed ("Tips for 3-4 Players")."""
        few = len(self.clockwise) <= FEW_PLAYERS
        return self.setup.false_explanation and self.setup.leader == "seat" and few

    @property
    def guessable(self) -> bool:
        """Whether somebody has more than the truth to choose from."""
        return bool(self.wrong) and len(self.listed) - 1 > 1

    @property
    def aloud(self) -> bool:
        return self.setup.hand_in == "aloud"

    @property
    def category(self) -> Category | None:
        """The category of this card, unless the leader's choice or the die is still waited for."""
        face = self.round.face
        return self.round.category or (CATEGORIES[face - 1] if face and face <= len(CATEGORIES) else None)

    @property
    def question(self) -> Question | None:
        """What the card in play asks; ``None`` where the host does not hold it."""
        card, category = self.round.card, self.category
        return self.setup.deck.card[card].of(category) if card is not None and category else None

    @property
    def fitting(self) -> tuple[int, ...]:
        """The cards of the stack that ask something in the category, top first."""
        category, cards = self.category, self.setup.deck.card
        return tuple(card for card in self.stack or () if category and cards[card].of(category))
