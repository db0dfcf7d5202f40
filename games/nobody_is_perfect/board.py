"""The track along the edge of the board: coloured spaces, jokers, number signs between spaces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.game import BrokenMaterial
from games.nobody_is_perfect.deck import COLOURS, Colour

FEWEST_SPACES = 2


@dataclass(frozen=True)
class Sign:
    """A number between space ``after`` and the next one, worth ``spaces`` to the last pawn that jumps over it."""

    after: int
    spaces: int


@dataclass(frozen=True)
class Board:
    """The field names are those of the board's TOML file. Space 0 is the start and space ``spaces`` the finish."""

    spaces: int
    colours: tuple[Colour, ...] = COLOURS
    """Colours from the start on, repeated as often as needed: a short cycle, or one colour for every space."""
    jokers: tuple[int, ...] = ()
    sign: tuple[Sign, ...] = ()
    title: str = ""
    licence: str = ""

    def at(self, position: int) -> Colour | Literal["joker"]:
        """The space under a pawn that has not yet come round."""
        return "joker" if position in self.jokers else self.colours[position % len(self.colours)]


def check(board: Board) -> None:
    """Look for what the types alone cannot tell.

    Raises:
        BrokenMaterial: the first fault, in the order of the file.
    """
    if board.spaces < FEWEST_SPACES:
        raise BrokenMaterial("board", "spaces", f"a track of {board.spaces} spaces has no finish to run to")
    if not board.colours:
        raise BrokenMaterial("board", "colours", "there is not a single colour")
    if len(board.colours) > board.spaces:
        raise BrokenMaterial("board", "colours", f"{len(board.colours)} colours do not fit on {board.spaces} spaces")
    if board.colours[0] != "blue":
        raise BrokenMaterial("board", "colours[0]", "the start is a blue space")
    for index, joker in enumerate(board.jokers):
        if not 0 < joker < board.spaces:
            raise BrokenMaterial("board", f"jokers[{index}]", f"a joker lies between start and finish, not on {joker}")
        if joker in board.jokers[:index]:
            raise BrokenMaterial("board", f"jokers[{index}]", f"space {joker} is a joker already")
    for index, sign in enumerate(board.sign):
        if not 0 <= sign.after < board.spaces:
            raise BrokenMaterial("board", f"sign[{index}].after", f"nothing comes after space {sign.after} here")
        if sign.spaces < 1:
            raise BrokenMaterial("board", f"sign[{index}].spaces", "a sign is worth at least one space")
        if any(other.after == sign.after for other in board.sign[:index]):
            raise BrokenMaterial("board", f"sign[{index}].after", f"there is a sign after space {sign.after} already")
