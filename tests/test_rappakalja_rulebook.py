"""Rappakalja: every number and every case of the rulebook, named after its section."""

from __future__ import annotations

from itertools import permutations

import pytest
from rappakalja_table import (
    FIVE,
    card_drawn,
    deck,
    due,
    everybody,
    guessed,
    handed_in,
    judged,
    letter_of,
    played,
    read_out,
    scored,
    seated,
    ticked,
    whole_round,
)

from games.rappakalja import events as e
from games.rappakalja.deck import CATEGORIES
from games.rappakalja.rules import winner
from games.rappakalja.score_sheet import ScoreSheet
from games.rappakalja.state import Phase
from games.table import Illegal

# --------------------------------------------------------------------------- First Half of a Round: the die


@pytest.mark.parametrize(("face", "category"), list(enumerate(CATEGORIES, start=1)))
def test_first_half_faces_one_to_five_are_the_five_categories(face: int, category: str) -> None:
    state = card_drawn(seated(), face)
    assert state.category == category
    assert state.question == state.setup.deck.card[0].of(state.category or "words")


@pytest.mark.parametrize("category", CATEGORIES)
def test_first_half_after_a_six_the_leader_chooses(category: str) -> None:
    rolled = played(seated(), e.DieRolled(6))
    assert rolled.category is None
    state = played(rolled, e.CategoryChosen(next(one for one in CATEGORIES if one == category)))
    assert state.category == category


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_first_half_after_another_face_nobody_chooses(face: int) -> None:
    with pytest.raises(Illegal, match="not_now"):
        played(seated(), e.DieRolled(face), e.CategoryChosen("laws"))


@pytest.mark.parametrize("face", [0, 7])
def test_first_half_a_die_shows_one_to_six(face: int) -> None:
    with pytest.raises(Illegal, match="no_such_face"):
        played(seated(), e.DieRolled(face))


def test_first_half_the_top_card_is_taken() -> None:
    state = played(seated(), e.DieRolled(3), e.StackShuffled((2, 0, 3, 1)))
    with pytest.raises(Illegal, match="not_the_top_card"):
        played(state, e.CardDrawn(0))
    state = played(state, e.CardDrawn(2))
    assert state.question is not None
    assert state.question.ask == "films 2"


# ------------------------------------------------------------------------ First Half of a Round: explanations


def test_first_half_everybody_but_the_leader_writes() -> None:
    assert seated().writers == ("Ben", "Cy", "Dora", "Emil")
    with pytest.raises(Illegal, match="not_writing"):
        played(card_drawn(seated()), e.WritingEnded(), e.SheetHandedIn("Anna", "me too"))


def test_first_half_all_explanations_are_read_in_any_order_with_the_truth_among_them() -> None:
    state = ticked(judged(seated(3, false_explanation=False)))
    for order in permutations(("Ben", "Cy", None)):
        listed = played(state, e.ExplanationsLettered(order)).round
        assert [one.author for one in listed.explanations] == list(order)
        assert "the truth of words 0" in [one.text for one in listed.explanations]
    with pytest.raises(Illegal, match="not_the_sheets"):
        played(state, e.ExplanationsLettered(("Ben", "Cy")))


def test_first_half_a_players_correct_explanation_is_removed_unread() -> None:
    state = read_out(seated(), correct=("Cy",))
    assert set(state.round.authors.values()) == {"Ben", "Dora", "Emil", None}
    assert "Cy's idea" not in [one.text for one in state.round.explanations]


def test_first_half_who_was_correct_takes_no_part_in_the_second_half() -> None:
    state = read_out(seated(), correct=("Ben",))
    assert state.unguessed == ("Cy", "Dora", "Emil")
    with pytest.raises(Illegal, match="not_guessing"):
        played(state, e.Guessed("Ben", "A"))


# -------------------------------------------------------------------------------------- Second Half of a Round


def test_second_half_the_player_to_the_left_of_the_leader_begins_and_all_guess_in_turn() -> None:
    state = read_out(seated(first="Cy"))
    asked = []
    while state.phase is Phase.GUESSES:
        first, *others = state.unguessed
        for other in others:
            with pytest.raises(Illegal, match="not_their_turn"):
                played(state, e.Guessed(other, letter_of(state, None)))
        state = played(state, e.Guessed(first, letter_of(state, None)))
        asked.append(first)
    assert asked == ["Dora", "Emil", "Anna", "Ben"]


