"""The shelf: every game found under ``games/``, without registration."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from pathlib import Path
from typing import Any

from games.game import Game


def names() -> tuple[str, ...]:
    """The names of all games on the shelf, sorted."""
    here = str(Path(__file__).parent)
    return tuple(sorted(found.name for found in pkgutil.iter_modules([here]) if found.ispkg))


def take(name: str) -> Game[Any, Any]:
    """The game called ``name``.

    Raises:
        KeyError: no such game.
    """
    if name not in names():
        raise KeyError(name)
    game: Game[Any, Any] = import_module(f"games.{name}").GAME
    return game


def folder(name: str) -> Path:
    """Where the game's language packs (``lang/``) and material (``data/``) are."""
    return Path(__file__).parent / name
