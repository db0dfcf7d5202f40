"""Rappakalja: what is refused, and what happens when people come and go."""

from __future__ import annotations

from typing import Any

import pytest
from rappakalja_table import (
    FIVE,
    SHEET,
    card_drawn,
    deck,
    everybody,
    guessed,
    handed_in,
    judged,
    played,
    read_out,
    recited,
    scored,
    seated,
    ticked,
    whole_round,
)

from games import recital as r
from games.game import Standing
from games.rappakalja import events as e
from games.rappakalja.rules import begin, over, standings, turn
from games.rappakalja.setup import Setup
from games.rappakalja.state import Phase, State
from games.table import Illegal

# ------------------------------------------------------------------------------------------- what is refused


def opening() -> State:
    return begin(Setup(FIVE, deck(), SHEET))


def rolled(face: int = 1) -> State:
    return played(seated(), e.DieRolled(face))


def sheets_due() -> State:
    return played(card_drawn(seated()), e.WritingEnded(), e.SheetHandedIn("Ben", "a hat"))


def false_due() -> State:
    return played(ticked(judged(seated(3))), e.FalseSettled(True))


def recital() -> State:
    return ticked(judged(seated(hand_in="aloud")))


def unmasking() -> State:
    state = recited(recital())
    for name in FIVE[1:]:
        state = played(state, e.Guessed(name, "E"))
    return played(state, r.TruthNamed("E"), r.AuthorsNamed("A", ("Ben",)))


def own_cards(**agreed: Any) -> State:
    return seated(hand_in="aloud", own_cards=True, **agreed)


