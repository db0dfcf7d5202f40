"""The transcript: who said what, and what was heard, line by line as it happens."""

from __future__ import annotations

from typing import TextIO

from games.game import Standing
from host.seats.audience import Audience
from host.seats.scoreboard import board_lines
from speech.dictation import Dictated
from speech.result import Heard, Result, TimeUp, Unheard, Unsure


class Transcript(Audience):
    """Writes lines such as ``host  Cy, which one?`` and ``Cy    bravo``, and the scoreboard between rounds."""

    def __init__(self, out: TextIO, names: tuple[str, ...]) -> None:
        self._out = out
        self._width = max(len(name) for name in (*names, "table")) + 2

    def write(self, who: str, words: str) -> None:
        """One line, on the paper at once."""
        print(f"{who:<{self._width}}{words}", file=self._out, flush=True)

    def said(self, line: str) -> None:
        self.write("host", line)

    def written(self, writer: str | None, text: str) -> None:
        self.write(writer or "desk", f"[writes] {text}")

    def recited(self, reader: str | None, reading: Dictated) -> None:
        self.write(reader or "table", f"[reads] {_told(reading)}")

    def played(self, reading: Dictated) -> None:
        self.write("host", f"[plays] {_told(reading)}")

    def shown(self, of: str, text: str) -> None:  # noqa: ARG002 - the others read this paper too
        self.write(of, "[looks at the screen]")

    def heard(self, result: Result, speaker: str | None) -> None:
        match result:
            case Heard(_, phrase):
                self.write(speaker or "table", phrase)
            case Unsure(candidates):
                self.write(speaker or "table", " or ".join(f"{one.phrase}?" for one in candidates))
            case Unheard(meant=True):
                self.write(speaker or "table", "[unclear]")
            case TimeUp():
                self.write("clock", "[the time is over]")

    def scored(self, standings: tuple[Standing, ...]) -> None:
        for line in board_lines(standings):
            self.write("", line)


def _told(reading: Dictated) -> str:
    """The words, marked where they are no more than the ear's guess."""
    return reading.words if reading.sound is None else f"(perhaps) {reading.words}".rstrip()