def test_second_half_several_players_may_guess_the_same() -> None:
    state = guessed(read_out(seated()), everybody(seated(), "Dora"))
    assert due(state) == [("Dora", 2 + 3)]


def test_second_half_nobody_guesses_their_own_explanation() -> None:
    state = read_out(seated())
    with pytest.raises(Illegal, match="not_open"):
        played(state, e.Guessed("Ben", letter_of(state, "Ben")))


# --------------------------------------------------------------------- Calculating Points and Ticking Boxes


def test_calculating_points_the_correct_explanation_from_the_start_is_three() -> None:
    assert due(judged(seated(), correct=("Dora",))) == [("Dora", 3)]


def test_calculating_points_a_right_guess_is_two() -> None:
    state = guessed(read_out(seated()), {"Ben": None, "Cy": "Ben", "Dora": "Cy", "Emil": None})
    assert dict(due(state)) == {"Ben": 2 + 1, "Cy": 1, "Emil": 2}


def test_calculating_points_each_other_participant_who_believes_is_one() -> None:
    state = guessed(read_out(seated()), {"Ben": "Emil", "Cy": "Emil", "Dora": "Emil", "Emil": None})
    assert due(state) == [("Emil", 2 + 3 * 1)]


def test_calculating_points_nobody_right_is_three_for_the_leader() -> None:
    state = guessed(read_out(seated()), {"Ben": "Cy", "Cy": "Ben", "Dora": "Ben", "Emil": "Ben"})
    assert due(state) == [("Anna", 3), ("Ben", 3), ("Cy", 1)]


def test_calculating_points_one_right_guess_is_nothing_for_the_leader() -> None:
    state = guessed(read_out(seated()), {"Ben": "Cy", "Cy": "Ben", "Dora": "Ben", "Emil": None})
    assert dict(due(state)) == {"Ben": 2, "Cy": 1, "Emil": 2}


def test_calculating_points_a_correct_explanation_is_nothing_for_the_leader_though_nobody_guesses_right() -> None:
    state = guessed(read_out(seated(), correct=("Emil",)), {"Ben": "Cy", "Cy": "Ben", "Dora": "Ben"})
    assert dict(due(state)) == {"Ben": 2, "Cy": 1}


def test_calculating_points_everyone_is_right() -> None:
    state = guessed(read_out(seated()), everybody(seated(), None))
    assert due(state) == [(name, 2) for name in FIVE[1:]]


def test_ticking_boxes_the_leader_first_then_clockwise_from_the_left() -> None:
    state = seated(first="Cy")
    state = guessed(read_out(state), {"Dora": "Emil", "Emil": "Dora", "Anna": "Ben", "Ben": "Anna"})
    assert due(state) == [("Cy", 3), ("Dora", 1), ("Emil", 1), ("Anna", 1), ("Ben", 1)]
    with pytest.raises(Illegal, match="not_that_tick"):
        played(state, e.BoxesTicked("Dora", 1, "round"))


@pytest.mark.parametrize("logo", [5, 11, 17, 23, 28])
def test_ticking_boxes_a_last_tick_on_a_logo_is_worth_one_more(logo: int) -> None:
    state = seated(ticks={"Emil": logo - 2})
    assert scored(state, everybody(state, None)).ticks["Emil"] == logo + 1


def test_ticking_boxes_only_the_last_tick_counts_for_a_logo() -> None:
    state = seated(ticks={"Emil": 4})
    assert scored(state, everybody(state, None)).ticks["Emil"] == 6


def test_ticking_boxes_a_bonus_tick_on_a_logo_is_worth_nothing_more() -> None:
    state = seated(score_sheet=ScoreSheet(30, (2, 3, 4)))
    assert scored(state, everybody(state, None)).ticks["Emil"] == 3


# -------------------------------------------------------------------------------------------- Special Cases


def test_special_cases_a_correct_explanation_ticks_at_once_before_the_guessing() -> None:
    state = judged(seated(), correct=("Cy",))
    assert state.phase is Phase.REWARDS
    state = ticked(state)
    assert state.ticks["Cy"] == 3
    assert state.phase is Phase.LETTERS


def test_special_cases_immediate_ticks_have_their_own_logo() -> None:
    assert ticked(judged(seated(ticks={"Cy": 2}), correct=("Cy",))).ticks["Cy"] == 2 + 3 + 1


