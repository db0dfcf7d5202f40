"""same same: what is allowed when, how it ends, and what a deck and a set-up must have."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from same_same_table import (
    EMMA,
    FOUR,
    LINUS,
    LOLA,
    TWOS,
    VANESSA,
    deck,
    laid,
    played,
    scored,
    seated,
    told,
    turned,
    with_chips,
)

from games.game import BrokenMaterial, Standing
from games.option import materials_of, options_of
from games.same_same import GAME
from games.same_same import events as e
from games.same_same.deck import Card, Deck
from games.same_same.rules import ahead, apply, begin, standings
from games.same_same.setup import Setup
from games.same_same.state import Phase, State
from games.table import Illegal

# -------------------------------------------------------------------------------------------- at its moment


def opening() -> State:
    return seated(wording=None, points=None)


@pytest.mark.parametrize(
    ("state", "event"),
    [
        (seated(), e.WordingAgreed("negative")),
        (seated(), e.PointsAgreed("one")),
        (seated(wording=None), e.PointsAgreed("one")),
        (seated(points=None), e.WordingAgreed("negative")),
        (opening(), e.StackShuffled(tuple(range(12)))),
        (opening(), e.CardTurned(0)),
        (turned(seated()), e.CardTurned(1)),
        (turned(seated()), e.StackShuffled(tuple(range(12)))),
        (turned(seated()), e.QuestionWorded("negative")),
        (turned(seated(wording="each")), e.LettersLaid()),
        (turned(seated()), e.LetterTold(LINUS, "A")),
        (turned(seated()), e.PairsMoved()),
        (laid(seated()), e.LettersLaid()),
        (laid(seated()), e.PairsMoved()),
        (told(laid(seated()), "AAAA"), e.LetterTold(LINUS, "A")),
        (seated(), e.GameEnded(())),
        (seated(), "something else"),
    ],
)
def test_nothing_happens_before_or_after_its_moment(state: State, event: Any) -> None:
    with pytest.raises(Illegal, match="not_now"):
        apply(state, event)


def test_a_game_opens_in_either_order_and_not_before_both_are_agreed() -> None:
    wording, points = e.WordingAgreed("each"), e.PointsAgreed("one")
    assert played(opening(), wording).phase is played(opening(), points).phase is Phase.OPENING
    assert played(opening(), wording, points) == played(opening(), points, wording)
    assert played(opening(), wording, points).phase is Phase.CARD
    assert seated().phase is Phase.CARD


def test_a_full_stack_is_not_shuffled_in_mid_game() -> None:
    with pytest.raises(Illegal, match="not_now"):
        played(scored(seated(), "ABCD"), e.StackShuffled(tuple(range(12))))


@pytest.mark.parametrize("order", [(), (0, 1), (0, 1, 1), (0, 1, 3), (0, 1, 2, 2)])
def test_the_stack_is_the_whole_deck(order: tuple[int, ...]) -> None:
    with pytest.raises(Illegal, match="not_the_stack"):
        played(seated(deck=deck(1, 2, 3)), e.StackShuffled(order))


def test_two_cards_are_enough_and_are_shuffled_before_every_question() -> None:
    state = seated(deck=deck(1, 3), target=100)
    for _ in range(5):
        assert len(state.stack) <= 1
        state = scored(state, "AABC")
    assert state.track[LINUS, VANESSA] == 15, "card 0 is turned every time, and card 1 shows 3"


# -------------------------------------------------------------------------------------------------- letters


@pytest.mark.parametrize("letter", ["E", "Z", "a", "", "AB"])
def test_a_letter_that_no_card_has_changes_nothing(letter: str) -> None:
    state = told(laid(seated()), {LINUS: "A"})
    with pytest.raises(Illegal, match="letter_not_read") as why:
        told(state, {EMMA: letter})
    assert why.value.slots == {"name": EMMA, "letter": letter}
    assert state.missing == (VANESSA, EMMA, LOLA)


def test_a_letter_counts_once() -> None:
    with pytest.raises(Illegal, match="told_already") as why:
        told(told(laid(seated()), {LINUS: "A"}), {LINUS: "B"})
    assert why.value.slots == {"name": LINUS}


def test_somebody_who_is_not_there_has_no_letter() -> None:
    with pytest.raises(Illegal, match="not_answering"):
        told(laid(seated()), {"Olga": "A"})


# ---------------------------------------------------------------------------------------------- ends and ties


def test_only_those_in_front_have_won() -> None:
    state = scored(seated(target=2), "AABC")
    with pytest.raises(Illegal, match="not_winners"):
        played(state, e.GameEnded(((EMMA, LOLA),)))


def test_after_so_many_rounds_the_pairs_in_front_win() -> None:
    state = scored(seated(rounds=2), "AABC", "AABB")
    assert state.phase is Phase.RESULT
    assert ahead(state) == ((LINUS, VANESSA),)


def test_a_tie_after_so_many_rounds_is_shared() -> None:
    assert ahead(scored(seated(rounds=1), "AABB")) == ((LINUS, VANESSA), (EMMA, LOLA))


def test_a_pair_with_somebody_who_left_can_still_win_by_rounds() -> None:
    state = played(scored(seated(rounds=2), "AABC"), e.PlayerLeft(LINUS))
    assert ahead(scored(state, "ABC")) == ((LINUS, VANESSA),)


def test_standings_are_pairs_best_first_and_ties_in_seating_order() -> None:
    state = with_chips(seated(), Emma_Lola=9, Linus_Lola=4, Linus_Vanessa=4)
    assert standings(state) == (
        Standing((EMMA, LOLA), 9, 1),
        Standing((LINUS, VANESSA), 4, 2),
        Standing((LINUS, LOLA), 4, 2),
        Standing((LINUS, EMMA), 0, 4),
        Standing((VANESSA, EMMA), 0, 4),
        Standing((VANESSA, LOLA), 0, 4),
    )


def test_it_is_everybodys_turn_and_who_has_left_is_no_longer_there() -> None:
    state = played(seated(), e.PlayerLeft(EMMA))
    assert GAME.turn(state) is None
    assert GAME.people(state) == (LINUS, VANESSA, LOLA)
    assert GAME.rounds(scored(state, "ABC")) == 1
    assert GAME.winners(state) == ()


# --------------------------------------------------------------------------------------------- set-up, deck


def test_set_up_has_the_options_of_the_rulings() -> None:
    assert [one.name for one in options_of(Setup)] == ["wording", "points", "target", "rounds", "thinking_s"]
    assert set(materials_of(Setup)) == {"deck"}
    assert {one.name: one.least for one in options_of(Setup)}["target"] == 1


@pytest.mark.parametrize(
    ("agreed", "reason"),
    [
        ({"players": ("Anna", "Anna", "Ben")}, "a name of their own"),
        ({"players": ("Anna", " ", "Ben")}, "needs a name"),
        ({"target": 0}, "at least one point"),
        ({"rounds": 0}, "at least one question"),
        ({"thinking_s": 0.0}, "longer than nothing"),
    ],
)
def test_a_set_up_from_which_no_game_can_come_is_refused(agreed: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        begin(Setup(**{"players": FOUR, "deck": TWOS, **agreed}))


def broken(**card: Any) -> Deck:
    good = TWOS.card[0]
    return replace(TWOS, card=(good, replace(TWOS.card[1], **card)))


@pytest.mark.parametrize(
    ("poor", "path"),
    [
        (replace(TWOS, title=" "), "title"),
        (replace(TWOS, licence=""), "licence"),
        (replace(TWOS, card=TWOS.card[:1]), "card"),
        (broken(positive=""), "card[1].positive"),
        (broken(negative=" "), "card[1].negative"),
        (broken(positive="What do you like about 0?"), "card[1].positive"),
        (broken(negative="what do you like about 1?"), "card[1].negative"),
        (broken(options=("a", "b", "c")), "card[1].options"),
        (broken(options=("a", "b", "c", "d", "e")), "card[1].options"),
        (broken(options=("a", "b", " ", "d")), "card[1].options[2]"),
        (broken(options=("a", "b", "c", "B")), "card[1].options[3]"),
        (broken(points=0), "card[1].points"),
        (broken(points=4), "card[1].points"),
    ],
)
def test_a_deck_from_which_no_game_can_come_names_its_fault(poor: Deck, path: str) -> None:
    with pytest.raises(BrokenMaterial) as fault:
        seated(deck=poor)
    assert (fault.value.part, fault.value.path) == ("deck", path)


def test_a_card_is_what_its_file_says() -> None:
    assert list(Card.__dataclass_fields__) == ["positive", "negative", "options", "points"]
