"""What a table agrees on before the first card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.option import material, option
from games.same_same import deck
from games.same_same.deck import Deck

FEWEST_PLAYERS = 3
MOST_PLAYERS = 6
"""There are answer cards in six colours ("Components")."""

Wording = Literal["positive", "negative"]
"""How a question is asked ("Game Flow")."""
Wordings = Literal["positive", "negative", "each"]
"""The same wording for the whole game, or one chosen for each card ("Game Flow")."""
Points = Literal["stack", "one"]
"""As the stack shows, or always one ("Variant")."""

WORDING: tuple[Wording, ...] = ("positive", "negative")
WORDINGS: tuple[Wordings, ...] = (*WORDING, "each")
POINTS: tuple[Points, ...] = ("stack", "one")


@dataclass(frozen=True)
class Setup:
    players: tuple[str, ...]
    """In clockwise seating order."""
    deck: Deck = material("Another deck than ours.")
    wording: Wordings | None = option(
        "Ask every question in its positive or in its negative wording, or choose for each card; asked otherwise.",
        default=None,
    )
    points: Points | None = option(
        "A match is worth what the stack shows, or always one point; asked otherwise.", default=None
    )
    target: int | None = option(
        "The first pair with so many points wins; 25 unless named, 10 with one point a match.", default=None, least=1
    )
    rounds: int | None = option("After so many questions the pairs in front win, target or not.", default=None, least=1)
    thinking_s: float | None = option("Seconds for choosing a letter; no limit otherwise.", default=None, least=1)


def check(setup: Setup) -> None:
    """Look for what the types alone cannot tell.

    Raises:
        ValueError: no game can come of it; ``BrokenMaterial`` where the deck is at fault.
    """
    if not FEWEST_PLAYERS <= len(setup.players) <= MOST_PLAYERS:
        raise ValueError(f"three to six people play, not {len(setup.players)}")
    if any(not name.strip() for name in setup.players):
        raise ValueError("every player needs a name")
    if len(set(setup.players)) < len(setup.players):
        raise ValueError("every player needs a name of their own")
    if setup.target is not None and setup.target < 1:
        raise ValueError(f"the target is at least one point, not {setup.target}")
    if setup.rounds is not None and setup.rounds < 1:
        raise ValueError("a game has at least one question")
    if setup.thinking_s is not None and setup.thinking_s <= 0:
        raise ValueError("the time for thinking is longer than nothing")
    deck.check(setup.deck)
