"""Nobody is Perfect: every number of the rulebook's examples, and what the rulings add."""

from __future__ import annotations

from dataclasses import replace

import pytest
from nip_table import (
    BLUE,
    FIVE,
    ORANGE,
    PINK,
    START,
    YELLOW,
    at,
    card_drawn,
    deck,
    due,
    letter_of,
    moved,
    played,
    read_out,
    revealed,
    seated,
    tip,
)

from games.nobody_is_perfect import events as e
from games.nobody_is_perfect.rules import open_letters
from games.nobody_is_perfect.setup import Setup
from games.nobody_is_perfect.state import Phase
from games.table import Illegal

# ---------------------------------------------------------------------------------------------- Flow of Play


@pytest.mark.parametrize(
    ("space", "colour"),
    [(0, "blue"), (1, "pink"), (2, "yellow"), (3, "orange"), (4, "blue"), (9, "pink"), (38, "yellow"), (39, "orange")],
)
def test_the_leaders_pawn_decides_the_colour(space: int, colour: str) -> None:
    assert seated(at(space)).space == colour


@pytest.mark.parametrize("space", [10, 20, 30])
def test_on_a_joker_the_leader_chooses(space: int) -> None:
    state = seated(at(space))
    assert state.space == "joker"
    with pytest.raises(Illegal, match="not_that_colour"):
        played(state, e.StackShuffled("pink", state.setup.deck.stack("pink")))
    chosen = played(state, e.ColourChosen("pink"))
    assert card_drawn(chosen).question.ask == "Why pink 0.2?"


def test_elsewhere_nobody_chooses() -> None:
    with pytest.raises(Illegal, match="not_that_colour"):
        played(seated(at(BLUE)), e.ColourChosen("pink"))


def test_number_two_on_a_blue_space_reads_question_two_of_the_top_blue_card() -> None:
    assert card_drawn(seated(at(BLUE))).question.ask == "Why blue 0.2?"


def test_the_left_hand_neighbour_leads_next_and_after_the_last_the_first() -> None:
    state = seated(START, deck=deck(cards=6))
    leaders = [state.lead]
    for _ in range(5):
        state = played(moved(revealed(read_out(state), dict.fromkeys(state.voters, None))), e.RoundEnded())
        leaders.append(state.lead)
    assert leaders == ["Anna", "Ben", "Charlie", "Dora", "Emil", "Anna"]


def test_an_empty_stack_goes_on_with_the_next_number_and_is_shuffled() -> None:
    fresh = seated(at(BLUE, players=3), deck=deck(cards=1), number=2)
    state, asked = fresh, []
    for number in (3, 1, 2):
        drawn = card_drawn(state)
        asked.append(drawn.question.ask)
        empty = replace(fresh, stacks=drawn.stacks, advanced=drawn.advanced)
        with pytest.raises(Illegal, match="not_the_top_card"):
            played(empty, e.CardDrawn(0))
        with pytest.raises(Illegal, match="not_now"):
            played(empty, e.StackShuffled("blue", (0,)))
        state = played(empty, e.NumberAdvanced("blue", number), e.StackShuffled("blue", (0,)))
    assert asked == ["Why blue 0.2?", "Why blue 0.3?", "Why blue 0.1?"]
    assert state.number_of("pink") == 2


# ------------------------------------------------------------------------------ Blue, Pink and Yellow Cards


def test_charlie_found_it_and_fooled_two_for_eight_spaces() -> None:
    state = read_out(seated(START))
    state = revealed(state, {"Ben": "Charlie", "Charlie": None, "Dora": "Charlie", "Emil": "Ben"})
    assert due(state) == {"Charlie": {"truth": 2, "bluff": 3 + 3}, "Ben": {"bluff": 3}}
    assert moved(state).track == {"Anna": 0, "Ben": 3, "Charlie": 8, "Dora": 0, "Emil": 0}


@pytest.mark.parametrize("space", [BLUE, PINK, YELLOW])
def test_the_leader_neither_writes_nor_tips_nor_scores(space: int) -> None:
    state = seated(at(space))
    assert state.writers == state.voters == ("Ben", "Charlie", "Dora", "Emil")
    with pytest.raises(Illegal, match="not_writing"):
        played(card_drawn(state), e.WritingEnded(), e.SheetHandedIn("Anna", "me too"))
    state = read_out(state)
    with pytest.raises(Illegal, match="not_tipping"):
        played(state, tip("Anna", "A"))
    assert "Anna" not in due(revealed(state, dict.fromkeys(state.voters, None)))


