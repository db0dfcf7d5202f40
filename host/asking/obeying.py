"""Obeying: what the host does when somebody says something that is no answer to the question."""

from __future__ import annotations

from typing import Any

from games.table import Ask, Person
from host.asking.interjections import Interjections, Joins, Leaves, StopGame, TakeBack
from host.asking.question import Question
from host.asking.speaking import Speaking
from host.language.language import Language
from host.language.orders import Beyond, Command, Leaving, Reread, is_order
from host.language.phrasebook import Answer, Phrasebook
from host.seats.audience import Listening
from host.seats.table import Table
from speech.result import Heard, Unsure
from speech.vocabulary import Phrase, Vocabulary


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
            case Command.JOIN:
                self._let_join(question)
            case Leaving(name):
                self._let_leave(name, question)
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
        sure = self._phrasebook.answers(Answer.YES, Answer.NO)
        return isinstance(heard := self._table.hear(Vocabulary(sure), None), Heard) and heard.value is Answer.YES

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
                case Heard(Command.SCORE | Command.TURN | Command.TIME as command):
                    line = self._interjections.line(command, question.of, question.hourglass.left_s)
                    self._speaking.speak(line)
        question.hourglass.stand()
        self._speaking.line("going_on")
        self._put_again(question)

    # -- a newcomer

    def _let_join(self, question: Question) -> None:
        """Name and neighbour by voice; a name that the ear does not know is typed."""
        name = self._newcomer()
        if not name:
            self._speaking.line("nobody_joins")
            return
        people = self._interjections.people()
        if name in people:
            self._speaking.line("name_taken", name=name)
            return
        asked = Ask("joins_beside", Person(people), {"name": name})
        self._speaking.line(asked.key, **asked.slots)
        while True:
            self._table.audience.listens(Listening(question.request, "still"))
            match self._table.hear(self._phrasebook.vocabulary(asked.expect), None):
                case Heard(str(neighbour)) if neighbour in people:
                    raise Joins(name, neighbour)
                case Heard(Command.UNDO | Command.STOP):
                    self._speaking.line("nobody_joins")
                    return
                case _:
                    self._speaking.line("again")

    def _newcomer(self) -> str:
        """The name, read back; "" where nobody joins after all."""
        self._speaking.line("joins_who")
        self._table.audience.listens(Listening(Ask("joins_who", Person(())), "still"))
        given = tuple(Phrase(name.lower(), name) for name in self._language.own.names)
        nobody = self._phrasebook.answers(Answer.NO, Answer.NEITHER, Answer.NONE)
        match self._table.hear(Vocabulary((*given, *nobody)), None):
            case Heard(Answer()):
                return ""
            case Heard(str(name)):
                likely = name
            case Unsure(candidates) if isinstance(candidates[0].value, str):
                likely = candidates[0].value
            case _:
                return self._typed_name()
        self._speaking.line("confirm_one", one=likely)
        sure = self._phrasebook.answers(Answer.YES, Answer.NO)
        heard = self._table.hear(Vocabulary(sure), None)
        return likely if isinstance(heard, Heard) and heard.value is Answer.YES else self._typed_name()

    def _typed_name(self) -> str:
        self._speaking.line("joins_typed")
        return self._table.read(self._language.line("joins_typed"), None)


def examples(question: Question) -> tuple[str, ...]:
    """One wording of each answer, eight at the most."""
    own = [phrase for phrase in question.vocabulary.phrases if not is_order(phrase.value)]
    first = {phrase.value: phrase.text for phrase in reversed(own)}
    return tuple(reversed(first.values()))[:8]
