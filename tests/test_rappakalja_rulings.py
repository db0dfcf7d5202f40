"""Rappakalja: what the rulings decide where the rulebook is silent."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import msgspec
import pytest
from rappakalja_table import (
    FIVE,
    SHEET,
    card_drawn,
    deck,
    due,
    everybody,
    fresh,
    guessed,
    handed_in,
    judged,
    letter_of,
    played,
    read_out,
    recited,
    scored,
    seated,
    ticked,
)

from games import recital as r
from games import shelf
from games.rappakalja import GAME
from games.rappakalja import events as e
from games.rappakalja.rules import begin, over
from games.rappakalja.score_sheet import ScoreSheet
from games.rappakalja.setup import Setup
from games.rappakalja.state import Phase, State
from games.table import Illegal

# ------------------------------------------------------------------------------------------------ the rulings


@pytest.mark.parametrize(("players", "fits"), [(2, False), (3, True), (10, True), (11, False)])
def test_ruling_three_to_ten_play(players: int, fits: bool) -> None:
    names = tuple(f"Player {n}" for n in range(players))
    assert (players in GAME.players) == fits
    if fits:
        assert begin(Setup(names, deck(), SHEET)).players == names
    else:
        with pytest.raises(ValueError, match="three to ten"):
            begin(Setup(names, deck(), SHEET))


def test_ruling_a_single_guesser_with_nothing_but_the_truth_does_not_guess_and_nobody_scores() -> None:
    state = ticked(judged(seated(3, false_explanation=False), correct=("Ben",)))
    assert state.phase is Phase.TRUTH
    state = played(state, e.TruthRevealed())
    assert state.phase is Phase.SCORED
    assert state.ticks == {"Anna": 0, "Ben": 3, "Cy": 0}


def test_ruling_a_single_guesser_has_a_choice_when_the_leader_has_added_a_false_one() -> None:
    state = guessed(read_out(seated(3), correct=("Ben",), false="a lie"), {"Cy": "Anna"})
    assert due(state) == [("Anna", 1)], "no three for the leader: Ben had it"


def test_ruling_where_the_host_leads_all_write_and_guess_and_the_seat_of_the_turn_guesses_last() -> None:
    state = read_out(seated(leader="host"))
    assert state.writers == state.unguessed == ("Ben", "Cy", "Dora", "Emil", "Anna")


def test_ruling_where_the_host_leads_the_seat_of_the_turn_ticks_first() -> None:
    state = guessed(read_out(seated(leader="host")), dict.fromkeys(FIVE, None))
    assert due(state) == [(name, 2) for name in FIVE]


def test_ruling_where_the_host_leads_nobody_gets_the_leaders_three() -> None:
    state = guessed(read_out(seated(leader="host")), everybody(seated(), "Ben") | {"Ben": "Cy"})
    assert due(state) == [("Ben", 4), ("Cy", 1)]


def test_ruling_where_the_host_leads_the_seat_of_the_turn_chooses_on_a_six() -> None:
    state = played(seated(leader="host"), e.DieRolled(6), e.CategoryChosen("films"))
    assert (state.lead, state.category) == ("Anna", "films")


def test_ruling_where_the_host_leads_nobody_adds_a_false_explanation() -> None:
    assert ticked(judged(seated(3, leader="host"))).phase is Phase.LETTERS


def test_ruling_the_default_score_sheet_has_thirty_boxes_and_five_logos() -> None:
    path = shelf.folder("rappakalja") / "data" / "score_sheet.toml"
    sheet = msgspec.convert(tomllib.loads(path.read_text("utf-8")), ScoreSheet)
    assert (sheet.target, sheet.logos) == (30, (5, 11, 17, 23, 28))


def test_ruling_on_paper_a_guess_at_ones_own_is_void_and_scores_nothing() -> None:
    state = recited(ticked(judged(seated(hand_in="aloud"))))
    for player, letter in {"Ben": "A", "Cy": "A", "Dora": "E", "Emil": "A"}.items():
        state = played(state, e.Guessed(player, letter))
    owners = (r.AuthorsNamed(letter, (name,)) for letter, name in zip("ABCD", FIVE[1:], strict=True))
    state = played(state, r.TruthNamed("E"), *owners, e.TruthRevealed())
    assert due(state) == [("Ben", 2), ("Dora", 2)], "Ben's own guess is void"


def test_ruling_on_paper_the_leaders_false_explanation_is_one_sheet_more() -> None:
    state = played(ticked(judged(seated(3, hand_in="aloud"))), e.FalseSettled(True))
    assert state.round.recital is not None
    assert state.round.recital.writers == ("Ben", "Cy", "Anna")
    assert state.round.recital.expected == 4


# ------------------------------------------------------------------------------------- joining and leaving


def test_ruling_a_newcomer_starts_at_the_score_of_the_last_place() -> None:
    state = played(seated(ticks={"Anna": 9, "Ben": 4, "Cy": 12, "Dora": 6, "Emil": 4}), e.PlayerJoined("Zoe", "Cy"))
    assert state.ticks["Zoe"] == 4
    assert state.players == ("Anna", "Ben", "Cy", "Zoe", "Dora", "Emil")


def test_ruling_a_newcomer_takes_part_from_the_next_round_on() -> None:
    state = played(card_drawn(seated()), e.PlayerJoined("Zoe", "Ben"))
    assert "Zoe" not in state.writers
    state = played(handed_in(state), e.SheetsSentBack(()), e.CorrectFound(("Ben", "Cy")))
    state = played(ticked(state), e.CardBrokenOff())
    assert "Zoe" not in card_drawn(state).writers, "a new card is the same round"
    state = played(scored(state, everybody(state, None)), e.RoundEnded())
    assert state.writers == ("Zoe", "Cy", "Dora", "Emil", "Anna")


def test_ruling_who_leaves_keeps_the_boxes_and_is_skipped() -> None:
    state = read_out(seated(ticks={"Ben": 6}))
    state = played(state, e.PlayerLeft("Ben"))
    assert state.unguessed == ("Cy", "Dora", "Emil")
    assert [line.points for line in GAME.standings(state) if line.names == ("Ben",)] == [6]
    assert state.players == ("Anna", "Cy", "Dora", "Emil")
    state = guessed(state, {"Cy": "Ben", "Dora": "Ben", "Emil": None})
    assert due(state) == [("Emil", 2)], "Ben ticks no more"


def test_ruling_the_sheet_of_one_who_leaves_is_not_waited_for() -> None:
    state = played(card_drawn(seated()), e.WritingEnded())
    state = played(state, *(e.SheetHandedIn(name, "x") for name in ("Ben", "Cy", "Dora")))
    assert state.phase is Phase.SHEETS
    assert played(state, e.PlayerLeft("Emil")).phase is Phase.COMPLETE


def test_ruling_the_guess_of_one_who_leaves_is_not_waited_for() -> None:
    state = read_out(seated())
    for name in ("Ben", "Cy", "Dora"):
        state = played(state, e.Guessed(name, letter_of(state, None)))
    assert played(state, e.PlayerLeft("Emil")).phase is Phase.TRUTH


BEFORE_THE_TICKS = {
    "card": seated(),
    "writing": card_drawn(seated()),
    "sheets": played(card_drawn(seated()), e.WritingEnded()),
    "judgement": handed_in(seated()),
    "guesses": read_out(seated()),
    "list": recited(ticked(judged(seated(hand_in="aloud")))),
}


@pytest.mark.parametrize("moment", BEFORE_THE_TICKS)
def test_ruling_a_leader_who_leaves_breaks_the_round_off_and_the_left_hand_neighbour_leads(moment: str) -> None:
    state = played(BEFORE_THE_TICKS[moment], e.PlayerLeft("Anna"))
    assert (state.lead, state.phase, state.rounds) == ("Ben", Phase.CARD, 0)
    assert state.writers == ("Cy", "Dora", "Emil")


def test_ruling_points_being_ticked_stay_when_the_leader_leaves() -> None:
    state = guessed(read_out(seated()), {"Ben": "Cy", "Cy": "Ben", "Dora": "Ben", "Emil": "Ben"})
    state = ticked(played(state, e.PlayerLeft("Anna")))
    assert state.ticks == {"Anna": 0, "Ben": 3, "Cy": 1, "Dora": 0, "Emil": 0}
    assert played(state, e.RoundEnded()).lead == "Ben"


@pytest.mark.parametrize("moment", ["card", "writing", "guesses"])
def test_ruling_below_three_players_the_standings_of_that_moment_decide(moment: str) -> None:
    state = replace(BEFORE_THE_TICKS[moment], ticks=dict(zip(FIVE, (3, 8, 8, 2, 7), strict=True)))
    state = played(state, e.PlayerLeft("Emil"), e.PlayerLeft("Dora"))
    assert not over(state)
    state = played(state, e.PlayerLeft("Anna"))
    assert state.phase is Phase.RESULT
    assert played(state, e.GameEnded("Ben")).winners == ("Ben",), "of equals the first in the order of ticking"


def test_ruling_an_empty_deck_is_shuffled_again() -> None:
    state = seated(deck=deck(cards=2))
    for face in (1, 2):
        state = fresh(card_drawn(state, face))
    assert state.stack == ()
    rolled = played(state, e.DieRolled(1))
    with pytest.raises(Illegal, match="not_the_top_card"):
        played(rolled, e.CardDrawn(0))
    again: State = played(rolled, e.StackShuffled((1, 0)), e.CardDrawn(1))
    assert again.stack == (0,)
