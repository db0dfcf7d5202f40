"""The cards: a question in two wordings, four answers, and on the back a number of points."""

from __future__ import annotations

from dataclasses import dataclass

from games.game import BrokenMaterial

LETTERS = ("A", "B", "C", "D")
FEWEST_CARDS = 2
"""One to play and one whose back shows what it is worth."""
MOST_POINTS = 3


@dataclass(frozen=True)
class Card:
    positive: str
    negative: str
    """The variant in brackets."""
    options: tuple[str, ...]
    """The answers A, B, C and D; they fit both wordings."""
    points: int
    """On the back: what the question is worth that is played while this card lies on top of the stack."""


@dataclass(frozen=True)
class Deck:
    """The field names are those of the deck's TOML file."""

    title: str
    language: str
    licence: str
    card: tuple[Card, ...]


def check(deck: Deck) -> None:
    """Look for what the types alone cannot tell.

    Raises:
        BrokenMaterial: the first fault, in the order of the file.
    """
    for path, text in (("title", deck.title), ("language", deck.language), ("licence", deck.licence)):
        _filled(path, text)
    if len(deck.card) < FEWEST_CARDS:
        raise BrokenMaterial("deck", "card", f"a game needs at least two cards, this deck has {len(deck.card)}")
    asked: set[str] = set()
    for index, card in enumerate(deck.card):
        _check_card(f"card[{index}]", card)
        for wording, question in (("positive", card.positive), ("negative", card.negative)):
            if question.casefold() in asked:
                raise BrokenMaterial("deck", f"card[{index}].{wording}", "this question is in the deck twice")
            asked.add(question.casefold())


def _check_card(path: str, card: Card) -> None:
    _filled(f"{path}.positive", card.positive)
    _filled(f"{path}.negative", card.negative)
    if len(card.options) != len(LETTERS):
        raise BrokenMaterial("deck", f"{path}.options", f"a card has four answers, this one has {len(card.options)}")
    seen: set[str] = set()
    for index, option in enumerate(card.options):
        _filled(f"{path}.options[{index}]", option)
        if option.casefold() in seen:
            raise BrokenMaterial("deck", f"{path}.options[{index}]", "there is another answer just like this one")
        seen.add(option.casefold())
    if not 1 <= card.points <= MOST_POINTS:
        raise BrokenMaterial("deck", f"{path}.points", f"a card shows 1, 2 or 3 points, not {card.points}")


def _filled(path: str, text: str) -> None:
    if not text.strip():
        raise BrokenMaterial("deck", path, "this text is empty")
