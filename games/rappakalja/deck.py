"""The cards: on each a word, a person, a film, an abbreviation and a law."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.game import BrokenMaterial

Category = Literal["words", "people", "films", "abbreviations", "laws"]
CATEGORIES: tuple[Category, ...] = ("words", "people", "films", "abbreviations", "laws")
"""In the order of the die's faces 1 to 5."""


@dataclass(frozen=True)
class Question:
    """What is read out, and what is true."""

    ask: str
    truth: str
    source: str = ""
    """Where the fact can be looked up. Never spoken."""


@dataclass(frozen=True)
class Card:
    """A card may lack some categories: a table's own words need not fill one."""

    words: Question | None = None
    people: Question | None = None
    films: Question | None = None
    abbreviations: Question | None = None
    laws: Question | None = None

    def of(self, category: Category) -> Question | None:
        """What the card asks in a category."""
        question: Question | None = getattr(self, category)
        return question


@dataclass(frozen=True)
class Bluffs:
    """False explanations for each category, which simulated players hand in at a rehearsal."""

    words: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    films: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()

    def of(self, category: Category) -> tuple[str, ...]:
        """Those of one category."""
        bluffs: tuple[str, ...] = getattr(self, category)
        return bluffs


@dataclass(frozen=True)
class Deck:
    """The field names are those of the deck's TOML file."""

    title: str
    language: str
    licence: str
    card: tuple[Card, ...]
    bluffs: Bluffs = Bluffs()

    def having(self, category: Category) -> tuple[int, ...]:
        """Which cards ask something in this category, by their place in the file."""
        return tuple(place for place, card in enumerate(self.card) if card.of(category))


def check(deck: Deck) -> None:
    """Look for what the types alone cannot tell.

    Raises:
        BrokenMaterial: the first fault, in the order of the file.
    """
    for path, text in (("title", deck.title), ("language", deck.language), ("licence", deck.licence)):
        _filled(path, text)
    for category in CATEGORIES:
        for place, bluff in enumerate(deck.bluffs.of(category)):
            _filled(f"bluffs.{category}[{place}]", bluff)
            if bluff in deck.bluffs.of(category)[:place]:
                raise BrokenMaterial("deck", f"bluffs.{category}[{place}]", "this bluff is there twice")
    asked: set[tuple[Category, str]] = set()
    for place, card in enumerate(deck.card):
        there = [(category, question) for category in CATEGORIES if (question := card.of(category))]
        if not there:
            raise BrokenMaterial("deck", f"card[{place}]", "this card asks nothing; fill at least one category")
        for category, question in there:
            path = f"card[{place}].{category}"
            _filled(f"{path}.ask", question.ask)
            _filled(f"{path}.truth", question.truth)
            if (category, question.ask.casefold()) in asked:
                raise BrokenMaterial("deck", f"{path}.ask", "this one is in the deck twice")
            asked.add((category, question.ask.casefold()))
    for category in CATEGORIES:
        if not deck.having(category):
            raise BrokenMaterial("deck", "card", f"no card has {category}; every category needs at least one")


def _filled(path: str, text: str) -> None:
    if not text.strip():
        raise BrokenMaterial("deck", path, "this text is empty")
