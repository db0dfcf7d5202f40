"""What the host says aloud."""

from __future__ import annotations

import re
from typing import Protocol, TextIO

from speech.room import Room
from speech.sound import Samples, silence
from speech.voice import Synthesiser, Voice


class Mouth(Protocol):
    """Says one line after the other; used by one thread."""

    def say(self, text: str) -> None:
        """Say a line of one or more sentences and return when it has been heard.

        Raises:
            VoiceFault: it cannot be spoken.
            DeviceFault: it cannot be played.
        """
        ...

    def rest(self, duration_s: float) -> None:
        """Say nothing for a moment."""
        ...

    def play(self, sound: Samples) -> None:
        """Play a clip as it is (see ``loudness.levelled``) and return when it has been heard.

        Raises:
            DeviceFault: it cannot be played.
        """
        ...


class SpokenMouth:
    """Speaks with a voice in a room, sentence by sentence, so that the first word comes at once.

    The room's hold-off after each sentence is the breath between them.
    """

    def __init__(self, synthesiser: Synthesiser, voice: Voice, room: Room) -> None:
        self._synthesiser = synthesiser
        self._voice = voice
        self._room = room

    def say(self, text: str) -> None:
        """See ``Mouth``."""
        for sentence in sentences(text):
            self._room.play(self._synthesiser.render(sentence, self._voice))

    def rest(self, duration_s: float) -> None:
        """See ``Mouth``."""
        self._room.play(silence(duration_s))

    def play(self, sound: Samples) -> None:
        """See ``Mouth``: like a sentence, with the room's hold-off behind it."""
        self._room.play(sound)


class PrintedMouth:
    """Prints each line on a line of its own: the keyboard's mouth, and the fake that documents the protocol.

    Example:
        >>> import sys
        >>> PrintedMouth(sys.stdout).say("Anna, which answer?")
        Anna, which answer?
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def say(self, text: str) -> None:
        """See ``Mouth``."""
        self._stream.write(text + "\n")
        self._stream.flush()

    def rest(self, duration_s: float) -> None:
        """See ``Mouth``: printed time does not pass."""

    def play(self, sound: Samples) -> None:
        """See ``Mouth``: there is nothing to print, whoever plays a clip knows better what it says."""


def sentences(text: str) -> tuple[str, ...]:
    """The text cut behind each full stop, question mark, exclamation mark or line's end.

    Example:
        >>> sentences("Alpha: a trap. Bravo: 3.5 litres! Who is it?")
        ('Alpha: a trap.', 'Bravo: 3.5 litres!', 'Who is it?')
    """
    return tuple(part.strip() for part in re.split(r"(?<=[.!?…])\s+|\n+", text) if part.strip())