def test_special_cases_two_correct_explanations_tick_three_each_and_break_off() -> None:
    state = ticked(judged(seated(), correct=("Emil", "Ben")))
    assert state.phase is Phase.BROKEN_OFF
    assert state.ticks == {"Anna": 0, "Ben": 3, "Cy": 0, "Dora": 0, "Emil": 3}


def test_special_cases_several_correct_tick_clockwise_from_the_leaders_left() -> None:
    state = judged(seated(first="Cy"), correct=("Ben", "Emil", "Anna"))
    assert due(state) == [("Emil", 3), ("Anna", 3), ("Ben", 3)]


def test_special_cases_everyone_is_correct() -> None:
    state = ticked(judged(seated(), correct=FIVE[1:]))
    assert state.phase is Phase.BROKEN_OFF
    assert [state.ticks[name] for name in FIVE] == [0, 3, 3, 3, 3]


@pytest.mark.parametrize("equal", [("Ben", "Cy"), ("Emil", "Cy", "Dora"), ("Ben", "Cy", "Dora", "Emil")])
def test_special_cases_the_same_bluff_twice_breaks_off_without_points(equal: tuple[str, ...]) -> None:
    state = judged(seated(), equal=equal)
    assert state.phase is Phase.BROKEN_OFF
    assert not any(state.ticks.values())


def test_special_cases_equal_wrong_ones_and_a_correct_one_break_off_and_the_correct_one_ticks_three() -> None:
    state = ticked(judged(seated(), correct=("Dora",), equal=("Ben", "Cy")))
    assert state.phase is Phase.BROKEN_OFF
    assert state.ticks["Dora"] == 3
    assert sum(state.ticks.values()) == 3


def test_special_cases_the_same_leader_draws_a_new_card_and_rolls_again() -> None:
    state = played(judged(seated(), equal=("Ben", "Cy")), e.CardBrokenOff())
    assert (state.lead, state.phase, state.rounds) == ("Anna", Phase.CARD, 0)
    assert state.round.face is None
    again = card_drawn(state, 4)
    assert again.question is not None
    assert again.question.ask == "abbreviations 1"


# ------------------------------------------------------------------------------------------------ New Round


def test_new_round_the_left_hand_neighbour_leads_next_and_after_the_last_the_first() -> None:
    state = seated(deck=deck(cards=6))
    leaders = [state.lead]
    for _ in range(5):
        state = whole_round(state)
        leaders.append(state.lead)
    assert leaders == [*FIVE, "Anna"]


def test_new_round_the_leader_changes_only_when_a_whole_round_has_been_played() -> None:
    state = seated()
    for _ in range(3):
        state = played(ticked(judged(state, correct=("Ben", "Cy"))), e.CardBrokenOff())
        assert state.lead == "Anna"
    assert whole_round(state).lead == "Ben"


# ------------------------------------------------------------------------------------- "Good" Definitions


def test_good_definitions_one_that_is_not_complete_enough_is_written_anew() -> None:
    state = played(handed_in(seated()), e.SheetsSentBack(("Cy",)))
    assert state.phase is Phase.WRITING
    state = played(state, e.WritingEnded())
    assert state.unwritten == ("Cy",)
    state = played(state, e.SheetHandedIn("Cy", "a much longer idea"))
    assert state.phase is Phase.CORRECT
    assert state.round.sheets["Cy"] == "a much longer idea"
    assert state.round.sheets["Ben"] == "Ben's idea"


def test_good_definitions_an_explanation_is_sent_back_once() -> None:
    state = played(handed_in(seated()), e.SheetsSentBack(("Cy",)), e.WritingEnded(), e.SheetHandedIn("Cy", "hm"))
    with pytest.raises(Illegal, match="not_now"):
        played(state, e.SheetsSentBack(("Cy",)))


# ------------------------------------------------------------------------------------------ Nearly Correct


def test_nearly_correct_counts_as_correct_whatever_the_text() -> None:
    state = judged(seated(), correct=("Ben",))
    assert state.round.sheets["Ben"] != "the truth of words 0"
    assert due(state) == [("Ben", 3)]


# ------------------------------------------------------------------------------------- Tips for 3-4 Players


