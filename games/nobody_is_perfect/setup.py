"""What a table agrees on before the first card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.nobody_is_perfect import board, deck
from games.nobody_is_perfect.board import Board
from games.nobody_is_perfect.deck import QUESTIONS_ON_A_CARD, Deck
from games.option import material, option

FEWEST_PLAYERS = 3
MOST_PLAYERS = 6


@dataclass(frozen=True)
class Setup:
    players: tuple[str, ...]
    """In clockwise seating order."""
    deck: Deck = material("Another deck than ours.")
    board: Board = material("Another board than ours.")
    leader: Literal["seat", "host"] = option(
        "The seat whose turn it is leads and does not bluff, as in the rulebook; or the host alone, and all bluff.",
        default="seat",
    )
    hand_in: Literal["typed", "aloud"] = "typed"
    """How the sheets reach the host; an option of every evening."""
    own_cards: bool = option("The real cards lie on the table: the leader reads them, hand-in is aloud.", default=False)
    first: str | None = option("Who leads first; asked otherwise.", default=None)
    number: int | None = option(
        "Which question of each card is played; asked otherwise.", default=None, least=1, most=QUESTIONS_ON_A_CARD
    )
    rounds: int | None = option("After so many questions the furthest ahead win, finish or not.", default=None, least=1)
    orange_lucky_hit: bool = option(
        "On orange, an answer close to the leader's is read only once and earns its author nothing.", default=True
    )
    ask_moves: bool = option("Ask before a move that the rulebook says a pawn may make.", default=False)
    writing_s: float | None = option("Seconds for writing; no limit otherwise.", default=None, least=1)


def check(setup: Setup) -> None:
    """Look for what the types alone cannot tell.

    Raises:
        ValueError: no game can come of it; ``BrokenMaterial`` where the deck or the board is at fault.
    """
    if not FEWEST_PLAYERS <= len(setup.players) <= MOST_PLAYERS:
        raise ValueError(f"three to six people play, not {len(setup.players)}")
    if any(not name.strip() for name in setup.players):
        raise ValueError("every player needs a name")
    if len(set(setup.players)) < len(setup.players):
        raise ValueError("every player needs a name of their own")
    if setup.first is not None and setup.first not in setup.players:
        raise ValueError(f"{setup.first} is to begin but does not play")
    if setup.number is not None and not 1 <= setup.number <= QUESTIONS_ON_A_CARD:
        raise ValueError(f"the question number is 1, 2 or 3, not {setup.number}")
    if setup.rounds is not None and setup.rounds < 1:
        raise ValueError("a game has at least one question")
    if setup.writing_s is not None and setup.writing_s <= 0:
        raise ValueError("the time for writing is longer than nothing")
    if setup.hand_in == "aloud" and setup.leader == "host":
        raise ValueError("read aloud, the truth would be known by its voice; choose --hand-in typed or --leader seat")
    if setup.own_cards and setup.hand_in != "aloud":
        raise ValueError("real cards are read by the leader; choose --hand-in aloud with --own-cards")
    deck.check(setup.deck)
    board.check(setup.board)
