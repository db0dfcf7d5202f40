"""Obeying: what the host does when somebody says something that is no answer to the question."""

from __future__ import annotations

from typing import Any

from host.asking.interjections import Interjections, Leaves, StopGame, TakeBack
from host.asking.newcomers import Newcomers
from host.asking.question import Question
from host.asking.speaking import Speaking
from host.asking.sure import sure
from host.language.language import Language
from host.language.orders import Beyond, Command, Leaving, Reread, is_order
from host.language.phrasebook import Phrasebook
from host.seats.audience import Listening
from host.seats.table import Table
from speech.result import Heard
from speech.vocabulary import Vocabulary


class Obeying:
    """Each order is answered in a sentence, and the question stays open."""

    def __init__(
        self,
        table: Table,
        language: Language,
        phrasebook: Phrasebook,
        interjections: Interjections,
        speaking: Speaking,
    ) -> None:
        self._table = table
        self._language = language
        self._phrasebook = phrasebook
        self._interjections = interjections
        self._speaking = speaking
        self._newcomers = Newcomers(table, language, phrasebook, interjections, speaking)

    def obey(self, order: Any, question: Question) -> None:
        """Do what an order says; the question has not been answered yet.

        Raises:
            Interruption: the evening goes on elsewhere.
        """
        match order:
            case Beyond(key, slots):
                self._speaking.line(key, **dict(slots))
                self._table.audience.listens(Listening(question.request, "again"))
                return
            case Command.REPEAT:
                for line in question.request.again:
                    self._speaking.say(line)
                self._put_again(question)
            case Reread(letter):
                for line in question.request.again:
                    if line.slots.get("letter") == letter:
                        self._speaking.say(line)
            case Command.PAUSE:
                self._take_a_break(question)
            case Command.HELP:
                self._speaking.speak(self._interjections.help(examples(question)))
            case Command.UNDO:
                raise TakeBack
            case Command.STOP:
                self._stop_if_meant(question)
                self._speaking.line("going_on")
                self._put_again(question)
            case Command.JOIN:
                self._newcomers.let_join(question)
                self._put_again(question)
            case Leaving(name):
                self._let_leave(name, question)
                self._speaking.line("stays", name=name)
                self._put_again(question)
            case _:
                self._speaking.speak(self._interjections.line(order, question.of, question.hourglass.left_s))
        self._table.audience.listens(Listening(question.request, "still"))

    def _put_again(self, question: Question) -> None:
        self._speaking.speak(self._language.line(question.request.key, question.request.slots))

    def _stop_if_meant(self, question: Question) -> None:
        """Stopping is confirmed: a cough must not end an evening."""
        self._speaking.line("stop_sure")
        if self._sure(question, Command.STOP):
            raise StopGame

    def _let_leave(self, name: str, question: Question) -> None:
        """Confirmed too."""
        self._speaking.line("leave_sure", name=name)
        if self._sure(question, Leaving(name)):
            raise Leaves(name)

    def _sure(self, question: Question, order: Any) -> bool:
        self._table.audience.listens(Listening(question.request, "confirm", (order,)))
        return sure(self._table, self._speaking, self._phrasebook)

    def _take_a_break(self, question: Question) -> None:
        question.hourglass.lay()
        self._speaking.line("paused")
        while True:
            self._table.audience.listens(Listening(question.request, "break"))
            result = self._table.hear(Vocabulary(self._phrasebook.commands(alone=True)), None)
            match result:
                case Heard(Command.GO_ON):
                    break
                case Heard(Command.UNDO):
                    raise TakeBack
                case Heard(Command.STOP):
                    self._stop_if_meant(question)
                    self._speaking.line("paused")
                case Heard(Command.SCORE | Command.TURN | Command.TIME as command):
                    line = self._interjections.line(command, question.of, question.hourglass.left_s)
                    self._speaking.speak(line)
        question.hourglass.stand()
        self._speaking.line("going_on")
        self._put_again(question)


def examples(question: Question) -> tuple[str, ...]:
    """One wording of each answer, eight at the most."""
    own = [phrase for phrase in question.vocabulary.phrases if not is_order(phrase.value)]
    first = {phrase.value: phrase.text for phrase in reversed(own)}
    return tuple(reversed(first.values()))[:8]
