"""What a table agrees on before the first card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.nobody_is_perfect import board, deck
from games.nobody_is_perfect.board import Board
from games.nobody_is_perfect.deck import QUESTIONS_ON_A_CARD, Deck

FEWEST_PLAYERS = 3
MOST_PLAYERS = 6


@dataclass(frozen=True)
class Setup:
    players: tuple[str, ...]
    """In clockwise seating order."""
    deck: Deck
    board: Board
    leader: Literal["seat", "host"] = "seat"
    """"seat": the leader of a question stays out of it, as in the rulebook. "host": everybody bluffs every time."""
    first: str | None = None
    """Who leads first; drawn where nobody is named."""
    number: int | None = None
    """Which question of each card, 1 to 3; asked where it is not given."""
    rounds: int | None = None
    """After so many questions the furthest ahead win, finish or not."""
    orange_lucky_hit: bool = True
    """On orange, an answer close to the leader's is read only once and earns its author nothing."""
    ask_moves: bool = False
    """Ask before a move that the rulebook says a pawn *may* make."""
    writing_s: float | None = None


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
    deck.check(setup.deck)
    board.check(setup.board)
