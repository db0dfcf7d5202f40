"""Asking: one question from its line to its value, with repeating, confirming and asking again on the way."""

from __future__ import annotations

from typing import Any

from games.table import Ask, Countdown, Done, FreeText, Say
from host.asking.confirming import Confirming
from host.asking.interjections import Interjections, StopGame, TakeBack
from host.asking.question import Question
from host.language.language import Language
from host.language.phrasebook import Answer, Command, Phrasebook
from host.seats.audience import Listening
from host.seats.clock import Hourglass
from host.seats.table import NobodyThere, Table
from speech.matching import match
from speech.result import Heard, Result, TimeUp, Unheard, Unsure
from speech.vocabulary import Vocabulary


class Asking:
    """Puts questions. At most two times it asks again; then it offers the keyboard."""

    def __init__(self, table: Table, language: Language, interjections: Interjections, phrasebook: Phrasebook) -> None:
        self._table = table
        self._language = language
        self._phrasebook = phrasebook
        self._interjections = interjections
        self._confirming = Confirming(table, language, self._phrasebook)
        self._spells_unclearly: set[str] = set()

    # -- speaking

    def say(self, request: Say) -> None:
        """Speak one line of the script."""
        self.speak(self._language.line(request.key, request.slots))
        if request.pause_s:
            self._table.mouth.rest(request.pause_s)

    def line(self, key: str, **slots: Any) -> None:
        """Speak one of the host's own lines."""
        self.speak(self._language.line(key, slots))

    def speak(self, text: str) -> None:
        """Speak."""
        self._table.say(text)

    # -- asking

    def ask(self, request: Ask[Any]) -> Any:
        """The value of the answer to ``request``.

        Raises:
            NobodyThere: there will be no answer.
            Interruption: somebody wants to take something back, or to stop.
        """
        if request.quiet or isinstance(request.expect, FreeText):
            answer = self._at_desk(request)
        else:
            vocabulary = self._phrasebook.vocabulary(request.expect, request.of)
            question = Question(request, vocabulary, Hourglass(self._table.clock, None))
            self.speak(self._language.line(request.key, request.slots))
            if question.has_letters and request.of in self._spells_unclearly:
                self.line("spelling_please")
            heard = self._listen(question)
            answer = self._phrasebook.value(request.expect, heard)
            echo = self._phrasebook.echo(request.expect, answer)
            if echo:
                self.line("echo", what=echo)
        self._table.audience.settled(request, answer)
        return answer

    def count_down(self, request: Countdown) -> bool:
        """Wait for "ready"; ``False`` when the time was over first."""
        self.speak(self._language.line(request.key, request.slots))
        hourglass = Hourglass(self._table.clock, request.seconds)
        heard = self._listen(Question(request, self._phrasebook.vocabulary(Done()), hourglass))
        ready = not isinstance(heard, TimeUp)
        if not ready:
            self.line("time_over")
        self._table.audience.settled(request, ready)
        return ready

    def _listen(self, question: Question) -> Any:
        """The value heard in the end, or ``TimeUp``."""
        asked_again = 0
        self._table.audience.listens(Listening(question.request, "asked"))
        while True:
            result = self._table.hear(question.vocabulary, question.hourglass.ends_s)
            if isinstance(result, Unsure):
                result = self._confirm(question, result)
            match result:
                case TimeUp():
                    return result
                case Heard(Command.GO_ON) if isinstance(question.request, Countdown):
                    return Answer.DONE
                case Heard(Command() as command):
                    self._interject(command, question)
                case Heard(value):
                    return value
                case Unheard(meant=False):
                    self._table.audience.listens(Listening(question.request, "still"))
                case _ if asked_again < 2:
                    asked_again += 1
                    self._ask_again(question, asked_again)
                case _ if asked_again == 2:
                    asked_again += 1
                    typed = self._type_instead(question)
                    if typed is not None:
                        return typed
                case _:
                    self._table.audience.listens(Listening(question.request, "still"))

    def _confirm(self, question: Question, unsure: Unsure) -> Result:
        """Confirm; whoever's bare letter had to be confirmed is asked for the spelling word from now on."""
        confirmed = self._confirming.confirm(question, unsure)
        bare = any(len(candidate.phrase.split()[-1]) == 1 for candidate in unsure.candidates)
        if question.has_letters and question.of and bare and isinstance(confirmed, Heard):
            self._spells_unclearly.add(question.of)
        return confirmed

    def _ask_again(self, question: Question, time: int) -> None:
        name = question.of
        if time == 1:
            self.line("again_of", name=name) if name else self.line("again")
        elif question.has_letters:
            self.line("again_letter")
        else:
            self.line("again_other")
        self._table.audience.listens(Listening(question.request, "again"))

    # -- what may always be said

    def _interject(self, command: Command, question: Question) -> None:
        match command:
            case Command.REPEAT:
                for request in question.request.again:
                    self.say(request)
                self.speak(self._language.line(question.request.key, question.request.slots))
            case Command.PAUSE:
                self._take_a_break(question)
            case Command.HELP:
                self.speak(self._interjections.help(self._examples(question)))
            case Command.UNDO:
                raise TakeBack
            case Command.STOP:
                self._stop_if_meant(question)
            case _:
                self.speak(self._interjections.line(command, question.of, question.hourglass.left_s))
        self._table.audience.listens(Listening(question.request, "still"))

    def _examples(self, question: Question) -> tuple[str, ...]:
        own = [phrase for phrase in question.vocabulary.phrases if not isinstance(phrase.value, Command)]
        first = {phrase.value: phrase.text for phrase in reversed(own)}
        return tuple(reversed(first.values()))[:8]

    def _stop_if_meant(self, question: Question) -> None:
        """Stopping is confirmed: a cough must not end an evening."""
        self.line("stop_sure")
        self._table.audience.listens(Listening(question.request, "confirm", (Command.STOP,)))
        sure = self._phrasebook.answers(Answer.YES, Answer.NO)
        match self._table.hear(Vocabulary(sure), None):
            case Heard(Answer.YES):
                raise StopGame

    def _take_a_break(self, question: Question) -> None:
        question.hourglass.lay()
        self.line("paused")
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
                    self.speak(self._interjections.line(command, question.of, question.hourglass.left_s))
        question.hourglass.stand()
        self.line("going_on")
        self.speak(self._language.line(question.request.key, question.request.slots))

    # -- at the desk

    def _at_desk(self, request: Ask[Any]) -> Any:
        line = self._language.line(request.key, request.slots)
        self._table.audience.listens(Listening(request, "asked"))
        while True:
            typed = self._table.read(line, request.of)
            if typed.startswith("/"):
                self._obey(typed)
            elif isinstance(request.expect, FreeText):
                if 0 < len(typed) <= request.expect.longest:
                    return typed
            else:
                values = self._match(typed, self._phrasebook.vocabulary(request.expect))
                if len(values) == 1 and not isinstance(values[0], Command):
                    return self._phrasebook.value(request.expect, values[0])
            line = self._language.line("type_again")

    def _match(self, typed: str, vocabulary: Vocabulary) -> tuple[Any, ...]:
        return match(typed, vocabulary, self._language.code)

    def _obey(self, typed: str) -> None:
        """A command at the desk begins with a slash, because a sheet may say anything: "/undo"."""
        match self._match(typed, Vocabulary(self._phrasebook.commands())):
            case (Command.UNDO,):
                raise TakeBack
            case (Command.STOP,):
                raise StopGame

    def _type_instead(self, question: Question) -> Any:
        """What was typed instead of said; ``None`` when that made no sense either: then the host listens on.

        Where nobody can type, people can still speak.
        """
        self.line("keyboard")
        line = self._language.line(question.request.key, question.request.slots)
        try:
            values = self._match(self._table.read(line, question.of), question.vocabulary)
        except NobodyThere:
            values = ()
        if len(values) == 1 and not isinstance(values[0], Command):
            return values[0]
        self.line("no_keyboard")
        self._table.audience.listens(Listening(question.request, "still"))
        return None