REFUSED: list[tuple[State, Any, str]] = [
    (opening(), e.LeaderSettled("Zoe"), "not_playing"),
    (opening(), e.DieRolled(1), "not_now"),
    (played(opening(), e.LeaderSettled("Ben")), e.LeaderSettled("Cy"), "not_now"),
    (played(opening(), e.DieSettled("table")), e.DieSettled("host"), "not_now"),
    (seated(), e.LeaderSettled("Ben"), "not_now"),
    (seated(), e.CardDrawn(0), "not_now"),
    (seated(), e.CategoryChosen("laws"), "not_now"),
    (rolled(), e.DieRolled(2), "not_now"),
    (rolled(6), e.CardDrawn(0), "not_now"),
    (rolled(6), e.CategoryChosen("birds"), "no_such_category"),  # type: ignore[arg-type]
    (played(rolled(6), e.CategoryChosen("laws")), e.CategoryChosen("films"), "not_now"),
    (rolled(), e.CardTaken(), "not_the_cards"),
    (rolled(), e.StackShuffled((0, 1, 2)), "not_the_stack"),
    (rolled(), e.StackShuffled((0, 1, 2, 2)), "not_the_stack"),
    (played(rolled(), e.StackShuffled((0, 1, 2, 3))), e.StackShuffled((0, 1, 2, 3)), "not_now"),
    (played(rolled(), e.StackShuffled((0, 1, 2, 3))), e.CardDrawn(1), "not_the_top_card"),
    (played(own_cards(), e.DieRolled(1)), e.CardDrawn(0), "not_the_cards"),
    (rolled(), e.WritingEnded(), "not_now"),
    (card_drawn(seated()), e.SheetHandedIn("Ben", "early"), "not_now"),
    (sheets_due(), e.SheetHandedIn("Ben", "again"), "handed_in_already"),
    (sheets_due(), e.SheetHandedIn("Zoe", "a stranger"), "not_writing"),
    (sheets_due(), e.SheetHandedIn("Dora", " \n "), "empty_sheet"),
    (sheets_due(), e.SheetsSentBack(()), "not_now"),
    (handed_in(seated()), e.SheetsSentBack(("Anna",)), "not_writing"),
    (handed_in(seated()), e.SheetsSentBack(("Ben", "Ben")), "not_writing"),
    (handed_in(seated()), e.CorrectFound(()), "not_now"),
    (played(handed_in(seated()), e.SheetsSentBack(())), e.EqualFound(()), "not_now"),
    (played(handed_in(seated()), e.SheetsSentBack(())), e.CorrectFound(("Anna",)), "not_writing"),
    (played(handed_in(seated()), e.SheetsSentBack(()), e.CorrectFound(())), e.EqualFound(("Ben",)), "equal_alone"),
    (
        played(handed_in(seated()), e.SheetsSentBack(()), e.CorrectFound(("Ben",))),
        e.EqualFound(("Ben", "Cy")),
        "equal_but_correct",
    ),
    (judged(seated(), correct=("Ben",)), e.BoxesTicked("Ben", 2, "correct"), "not_that_tick"),
    (judged(seated(), correct=("Ben",)), e.BoxesTicked("Ben", 3, "round"), "not_that_tick"),
    (judged(seated(), correct=("Ben",)), e.CardBrokenOff(), "not_now"),
    (ticked(judged(seated(3))), e.FalseWritten("before it is wanted"), "not_now"),
    (false_due(), e.FalseSettled(False), "not_now"),
    (false_due(), e.FalseWritten("  "), "empty_sheet"),
    (false_due(), e.FalseWritten("ben's IDEA!"), "false_is_there"),
    (ticked(judged(seated())), e.FalseSettled(True), "not_now"),
    (ticked(judged(seated())), e.ExplanationsLettered(("Ben", "Cy", "Dora", "Emil")), "not_the_sheets"),
    (ticked(judged(seated())), e.ExplanationsLettered(("Ben", "Ben", "Cy", "Dora", None)), "not_the_sheets"),
    (ticked(judged(seated())), r.SheetRead("A", "clip", "typed, not read"), "not_now"),
    (read_out(seated()), e.Guessed("Ben", "F"), "letter_not_listed"),
    (read_out(seated()), e.Guessed("Ben", "A"), "not_open"),
    (read_out(seated()), e.Guessed("Anna", "A"), "not_guessing"),
    (read_out(seated()), e.Guessed("Cy", "A"), "not_their_turn"),
    (played(read_out(seated()), e.Guessed("Ben", "E")), e.Guessed("Ben", "E"), "guessed_already"),
    (read_out(seated()), e.TruthRevealed(), "not_now"),
    (recital(), r.SheetRead("B", "clip", "the second first"), "recital_no_such_letter"),
    (recited(recital()), r.TruthNamed("E"), "not_now"),
    (recited(recital()), e.Guessed("Ben", "F"), "letter_not_listed"),
    (unmasking(), r.AuthorsNamed("B", ("Ben",)), "recital_claimed"),
    (unmasking(), r.AuthorsNamed("B", ("Cy", "Dora")), "recital_one_each"),
    (unmasking(), r.AuthorsNamed("B", ("Anna",)), "recital_no_sheet"),
    (scored(seated(), everybody(seated(), None)), e.BoxesTicked("Ben", 2, "round"), "not_now"),
    (scored(seated(), everybody(seated(), None)), e.GameEnded("Ben"), "not_now"),
    (seated(), e.PlayerJoined("Ben", "Anna"), "plays_already"),
    (seated(), e.PlayerJoined("Zoe", "Yuri"), "not_playing"),
    (seated(10), e.PlayerJoined("Zoe", "Anna"), "table_full"),
    (seated(), e.PlayerLeft("Zoe"), "not_playing"),
]


@pytest.mark.parametrize(("state", "event", "reason"), REFUSED)
def test_what_the_rules_do_not_allow_is_refused_with_a_reason(state: State, event: Any, reason: str) -> None:
    before = repr(state)
    with pytest.raises(Illegal, match=f"^{reason}$"):
        played(state, event)
    assert repr(state) == before, "nothing is lost"


def test_nothing_happens_after_the_end() -> None:
    state = scored(seated(ticks={"Ben": 28}), everybody(seated(), None))
    over_ = played(state, e.GameEnded("Ben"))
    assert over(over_)
    for event in (e.RoundEnded(), e.GameEnded("Ben"), e.DieRolled(1), e.PlayerLeft("Ben"), e.PlayerJoined("Z", "Cy")):
        with pytest.raises(Illegal, match="not_now"):
            played(over_, event)


