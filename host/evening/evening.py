"""An evening: a game off the shelf, its setup, its session on disk, and the ledger over both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import platformdirs

from games import shelf
from games.game import BrokenMaterial, Game, Side
from host.asking.naming import NameHeard
from host.evening.material import broken, read_material
from host.evening.roster import read_roster
from host.fault import HostFault
from host.language.language import Language
from host.ledger.ledger import Ledger
from host.ledger.session import Opening, Session, SessionFault

_MATERIAL: tuple[str, ...] = ("deck", "board")
"""The fields of a setup that are read from files."""


def find_game(name: str) -> Game[Any, Any]:
    """The game called ``name``; hyphens and capitals do not matter.

    Raises:
        HostFault: no such game.
    """
    folder = name.strip().lower().replace("-", "_").replace(" ", "_")
    try:
        return shelf.take(folder)
    except KeyError:
        there = ", ".join(shelf.names()).replace("_", "-")
        raise HostFault(f"There is no game called '{name}'. Choose one of: {there}.") from None


@dataclass(frozen=True)
class Wish:
    """What the table wants to play, as it came from the command line."""

    game: str
    players: str
    language: str
    seed: int
    options: Mapping[str, Any]
    """Fields of the game's setup that were named; ``deck`` and ``board`` are paths, ``None`` means not named."""

    def opening(self) -> Opening:
        """The wish as an evening can begin with it.

        Raises:
            HostFault: something in it is impossible; the sentence says what to change.
        """
        game = find_game(self.game)
        Language.load(self.language, game.name, self.seed)
        setup: dict[str, Any] = {"players": read_roster(self.players, game)}
        known = {field.name for field in fields(game.setup)}
        for option, value in self.options.items():
            if value is not None and option not in known:
                raise HostFault(f"{game.title} knows no --{option.replace('_', '-')}. Leave it out.")
            if value is not None:
                setup[option] = value
        files = {part: self._file(game, part) for part in _MATERIAL if part in known}
        for part, path in files.items():
            setup[part] = read_material(path, get_type_hints(game.setup)[part])
        plain = msgspec.to_builtins(setup)
        try:
            game.open(_setup(game, plain))
        except BrokenMaterial as fault:
            raise broken(files[fault.part], fault.path, fault.reason) from fault
        except ValueError as fault:
            raise HostFault(f"{game.title} cannot begin like this: {fault}. Change that option.") from fault
        return Opening(game.name, self.language, self.seed, plain)

    def _file(self, game: Game[Any, Any], part: str) -> Path:
        own = f"deck_{self.language}.toml" if part == "deck" else f"{part}.toml"
        return self.options.get(part) or shelf.folder(game.name) / "data" / own


def _setup(game: Game[Any, Any], plain: dict[str, Any]) -> Any:
    """The game's setup from plain values.

    Raises:
        HostFault: an option has a value that the game does not know.
    """
    try:
        return msgspec.convert(plain, game.setup)
    except msgspec.ValidationError as fault:
        raise HostFault(f"{game.title} cannot be set up like this: {fault}. Change that option.") from fault


class Evening:
    """A game in play. A context manager: leaving it lets go of the session's file."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.game = find_game(session.opening.game)
        session.load({event.__name__: event for event in (*self.game.events, NameHeard)})
        self.ledger = Ledger(self.game, session, _setup(self.game, session.opening.setup))
        self.language = Language.load(session.opening.language, self.game.name, session.opening.seed)

    @classmethod
    def begin(cls, opening: Opening, path: Path) -> Evening:
        """A new evening, kept at ``path``."""
        return cls(Session.begin(path, opening))

    @classmethod
    def resume(cls, path: Path) -> Evening:
        """The evening kept at ``path``, where it stopped.

        Raises:
            HostFault: it cannot be read, or the game is over.
        """
        session = Session.reopen(path)
        try:
            evening = cls(session)
        except (msgspec.MsgspecError, KeyError, TypeError, ValueError) as fault:
            session.close()
            raise SessionFault(
                f"The session {path.name} does not fit its game ({fault}). Choose another one."
            ) from fault
        if evening.game.over(evening.ledger.state):
            session.close()
            winners = evening.language.join(_everybody(evening.game.winners(evening.ledger.state)))
            raise HostFault(f"That game is over: {winners} won. Start a new one with 'spielleiter play'.")
        return evening

    @property
    def names(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return tuple(self.session.opening.setup["players"])

    def __enter__(self) -> Evening:
        return self

    def __exit__(self, *exc: object) -> None:
        self.session.close()


def _everybody(sides: tuple[Side, ...]) -> list[str]:
    """Each of them once, in the order of the sides."""
    return list(dict.fromkeys(name for side in sides for name in side))


def sessions_folder() -> Path:
    """Where evenings are kept."""
    return platformdirs.user_data_path("spielleiter", appauthor=False) / "sessions"


def new_session_path(game: str, now: datetime) -> Path:
    """A name for a new evening that sorts by time."""
    return sessions_folder() / f"{now:%Y-%m-%d-%H%M%S}-{game}.evening"


def latest_session() -> Path:
    """The evening that was played last.

    Raises:
        SessionFault: none was ever played.
    """
    kept = sorted(sessions_folder().glob("*.evening"), key=lambda path: path.stat().st_mtime)
    if not kept:
        raise SessionFault("No evening is kept here. Start one with 'spielleiter play'.")
    return kept[-1]
