"""An option of a game's set-up, held against its declaration; see ``games/option.py``."""

from __future__ import annotations

import math
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from games.game import Game
from games.option import Option
from host.fault import HostFault


def flag(name: str) -> str:
    """The field ``name`` as a command line has it: "--writing-s"."""
    return f"--{name.replace('_', '-')}"


def kinds(kind: Any) -> tuple[Any, ...]:
    """What a value of type ``kind`` may be, ``None`` left out."""
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    return tuple(part for part in parts if part is not type(None))


def check(value: Any, option: Option, game: Game[Any, Any]) -> None:
    """See that ``value`` is what the option was declared for.

    Raises:
        HostFault: it is not; one sentence says what it may be.
    """
    if not any(_is_a(value, kind) for kind in kinds(option.kind)) or not _in_range(value, option):
        raise HostFault(f"In {game.title}, {flag(option.name)} is {_told(option)}, not {value}.")


def _is_a(value: Any, kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return value in get_args(kind)
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, kind)


def _in_range(value: Any, option: Option) -> bool:
    least = -math.inf if option.least is None else option.least
    most = math.inf if option.most is None else option.most
    return not isinstance(value, int | float) or least <= value <= most


def _told(option: Option) -> str:
    """ "a whole number from 1 to 3"."""
    return " or ".join(_kind_told(kind) for kind in kinds(option.kind)) + _range_told(option)


def _kind_told(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return " or ".join(str(one) for one in get_args(kind))
    return {int: "a whole number", float: "a number", bool: "yes or no", str: "a text"}.get(kind, str(kind))


def _range_told(option: Option) -> str:
    match option.least, option.most:
        case None, None:
            return ""
        case least, None:
            return f", {least} or more"
        case None, most:
            return f", {most} or less"
        case least, most:
            return f" from {least} to {most}"