def test_nobody_tips_their_own_answer() -> None:
    state = read_out(seated(START), order=("Ben", None, "Dora", "Emil", "Charlie"))
    assert open_letters(state, "Ben") == ("B", "C", "D", "E")
    with pytest.raises(Illegal, match="not_open"):
        played(state, tip("Charlie", "E"))


def test_everybody_is_right() -> None:
    state = revealed(read_out(seated(START)), dict.fromkeys(FIVE[1:], None))
    assert due(state) == {name: {"truth": 2} for name in FIVE[1:]}


def test_everybody_is_wrong() -> None:
    state = revealed(read_out(seated(START)), {"Ben": "Charlie", "Charlie": "Ben", "Dora": "Ben", "Emil": "Dora"})
    assert due(state) == {"Ben": {"bluff": 6}, "Charlie": {"bluff": 3}, "Dora": {"bluff": 3}}


def test_three_players_two_bluffs_and_the_truth() -> None:
    state = read_out(seated(at(BLUE, players=3)))
    assert [answer.sheet for answer in state.round.answers] == ["Ben", "Charlie", None]
    assert due(revealed(state, {"Ben": "Charlie", "Charlie": None})) == {"Charlie": {"truth": 2, "bluff": 3}}


# --------------------------------------------------------------------------------------------- Orange Cards


def test_on_orange_everybody_writes_and_all_but_the_leader_tip() -> None:
    state = seated(at(ORANGE))
    assert state.writers == ("Ben", "Charlie", "Dora", "Emil", "Anna")
    assert state.voters == ("Ben", "Charlie", "Dora", "Emil")


def test_orange_pays_finders_two_spinners_three_and_the_leader_one_per_tip() -> None:
    state = read_out(seated(at(ORANGE, ORANGE)))
    state = revealed(state, {"Ben": "Anna", "Charlie": "Anna", "Dora": "Ben", "Emil": "Ben"})
    assert due(state) == {"Ben": {"truth": 2, "bluff": 6}, "Charlie": {"truth": 2}, "Anna": {"leader": 2}}
    assert moved(state).track == at(5, 3, Ben=11, Charlie=5)


def test_an_orange_leader_whom_nobody_finds_stays() -> None:
    state = revealed(read_out(seated(at(ORANGE))), {"Ben": "Dora", "Charlie": "Dora", "Dora": "Ben", "Emil": "Ben"})
    assert "Anna" not in due(state)


# ----------------------------------------------------------------------------------------------- Double lie


def test_a_double_lie_has_one_letter_and_pays_each_author_in_full() -> None:
    state = read_out(seated(START), ("Ben", "Dora"))
    assert len(state.round.answers) == 4
    state = revealed(state, {"Ben": None, "Charlie": "Dora", "Dora": "Emil", "Emil": "Ben"})
    assert due(state) == {"Ben": {"truth": 2, "bluff": 6}, "Dora": {"bluff": 6}, "Emil": {"bluff": 3}}


@pytest.mark.parametrize("author", ["Ben", "Dora"])
def test_none_of_a_double_lies_authors_may_tip_it(author: str) -> None:
    state = read_out(seated(START), ("Ben", "Dora"))
    with pytest.raises(Illegal, match="not_open"):
        played(state, tip(author, letter_of(state, "Ben")))


def test_three_players_and_a_double_lie_leave_one_letter_each() -> None:
    state = read_out(seated(at(BLUE, players=3)), ("Ben", "Charlie"))
    true = letter_of(state, None)
    assert open_letters(state, "Ben") == open_letters(state, "Charlie") == (true,)
    assert due(revealed(state, {"Ben": None, "Charlie": None})) == {"Ben": {"truth": 2}, "Charlie": {"truth": 2}}


def test_all_write_the_same_bluff() -> None:
    state = read_out(seated(START), ("Ben", "Charlie"), ("Charlie", "Dora"), ("Dora", "Emil"))
    assert len(state.round.answers) == 2
    assert all(open_letters(state, voter) == (letter_of(state, None),) for voter in state.voters)


def test_two_double_lies_in_one_question() -> None:
    state = read_out(seated(START), ("Ben", "Dora"), ("Charlie", "Emil"))
    state = revealed(state, {"Ben": "Charlie", "Charlie": "Ben", "Dora": None, "Emil": None})
    assert due(state) == {
        "Ben": {"bluff": 3},
        "Charlie": {"bluff": 3},
        "Dora": {"bluff": 3, "truth": 2},
        "Emil": {"bluff": 3, "truth": 2},
    }


# ------------------------------------------------------------------------------------------------ Lucky hit


