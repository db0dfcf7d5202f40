"""Rappakalja: every line exists, its slots are filled, and no word of it is anywhere but in the pack."""

from __future__ import annotations

import ast
import re
import string
import tomllib
from functools import cache
from typing import Any

import pytest
from test_rappakalja_random_games import played_at_random

from games import shelf
from games.rappakalja.deck import CATEGORIES
from games.table import Ask, Countdown, Rows, Say, Show

FOLDER = shelf.folder("rappakalja")
EN: dict[str, Any] = tomllib.loads((FOLDER / "lang" / "en.toml").read_text("utf-8"))
HOST: dict[str, Any] = tomllib.loads((FOLDER.parents[1] / "host" / "language" / "en.toml").read_text("utf-8"))
PARTS_OF_OTHERS = {"explanation", "sheet", "likely", "likely_nobody", "truth_page"}
ONE_MINUTE_IN_WORDS = 130


def texts(line: Any) -> list[str]:
    return [wording for plural in line.values() for wording in plural] if isinstance(line, dict) else line


@cache
def all_said() -> tuple[Any, ...]:
    """Every line of many random games, those within others and those read again too."""
    said: list[Any] = [request for seed in range(0, 1000, 4) for request in played_at_random(seed).said]
    said += [line for request in said if isinstance(request, Ask | Countdown) for line in request.again]
    said += [request.page for request in said if isinstance(request, Show)]
    return (*said, *(line for request in said for line in lines_within(tuple(request.slots.values()))))


def lines_within(slot: Any) -> list[Say]:
    """The lines that are put into other lines."""
    match slot:
        case Say():
            return [slot, *lines_within(tuple(slot.slots.values()))]
        case Rows(items) | tuple(items):
            return [line for item in items for line in lines_within(item)]
    return []


def test_every_line_is_there_every_slot_is_filled_and_none_is_left_over() -> None:
    known = EN["lines"] | EN["illegal"]
    elsewhere = HOST["lines"] | HOST["illegal"]
    own = [request for request in all_said() if request.key not in elsewhere]
    assert {request.key for request in own} - set(EN["illegal"]) == set(EN["lines"])
    for request in own:
        wordings = texts(known[request.key])
        needed = {name for text in wordings for _, name, _, _ in string.Formatter().parse(text) if name}
        assert needed <= set(request.slots), request.key
        if isinstance(known[request.key], dict):
            assert isinstance(request.slots["n"], int)
            assert request.slots["n"] >= 1


@pytest.mark.parametrize("key", sorted(set(EN["lines"]) - PARTS_OF_OTHERS))
def test_what_is_said_has_several_wordings(key: str) -> None:
    line = EN["lines"][key]
    wordings = texts(line)
    assert len(wordings) >= 2
    assert len(set(wordings)) == len(wordings)


def test_no_line_takes_the_place_of_the_hosts_own() -> None:
    assert not (EN["lines"].keys() | EN["illegal"].keys()) & (HOST["lines"].keys() | HOST["illegal"].keys())


def test_every_reason_of_the_rules_can_be_spoken() -> None:
    source = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.py"))
    reasons = set(re.findall(r'_need\((?:[^"]|\n)*?"(\w+)"[,)]', source)) | set(re.findall(r'Illegal\("(\w+)"', source))
    assert reasons == set(EN["illegal"])


@pytest.mark.parametrize("help_text", EN["help"])
def test_how_it_goes_is_explained_in_less_than_a_minute(help_text: str) -> None:
    assert len(help_text.split()) <= ONE_MINUTE_IN_WORDS


@pytest.mark.parametrize(("kind", "options"), [("category", CATEGORIES), ("die", ("host", "table"))])
def test_every_choice_can_be_named(kind: str, options: tuple[str, ...]) -> None:
    assert set(EN["choices"][kind]) == set(options)
    spoken = [phrase for phrases in EN["choices"][kind].values() for phrase in phrases]
    assert len(set(spoken)) == len(spoken)


@pytest.mark.parametrize("name", ["script", "judging", "telling", "reading", "rules", "course", "ticking", "seating"])
def test_nothing_that_a_table_hears_stands_in_the_code(name: str) -> None:
    """A text in the code is a key, a name or a pattern: none has two words in it."""
    tree = ast.parse((FOLDER / f"{name}.py").read_text("utf-8"))
    explains = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    words = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explains
    ]
    assert not [text for text in words if re.search(r"[a-z] [a-z]", text)]
