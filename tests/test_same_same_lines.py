"""same same: every line and phrase exists, and our deck is fit to be read out."""

from __future__ import annotations

import re
import string
import tomllib
from itertools import combinations
from typing import Any

from rapidfuzz import fuzz
from test_same_same_random_games import GAMES, played_at_random

from games import shelf
from games.table import Ask, Countdown, Say

FOLDER = shelf.folder("same_same")
EN: dict[str, Any] = tomllib.loads((FOLDER / "lang" / "en.toml").read_text("utf-8"))
CARDS: list[dict[str, Any]] = tomllib.loads((FOLDER / "data" / "deck_en.toml").read_text("utf-8"))["card"]

# ------------------------------------------------------------------------------------------------ the lines


def wordings(key: str) -> list[str]:
    line = {**EN["lines"], **EN["illegal"]}[key]
    return [wording for plural in line.values() for wording in plural] if isinstance(line, dict) else line


def all_said() -> list[Any]:
    said = [request for seed in range(GAMES) for request in played_at_random(seed).said]
    said += [line for request in said if isinstance(request, Ask | Countdown) for line in request.again]
    return said + [slot for request in said for slot in request.slots.values() if isinstance(slot, Say)]


def test_every_line_is_there_every_slot_is_filled_and_none_is_left_over() -> None:
    said = all_said()
    assert {request.key for request in said} - set(EN["illegal"]) == set(EN["lines"])
    for request in said:
        needed = {name for text in wordings(request.key) for _, name, _, _ in string.Formatter().parse(text) if name}
        assert needed <= set(request.slots), request.key
        if isinstance(EN["lines"].get(request.key), dict):
            assert isinstance(request.slots["n"], int)
            assert request.slots["n"] >= 1


def test_what_is_said_often_has_several_wordings() -> None:
    for key in set(EN["lines"]) - {"option", "points_told"}:
        line = EN["lines"][key]
        for plural in line.values() if isinstance(line, dict) else [line]:
            assert len(set(plural)) == len(plural) >= 2, key


def test_no_line_takes_the_place_of_the_hosts_own() -> None:
    host = tomllib.loads((FOLDER.parents[1] / "host" / "language" / "en.toml").read_text("utf-8"))
    assert not (set(EN["lines"]) | set(EN["illegal"])) & set(host["lines"])


def test_every_reason_of_the_rules_can_be_spoken() -> None:
    source = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.py"))
    reasons = set(re.findall(r'_need\([^"]*"(\w+)"', source)) | set(re.findall(r'Illegal\("(\w+)"', source))
    assert reasons == set(EN["illegal"])


def test_how_it_goes_is_told_in_under_a_minute() -> None:
    assert all(60 <= len(text.split()) <= 130 for text in EN["help"])


def test_every_choice_has_phrases_of_its_own() -> None:
    assert {kind: set(table) for kind, table in EN["choices"].items()} == {
        "wording": {"positive", "negative", "each"},
        "points": {"stack", "one"},
        "form": {"positive", "negative"},
    }
    for table in EN["choices"].values():
        spoken = [phrase for phrases in table.values() for phrase in phrases]
        assert len(set(spoken)) == len(spoken)


# ------------------------------------------------------------------------------------------------- our deck


def test_our_deck_has_144_cards_of_which_no_two_ask_nearly_the_same() -> None:
    assert len(CARDS) == 144
    asked = [(number, card[way]) for number, card in enumerate(CARDS) for way in ("positive", "negative")]
    close = [(one, other) for (i, one), (j, other) in combinations(asked, 2) if i != j and fuzz.ratio(one, other) > 85]
    assert close == []


def test_our_decks_questions_and_answers_are_short_and_sound_apart() -> None:
    for card in CARDS:
        for question in (card["positive"], card["negative"]):
            assert question[0].isupper()
            assert question.endswith("?")
            assert len(question) <= 90
        for option in card["options"]:
            assert not option.endswith((".", "?", "!"))
            assert len(option) <= 34
        for one, other in combinations(card["options"], 2):
            assert fuzz.ratio(one, other) < 72, (one, other)


def test_our_deck_gives_no_answer_twice() -> None:
    options = [option for card in CARDS for option in card["options"]]
    assert len(set(options)) == len(options)
