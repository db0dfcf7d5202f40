"""The shelf: every game found, without registration.

A game is a folder under ``games/``, or an installed package that offers the entry point group ``spielleiter.games``::

    [project.entry-points."spielleiter.games"]
    toy = "toy_game:GAME"

The entry point's name is the game's; language packs (``lang/``) and material (``data/``) lie beside the module.
"""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from games.game import Game

GROUP = "spielleiter.games"


class BrokenGame(Exception):
    """An installed game that cannot be played. ``str()`` is one sentence that names its package."""


def names() -> tuple[str, ...]:
    """The names of all games on the shelf, sorted; broken ones included."""
    return tuple(sorted({*_own(), *_elsewhere()}))


def take(name: str) -> Game[Any, Any]:
    """The game called ``name``.

    Raises:
        KeyError: no such game.
        BrokenGame: an installed package offers it but it cannot be loaded.
    """
    if name in _own():
        game: Game[Any, Any] = import_module(f"games.{name}").GAME
        return game
    return _loaded(_elsewhere()[name])


def first_choice() -> str:
    """The name of the game that is played where none is named: one of ours."""
    return next((name for name in _own() if take(name).first_choice), _own()[0])


def called(text: str) -> str:
    """The name as it stands on the shelf for one that people write: hyphens and capitals do not matter."""
    return text.strip().lower().replace("-", "_").replace(" ", "_")


def folder(name: str) -> Path:
    """Where the game's language packs (``lang/``) and material (``data/``) are.

    Raises:
        KeyError, BrokenGame: see ``take``.
    """
    if name in _own():
        return Path(__file__).parent / name
    offered = _elsewhere()[name]
    _loaded(offered)
    return Path(str(sys.modules[offered.module].__file__)).parent


def origin(name: str) -> str:
    """Where the game comes from: "" for ours, otherwise the package that offers it and its version."""
    if name in _own():
        return ""
    offered = _elsewhere()[name]
    return f"{offered.dist.name} {offered.dist.version}" if offered.dist else offered.value


def _own() -> tuple[str, ...]:
    here = str(Path(__file__).parent)
    return tuple(found.name for found in pkgutil.iter_modules([here]) if found.ispkg)


def _elsewhere() -> dict[str, EntryPoint]:
    """By name; a name of our own is ours, and of two packages the first in the alphabet keeps a name."""
    offered = sorted(entry_points(group=GROUP), key=_package, reverse=True)
    return {called(one.name): one for one in offered if called(one.name) not in _own()}


def _package(offered: EntryPoint) -> str:
    return offered.dist.name if offered.dist else offered.value


def _loaded(offered: EntryPoint) -> Game[Any, Any]:
    """Whatever a package of somebody else's does while it is loaded, it ends in one sentence."""
    try:
        game = offered.load()
    except (Exception, SystemExit) as fault:
        raise BrokenGame(
            f"The game '{offered.name}' of the package {_package(offered)} does not load "
            f"({type(fault).__name__}: {fault}). Update that package or remove it."
        ) from fault
    if not isinstance(game, Game) or game.name != called(offered.name):
        raise BrokenGame(
            f"The package {_package(offered)} offers '{offered.name}', but {offered.value} is no game of that name. "
            "Update that package or remove it."
        )
    return game
