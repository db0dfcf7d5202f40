"""Pieces of talk at a table: people who say what stands there, and a host whose every word must stand there too.

In the talk, ``? bravo, delta`` is an answer that the ear is unsure about, ``...`` one that it could not place, and
``~`` what people say among themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.table import Countdown
from host.asking.asking import Asking
from host.asking.interjections import Interjections
from host.evening.evening import Evening, Wish
from host.language.language import Language
from host.language.phrasebook import Phrasebook
from host.seats.audience import Audience
from host.seats.clock import StillClock
from host.seats.table import Table
from speech.matching import Matcher
from speech.result import Closed, Heard, Result, TimeUp, Unheard, Unsure
from speech.vocabulary import Vocabulary


class FirstWording(Random):
    """Always the first wording, or the second if the first was the last one said."""

    def choice(self, seq: Sequence[Any]) -> Any:
        return seq[0]


class Talk(Audience):
    """Plays the people of a talk, and keeps what was really said."""

    speaker: str | None = None

    def __init__(self, talk: str) -> None:
        lines = [line.strip() for line in talk.strip().splitlines()]
        self._people = iter([line.partition(" ") for line in lines if not line.startswith("host ")])
        self.said_by_all: list[str] = []

    def listen(self, vocabulary: Vocabulary, until_s: float | None = None) -> Result:
        del until_s
        who, _, words = next(self._people, ("", "", "[nobody]"))
        words = words.strip()
        if words == "[nobody]":
            return Closed()
        self.said_by_all.append(f"{who:<5} {words}")
        if words == "[time]":
            return TimeUp()
        if words in ("...", "~"):
            return Unheard(meant=words == "...")
        matcher = Matcher(vocabulary)
        candidates = [
            Heard(value, text.strip()) for text in words.lstrip("? ").split(",") for value in matcher.values(text)
        ]
        if words.startswith("?"):
            return Unsure(tuple(candidates))
        values = matcher.values(words)
        return Heard(values[0], words) if values else Unheard(meant=True)

    def say(self, text: str) -> None:
        self.said_by_all.append(f"host  {text}")

    def rest(self, duration_s: float) -> None:
        """Nobody waits here."""

    def read(self, line: str, of: str | None) -> str | None:
        del line, of
        who, _, words = next(self._people, ("", "", ""))
        self.said_by_all.append(f"{who:<5} {words.strip()}")
        return words.strip() if who else None


class Deskless(Talk):
    """A talk at a table without a keyboard."""

    def read(self, line: str, of: str | None) -> str | None:
        del line, of
        return None


@pytest.fixture
def interjections(tmp_path: Path) -> Interjections:
    opening = Wish("nobody-is-perfect", "Cy,Anna,Ben", "en", 1, {"number": 1, "first": "Cy"}).opening()
    evening = Evening.begin(opening, tmp_path / "one.evening")
    return Interjections(evening.ledger, language())


def language() -> Language:
    loaded = Language.load("en", "nobody_is_perfect", 1)
    loaded.chance = FirstWording()
    return loaded


def hear(
    request: Any,
    talk: str,
    interjections: Interjections,
    kind: Callable[[str], Talk] = Talk,
    seated: tuple[str, ...] = (),
) -> Any:
    """The answer to ``request``; what was said must be the talk, word for word. ``seated`` is everybody there."""
    people, words = kind(talk), language()
    phrasebook = Phrasebook(words, None, seated)
    asking = Asking(Table(people, people, people, StillClock(), people), words, interjections, phrasebook)
    expected = [" ".join(line.split()) for line in talk.strip().splitlines() if not line.strip().endswith("[nobody]")]
    try:
        return asking.count_down(request) if isinstance(request, Countdown) else asking.ask(request)
    finally:
        assert [" ".join(line.split()) for line in people.said_by_all] == expected
