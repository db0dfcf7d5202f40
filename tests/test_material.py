"""Decks and boards from files: whatever is wrong is named with file, line and field."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.evening.material import MaterialFault, broken, line_of, read_material


@dataclass(frozen=True)
class Question:
    ask: str
    bluffs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Card:
    colour: str
    question: tuple[Question, ...]


@dataclass(frozen=True)
class Deck:
    title: str
    card: tuple[Card, ...]


TEXT = """\
# a deck
title = "T"

[[card]]
colour = "blue"

[[card.question]]
ask = "one"

[[card.question]]
ask = "two"
bluffs = ["x"]

[[card]]
colour = "pink"

[[card.question]]
ask = "three"
"""


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("title", 2),
        ("card[0].colour", 5),
        ("card[0].question[0].ask", 8),
        ("card[0].question[1].ask", 11),
        ("card[0].question[1].bluffs[0]", 12),
        ("card[0].question[1].truth", 10),
        ("card[1]", 14),
        ("card[1].question[0].ask", 18),
        ("nothing", 1),
        ("", 1),
    ],
)
def test_a_field_is_found_on_its_line(place: str, line: int) -> None:
    assert line_of(TEXT, place) == line


def test_a_good_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(TEXT)
    assert read_material(path, Deck).card[0].question[1] == Question("two", ("x",))


def test_a_wrong_type_names_file_line_and_field(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(TEXT.replace('ask = "two"', "ask = 2"))
    with pytest.raises(MaterialFault, match=r"deck\.toml, line 11, card\[0\]\.question\[1\]\.ask: Expected `str`"):
        read_material(path, Deck)


def test_a_missing_field_names_its_table(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(TEXT.replace('colour = "pink"\n', ""))
    with pytest.raises(MaterialFault, match=r"line 14, card\[1\]: .*colour"):
        read_material(path, Deck)


def test_what_the_game_finds_is_named_the_same_way(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(TEXT)
    fault = broken(path, "card[1].question[0].ask", "this question is in the deck twice")
    assert str(fault).endswith("line 18, card[1].question[0].ask: this question is in the deck twice. Mend that line.")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"title = ", "not valid TOML"), (b"\xff\xfe", "not a text file in UTF-8")],
)
def test_other_files_are_one_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "deck.toml"
    path.write_bytes(content)
    with pytest.raises(MaterialFault, match=sentence):
        read_material(path, Deck)


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(MaterialFault, match="cannot be read"):
        read_material(tmp_path / "none.toml", Deck)


@given(st.text(max_size=300))
def test_any_text_is_read_or_named(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "deck.toml"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    with pytest.raises(MaterialFault):
        read_material(path, Deck)
