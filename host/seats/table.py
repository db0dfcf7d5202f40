"""The table as the host has it: a mouth, an ear, a desk, a clock, and whoever watches."""

from __future__ import annotations

from dataclasses import dataclass

from host.seats.audience import Audience
from host.seats.clock import Clock
from host.seats.desk import Desk
from speech.ear import Ear
from speech.mouth import Mouth
from speech.result import Closed, Result
from speech.vocabulary import Vocabulary


class NobodyThere(Exception):
    """Nothing will be heard or typed any more."""


@dataclass(frozen=True)
class Table:
    """Everything an evening is played with."""

    mouth: Mouth
    ear: Ear
    desk: Desk
    clock: Clock
    audience: Audience

    def say(self, text: str) -> None:
        """Speak, and let the audience know."""
        self.audience.said(text)
        self.mouth.say(text)

    def hear(self, vocabulary: Vocabulary, until_s: float | None) -> Result:
        """Listen once.

        Raises:
            NobodyThere: there is nothing more to hear.
        """
        result = self.ear.listen(vocabulary, until_s)
        self.audience.heard(result, self.ear.speaker)
        if isinstance(result, Closed):
            raise NobodyThere
        return result

    def read(self, line: str, of: str | None) -> str:
        """Let ``of`` type an answer to ``line``, unseen.

        Raises:
            NobodyThere: nothing will be typed any more.
        """
        typed = self.desk.read(line, of)
        if typed is None:
            raise NobodyThere
        self.audience.written(of, typed)
        return typed
