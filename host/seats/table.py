"""The table as the host has it: a mouth, an ear, a desk, a clock, the clips, and whoever watches."""

from __future__ import annotations

from dataclasses import dataclass, field

from host.handin.clips import Clips
from host.handin.desk import Desk
from host.seats.audience import Audience
from host.seats.clock import Clock
from speech.dictation import Dictated
from speech.ear import Ear
from speech.mouth import Mouth
from speech.result import Closed, Heard, Result
from speech.typed_ear import TypedEar
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
    clips: Clips = field(default_factory=Clips)

    def seat(self, people: tuple[str, ...]) -> None:
        """From now on these are the people: a typed line tells by its name who said it."""
        if isinstance(self.ear, TypedEar):
            self.ear.people = people

    def say(self, text: str) -> None:
        """Speak, and let the audience know."""
        self.audience.said(text)
        self.mouth.say(text)

    def play(self, clip: Dictated) -> None:
        """Play a reading again; one that was typed is spoken."""
        self.audience.played(clip)
        if clip.sound is None:
            self.mouth.say(clip.words)
        else:
            self.mouth.play(clip.sound)

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

    def take_down(self, vocabulary: Vocabulary, reader: str | None) -> Dictated | Heard:
        """Listen to a sheet that ``reader`` reads, or to one of the phrases instead.

        Raises:
            NobodyThere: there is nothing more to hear.
        """
        result = self.ear.dictate(vocabulary)
        if isinstance(result, Closed):
            raise NobodyThere
        if isinstance(result, Heard):
            self.audience.heard(result, self.ear.speaker)
        else:
            self.audience.recited(reader, result)
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
