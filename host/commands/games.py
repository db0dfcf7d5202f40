"""`spielleiter games`: what is on the shelf, and where it comes from."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from games import shelf
from host.evening.evening import find_game
from host.fault import HostFault
from host.language.language import languages

_HEAD = ("game", "title", "players", "languages", "minutes", "from")


@dataclass(frozen=True)
class Found:
    """One game that can be played."""

    name: str
    title: str
    fewest: int
    most: int
    languages: tuple[str, ...]
    minutes: int
    origin: str
    """"Spielleiter", or the package that brings it and its version."""

    @classmethod
    def take(cls, name: str) -> Found:
        """The game called ``name`` on the shelf.

        Raises:
            HostFault: it is broken.
        """
        game = find_game(name)
        return cls(
            name=name.replace("_", "-"),
            title=game.title,
            fewest=game.players[0],
            most=game.players[-1],
            languages=languages(name),
            minutes=game.minutes,
            origin=shelf.origin(name) or "Spielleiter",
        )

    def cells(self) -> tuple[str, ...]:
        """As a line of the table."""
        players = f"{self.fewest}–{self.most}" if self.most > self.fewest else str(self.most)
        return (self.name, self.title, players, ", ".join(self.languages), str(self.minutes), self.origin)


def games(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Show every game that can be played here."""
    found, broken = [], []
    for name in shelf.names():
        try:
            found.append(Found.take(name))
        except HostFault as fault:
            broken.append(str(fault))
    console = Console(markup=False, highlight=False)
    if as_json:
        typer.echo(json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=2))
    elif console.is_terminal:
        console.print(_table(found))
    else:
        for line in _aligned([_HEAD, *(one.cells() for one in found)]):
            typer.echo(line)
    for sentence in broken:
        print(sentence, file=sys.stderr)  # noqa: T201 - the sentence for people


def _table(found: Iterable[Found]) -> Table:
    table = Table(*_HEAD, box=None, padding=(0, 2, 0, 0))
    for one in found:
        table.add_row(*one.cells())
    return table


def _aligned(rows: list[tuple[str, ...]]) -> Iterable[str]:
    """Nothing is cut off, however long: a file or another program reads it."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
