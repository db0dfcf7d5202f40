"""What a table agrees on before the first card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.option import material, option
from games.rappakalja import deck, score_sheet
from games.rappakalja.deck import Deck
from games.rappakalja.score_sheet import ScoreSheet

FEWEST_PLAYERS = 3
MOST_PLAYERS = 10
FEW_PLAYERS = 4
"""Up to so many, the leader may add a false explanation ("Tips for 3-4 Players")."""


@dataclass(frozen=True)
class Setup:
    players: tuple[str, ...]
    """In clockwise seating order."""
    deck: Deck = material("Another deck than ours.")
    score_sheet: ScoreSheet = material("Another score sheet than ours.")
    leader: Literal["seat", "host"] = option(
        "The seat whose turn it is leads and knows the truth, as in the rulebook; or the host alone, and all explain.",
        default="seat",
    )
    hand_in: Literal["typed", "aloud"] = "typed"
    """How the sheets reach the host; an option of every evening."""
    own_cards: bool = option("The real cards lie on the table: the leader reads them, hand-in is aloud.", default=False)
    die: Literal["host", "table"] | None = option(
        "The host rolls the die, or the table rolls a real one and says what it shows; asked otherwise.", default=None
    )
    first: str | None = option("Who leads first; asked otherwise.", default=None)
    rounds: int | None = option("After so many rounds the one furthest ahead wins.", default=None, least=1)
    false_explanation: bool = option(
        "With three or four players the leader may add a false explanation to the list.", default=True
    )
    writing_s: float | None = option("Seconds for writing; no limit otherwise.", default=None, least=1)


def check(setup: Setup) -> None:
    """Look for what the types alone cannot tell.

    Raises:
        ValueError: no game can come of it; ``BrokenMaterial`` where the deck or the score sheet is at fault.
    """
    if not FEWEST_PLAYERS <= len(setup.players) <= MOST_PLAYERS:
        raise ValueError(f"three to ten people play, not {len(setup.players)}")
    if any(not name.strip() for name in setup.players):
        raise ValueError("every player needs a name")
    if len(set(setup.players)) < len(setup.players):
        raise ValueError("every player needs a name of their own")
    if setup.first is not None and setup.first not in setup.players:
        raise ValueError(f"{setup.first} is to begin but does not play")
    if setup.rounds is not None and setup.rounds < 1:
        raise ValueError("a game has at least one round")
    if setup.writing_s is not None and setup.writing_s <= 0:
        raise ValueError("the time for writing is longer than nothing")
    if setup.leader == "host" and setup.hand_in == "aloud":
        raise ValueError("a host who reads the truth in its own voice would give it away; choose --hand-in typed")
    if setup.own_cards and setup.hand_in != "aloud":
        raise ValueError("with the cards on the table only the leader knows the truth; choose --hand-in aloud")
    deck.check(setup.deck)
    score_sheet.check(setup.score_sheet)
