"""Reciting: a sheet is read aloud to the host, which keeps it as a clip and guesses at its words."""

from __future__ import annotations

from typing import Any

from games.table import Ask, Reading
from host.asking.interjections import Interjections
from host.asking.obeying import Obeying
from host.asking.question import Question
from host.asking.speaking import Speaking
from host.language.orders import is_order
from host.language.phrasebook import Phrasebook
from host.seats.audience import Listening
from host.seats.clock import Hourglass
from host.seats.table import Table
from speech.dictation import Dictated


class Reciting:
    """Takes down one sheet at a time."""

    def __init__(
        self,
        table: Table,
        phrasebook: Phrasebook,
        interjections: Interjections,
        speaking: Speaking,
        obeying: Obeying,
    ) -> None:
        self._table = table
        self._phrasebook = phrasebook
        self._interjections = interjections
        self._speaking = speaking
        self._obeying = obeying

    def recite(self, request: Ask[Any]) -> Reading | str:
        """The reading, or the name of the answer that was said in its place.

        Raises:
            NobodyThere: nothing will be read any more.
            Interruption: somebody wants to take something back, or to stop.
            HostFault: the clip cannot be kept.
        """
        vocabulary = self._phrasebook.vocabulary(request.expect, request.of, request.again)
        question = Question(request, vocabulary, Hourglass(self._table.clock, None))
        self._speaking.line(request.key, **request.slots)
        self._table.audience.listens(Listening(request, "asked"))
        while True:
            taken = self._table.take_down(vocabulary, request.of)
            if isinstance(taken, Dictated):
                clip = self._interjections.new_clip()
                self._table.clips.keep(clip, taken)
                return Reading(clip, taken.words)
            if not is_order(taken.value):
                return str(taken.value)
            self._obeying.obey(taken.value, question)
