"""Interjections: what anybody may say at any question, and what the host has to say to it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from games.game import Side, Standing
from games.table import Rows, Slot
from host.language.language import Language
from host.language.orders import Command
from host.ledger.ledger import Ledger


class Interruption(Exception):
    """Somebody wants the evening to go on elsewhere than at the next line of the script."""


class TakeBack(Interruption):
    """The last answer is to be taken back."""


class StopGame(Interruption):
    """The table wants to stop."""


class Leaves(Interruption):
    """Somebody leaves for good."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Joins(Interruption):
    """Somebody sits down at the left hand of ``neighbour``."""

    def __init__(self, name: str, neighbour: str) -> None:
        super().__init__(name)
        self.name = name
        self.neighbour = neighbour


class Interjections:
    """Answers "score", "whose turn", "how much time", "help" out of the ledger and the clock."""

    def __init__(self, ledger: Ledger, language: Language) -> None:
        self._ledger = ledger
        self._language = language

    def line(self, command: Command, of: str | None, left_s: float | None) -> str:
        """What the host says to ``command`` while it waits for ``of`` with ``left_s`` seconds on the hourglass."""
        match command:
            case Command.SCORE:
                return self.standings()
            case Command.TURN:
                return self._turn(of)
            case Command.TIME if left_s is not None:
                return self._language.line("time_left", {"n": round(left_s)})
            case Command.TIME:
                return self._language.line("time_free")
            case Command.GO_ON:
                return self._language.line("nothing_paused")
        raise ValueError(command)

    def people(self) -> tuple[str, ...]:
        """Everybody at the table, clockwise."""
        people: tuple[str, ...] = self._ledger.game.people(self._ledger.state)
        return people

    def new_clip(self) -> str:
        """A name for the next recording: the length of the log tells it from all that were kept before."""
        return f"{len(self._ledger):05d}"

    def standings(self) -> str:
        """The scoreboard, spoken: best first, equal points in one breath; of pairs and teams those with points."""
        game: Any = self._ledger.game
        board: tuple[Standing, ...] = game.standings(self._ledger.state)
        if all(standing.points == 0 for standing in board):
            return self._language.line("no_points")
        parts = []
        for points, equals in groupby(board, key=lambda standing: standing.points):
            sides = tuple(standing.names for standing in equals)
            if points or all(len(side) == 1 for side in sides):
                parts.append(self._language.line("standing", {"names": _told(sides), "n": points}))
        return self._language.line("standings", {"standings": ", ".join(parts)})

    def _turn(self, of: str | None) -> str:
        turn = self._ledger.game.turn(self._ledger.state)
        if turn is None and of is None:
            return self._language.line("turn_nobody")
        whose = self._language.line("turn_of", {"name": turn}) if turn else ""
        waiting = self._language.line("turn_asked", {"name": of}) if of and of != turn else ""
        return f"{whose} {waiting}".strip()

    def help(self, answers: Sequence[str], *, spoken: bool = True) -> str:
        """What the game is about, and what can be said now and always; always only where it is ``spoken``."""
        here = self._language.line("help_here", {"answers": ", ".join(answers)}) if answers else ""
        commands = [wordings[0] for wordings in self._language.own.commands.values()]
        always = self._language.line("help", {"commands": ", ".join(commands)}) if spoken else ""
        return " ".join(part for part in (self._language.about(), here, always) if part)


def _told(sides: tuple[Side, ...]) -> Slot:
    """Single players are joined by "and"; between pairs there is a pause."""
    if all(len(side) == 1 for side in sides):
        return tuple(side[0] for side in sides)
    return Rows(sides)
