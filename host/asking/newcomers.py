"""Newcomers: somebody sits down at the table; name and neighbour are asked for."""

from __future__ import annotations

from games.table import Ask, Person
from host.asking.interjections import Interjections, Joins
from host.asking.question import Question
from host.asking.speaking import Speaking
from host.asking.sure import sure
from host.language.language import Language
from host.language.orders import Command
from host.language.phrasebook import Answer, Phrasebook
from host.seats.audience import Listening
from host.seats.name import LONGEST_NAME, is_name
from host.seats.table import NobodyThere, Table
from speech.matching import match
from speech.result import Heard, Result, Unheard, Unsure
from speech.vocabulary import Phrase, Vocabulary

_AGAIN = 2
"""Times that an unclear neighbour is asked for again; then the host only listens."""
_NOT_AFTER_ALL = (Command.UNDO, Command.STOP, Command.GO_ON)


class Newcomers:
    """Name and neighbour by voice; a name that the ear does not know is typed."""

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

    def let_join(self, question: Question) -> None:
        """Return when nobody joins after all.

        Raises:
            Joins: somebody does.
        """
        name = self._name()
        neighbour = self._neighbour(name, question) if name else ""
        if neighbour:
            raise Joins(name, neighbour)
        self._speaking.line("nobody_joins")

    def _name(self) -> str:
        """A name that nobody has yet; "" where nobody joins."""
        self._speaking.line("joins_who")
        name = self._spoken_name()
        while name and (taken := self._taken(name)):
            self._speaking.line("joins_taken", name=taken)
            name = self._spoken_name()
        return name

    def _taken(self, name: str) -> str:
        """Who at the table has that name, however it is written."""
        return next((one for one in self._interjections.people() if one.casefold() == name.casefold()), "")

    def _spoken_name(self) -> str:
        given = tuple(Phrase(name.lower(), name) for name in self._language.own.names)
        result = self._hear(Vocabulary((*given, *self._nobody())))
        match result:
            case Heard(str(name)):
                likely = name
            case Heard():
                return ""
            case Unsure(candidates) if isinstance(candidates[0].value, str):
                likely = candidates[0].value
            case _:
                return self._typed_name()
        self._speaking.line("confirm_one", one=likely)
        return likely if sure(self._table, self._speaking, self._phrasebook) else self._typed_name()

    def _typed_name(self) -> str:
        """With a capital, and only letters."""
        self._speaking.line("joins_typed")
        line = self._language.line("joins_typed")
        while True:
            try:
                typed = " ".join(self._table.read(line, None).split())
            except NobodyThere:  # where nobody can type, people can still speak
                return ""
            if not typed or match(typed, Vocabulary(self._nobody()), self._language.code):
                return ""
            if not is_name(typed):
                line = self._language.line("joins_unfit", {"longest": LONGEST_NAME})
            elif taken := self._taken(typed):
                line = self._language.line("joins_taken", {"name": taken})
            else:
                return typed[:1].upper() + typed[1:]

    def _neighbour(self, name: str, question: Question) -> str:
        people = self._interjections.people()
        asked = Ask("joins_beside", Person(people), {"name": name})
        self._speaking.line(asked.key, **asked.slots)
        vocabulary = Vocabulary((*self._phrasebook.names(people), *self._nobody()))
        asked_again = 0
        while True:
            self._table.audience.listens(Listening(question.request, "still"))
            match self._hear(vocabulary):
                case Heard(str(neighbour)):
                    return neighbour
                case Heard():
                    return ""
                case _ if asked_again < _AGAIN:
                    asked_again += 1
                    self._speaking.line(asked.key, **asked.slots)

    def _nobody(self) -> tuple[Phrase, ...]:
        """ "No", "nobody", or that the table goes on without."""
        orders = (phrase for phrase in self._phrasebook.commands(alone=True) if phrase.value in _NOT_AFTER_ALL)
        return (*self._phrasebook.answers(*(Answer.NO, Answer.NEITHER, Answer.NONE, Answer.NOBODY)), *orders)

    def _hear(self, vocabulary: Vocabulary) -> Result:
        """What is said to the host; table talk is left alone."""
        while True:
            result = self._table.hear(vocabulary, None)
            if result != Unheard(meant=False):
                return result