def test_a_lucky_hit_is_read_only_as_the_truth() -> None:
    state = read_out(seated(START), ("Ben", None))
    assert [answer.text for answer in state.round.answers if answer.true] == ["Because of blue 0.2"]
    assert all("Ben's" not in answer.text for answer in state.round.answers)


def test_a_lucky_hits_author_may_tip_the_truth_and_gets_nothing_while_others_get_two() -> None:
    state = read_out(seated(START), ("Ben", None))
    assert open_letters(state, "Ben") == ("A", "B", "C", "D")
    state = revealed(state, {"Ben": None, "Charlie": None, "Dora": "Emil", "Emil": "Dora"})
    assert due(state) == {"Charlie": {"truth": 2}, "Dora": {"bluff": 3}, "Emil": {"bluff": 3}}


def test_a_lucky_hits_author_who_falls_for_a_bluff_pays_its_inventor() -> None:
    state = read_out(seated(START), ("Ben", None))
    state = revealed(state, {"Ben": "Dora", "Charlie": None, "Dora": None, "Emil": None})
    assert due(state)["Dora"] == {"truth": 2, "bluff": 3}
    assert "Ben" not in due(state)


def test_a_double_lie_that_is_also_a_lucky_hit_catches_both() -> None:
    state = read_out(seated(START), ("Ben", "Charlie"), ("Ben", None))
    true = next(answer for answer in state.round.answers if answer.true)
    assert true.lucky == ("Ben", "Charlie")


@pytest.mark.parametrize("players", [3, 5])
def test_when_everybody_hits_there_is_one_answer_no_tips_and_no_points(players: int) -> None:
    track = at(BLUE, players=players)
    state = read_out(seated(track), *((name, None) for name in tuple(track)[1:]))
    assert state.phase is Phase.TRUTH
    state = played(state, e.TruthRevealed())
    assert state.phase is Phase.SCORED
    assert state.track == track


def test_on_orange_an_answer_close_to_the_leaders_is_a_lucky_hit() -> None:
    state = read_out(seated(at(ORANGE, ORANGE)), ("Ben", "Anna"))
    assert [answer.text for answer in state.round.answers if answer.true] == ["Anna's idea"]
    state = revealed(state, {"Ben": "Anna", "Charlie": "Anna", "Dora": "Charlie", "Emil": "Charlie"})
    assert due(state) == {"Charlie": {"truth": 2, "bluff": 6}, "Anna": {"leader": 2}}


def test_on_orange_both_are_read_where_the_table_wants_it_so() -> None:
    state = played(card_drawn(seated(at(ORANGE), orange_lucky_hit=False)), e.WritingEnded())
    for writer in state.writers:
        state = played(state, e.SheetHandedIn(writer, "the very same"))
    with pytest.raises(Illegal, match="not_alike"):
        played(state, e.FoundAlike("Ben", "Anna"))
    double = played(state, e.FoundAlike("Ben", "Charlie"), e.AlikeSettled())
    assert len(double.round.answers) == 4


# --------------------------------------------------------------------------------------- Host mode (rulings)


def test_with_six_players_a_leading_host_reads_seven_answers() -> None:
    state = read_out(seated({**START, "Finn": 0}, leader="host"))
    assert len(state.round.answers) == 7
    assert open_letters(state, "Finn") == tuple("ABCDFG")
    assert state.writers == state.voters == ("Ben", "Charlie", "Dora", "Emil", "Finn", "Anna")


def test_where_the_host_leads_the_seat_bluffs_and_scores_too() -> None:
    state = read_out(seated(START, leader="host"))
    state = revealed(state, {"Ben": "Anna", "Charlie": "Anna", "Dora": None, "Emil": None, "Anna": None})
    assert due(state)["Anna"] == {"truth": 2, "bluff": 6}


def test_where_the_host_leads_orange_is_still_about_the_seat() -> None:
    state = read_out(seated(at(ORANGE, ORANGE), leader="host"))
    assert len(state.round.answers) == 5
    with pytest.raises(Illegal, match="not_tipping"):
        played(state, tip("Anna", "A"))
    state = revealed(state, {"Ben": "Anna", "Charlie": "Anna", "Dora": "Anna", "Emil": "Ben"})
    assert due(state)["Anna"] == {"leader": 3}


def test_three_to_six_players() -> None:
    for names in (FIVE[:2], (*FIVE, "Finn", "Gil")):
        with pytest.raises(ValueError, match="three to six"):
            seated(dict.fromkeys(names, 0))
    assert isinstance(seated({**START, "Finn": 0}).setup, Setup)
