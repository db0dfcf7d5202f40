"""Asking: one question from its line to its value, with repeating, confirming and asking again on the way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from games.table import Ask, Countdown, Done, FreeText, Say, YesNo
from host.audience import Audience, Listening
from host.clock import Clock, Hourglass
from host.desk import Desk
from host.interjections import Interjections, StopGame, TakeBack
from host.language import Language
from host.phrasebook import Answer, Command, Phrasebook, without_doubles
from speech.ear import Ear
from speech.matching import match
from speech.mouth import Mouth
from speech.result import Closed, Heard, Result, TimeUp, Unheard, Unsure
from speech.vocabulary import Vocabulary


class NobodyThere(Exception):
    """Nothing will be heard or typed any more."""


@dataclass(frozen=True)
class Table:
    """What the host has at the table: a mouth, an ear, a desk, a clock, and whoever watches."""

    mouth: Mouth
    ear: Ear
    desk: Desk
    clock: Clock
    audience: Audience


class Asking:
    """Puts questions. At most two times it asks again; then it offers the keyboard."""

    def __init__(self, table: Table, language: Language, interjections: Interjections) -> None:
        self._table = table
        self._language = language
        self._phrasebook = Phrasebook(language)
        self._interjections = interjections

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
        self._table.audience.said(text)
        self._table.mouth.say(text)

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
            question = _Question(
                request, self._phrasebook.vocabulary(request.expect), Hourglass(self._table.clock, None)
            )
            self.speak(self._language.line(request.key, request.slots))
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
        heard = self._listen(_Question(request, self._phrasebook.vocabulary(Done()), hourglass))
        ready = not isinstance(heard, TimeUp)
        if not ready:
            self.line("time_over")
        self._table.audience.settled(request, ready)
        return ready

    def _listen(self, question: _Question) -> Any:
        """The value heard in the end, or ``TimeUp``."""
        asked_again = 0
        self._table.audience.listens(Listening(question.request, "asked"))
        while True:
            result = self._hear(question.vocabulary, question.hourglass.ends_s)
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

    def _hear(self, vocabulary: Vocabulary, until_s: float | None) -> Result:
        result = self._table.ear.listen(vocabulary, until_s)
        self._table.audience.heard(result, self._table.ear.speaker)
        if isinstance(result, Closed):
            raise NobodyThere
        return result

    def _ask_again(self, question: _Question, time: int) -> None:
        name = question.of
        if time == 1:
            self.line("again_of", name=name) if name else self.line("again")
        elif question.has_letters:
            self.line("again_letter")
        else:
            self.line("again_other")
        self._table.audience.listens(Listening(question.request, "again"))

    # -- confirming

    def _confirm(self, question: _Question, unsure: Unsure) -> Result:
        """Hear which of the candidates it was; ``Unheard(meant=True)`` when it was none of them.

        Where the answer to "Bravo or Delta?" is no clearer than the first, "Bravo?" has a yes or a no.
        """
        if isinstance(question.expect, YesNo):
            return Unheard(meant=True)
        candidates = _common_ground(unsure.candidates)
        result = self._ask_back(question, candidates)
        if isinstance(result, Unsure) and len(candidates) == 2:
            named = {candidate.value: candidate for candidate in candidates}
            likelier = next((named[one.value] for one in result.candidates if one.value in named), candidates[0])
            result = self._ask_back(question, (likelier,))
        return Unheard(meant=True) if isinstance(result, Unsure | Unheard) else result

    def _ask_back(self, question: _Question, candidates: tuple[Heard, ...]) -> Result:
        """Name one or two candidates and hear what the table says to that: a candidate, another value, or nothing."""
        named = [self._named(question, candidate) for candidate in candidates]
        if len(candidates) == 1:
            self.line("confirm_one", one=named[0])
            yes_or_no = self._phrasebook.answers(Answer.YES, Answer.NO)
            vocabulary = replace(question.vocabulary, phrases=(*yes_or_no, *question.vocabulary.phrases))
        else:
            self.line("confirm_two", one=named[0], other=named[1])
            values = {candidate.value for candidate in candidates}
            theirs = tuple(phrase for phrase in question.vocabulary.phrases if phrase.value in values)
            neither = self._phrasebook.answers(Answer.NEITHER, Answer.NO)
            runs = question.vocabulary.runs if len({phrase.value for phrase in theirs}) < 2 else ()
            vocabulary = Vocabulary((*theirs, *neither, *self._phrasebook.commands()), runs)
        vocabulary = replace(vocabulary, phrases=without_doubles(vocabulary.phrases))
        values_named = tuple(candidate.value for candidate in candidates)
        self._table.audience.listens(Listening(question.request, "confirm", values_named))
        result = self._hear(vocabulary, question.hourglass.ends_s)
        match result:
            case Heard(Answer.YES):
                return candidates[0]
            case Heard(Answer.NO | Answer.NEITHER):
                return Unheard(meant=True)
        return result

    def _named(self, question: _Question, candidate: Heard) -> str:
        if isinstance(candidate.value, Command):
            return self._language.own.commands[candidate.value.value][0].capitalize()
        value = self._phrasebook.value(question.expect, candidate.value)
        return self._phrasebook.echo(question.expect, value) or candidate.phrase.capitalize()

    # -- what may always be said

    def _interject(self, command: Command, question: _Question) -> None:
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

    def _examples(self, question: _Question) -> tuple[str, ...]:
        own = [phrase for phrase in question.vocabulary.phrases if not isinstance(phrase.value, Command)]
        first = {phrase.value: phrase.text for phrase in reversed(own)}
        return tuple(reversed(first.values()))[:8]

    def _stop_if_meant(self, question: _Question) -> None:
        """Stopping is confirmed: a cough must not end an evening."""
        self.line("stop_sure")
        self._table.audience.listens(Listening(question.request, "confirm", (Command.STOP,)))
        sure = self._phrasebook.answers(Answer.YES, Answer.NO)
        match self._hear(Vocabulary(sure), None):
            case Heard(Answer.YES):
                raise StopGame

    def _take_a_break(self, question: _Question) -> None:
        question.hourglass.lay()
        self.line("paused")
        while True:
            self._table.audience.listens(Listening(question.request, "break"))
            result = self._hear(Vocabulary(self._phrasebook.commands()), None)
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
            typed = self._table.desk.read(line, request.of)
            if typed is None:
                raise NobodyThere
            self._table.audience.written(request.of, typed)
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

    def _type_instead(self, question: _Question) -> Any:
        """What was typed instead of said; ``None`` when that made no sense either: then the host listens on."""
        self.line("keyboard")
        typed = self._table.desk.read(self._language.line(question.request.key, question.request.slots), question.of)
        values = self._match(typed, question.vocabulary) if typed else ()
        if len(values) == 1 and not isinstance(values[0], Command):
            return values[0]
        self.line("no_keyboard")
        self._table.audience.listens(Listening(question.request, "still"))
        return None


@dataclass(frozen=True)
class _Question:
    """A question while it is open."""

    request: Ask[Any] | Countdown
    vocabulary: Vocabulary
    hourglass: Hourglass

    @property
    def expect(self) -> Any:
        return self.request.expect if isinstance(self.request, Ask) else Done()

    @property
    def of(self) -> str | None:
        return self.request.of if isinstance(self.request, Ask) else None

    @property
    def has_letters(self) -> bool:
        return getattr(self.expect, "kind", None) == "letter"


def _common_ground(candidates: tuple[Heard, ...]) -> tuple[Heard, ...]:
    """Two ballots that share some tips are one candidate: what they share. The rest is asked in turn."""
    match candidates:
        case (Heard(tuple(one)), Heard(tuple(other))) if shared := tuple(pair for pair in one if pair in other):
            return (replace(candidates[0], value=shared),)
    return candidates
