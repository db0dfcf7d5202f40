"""same same: every number and every example of the rulebook, and what the rulings add."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from same_same_table import (
    EMMA,
    FOUR,
    LINUS,
    LOLA,
    SIX,
    THREE,
    VANESSA,
    deck,
    laid,
    led,
    played,
    scored,
    seated,
    told,
    turned,
    with_chips,
)

from games import shelf
from games.same_same import GAME
from games.same_same import events as e
from games.same_same.reading import in_full
from games.same_same.rules import ahead, standings
from games.same_same.setup import WORDINGS
from games.same_same.state import Phase
from games.table import Illegal, Say

DECK: Path = shelf.folder("same_same") / "data" / "deck_en.toml"


# --------------------------------------------------------------------------------------------- Components


def test_components_three_to_six_players() -> None:
    assert list(GAME.players) == [3, 4, 5, 6]
    for names in (FOUR[:2], (*SIX, "Olga")):
        with pytest.raises(ValueError, match="three to six people play"):
            seated(names)


def test_components_six_players_have_fifteen_two_coloured_chips() -> None:
    assert len(seated(SIX).track) == 15


def test_components_every_card_has_four_answers_and_shows_one_two_or_three_points() -> None:
    cards = tomllib.loads(DECK.read_text("utf-8"))["card"]
    assert all(len(card["options"]) == 4 for card in cards)
    assert Counter(card["points"] for card in cards) == {1: 48, 2: 48, 3: 48}


# -------------------------------------------------------------------------------------------------- Setup


def test_setup_example_four_players_have_six_chips_red_yellow_to_green_blue() -> None:
    assert tuple(seated(FOUR).track) == (
        (LINUS, VANESSA),  # red-yellow
        (LINUS, EMMA),  # red-green
        (LINUS, LOLA),  # red-blue
        (VANESSA, EMMA),  # yellow-green
        (VANESSA, LOLA),  # yellow-blue
        (EMMA, LOLA),  # green-blue
    )


@pytest.mark.parametrize(("players", "chips"), [(3, 3), (4, 6), (5, 10), (6, 15)])
def test_setup_only_the_chips_of_those_who_play_stand_on_the_start(players: int, chips: int) -> None:
    assert list(seated(SIX[:players]).track.values()) == [0] * chips


def test_setup_three_players_need_no_answer_card_d() -> None:
    assert turned(seated(THREE)).letters == ("A", "B", "C")
    with pytest.raises(Illegal, match="letter_not_read"):
        told(laid(seated(THREE)), {EMMA: "D"})


@pytest.mark.parametrize("players", [4, 5, 6])
def test_setup_four_and_more_players_have_a_b_c_and_d(players: int) -> None:
    assert turned(seated(SIX[:players])).letters == ("A", "B", "C", "D")


def test_setup_the_cards_are_shuffled_into_a_face_down_stack() -> None:
    state = played(seated(deck=deck(1, 2, 3)), e.StackShuffled((2, 0, 1)))
    assert state.stack == (2, 0, 1)
    with pytest.raises(Illegal, match="not_the_top_card"):
        played(state, e.CardTurned(0))
    assert played(state, e.CardTurned(2)).card.points == 3


# ---------------------------------------------------------------------------------------------- Game Flow


def test_game_flow_positive_for_the_whole_game() -> None:
    state = seated(wording="positive")
    for number in range(3):
        state = turned(state)
        assert state.question == f"What do you like about {number}?"
        state = played(told(played(state, e.LettersLaid()), "AAAA"), e.PairsMoved())


def test_game_flow_negative_for_the_whole_game() -> None:
    state = seated(wording="negative")
    for number in range(3):
        state = turned(state)
        assert state.question == f"What do you dislike about {number}?"
        state = played(told(played(state, e.LettersLaid()), "AAAA"), e.PairsMoved())


def test_game_flow_or_case_by_case_whichever_is_more_interesting() -> None:
    state = turned(seated(wording="each"))
    assert state.phase is Phase.WORDING
    assert played(state, e.QuestionWorded("negative")).question == "What do you dislike about 0?"
    assert played(state, e.QuestionWorded("positive")).question == "What do you like about 0?"


def test_game_flow_the_wording_is_asked_aloud_with_all_three_ways() -> None:
    asked = led(seated(wording=None, rounds=1), "AAAA").asked[0][1]
    assert asked.key == "wording"
    assert WORDINGS == ("positive", "negative", "each")


def test_game_flow_question_and_four_answers_are_read_aloud() -> None:
    assert in_full(turned(seated())) == (
        Say("question_for", {"question": "What do you like about 0?", "n": 2}),
        *(Say("option", {"letter": "ABCD"[n], "text": f"answer {n + 1} of 0"}, 0.6) for n in range(4)),
    )


def test_game_flow_three_players_hear_a_b_and_c_only() -> None:
    assert [line.slots.get("letter") for line in in_full(turned(seated(THREE)))] == [None, "A", "B", "C"]


def test_game_flow_letters_are_told_only_when_every_card_lies_face_down() -> None:
    with pytest.raises(Illegal, match="not_now"):
        told(turned(seated()), {LINUS: "A"})


def test_game_flow_points_are_those_of_the_next_card_on_the_stack() -> None:
    """Card 0 is played; card 1 lies on top and shows 3. It is known before anybody answers."""
    state = turned(seated(deck=deck(1, 3, 2)))
    assert state.phase is Phase.CHOOSING
    assert state.worth == 3
    assert in_full(state)[0].slots["n"] == 3


@pytest.mark.parametrize("points", [1, 2, 3])
def test_game_flow_a_match_scores_the_one_two_or_three_points_shown(points: int) -> None:
    state = scored(seated(deck=deck(1, points, 1)), "AABC")
    assert state.track[LINUS, VANESSA] == points
    assert sum(state.track.values()) == points


def test_game_flow_example_linus_vanessa_emma_b_lola_d_two_points() -> None:
    """Red-yellow, red-green and yellow-green move two spaces each; Lola has not scored with anyone."""
    letters = {LINUS: "B", VANESSA: "B", EMMA: "B", LOLA: "D"}
    state = scored(seated(deck=deck(1, 2, 3)), letters)
    assert state.track == {
        (LINUS, VANESSA): 2,
        (LINUS, EMMA): 2,
        (VANESSA, EMMA): 2,
        (LINUS, LOLA): 0,
        (VANESSA, LOLA): 0,
        (EMMA, LOLA): 0,
    }


def test_game_flow_the_example_comes_out_the_same_in_every_order_of_telling() -> None:
    letters = {LINUS: "B", VANESSA: "B", EMMA: "B", LOLA: "D"}
    start = laid(seated(deck=deck(1, 2, 3)))
    ends = [told(start, {name: letters[name] for name in order}) for order in permutations(FOUR)]
    assert all(end == ends[0] for end in ends)
    assert len(ends) == 24


def test_game_flow_two_and_two_are_two_pairs_not_six() -> None:
    assert {pair: n for pair, n in scored(seated(), "ABAB").track.items() if n} == {
        (LINUS, EMMA): 2,
        (VANESSA, LOLA): 2,
    }


@pytest.mark.parametrize(("players", "pairs"), [(3, 3), (4, 6), (5, 10), (6, 15)])
def test_game_flow_everybody_the_same_letter_moves_every_chip(players: int, pairs: int) -> None:
    state = scored(seated(SIX[:players]), "C" * players)
    assert list(state.track.values()) == [2] * pairs


@pytest.mark.parametrize("letters", ["ABC", "ABCD"])
def test_game_flow_everybody_a_different_letter_moves_none(letters: str) -> None:
    state = scored(seated(FOUR[: len(letters)]), letters)
    assert set(state.track.values()) == {0}
    assert state.rounds == 1


def test_game_flow_then_the_next_card() -> None:
    state = scored(seated(deck=deck(1, 2, 3, 1)), "AABC")
    assert state.phase is Phase.CARD
    following = turned(state)
    assert (following.question, following.worth) == ("What do you like about 1?", 3)


def test_ruling_the_stack_is_reshuffled_before_its_last_card() -> None:
    """The last card cannot be played, because none is left below it that would show its points."""
    state = scored(seated(deck=deck(1, 2, 3)), "AABC", "AABC")
    assert state.stack == (2,)
    with pytest.raises(Illegal, match="not_the_top_card"):
        played(state, e.CardTurned(2))
    assert played(state, e.StackShuffled((1, 0, 2)), e.CardTurned(1)).worth == 1


# ----------------------------------------------------------------------------------------------- Game End


def test_game_end_target_space_is_25() -> None:
    state = seated()
    assert state.target == 25
    assert scored(with_chips(state, Linus_Emma=22), "ABAC").phase is Phase.CARD
    assert scored(with_chips(state, Linus_Emma=23), "ABAC").phase is Phase.RESULT


def test_game_end_the_pair_that_reaches_it_has_won_together() -> None:
    state = scored(with_chips(seated(), Linus_Emma=23, Vanessa_Lola=22), "ABAC")
    over = played(state, e.GameEnded(((LINUS, EMMA),)))
    assert GAME.over(over)
    assert GAME.winners(over) == ((LINUS, EMMA),)
    assert standings(over)[0].names == (LINUS, EMMA)


def test_game_end_target_is_an_option() -> None:
    assert scored(seated(target=4), "AABC", "AABC").phase is Phase.RESULT


def test_ruling_several_pairs_at_once_share() -> None:
    state = scored(with_chips(seated(), Linus_Emma=23, Vanessa_Lola=23), "ABAB")
    assert ahead(state) == ((LINUS, EMMA), (VANESSA, LOLA))
    assert GAME.winners(played(state, e.GameEnded(ahead(state)))) == ((LINUS, EMMA), (VANESSA, LOLA))


def test_ruling_overshoot_breaks_no_tie() -> None:
    """One chip has a space to spare, another needs every point: both stand on 25."""
    state = scored(with_chips(seated(deck=deck(1, 3, 1)), Linus_Emma=24, Vanessa_Lola=22), "ABAB")
    assert [(line.names, line.points, line.place) for line in standings(state)][:2] == [
        ((LINUS, EMMA), 25, 1),
        ((VANESSA, LOLA), 25, 1),
    ]


def test_ruling_three_with_the_same_letter_can_win_as_three_pairs() -> None:
    state = with_chips(seated(), Linus_Vanessa=24, Linus_Emma=23, Vanessa_Emma=24)
    assert ahead(scored(state, "CCCA")) == ((LINUS, VANESSA), (LINUS, EMMA), (VANESSA, EMMA))


# ------------------------------------------------------------------------------------------------ Variant


def test_variant_every_match_is_worth_one_point_whatever_the_stack_shows() -> None:
    state = scored(seated(deck=deck(3, 3, 3), points="one"), "AABB")
    assert {pair: n for pair, n in state.track.items() if n} == {(LINUS, VANESSA): 1, (EMMA, LOLA): 1}


def test_variant_target_space_is_10() -> None:
    state = seated(points="one")
    assert state.target == 10
    assert scored(with_chips(state, Linus_Vanessa=8), "AABC").phase is Phase.CARD
    assert scored(with_chips(state, Linus_Vanessa=9), "AABC").phase is Phase.RESULT


def test_variant_points_and_target_are_options_of_their_own() -> None:
    assert seated(points="one", target=25).target == 25
    assert seated(points="stack", target=10).target == 10


def test_variant_nothing_is_said_about_points_with_the_question() -> None:
    assert in_full(turned(seated(points="one")))[0] == Say("question", {"question": "What do you like about 0?"})
