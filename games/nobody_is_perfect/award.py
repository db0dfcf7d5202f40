"""From tips to moves, and from moves to the number signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.nobody_is_perfect.answers import Answer
from games.nobody_is_perfect.board import Board
from games.nobody_is_perfect.events import Reason

CORRECT_TIP = 2
WELL_SPUN = 3
LEADER_FOUND = 1


@dataclass(frozen=True)
class Move:
    player: str
    spaces: int
    reason: Reason

    @property
    def may(self) -> bool:
        """The rulebook leaves this move to the player ("Orange Cards", "The last shall be first")."""
        return self.reason in ("leader", "sign")


def tippers(tips: Mapping[str, str], letter: str) -> tuple[str, ...]:
    """Who laid their chip on ``letter``."""
    return tuple(voter for voter, tipped in tips.items() if tipped == letter)


def for_tips(answers: Sequence[Answer], tips: Mapping[str, str]) -> tuple[Move, ...]:
    """The points of one question ("Correct tip", "Well spun", "Double lie", "Lucky hit", "Game leader").

    On a true answer that has a writer, the orange leader's, the leader moves a space for every tip.
    """
    moves = []
    for answer in answers:
        found = tippers(tips, answer.letter)
        if answer.true:
            moves += [Move(voter, CORRECT_TIP, "truth") for voter in found if voter not in answer.lucky]
            moves += [Move(leader, LEADER_FOUND * len(found), "leader") for leader in answer.writers if found]
        else:
            moves += [Move(writer, WELL_SPUN * len(found), "bluff") for writer in answer.writers if found]
    return tuple(moves)


def for_signs(board: Board, before: Mapping[str, int], now: Mapping[str, int]) -> tuple[Move, ...]:
    """Extra moves for the pawns in last place that have just jumped over a sign ("The last shall be first").

    ``now`` is the track after all points of the question and before any extra move: who is last is settled once.
    Of several signs the last one jumped over counts. Signs do not come again on a second time round.
    """
    last = min(now.values())
    moves = []
    for player, position in now.items():
        jumped = [sign for sign in board.sign if before[player] <= sign.after < position]
        if position == last and jumped:
            moves.append(Move(player, max(jumped, key=lambda sign: sign.after).spaces, "sign"))
    return tuple(moves)
