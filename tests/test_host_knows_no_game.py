"""The host leads games that it has never seen: nothing in it names one, or a field of one's set-up."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from games import shelf

HOST = Path(__file__).parents[1] / "host"

COMMON = {
    "players": "every game has them",
    "hand_in": "an option of every evening, for games that have sheets",
    "rounds": "every game counts them, and a demo is cut short by them",
}
"""Fields of a set-up of which the host may know."""

WORDS = {
    "board": "the scoreboard",
    "first": "a plain word",
    "leader": "the host's own: host/evening/leader.py leads the game",
    "number": "a plain word",
    "points": "what the scoreboard counts, whatever the game",
    "wording": "one of a language pack's ways to say a line",
}
"""Fields of some set-up that are also words of the host's own: allowed as a name in its code."""

TEXTS = {"number": "a kind of answer, and what a language pack calls its wordings"}
"""Those that are allowed as a text too."""


OURS = [shelf.take(name) for name in shelf.names() if not shelf.origin(name)]
SPELLED = re.compile(
    "|".join(rf"\b{text}\b" for game in OURS for text in (game.name, game.name.replace("_", "-"), game.title))
)
OWN = {field.name for game in OURS for field in fields(game.setup)} - COMMON.keys()


def words_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every name in the code, with its line."""
    for node in ast.walk(tree):
        for attribute in ("id", "attr", "arg", "name", "asname"):
            word = getattr(node, attribute, None)
            if isinstance(word, str):
                yield getattr(node, "lineno", 0), word
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.lineno, part) for part in node.module.split("."))


def texts_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every text in the code, with its line; what only explains (a docstring) is none."""
    explains = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explains:
            yield node.lineno, node.value


@pytest.mark.parametrize("path", sorted(HOST.rglob("*.py")), ids=lambda path: str(path.relative_to(HOST)))
def test_nothing_names_a_game_or_its_fields(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert not SPELLED.findall(source), "a game is named"
    tree = ast.parse(source)
    code = [(line, word) for line, word in words_of(tree) if word in OWN - WORDS.keys()]
    assert not code, "a game's field is named"
    texts = [(line, text) for line, text in texts_of(tree) if text.strip("-").replace("-", "_") in OWN - TEXTS.keys()]
    assert not texts, "a game's field is named in a text"


def test_what_is_allowed_is_needed() -> None:
    declared = {field.name for name in shelf.names() for field in fields(shelf.take(name).setup)}
    assert declared >= COMMON.keys() | WORDS.keys() | TEXTS.keys()
