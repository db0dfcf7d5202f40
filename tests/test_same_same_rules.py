"""same same: what is allowed when, who comes and goes, and what a deck and a set-up must have."""

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


def moved(state: State, letters: str | dict[str, str]) -> State:
    """The question in play, from the letters to the chips."""
    return played(told(state, letters), e.PairsMoved())


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
