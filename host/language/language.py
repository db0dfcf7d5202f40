"""A language as the host speaks it: its own pack and the game's, with lines to fill and phrases to hear."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from games import shelf
from games.table import Rows, Say, Slot
from host.fault import HostFault

Wordings = list[str]
Line = Wordings | dict[str, Wordings]
"""Several wordings of one line, or one such list for each plural category ("one", "other")."""


class Letters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the letters of an answer list are announced and answered."""

    spelling: dict[str, str]
    wordings: Wordings


class Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One language file. A game's pack has lines, choices, reasons and help only."""

    language: str = ""
    commands: dict[str, Wordings] = {}
    answers: dict[str, Wordings] = {}
    letters: Letters | None = None
    wordings: dict[str, Wordings] = {}
    lines: dict[str, Line] = {}
    choices: dict[str, dict[str, Wordings]] = {}
    illegal: dict[str, Line] = {}
    help: Wordings = []
    slash: dict[str, str] = {}
    """What is typed behind a slash at the desk, for each command."""
    names: list[str] = []
    """Given names that are heard without having been told before."""


def read_pack(path: Path) -> Pack:
    """Read one language file.

    Raises:
        HostFault: it is not readable as a pack; the file and the place are named.
    """
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Pack)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as fault:
        raise HostFault(f"The language file {path.name} is broken: {fault}. Reinstall Spielleiter.") from fault


def languages(game: str) -> tuple[str, ...]:
    """The languages in which the host can lead ``game``, sorted."""
    own = {path.stem for path in _host_folder().glob("*.toml")}
    theirs = {path.stem for path in (shelf.folder(game) / "lang").glob("*.toml")}
    return tuple(sorted(own & theirs))


def _host_folder() -> Path:
    return Path(__file__).parent


@dataclass
class Language:
    """The words of one evening. Wordings of one line take turns, so that the host does not sound like a machine."""

    code: str
    own: Pack
    game: Pack
    chance: random.Random
    _last: dict[str, str] = field(default_factory=dict)

    @classmethod
    def load(cls, code: str, game: str, seed: int) -> Language:
        """The language ``code`` for ``game``.

        Raises:
            HostFault: there is no such language for this game.
        """
        there = languages(game)
        if code not in there:
            raise HostFault(f"There is no language '{code}' for this game. Choose one of: {', '.join(there)}.")
        theirs = read_pack(shelf.folder(game) / "lang" / f"{code}.toml")
        return cls(code, read_pack(_host_folder() / f"{code}.toml"), theirs, random.Random(f"words {seed}"))

    def line(self, key: str, slots: Mapping[str, Slot] | None = None) -> str:
        """A sentence for ``key``, its slots filled.

        A slot called ``letter`` is spoken as its spelling word and one called ``spelled`` sign by sign; a tuple is
        joined by "and", another line is put in, and ``n`` chooses the plural.
        """
        slots = slots or {}
        found = self._found(key)
        wordings = found[_plural(slots)] if isinstance(found, dict) else found
        others = [wording for wording in wordings if wording != self._last.get(key)] or wordings
        self._last[key] = chosen = self.chance.choice(others)
        return chosen.format(**{name: self._spoken(name, value) for name, value in slots.items()})

    def _found(self, key: str) -> Line:
        for lines in (self.game.lines, self.own.lines, self.game.illegal, self.own.illegal):
            if key in lines:
                return lines[key]
        raise KeyError(key)

    def _spoken(self, name: str, value: Slot) -> str:
        match value:
            case str() if name == "letter":
                return self.spell(value)
            case str() if name == "spelled":
                return ", ".join(sign.upper() for sign in value if sign.isalnum())
            case Say(key, slots):
                return self.line(key, slots)
            case Rows(items):
                return "; ".join(self._spoken("", item) for item in items)
            case tuple():
                return self.join([self._spoken("", part) for part in value])
        return str(value)

    def spell(self, letter: str) -> str:
        """The letter as it is announced: "Bravo"."""
        letters = self.own.letters
        return letters.spelling[letter].capitalize() if letters else letter

    def join(self, parts: Sequence[str]) -> str:
        """ "Anna, Ben and Cy"."""
        if len(parts) < 2:
            return "".join(parts)
        joint = self.own.lines["list_joint"]
        wording = joint[0] if isinstance(joint, list) else joint["other"][0]
        return wording.format(head=", ".join(parts[:-1]), last=parts[-1])

    def about(self) -> str:
        """What the game is about, in a sentence or two; "" where its pack does not say."""
        return self.chance.choice(self.game.help) if self.game.help else ""

    def choice(self, kind: str, option: str) -> Wordings:
        """The phrases that mean ``option`` of a ``kind`` ("colour"), the one to echo first."""
        return self.game.choices[kind][option]


def _plural(slots: Mapping[str, Any]) -> str:
    return "one" if slots.get("n") == 1 else "other"
