"""What simulated players want at a rehearsal: always legal."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rappakalja import papers
from games.rappakalja.state import State
from games.recital import LETTERS
from games.table import Ask, Choice, FreeText, Number, People, Person, ReadAloud, YesNo

_READS_ANEW = 0.06


def wish(state: State, question: Ask[Any], player: str | None, chance: Random) -> Any:
    """A legal answer to ``question``; ``player`` answers it (``None``: whoever is asked)."""
    match question.expect:
        case FreeText():
            return papers.false(state) if question.key == "your_false" else papers.paper(state, question.of or "")
        case ReadAloud(or_else):
            letter = str(question.slots["letter"])
            if "again" in or_else and letter != LETTERS[0] and chance.random() < _READS_ANEW:
                return "again"
            return papers.text(state, papers.order(state)[LETTERS.index(letter)])
        case People(among, "draw"):
            return (chance.choice(among),) if chance.random() < 0.5 else ()
        case People():
            return _names(state, question)
        case Choice("letter", letters):
            return _letter(state, question, letters, player or question.of, chance)
        case Choice(_, options):
            return chance.choice(options)
        case Person(among):
            return chance.choice(among)
        case Number(least, most):
            return chance.randint(least, most)
        case YesNo():
            return question.key.startswith("add_false") and chance.random() < 0.7
    raise TypeError(f"no simulated player can answer {question.expect}")


def _names(state: State, question: Ask[Any]) -> tuple[str, ...]:
    """The leader reads the sheets, judges them, and knows whose each was."""
    match question.key.removesuffix("_aloud").removesuffix("_blind"):
        case "incomplete":
            return papers.short(state)
        case "correct":
            return papers.knowing(state)
        case "equal":
            return papers.doubles(state)
        case "recital_whose":
            author = papers.order(state)[LETTERS.index(str(question.slots["letter"]))]
            return (author,) if author else ()
    return ()


def _letter(state: State, question: Ask[Any], letters: tuple[str, ...], player: str | None, chance: Random) -> str:
    """A guess, never at one's own; or what the leader knows: where the truth was, or somebody's sheet."""
    authors = dict(state.round.authors)
    if state.round.recital:
        authors = dict(zip(LETTERS, papers.order(state), strict=False))
    sought = str(question.slots.get("name", "")) if question.key == "recital_where" else None
    if question.key in ("recital_true", "recital_where"):
        return next(letter for letter in letters if authors[letter] == sought)
    return chance.choice([letter for letter in letters if authors[letter] != player])