def test_leader_and_die_may_be_settled_in_either_order() -> None:
    one = played(opening(), e.LeaderSettled("Dora"), e.DieSettled("table"))
    assert one == played(opening(), e.DieSettled("table"), e.LeaderSettled("Dora"))
    assert one.phase is Phase.CARD


def test_equal_scores_share_a_place_and_the_next_one_is_left_out() -> None:
    assert standings(seated(4, ticks={"Anna": 4, "Ben": 9, "Cy": 4})) == (
        Standing(("Ben",), 9, 1),
        Standing(("Anna",), 4, 2),
        Standing(("Cy",), 4, 2),
        Standing(("Dora",), 0, 4),
    )


def test_it_is_the_leaders_turn_until_the_result() -> None:
    assert turn(opening()) is None
    assert turn(read_out(seated())) == "Anna"
    assert turn(scored(seated(ticks={"Ben": 28}), everybody(seated(), None))) is None


def test_own_cards_have_no_text_for_the_host() -> None:
    state = card_drawn(own_cards(), 3)
    assert (state.category, state.question, state.phase) == ("films", None, Phase.WRITING)


# -------------------------------------------------------------------------------------- leaving and coming back


def test_who_comes_back_has_the_boxes_of_before() -> None:
    state = played(whole_round(seated(ticks={"Cy": 7})), e.PlayerLeft("Cy"), e.PlayerJoined("Cy", "Anna"))
    assert state.ticks["Cy"] == 9
    assert state.players == ("Anna", "Cy", "Ben", "Dora", "Emil")


def test_who_comes_back_in_the_same_round_waits_for_the_next_one() -> None:
    state = played(card_drawn(seated()), e.PlayerLeft("Cy"), e.PlayerJoined("Cy", "Ben"))
    assert state.writers == ("Ben", "Dora", "Emil")


def test_when_all_writers_have_left_the_leader_draws_for_the_newcomers() -> None:
    state = played(card_drawn(seated(3)), e.PlayerJoined("Yuri", "Cy"), e.PlayerJoined("Zoe", "Yuri"))
    state = played(state, e.PlayerLeft("Ben"), e.PlayerLeft("Cy"))
    assert (state.phase, state.lead, state.writers) == (Phase.CARD, "Anna", ("Yuri", "Zoe"))


def test_before_the_first_round_a_newcomer_takes_part_at_once() -> None:
    assert "Zoe" in played(seated(), e.PlayerJoined("Zoe", "Emil")).writers


def test_the_first_leader_may_leave_before_anything_has_begun() -> None:
    state = played(begin(Setup(FIVE, deck(), SHEET, first="Emil")), e.PlayerLeft("Emil"))
    assert (state.phase, state.lead) == (Phase.OPENING, "Anna")


def test_where_the_host_leads_the_round_goes_on_without_the_seat_of_the_turn() -> None:
    state = played(card_drawn(seated(leader="host")), e.PlayerLeft("Anna"))
    assert (state.phase, state.writers) == (Phase.WRITING, ("Ben", "Cy", "Dora", "Emil"))
    assert turn(state) is None
    broken = played(judged(state, equal=("Ben", "Cy")), e.CardBrokenOff())
    assert broken.lead == "Ben", "somebody there must choose on a six"
    assert scored(state, dict.fromkeys(FIVE, None)).phase is Phase.SCORED


def test_an_explanation_that_was_read_out_stays_when_its_author_leaves() -> None:
    state = played(read_out(seated()), e.PlayerLeft("Emil"))
    assert state.round.letters == ("A", "B", "C", "D", "E")
    assert guessed(state, {"Ben": None, "Cy": "Emil", "Dora": "Emil"}).ticks["Emil"] == 0


def test_the_last_place_is_that_of_the_people_at_the_table() -> None:
    state = seated(ticks={"Anna": 9, "Ben": 1, "Cy": 12, "Dora": 6, "Emil": 4})
    assert played(state, e.PlayerLeft("Ben"), e.PlayerJoined("Zoe", "Cy")).ticks["Zoe"] == 4
