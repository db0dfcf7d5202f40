"""same same: who comes and who goes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from same_same_table import (
    EMMA,
    FOUR,
    LINUS,
    LOLA,
    SIX,
    THREE,
    VANESSA,
    laid,
    played,
    scored,
    seated,
    told,
    turned,
    with_chips,
)

from games.game import Standing
from games.same_same import GAME
from games.same_same import events as e
from games.same_same.rules import ahead, standings
from games.same_same.state import Phase, State
from games.table import Illegal


def moved(state: State, letters: str | dict[str, str]) -> State:
    """The question in play, from the letters to the chips."""
    return played(told(state, letters), e.PairsMoved())


# ---------------------------------------------------------------------------------------- somebody new joins


def test_a_newcomers_chips_stand_on_the_start() -> None:
    """RULINGS: same same, a new pair at 0."""
    state = played(scored(seated(), "AAAA"), e.PlayerJoined("Mats", LOLA))
    assert state.players == (*FOUR, "Mats")
    assert {pair: n for pair, n in state.track.items() if "Mats" in pair} == {(name, "Mats"): 0 for name in FOUR}
    assert sum(state.track.values()) == 12


def test_a_newcomer_sits_down_to_the_left_of_a_neighbour() -> None:
    state = played(seated(), e.PlayerJoined("Mats", LINUS))
    assert state.players == (LINUS, "Mats", VANESSA, EMMA, LOLA)
    assert tuple(state.track)[:4] == ((LINUS, "Mats"), (LINUS, VANESSA), (LINUS, EMMA), (LINUS, LOLA))


@pytest.mark.parametrize("moment", [lambda s: s, turned, lambda s: turned(replace(s, wording="each"))])
def test_before_cards_are_turned_over_a_newcomer_plays_at_once(moment: Any) -> None:
    state = played(moment(seated()), e.PlayerJoined("Mats", LOLA))
    if state.phase is Phase.CARD:
        state = turned(state)
    if state.phase is Phase.WORDING:
        state = played(state, e.QuestionWorded("positive"))
    assert played(state, e.LettersLaid()).missing == (*FOUR, "Mats")


def test_once_letters_are_told_a_newcomer_waits_for_the_next_question() -> None:
    state = played(told(laid(seated()), {LINUS: "A"}), e.PlayerJoined("Mats", LOLA))
    assert state.missing == (VANESSA, EMMA, LOLA)
    with pytest.raises(Illegal, match="not_answering"):
        told(state, {"Mats": "A"})
    state = played(told(state, {VANESSA: "A", EMMA: "B", LOLA: "B"}), e.PairsMoved())
    assert laid(state).missing == (*FOUR, "Mats")


def test_a_fourth_brings_d_back_with_the_next_card() -> None:
    state = played(turned(seated(THREE)), e.PlayerJoined(LOLA, EMMA))
    assert state.letters == ("A", "B", "C")
    state = moved(played(state, e.LettersLaid()), "ABCA")
    assert turned(state).letters == ("A", "B", "C", "D")


@pytest.mark.parametrize(
    ("event", "key"),
    [
        (e.PlayerJoined(EMMA, LOLA), "plays_already"),
        (e.PlayerJoined("Mats", "Olga"), "not_playing"),
        (e.PlayerJoined(" ", LOLA), "no_name"),
        (e.PlayerLeft("Olga"), "not_playing"),
    ],
)
def test_who_is_there_cannot_join_and_who_is_not_cannot_leave(event: Any, key: str) -> None:
    with pytest.raises(Illegal, match=key):
        played(seated(), event)


def test_a_seventh_finds_no_cards() -> None:
    with pytest.raises(Illegal, match="table_full"):
        played(seated(SIX), e.PlayerJoined("Olga", LINUS))
    after_one_left = played(seated(SIX), e.PlayerLeft("Nora"), e.PlayerJoined("Olga", LINUS))
    assert len(after_one_left.players) == 6


# ------------------------------------------------------------------------------------------- somebody leaves


def test_who_leaves_keeps_the_points_and_is_skipped() -> None:
    state = played(scored(seated(), "AAAA"), e.PlayerLeft(EMMA))
    assert state.players == (LINUS, VANESSA, LOLA)
    assert state.track[LINUS, EMMA] == 2
    assert Standing((LINUS, EMMA), 2, 1) in standings(state)
    assert laid(state).missing == (LINUS, VANESSA, LOLA)


def test_from_four_to_three_d_is_not_read_from_the_next_card_on() -> None:
    state = played(turned(seated()), e.PlayerLeft(EMMA))
    assert state.letters == ("A", "B", "C", "D")
    state = moved(played(state, e.LettersLaid()), "DDA")
    assert state.track[LINUS, VANESSA] == 2
    assert turned(state).letters == ("A", "B", "C")


def test_nobody_waits_for_the_letter_of_somebody_who_has_left() -> None:
    state = told(laid(seated()), {LINUS: "A", VANESSA: "A", LOLA: "B"})
    assert state.missing == (EMMA,)
    assert played(state, e.PlayerLeft(EMMA)).phase is Phase.MATCHES


def test_a_letter_told_before_leaving_counts() -> None:
    state = played(told(laid(seated()), {EMMA: "A"}), e.PlayerLeft(EMMA))
    state = moved(state, {LINUS: "A", VANESSA: "B", LOLA: "C"})
    assert {pair: n for pair, n in state.track.items() if n} == {(LINUS, EMMA): 2}


@pytest.mark.parametrize("moment", [lambda s: s, turned, laid, lambda s: told(laid(s), "AAA")])
def test_with_fewer_than_three_the_standings_of_that_moment_decide(moment: Any) -> None:
    """RULINGS: below the minimum; the question in play is not scored."""
    state = played(moment(with_chips(seated(THREE), Linus_Emma=4)), e.PlayerLeft(EMMA))
    assert state.phase is Phase.RESULT
    assert GAME.winners(played(state, e.GameEnded(((LINUS, EMMA),)))) == ((LINUS, EMMA),)


def test_before_anything_is_scored_all_pairs_share() -> None:
    assert ahead(played(opening_of_three(), e.PlayerLeft(EMMA))) == tuple(seated(THREE).track)


def opening_of_three() -> State:
    return seated(THREE, wording=None, points=None)


def test_who_comes_back_finds_the_chips_where_they_were() -> None:
    state = played(scored(seated(), "AAAB"), e.PlayerLeft(LINUS), e.PlayerJoined(LINUS, EMMA))
    assert state.players == (VANESSA, EMMA, LINUS, LOLA)
    assert state.track[VANESSA, LINUS] == 2
    assert state.track[EMMA, LINUS] == 2
    assert len(state.track) == 6
    assert scored(state, "BAAB").track[EMMA, LINUS] == 4


def test_a_seat_changed_while_letters_are_told_moves_the_right_chips() -> None:
    state = told(laid(seated()), {LINUS: "A", EMMA: "A"})
    state = played(state, e.PlayerLeft(LINUS), e.PlayerJoined(LINUS, EMMA))
    state = moved(state, {VANESSA: "B", LOLA: "C"})
    assert {pair: n for pair, n in state.track.items() if n} == {(EMMA, LINUS): 2}


def test_a_newcomer_meets_nobody_who_has_left_before() -> None:
    state = played(seated(), e.PlayerLeft(EMMA), e.PlayerJoined("Mats", LOLA))
    assert (EMMA, "Mats") not in state.track
    assert len(state.track) == 6 + 3


@pytest.mark.parametrize("event", [e.PlayerJoined("Mats", LOLA), e.PlayerLeft(LOLA)])
def test_a_game_that_is_decided_stays_so(event: Any) -> None:
    state = scored(seated(target=2), "AABC")
    for now in (state, played(state, e.GameEnded(ahead(state)))):
        with pytest.raises(Illegal, match="decided"):
            played(now, event)
