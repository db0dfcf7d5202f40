"""Nobody is Perfect: number signs, moves that may be declined, and the end, as rulebook and rulings have them."""

from __future__ import annotations

from typing import Any

import pytest
from nip_table import BLUE, FIVE, ORANGE, at, due, moved, played, read_out, revealed, scored, seated

from games.nobody_is_perfect import events as e
from games.nobody_is_perfect.board import Board, Sign
from games.nobody_is_perfect.rules import ahead, standings
from games.nobody_is_perfect.state import Phase, State
from games.table import Illegal

# --------------------------------------------------------------------------------- The last shall be first


def test_the_last_pawn_that_jumped_a_sign_goes_on_by_it() -> None:
    state = scored(at(24, 20, Ben=6), {"Ben": None, "Charlie": None, "Dora": None, "Emil": None})
    assert state.track["Ben"] == 8
    assert due(state) == {"Ben": {"sign": 2}}
    assert moved(state).track["Ben"] == 10


def test_landing_before_the_sign_is_not_jumping_it() -> None:
    state = scored(at(24, 20, Ben=5), {"Ben": None, "Charlie": None, "Dora": None, "Emil": None})
    assert state.track["Ben"] == 7
    assert due(state) == {}


def test_a_pawn_that_stood_right_before_the_sign_jumps_it() -> None:
    state = scored(at(24, 20, Ben=7), {"Ben": None, "Charlie": None, "Dora": None, "Emil": None})
    assert due(state) == {"Ben": {"sign": 2}}


def test_a_pawn_that_stood_behind_the_sign_does_not() -> None:
    state = scored(at(24, 20, Ben=8), {"Ben": None, "Charlie": None, "Dora": None, "Emil": None})
    assert due(state) == {}


def test_whoever_is_not_last_gets_nothing_from_a_sign() -> None:
    state = scored(at(24, 7, Ben=2), {"Ben": None, "Charlie": None, "Dora": None, "Emil": None})
    assert state.track == at(24, 9, Ben=4)
    assert due(state) == {}


def test_several_last_pawns_that_jumped_all_go_on() -> None:
    state = scored(at(24, 20, Ben=6, Emil=6), {"Ben": None, "Charlie": None, "Dora": None, "Emil": None})
    assert due(state) == {"Ben": {"sign": 2}, "Emil": {"sign": 2}}


def test_of_last_pawns_only_those_that_jumped_go_on() -> None:
    state = scored(at(24, 20, Ben=6, Emil=8), {"Ben": None, "Charlie": None, "Dora": None, "Emil": "Dora"})
    assert state.track["Ben"] == state.track["Emil"] == 8
    assert due(state) == {"Ben": {"sign": 2}}


def test_a_pawn_that_stayed_jumped_nothing() -> None:
    state = scored(at(24, 20, Ben=8), {"Ben": "Charlie", "Charlie": None, "Dora": None, "Emil": None})
    assert due(state) == {}


def test_of_several_signs_the_last_one_jumped_counts() -> None:
    track = at(36, 36, Ben=7)
    state = scored(track, {"Ben": None, "Charlie": "Ben", "Dora": "Ben", "Emil": "Ben"})
    assert state.track["Ben"] == 18
    assert due(state) == {"Ben": {"sign": 3}}


def test_a_bonus_that_jumps_a_sign_earns_no_further_one() -> None:
    board = Board(40, sign=(Sign(7, 2), Sign(9, 5)))
    state = scored(at(24, 20, Ben=6), {"Ben": None, "Charlie": None, "Dora": None, "Emil": None}, board=board)
    assert moved(state).track["Ben"] == 10


def test_who_becomes_last_through_anothers_bonus_gets_none() -> None:
    state = scored(at(24, 20, Ben=6, Emil=7), {"Ben": None, "Charlie": None, "Dora": None, "Emil": None})
    assert state.track["Emil"] == 9
    assert due(state) == {"Ben": {"sign": 2}}
    assert moved(state).track["Ben"] == 10


def test_signs_do_not_come_again_behind_the_finish() -> None:
    board = Board(12, colours=("blue",), sign=(Sign(3, 2),))
    state = scored(dict.fromkeys(FIVE[:3], 10), {"Ben": None, "Charlie": "Ben"}, board=board)
    assert state.track["Ben"] == 15
    assert due(state) == {}


def test_the_points_come_first_and_then_the_signs() -> None:
    state = revealed(read_out(seated(at(24, 20, Ben=6))), dict.fromkeys(FIVE[1:], None))
    with pytest.raises(Illegal, match="not_that_move"):
        played(state, e.PawnMoved("Ben", 2, "sign"))


def test_an_orange_leader_in_last_place_jumps_signs_too() -> None:
    state = scored(at(7, 20), {"Ben": "Anna", "Charlie": "Anna", "Dora": "Ben", "Emil": "Ben"})
    assert state.track["Anna"] == 9
    assert due(state) == {"Anna": {"sign": 2}}


