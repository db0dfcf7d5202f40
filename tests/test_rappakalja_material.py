"""Rappakalja: what a set-up, a deck and a score sheet are checked for, and a table's own words."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from rappakalja_table import (
    FIVE,
    SHEET,
    TEN,
    card_drawn,
    deck,
    played,
    seated,
)

from games import shelf
from games.game import BrokenMaterial
from games.option import materials_of, options_of
from games.rappakalja import deck as decks
from games.rappakalja import events as e
from games.rappakalja import score_sheet as sheets
from games.rappakalja.deck import CATEGORIES, Bluffs, Card, Deck, Question
from games.rappakalja.rules import begin
from games.rappakalja.score_sheet import ScoreSheet
from games.rappakalja.setup import Setup
from games.table import Illegal

DATA = shelf.folder("rappakalja") / "data"

# ------------------------------------------------------------------------------------------------- the set-up


@pytest.mark.parametrize(
    ("agreed", "reason"),
    [
        ({"players": ("Anna", "Ben", "Anna")}, "name of their own"),
        ({"players": ("Anna", "Ben", " ")}, "needs a name"),
        ({"players": ("Anna", "Ben")}, "three to ten"),
        ({"first": "Zoe"}, "Zoe is to begin but does not play"),
        ({"rounds": 0}, "at least one round"),
        ({"writing_s": 0.0}, "longer than nothing"),
        ({"leader": "host", "hand_in": "aloud"}, "give it away; choose --hand-in typed"),
        ({"own_cards": True}, "choose --hand-in aloud"),
    ],
)
def test_a_setup_from_which_no_game_can_come_is_refused(agreed: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        begin(Setup(**{"players": FIVE, "deck": deck(), "score_sheet": SHEET, **agreed}))


def test_the_setup_declares_its_options_and_its_material() -> None:
    names = {one.name for one in options_of(Setup)}
    assert names == {"leader", "own_cards", "die", "first", "rounds", "false_explanation", "writing_s"}
    assert set(materials_of(Setup)) == {"deck", "score_sheet"}
    assert seated().setup.leader == "seat"


# ------------------------------------------------------------------------------------------------ the material


def our_deck() -> Deck:
    return msgspec.convert(tomllib.loads((DATA / "deck_en.toml").read_text("utf-8")), Deck, strict=True)


def test_our_deck_is_sound_full_and_every_fact_has_a_source() -> None:
    ours = our_deck()
    decks.check(ours)
    assert len(ours.card) >= 40
    for card in ours.card:
        for category in CATEGORIES:
            question = card.of(category)
            assert question is not None
            assert question.source.strip()


def test_our_deck_has_bluffs_for_a_full_table() -> None:
    for category in CATEGORIES:
        assert len(our_deck().bluffs.of(category)) > len(TEN)


def test_nothing_in_our_deck_tells_the_truth_from_a_bluff_by_its_form() -> None:
    ours = our_deck()
    for category in CATEGORIES:
        texts = [question.truth for card in ours.card if (question := card.of(category))] + [*ours.bluffs.of(category)]
        assert all(not text.endswith((".", "!")) and text == text.strip() for text in texts)


def test_our_score_sheet_is_sound() -> None:
    sheets.check(msgspec.convert(tomllib.loads((DATA / "score_sheet.toml").read_text("utf-8")), ScoreSheet))


def card(**filled: tuple[str, str]) -> Card:
    return Card(**{category: Question(*texts) for category, texts in filled.items()})


FULL = {category: (f"{category}?", "so") for category in CATEGORIES}


@pytest.mark.parametrize(
    ("broken", "path", "reason"),
    [
        (Deck("", "en", "CC0", (card(**FULL),)), "title", "empty"),
        (Deck("T", "en", " ", (card(**FULL),)), "licence", "empty"),
        (Deck("T", "en", "CC0", (card(**FULL), card())), "card[1]", "asks nothing"),
        (Deck("T", "en", "CC0", (card(**FULL | {"laws": ("", "so")}),)), "card[0].laws.ask", "empty"),
        (Deck("T", "en", "CC0", (card(**FULL | {"people": ("Who", " ")}),)), "card[0].people.truth", "empty"),
        (
            Deck("T", "en", "CC0", (card(**FULL), card(words=("WORDS?", "else")))),
            "card[1].words.ask",
            "twice",
        ),
        (Deck("T", "en", "CC0", (card(words=("a", "b")),)), "card", "no card has people"),
        (Deck("T", "en", "CC0", ()), "card", "no card has words"),
        (Deck("T", "en", "CC0", (card(**FULL),), Bluffs(films=("a", "a"))), "bluffs.films[1]", "twice"),
        (Deck("T", "en", "CC0", (card(**FULL),), Bluffs(laws=(" ",))), "bluffs.laws[0]", "empty"),
    ],
)
def test_a_broken_deck_is_named_with_its_place(broken: Deck, path: str, reason: str) -> None:
    with pytest.raises(BrokenMaterial, match=reason) as why:
        decks.check(broken)
    assert (why.value.part, why.value.path) == ("deck", path)


@pytest.mark.parametrize(
    ("broken", "path"),
    [
        (ScoreSheet(0), "target"),
        (ScoreSheet(30, (30,)), "logos[0]"),
        (ScoreSheet(30, (5, 0)), "logos[1]"),
        (ScoreSheet(30, (5, 5)), "logos[1]"),
    ],
)
def test_a_broken_score_sheet_is_named_with_its_place(broken: ScoreSheet, path: str) -> None:
    with pytest.raises(BrokenMaterial) as why:
        sheets.check(broken)
    assert (why.value.part, why.value.path) == ("score_sheet", path)


# ----------------------------------------------------------------------------------------- a table's own words

OWN = """
[[card]]
words = { ask = "Snirtle", truth = "to laugh with one's mouth shut, as Aunt Edith does" }
"""


def with_own_words() -> Deck:
    """Our deck as a table adds to it: a card of their own at the end."""
    text = (DATA / "deck_en.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text + OWN), Deck, strict=True)


def test_a_table_adds_a_card_of_its_own_at_the_end_of_the_deck_file() -> None:
    added = with_own_words()
    decks.check(added)
    question = added.card[-1].words
    assert question is not None
    assert question.ask == "Snirtle"
    assert added.card[-1].of("films") is None


def test_the_deck_file_tells_how_to_add_a_card_of_ones_own() -> None:
    comment = "".join(line.removeprefix("#").strip() for line in (DATA / "deck_en.toml").read_text().splitlines()[:11])
    assert "".join(OWN.split()) in "".join(comment.split())


def test_a_card_without_the_category_is_passed_over_and_stays_for_its_own() -> None:
    added = Deck("T", "en", "CC0", (card(words=("Snirtle", "to laugh")), card(**FULL)))
    state = played(seated(deck=added), e.DieRolled(3), e.StackShuffled((0, 1)))
    with pytest.raises(Illegal, match="not_the_top_card"):
        played(state, e.CardDrawn(0))
    state = played(state, e.CardDrawn(1))
    assert state.stack == (0,)
    state = card_drawn(replace(seated(deck=added), stack=state.stack), 1)
    assert state.question == Question("Snirtle", "to laugh")


def test_when_no_card_has_the_category_any_more_all_are_shuffled() -> None:
    added = Deck("T", "en", "CC0", (card(words=("Snirtle", "to laugh")), card(**FULL)))
    state = played(replace(seated(deck=added), stack=(0,)), e.DieRolled(2))
    assert state.fitting == ()
    assert played(state, e.StackShuffled((0, 1)), e.CardDrawn(1)).stack == (0,)
