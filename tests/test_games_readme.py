"""The table of rules: every test it names is there, and every game with a rulebook has its rows."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from games import shelf

TESTS = Path(__file__).parent
README = TESTS.parent / "games" / "README.md"
ROWS = [
    [cell.strip() for cell in line.strip("|\n ").split(" | ")]
    for line in README.read_text("utf-8").splitlines()
    if "::" in line
]
NAMED = re.compile(r"`tests/(\w+\.py)::([\w.:]+)`")


def named_in(file: str) -> set[str]:
    """The names of a file's tests, those in classes with the class before."""
    found: set[str] = set()
    for node in ast.parse((TESTS / file).read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef)}
    return found


def test_every_test_that_is_named_is_there() -> None:
    named = {test for row in ROWS for test in NAMED.findall(row[2])}
    assert len(named) > 50
    missing = {f"{file}::{test}" for file, test in named if test not in named_in(file)}
    assert not missing


@pytest.mark.parametrize("row", ROWS, ids=[row[1][:60] for row in ROWS])
def test_every_row_names_a_game_a_rule_and_a_test(row: list[str]) -> None:
    game, rule, tests = row
    assert rule
    assert NAMED.search(tests)
    assert game in {shelf.take(name).title for name in shelf.names()}


def test_every_game_of_ours_has_its_rules_in_the_table() -> None:
    ours = {shelf.take(name).title for name in shelf.names() if not shelf.origin(name)}
    assert ours == {row[0] for row in ROWS}