@pytest.mark.parametrize(("players", "may"), [(3, True), (4, True), (5, False), (10, False)])
def test_tips_for_few_players_the_leader_may_add_a_false_explanation(players: int, may: bool) -> None:
    state = ticked(judged(seated(players)))
    assert (state.phase is Phase.FALSE) == may


def test_tips_for_few_players_the_leader_may_pass() -> None:
    state = read_out(seated(3))
    assert set(state.round.authors.values()) == {"Ben", "Cy", None}


def test_tips_for_few_players_each_believer_of_the_false_one_is_one_for_the_leader() -> None:
    state = guessed(read_out(seated(4), false="a lie"), {"Ben": "Anna", "Cy": "Anna", "Dora": None})
    assert due(state) == [("Anna", 2), ("Dora", 2)]


def test_tips_for_few_players_on_top_of_the_three_if_nobody_is_right() -> None:
    state = guessed(read_out(seated(4), false="a lie"), {"Ben": "Anna", "Cy": "Anna", "Dora": "Ben"})
    assert due(state) == [("Anna", 3 + 2), ("Ben", 1)]


@pytest.mark.parametrize("text", ["Ben's idea", " BEN'S  idea. ", "the truth of words 0"])
def test_tips_for_few_players_a_false_one_that_is_there_is_replaced_without_a_break_off(text: str) -> None:
    state = played(ticked(judged(seated(3))), e.FalseSettled(True))
    with pytest.raises(Illegal, match="false_is_there"):
        played(state, e.FalseWritten(text))
    assert played(state, e.FalseWritten("another one")).phase is Phase.LETTERS


def test_tips_for_few_players_is_an_option() -> None:
    assert ticked(judged(seated(3, false_explanation=False))).phase is Phase.LETTERS


# ---------------------------------------------------------------------------------------------- Who Wins


def test_who_wins_the_first_to_fill_the_sheet() -> None:
    state = seated(ticks={"Cy": 28})
    state = scored(state, everybody(state, None))
    assert state.phase is Phase.RESULT
    assert played(state, e.GameEnded("Cy")).winners == ("Cy",)


def test_who_wins_two_reach_the_target_in_the_same_round_and_the_first_in_order_wins() -> None:
    state = seated(ticks={"Dora": 29, "Cy": 28, "Emil": 29})
    state = scored(state, everybody(state, None))
    assert winner(state) == "Cy"
    assert state.ticks["Dora"] == 29, "the game is over before Dora ticks"
    with pytest.raises(Illegal, match="not_the_winner"):
        played(state, e.GameEnded("Dora"))


def test_who_wins_the_leader_ticks_first() -> None:
    state = seated(ticks={"Anna": 27, "Ben": 29})
    state = scored(state, {"Ben": "Cy", "Cy": "Ben", "Dora": "Ben", "Emil": "Ben"})
    assert winner(state) == "Anna"


def test_who_wins_by_the_bonus_of_a_logo() -> None:
    state = seated(score_sheet=ScoreSheet(30, (29,)), ticks={"Ben": 27})
    state = scored(state, everybody(state, None))
    assert (winner(state), state.ticks["Ben"]) == ("Ben", 30)


def test_who_wins_immediate_ticks_can_end_the_game_before_the_guessing() -> None:
    state = ticked(judged(seated(ticks={"Emil": 27, "Ben": 29}), correct=("Emil",)))
    assert state.phase is Phase.RESULT
    assert winner(state) == "Emil"


def test_who_wins_of_two_correct_the_one_nearer_to_the_leaders_left() -> None:
    state = ticked(judged(seated(ticks={"Emil": 29, "Ben": 27}), correct=("Emil", "Ben")))
    assert winner(state) == "Ben"
    assert state.ticks["Emil"] == 29


def test_who_wins_extra_ticks_past_the_target_are_lost() -> None:
    state = scored(seated(ticks={"Ben": 29}), everybody(seated(), None))
    assert state.ticks["Ben"] == 30


@pytest.mark.parametrize("leader", FIVE)
def test_who_wins_exactly_one_even_if_all_are_equal_when_the_rounds_are_over(leader: str) -> None:
    state = seated(first=leader, rounds=1, ticks=dict.fromkeys(FIVE, 7) | {leader: 9})
    state = played(scored(state, everybody(state, None)), e.RoundEnded())
    assert set(state.ticks.values()) == {9}
    assert played(state, e.GameEnded(leader)).winners == (leader,)
