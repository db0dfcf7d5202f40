"""An evening: a game off the shelf, its setup, its session on disk, and the ledger over both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import platformdirs

from games import shelf
from games.game import BrokenMaterial, Game, Side
from games.option import Option, materials_of, options_of
from host.asking.naming import NameHeard
from host.evening.material import broken, read_material
from host.evening.option import check, flag
from host.evening.roster import read_roster
from host.fault import HostFault
from host.language.language import Language
from host.ledger.ledger import Ledger
from host.ledger.session import Opening, Session, SessionFault

HAND_IN = "hand_in"
"""The field of a setup that says how sheets reach the host: an option of every evening, for games that have sheets."""
TYPED = "typed"


def find_game(name: str) -> Game[Any, Any]:
    """The game called ``name``; hyphens and capitals do not matter.

    Raises:
        HostFault: no such game, or the package that offers it is broken.
    """
    try:
        return shelf.take(shelf.called(name))
    except KeyError:
        there = ", ".join(shelf.names()).replace("_", "-")
        raise HostFault(f"There is no game called '{name}'. Choose one of: {there}.") from None
    except shelf.BrokenGame as fault:
        raise HostFault(str(fault)) from fault


@dataclass(frozen=True)
class Wish:
    """What the table wants to play, as a command line or another caller has it."""

    game: str
    players: str
    language: str
    seed: int
    options: Mapping[str, Any]
    """By field of the game's setup; for material the path of a file, and ``None`` means not named."""

    def opening(self) -> Opening:
        """The wish as an evening can begin with it.

        Raises:
            HostFault: something in it is impossible; the sentence says what to change.
        """
        game = find_game(self.game)
        Language.load(self.language, game.name, self.seed)
        setup: dict[str, Any] = {"players": read_roster(self.players, game), **self._checked(game)}
        files = {part: self._file(game, part) for part in materials_of(game.setup)}
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

    def _checked(self, game: Game[Any, Any]) -> dict[str, Any]:
        """The options that were named, each held against its declaration."""
        declared = {option.name: option for option in _options(game)}
        checked = {}
        for name, value in self.options.items():
            if value is None or name in materials_of(game.setup):
                continue
            if name in declared:
                check(value, declared[name], game)
                checked[name] = value
            elif name != HAND_IN:
                raise HostFault(f"{game.title} knows no {flag(name)}. Leave it out.")
            elif value != TYPED:
                raise HostFault(f"{game.title} has no sheets to hand in. Leave out {flag(name)}.")
        return checked

    def _file(self, game: Game[Any, Any], part: str) -> Path:
        """The file that was named, or the game's own: for this language where there is one."""
        if self.options.get(part) is not None:
            return Path(self.options[part])
        own = shelf.folder(game.name) / "data"
        in_language = own / f"{part}_{self.language}.toml"
        return in_language if in_language.is_file() else own / f"{part}.toml"


def _options(game: Game[Any, Any]) -> tuple[Option, ...]:
    """What may be named for the game, ``--hand-in`` included where it has sheets."""
    kinds = get_type_hints(game.setup)
    sheets = [Option(HAND_IN, kinds[HAND_IN], "", TYPED, None, None)] if HAND_IN in kinds else []
    return (*options_of(game.setup), *sheets)


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
        except HostFault:
            session.close()
            raise
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
        """Everybody who plays now, clockwise."""
        return self.game.people(self.ledger.state)

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
