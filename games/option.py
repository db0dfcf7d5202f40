"""An option of a game's set-up, declared once beside its field; every command line is made from it.

    @dataclass(frozen=True)
    class Setup:
        players: tuple[str, ...]
        deck: Deck = material("Another deck than ours.")
        rounds: int | None = option("Stop after so many rounds.", default=None, least=1)

The field's name and type are the option's: ``--rounds N``. A ``bool`` becomes a switch, a ``Literal`` a choice.
``None`` means that nothing was named: the game then asks the table aloud, draws, or does without. What every evening
has (``--players``, ``--lang``, ``--seed``, ``--session``, ``--typed``, …) wins over a game's option of the same name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, get_type_hints

_OPTION, _MATERIAL = "option", "material"


@dataclass(frozen=True)
class Option:
    """One option as a command line wants it."""

    name: str
    """The field's name."""
    kind: Any
    """The field's type, ``None`` included where it may stay open."""
    sentence: str
    """What it is for, in one plain sentence."""
    default: Any
    least: float | None
    """The smallest number allowed."""
    most: float | None
    """The largest number allowed."""


def option(sentence: str, *, default: Any, least: float | None = None, most: float | None = None) -> Any:
    """Declare a field of a set-up as an option."""
    return field(default=default, metadata={_OPTION: (sentence, least, most)})


def material(sentence: str) -> Any:
    """Declare a field of a set-up as a deck, a board or other material that is read from a TOML file."""
    return field(metadata={_MATERIAL: sentence})


def options_of(setup: type[Any]) -> tuple[Option, ...]:
    """The options of a set-up, in the order of its fields."""
    kinds = get_type_hints(setup)
    return tuple(
        Option(one.name, kinds[one.name], sentence, one.default, least, most)
        for one in fields(setup)
        if _OPTION in one.metadata
        for sentence, least, most in [one.metadata[_OPTION]]
    )


def materials_of(setup: type[Any]) -> Mapping[str, str]:
    """The fields of a set-up that are read from files, each with its sentence."""
    return {one.name: one.metadata[_MATERIAL] for one in fields(setup) if _MATERIAL in one.metadata}