# ---------------------------------------------------------------------------------------- "may" as an option


def test_a_move_that_may_be_made_can_be_declined_where_the_table_asks() -> None:
    state = revealed(read_out(seated(at(ORANGE), ask_moves=True)), dict.fromkeys(FIVE[1:], "Anna"))
    while not state.round.due[0].may:
        move = state.round.due[0]
        state = played(state, e.PawnMoved(move.player, move.spaces, move.reason))
    declined = played(state, e.MoveDeclined("Anna", "leader"))
    assert declined.track["Anna"] == 3


def test_points_for_tips_cannot_be_declined() -> None:
    state = revealed(read_out(seated(at(BLUE), ask_moves=True)), dict.fromkeys(FIVE[1:], None))
    with pytest.raises(Illegal, match="not_that_move"):
        played(state, e.MoveDeclined("Ben", "truth"))


def test_nothing_can_be_declined_where_the_table_does_not_ask() -> None:
    state = scored(at(24, 20, Ben=6), {"Ben": None, "Charlie": None, "Dora": None, "Emil": None})
    with pytest.raises(Illegal, match="not_that_move"):
        played(state, e.MoveDeclined("Ben", "sign"))


# ------------------------------------------------------------------------------------------ End of the Game


def ended(track: dict[str, int], tips: dict[str, str | None], **agreed: Any) -> State:
    return played(moved(scored(track, tips, **agreed)), e.RoundEnded())


def test_the_game_goes_on_one_space_before_the_finish() -> None:
    state = ended(at(36, 20, Ben=37), {"Ben": None, "Charlie": None, "Dora": None, "Emil": None})
    assert state.track["Ben"] == 39
    assert state.phase is Phase.CARD


@pytest.mark.parametrize("space", [38, 39])
def test_a_pawn_that_reaches_or_passes_the_finish_ends_the_game(space: int) -> None:
    state = ended(at(36, 20, Ben=space), {"Ben": None, "Charlie": None, "Dora": None, "Emil": None})
    assert state.phase is Phase.RESULT
    assert played(state, e.GameEnded(("Ben",))).winners == ("Ben",)


def test_furthest_ahead_wins_behind_the_finish_too() -> None:
    state = ended(at(36, 20, Ben=39, Dora=38), {"Ben": None, "Charlie": "Dora", "Dora": None, "Emil": None})
    assert (state.track["Ben"], state.track["Dora"]) == (41, 43)
    assert ahead(state) == ("Dora",)
    with pytest.raises(Illegal, match="not_winners"):
        played(state, e.GameEnded(("Ben",)))


def test_equal_pawns_share_the_victory() -> None:
    state = ended(at(36, 20, Ben=39, Dora=39), {"Ben": None, "Charlie": None, "Dora": None, "Emil": None})
    over = played(state, e.GameEnded(("Ben", "Dora")))
    assert over.winners == ("Ben", "Dora")
    assert [(line.names, line.place) for line in standings(over)][:3] == [(("Ben",), 1), (("Dora",), 1), (("Anna",), 3)]


def test_the_last_pawn_reaches_a_share_of_the_victory_by_a_sign() -> None:
    track = {"Anna": 37, "Ben": 35, "Charlie": 31, "Dora": 38, "Emil": 38}
    state = scored(track, {"Ben": None, "Charlie": "Ben", "Dora": "Charlie", "Emil": "Charlie"})
    assert state.track == {"Anna": 37, "Ben": 40, "Charlie": 37, "Dora": 38, "Emil": 38}
    assert due(state) == {"Charlie": {"sign": 3}}
    over = played(moved(state), e.RoundEnded(), e.GameEnded(("Ben", "Charlie")))
    assert over.winners == ("Ben", "Charlie")


def test_a_bonus_over_the_finish_ends_the_game_and_can_win_it() -> None:
    board = Board(12, colours=("blue",), sign=(Sign(9, 5),))
    state = scored(at(11, 11, Ben=9, players=3), {"Ben": None, "Charlie": "Ben"}, board=board)
    assert state.track == at(11, 11, Ben=14, players=3)
    assert due(state) == {}
    state = scored(dict.fromkeys(FIVE[:3], 11) | {"Ben": 8}, {"Ben": None, "Charlie": None}, board=board)
    assert due(state) == {"Ben": {"sign": 5}}
    assert played(moved(state), e.RoundEnded(), e.GameEnded(("Ben",))).track["Ben"] == 15


def test_a_number_of_questions_can_be_agreed_on() -> None:
    state = ended(at(BLUE, 5, Ben=6), {"Ben": None, "Charlie": None, "Dora": None, "Emil": None}, rounds=1)
    assert state.phase is Phase.RESULT
    assert played(state, e.GameEnded(("Ben",))).rounds == 1
