"""The audience: whoever watches how an evening goes. A transcript, a screen, a cast of simulated players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from games.game import Standing
from games.table import Ask, Countdown
from speech.dictation import Dictated
from speech.result import Result


@dataclass(frozen=True)
class Listening:
    """The host has said its line and listens from now on."""

    request: Ask[Any] | Countdown
    turn: Literal["asked", "again", "confirm", "break", "still", "name"]
    """Asked first; asked again; asked to confirm ``candidates``; in a break; listening on without a word; or asked
    to say one's own name, so that the ear knows how it is said."""
    candidates: tuple[Any, ...] = ()
    """While confirming: the one or two values that the host has named."""


class Audience:
    """Watches; every method does nothing here. Nobody in the audience can change what happens."""

    def said(self, line: str) -> None:
        """The host is about to say ``line``."""

    def listens(self, listening: Listening) -> None:
        """The host begins to listen."""

    def heard(self, result: Result, speaker: str | None) -> None:
        """Listening has ended in ``result``; ``speaker`` where it is known who spoke (at the keyboard)."""

    def written(self, writer: str | None, text: str) -> None:
        """``writer`` has typed ``text`` where the others could not see it."""

    def recited(self, reader: str | None, reading: Dictated) -> None:
        """``reader`` has read a sheet aloud."""

    def played(self, reading: Dictated) -> None:
        """A reading is about to be played again."""

    def shown(self, of: str, text: str) -> None:
        """``of`` alone sees ``text`` on the screen."""

    def settled(self, request: Ask[Any] | Countdown, answer: Any) -> None:
        """The script gets ``answer``."""

    def scored(self, standings: tuple[Standing, ...]) -> None:
        """A round is over."""


class Gallery(Audience):
    """Several audiences side by side."""

    def __init__(self, seats: Iterable[Audience]) -> None:
        self._seats = tuple(seats)

    def said(self, line: str) -> None:
        for seat in self._seats:
            seat.said(line)

    def listens(self, listening: Listening) -> None:
        for seat in self._seats:
            seat.listens(listening)

    def heard(self, result: Result, speaker: str | None) -> None:
        for seat in self._seats:
            seat.heard(result, speaker)

    def written(self, writer: str | None, text: str) -> None:
        for seat in self._seats:
            seat.written(writer, text)

    def recited(self, reader: str | None, reading: Dictated) -> None:
        for seat in self._seats:
            seat.recited(reader, reading)

    def played(self, reading: Dictated) -> None:
        for seat in self._seats:
            seat.played(reading)

    def shown(self, of: str, text: str) -> None:
        for seat in self._seats:
            seat.shown(of, text)

    def settled(self, request: Ask[Any] | Countdown, answer: Any) -> None:
        for seat in self._seats:
            seat.settled(request, answer)

    def scored(self, standings: tuple[Standing, ...]) -> None:
        for seat in self._seats:
            seat.scored(standings)
