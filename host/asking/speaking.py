"""Speaking: the script's lines and the host's own, with the recordings that belong to them."""

from __future__ import annotations

from typing import Any

from games.table import Say
from host.asking.interjections import StopGame, TakeBack
from host.language.language import Language
from host.language.orders import Command
from host.language.phrasebook import Phrasebook
from host.seats.table import Table
from speech.dictation import Dictated
from speech.result import Heard
from speech.vocabulary import Vocabulary


class Speaking:
    """The host's voice."""

    def __init__(self, table: Table, language: Language, phrasebook: Phrasebook) -> None:
        self._table = table
        self._language = language
        self._phrasebook = phrasebook

    def say(self, request: Say) -> None:
        """Speak one line of the script, play its clip, and pause.

        Raises:
            NobodyThere: the clip is gone and nobody will read that sheet again.
            Interruption: the same, and somebody wants to take something back, or to stop.
        """
        self.speak(self._language.line(request.key, request.slots))
        if request.clip:
            clip = self._table.clips.find(request.clip)
            if clip:
                self._table.play(clip)
            else:
                self._hear_anew(request)
        if request.pause_s:
            self._table.mouth.rest(request.pause_s)

    def line(self, key: str, **slots: Any) -> None:
        """Speak one of the host's own lines."""
        self.speak(self._language.line(key, slots))

    def speak(self, text: str) -> None:
        """Speak."""
        self._table.say(text)

    def _hear_anew(self, request: Say) -> None:
        """The recording got lost, over a restart perhaps: the paper is still there, and everybody hears it now."""
        while True:
            self.line("clip_missing", **request.slots)
            match self._table.take_down(Vocabulary(self._phrasebook.commands(alone=True)), None):
                case Dictated() as taken:
                    self._table.clips.keep(request.clip, taken)
                    return
                case Heard(Command.UNDO):
                    raise TakeBack
                case Heard(Command.STOP):
                    raise StopGame
