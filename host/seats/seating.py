"""Seating: the mouth, ear, desk and clock that an evening is played with, opened and closed together."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from host.fault import HostFault
from host.handin.clips import Clips
from host.handin.desk import KeyboardDesk, TypedDesk
from host.seats.audience import Audience, Gallery
from host.seats.clock import StillClock
from host.seats.ears import EarKind, open_ear
from host.seats.table import Table
from host.seats.transcript import Transcript
from speech.mouth import PrintedMouth, SpokenMouth
from speech.room import Room
from speech.sound_card import SoundCardRoom
from speech.typed_ear import TypedEar
from speech.voice import Pyttsx3Synthesiser, host_voice
from speech.wav_room import WavRoom


@dataclass(frozen=True)
class Seating:
    """How the host hears and speaks, as it came from the command line."""

    typed: bool = False
    mic: Path | None = None
    speaker: Path | None = None
    ear: EarKind = EarKind.AUTO
    transcript: Path | None = None

    @contextmanager
    def open(self, language: str, names: tuple[str, ...], clips: Clips) -> Iterator[Table]:
        """The table, ready to play, where readings are kept among ``clips``; devices are closed at the end.

        Raises:
            SpeechFault, ModelFault, HostFault: a device, a file or a model is missing; the sentence says what to do.
        """
        with ExitStack() as stack:
            audience = self._audience(stack, names)
            if self.typed:
                table = self._typed(names, audience, clips)
            else:
                table = self._spoken(stack, language, audience, clips)
            try:
                yield table
            except KeyboardInterrupt:
                raise HostFault("Stopped; the game is kept. Go on with 'spielleiter resume'.") from None

    def _spoken(self, stack: ExitStack, language: str, audience: Audience, clips: Clips) -> Table:
        room = stack.enter_context(self._room())
        synthesiser = stack.enter_context(Pyttsx3Synthesiser())
        mouth = SpokenMouth(synthesiser, host_voice(language), room)
        desk = KeyboardDesk(sys.stdin, sys.stderr)
        return Table(mouth, open_ear(self.ear, language, room), desk, room, audience, clips)

    def _room(self) -> Room:
        if self.mic or self.speaker:
            return WavRoom(self.mic, self.speaker)
        return SoundCardRoom()

    def _typed(self, names: tuple[str, ...], audience: Audience, clips: Clips) -> Table:
        ear = TypedEar(sys.stdin, names)
        return Table(PrintedMouth(sys.stdout), ear, TypedDesk(ear, sys.stdout), StillClock(), audience, clips)

    def _audience(self, stack: ExitStack, names: tuple[str, ...]) -> Audience:
        watching: list[Audience] = []
        if not self.typed:
            watching.append(Transcript(sys.stdout, names))
        if self.transcript:
            watching.append(Transcript(stack.enter_context(open_paper(self.transcript)), names))
        return Gallery(watching)


@contextmanager
def open_paper(path: Path) -> Iterator[TextIO]:
    """A text file to write to, line by line.

    Raises:
        HostFault: it cannot be written.
    """
    try:
        paper = path.open("w", encoding="utf-8")
    except OSError as fault:
        raise HostFault(f"{path} cannot be written ({fault.strerror}). Choose another place.") from fault
    with paper:
        yield paper
