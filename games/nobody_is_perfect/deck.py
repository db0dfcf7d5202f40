"""The cards: four colours, three questions on each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.game import BrokenMaterial

Colour = Literal["blue", "pink", "yellow", "orange"]
COLOURS: tuple[Colour, ...] = ("blue", "pink", "yellow", "orange")
QUESTIONS_ON_A_CARD = 3
BLUFFS_FOR_A_FULL_TABLE = 6


@dataclass(frozen=True)
class Question:
    """What is read out, and, except on orange, what is true."""

    ask: str
    truth: str = ""
    source: str = ""
    """Where the fact can be looked up. Never spoken."""
    bluffs: tuple[str, ...] = ()
    """What simulated players hand in at a rehearsal; none, or enough for six of them."""


@dataclass(frozen=True)
class Card:
    colour: Colour
    question: tuple[Question, ...]


@dataclass(frozen=True)
class Deck:
    """The field names are those of the deck's TOML file."""

    title: str
    language: str
    licence: str
    card: tuple[Card, ...]

    def stack(self, colour: Colour) -> tuple[int, ...]:
        """Which cards have this colour, by their place in the file."""
        return tuple(index for index, card in enumerate(self.card) if card.colour == colour)


def check(deck: Deck) -> None:
    """Look for what the types alone cannot tell.

    Raises:
        BrokenMaterial: the first fault, in the order of the file.
    """
    for path, text in (("title", deck.title), ("language", deck.language), ("licence", deck.licence)):
        _filled(path, text)
    asked: set[str] = set()
    for index, card in enumerate(deck.card):
        path = f"card[{index}]"
        if len(card.question) != QUESTIONS_ON_A_CARD:
            raise BrokenMaterial(
                "deck", f"{path}.question", f"a card has three questions, this one has {len(card.question)}"
            )
        for place, question in enumerate(card.question):
            _check_question(f"{path}.question[{place}]", card.colour, question)
            if question.ask.casefold() in asked:
                raise BrokenMaterial("deck", f"{path}.question[{place}].ask", "this question is in the deck twice")
            asked.add(question.ask.casefold())
    for colour in COLOURS:
        if not deck.stack(colour):
            raise BrokenMaterial("deck", "card", f"there is no {colour} card; every colour needs at least one")


def _check_question(path: str, colour: Colour, question: Question) -> None:
    _filled(f"{path}.ask", question.ask)
    if colour == "orange":
        if question.truth:
            raise BrokenMaterial("deck", f"{path}.truth", "an orange card has no true answer; leave it out")
        if question.source:
            raise BrokenMaterial("deck", f"{path}.source", "an orange card states no fact; leave the source out")
    else:
        _filled(f"{path}.truth", question.truth)
    if 0 < len(question.bluffs) < BLUFFS_FOR_A_FULL_TABLE:
        raise BrokenMaterial("deck", f"{path}.bluffs", f"give six bluffs or none, not {len(question.bluffs)}")
    seen = {question.truth.casefold()}
    for index, bluff in enumerate(question.bluffs):
        _filled(f"{path}.bluffs[{index}]", bluff)
        if bluff.casefold() in seen:
            raise BrokenMaterial("deck", f"{path}.bluffs[{index}]", "there is another answer just like this one")
        seen.add(bluff.casefold())


def _filled(path: str, text: str) -> None:
    if not text.strip():
        raise BrokenMaterial("deck", path, "this text is empty")
