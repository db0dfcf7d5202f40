"""Asking: one question from its line to its value, with repeating, confirming and asking again on the way."""

from __future__ import annotations

from typing import Any

from games.table import Ask, Ballot, Countdown, Done, FreeText, ReadAloud, Say, Show
from host.asking.at_desk import AtDesk
from host.asking.confirming import Confirming
from host.asking.interjections import Interjections
from host.asking.obeying import Obeying
from host.asking.question import Question
from host.asking.reciting import Reciting
from host.asking.speaking import Speaking
from host.language.language import Language
from host.language.orders import Command, is_order
from host.language.phrasebook import Answer, Phrasebook
from host.seats.audience import Listening
from host.seats.clock import Hourglass
from host.seats.table import NobodyThere, Table
from speech.matching import match
from speech.result import Heard, Result, TimeUp, Unheard, Unsure


class Asking:
    """Puts questions. At most two times it asks again; then it offers the keyboard."""

    def __init__(self, table: Table, language: Language, interjections: Interjections, phrasebook: Phrasebook) -> None:
        self._table = table
        self._language = language
        self._phrasebook = phrasebook
        self._interjections = interjections
        self._speaking = Speaking(table, language, phrasebook)
        self._obeying = Obeying(table, language, phrasebook, interjections, self._speaking)
        self._confirming = Confirming(table, language, phrasebook)
        self._reciting = Reciting(table, phrasebook, interjections, self._speaking, self._obeying)
        self._at_desk = AtDesk(table, language, phrasebook, interjections)
        self._spells_unclearly: set[str] = set()

    # -- speaking

    def say(self, request: Say) -> None:
        """Speak one line of the script."""
        self._speaking.say(request)

    def line(self, key: str, **slots: Any) -> None:
        """Speak one of the host's own lines."""
        self._speaking.line(key, **slots)

    # -- asking

    def ask(self, request: Ask[Any]) -> Any:
        """The value of the answer to ``request``.

        Raises:
            NobodyThere: there will be no answer.
            Interruption: somebody wants to take something back, or to stop.
        """
        if request.quiet or isinstance(request.expect, FreeText):
            answer = self._at_desk.ask(request)
        elif isinstance(request.expect, ReadAloud):
            answer = self._reciting.recite(request)
        else:
            answer = self._ask_aloud(request)
        self._table.audience.settled(request, answer)
        return answer

    def _ask_aloud(self, request: Ask[Any]) -> Any:
        vocabulary = self._phrasebook.vocabulary(request.expect, request.of, request.again)
        question = Question(request, vocabulary, Hourglass(self._table.clock, None))
        self.line(request.key, **request.slots)
        if question.has_letters and request.of in self._spells_unclearly:
            self.line("spelling_please")
        heard = self._listen(question)
        if isinstance(request.expect, Ballot):
            heard = self._of_those_asked(question, request.expect, heard)
        answer = self._phrasebook.value(request.expect, heard)
        echo = self._phrasebook.echo(request.expect, answer)
        if echo:
            self.line("echo", what=echo)
        return answer

    def _of_those_asked(self, question: Question, expect: Ballot, heard: Any) -> Any:
        """The votes of those who were asked; somebody else's is refused in a sentence."""
        while True:
            for voter in dict.fromkeys(voter for voter, _ in heard if voter not in expect.voters):
                self.line("no_vote_from", name=voter)
            asked = tuple((voter, option) for voter, option in heard if voter in expect.voters)
            if asked:
                return asked
            self.line(question.request.key, **question.request.slots)
            self._table.audience.listens(Listening(question.request, "again"))
            heard = self._listen(question, put=False)

    def show(self, request: Show) -> None:
        """Let one person see a page until they say that they are done.

        Raises:
            NobodyThere, Interruption: see ``ask``; the page is gone then.
        """
        page = self._language.line(request.page.key, request.page.slots)
        self._table.audience.shown(request.of, page)
        self._table.desk.show(page)
        try:
            self.count_down(Countdown(request.key, None, request.slots))
        finally:
            self._table.desk.wipe()

    def count_down(self, request: Countdown) -> bool:
        """Wait for "ready"; ``False`` when the time was over first."""
        self.line(request.key, **request.slots)
        hourglass = Hourglass(self._table.clock, request.seconds)
        vocabulary = self._phrasebook.vocabulary(Done(), again=request.again)
        ready = not isinstance(self._listen(Question(request, vocabulary, hourglass)), TimeUp)
        if not ready:
            self.line("time_over")
        self._table.audience.settled(request, ready)
        return ready

    def _listen(self, question: Question, *, put: bool = True) -> Any:
        """The value heard in the end, or ``TimeUp``; ``put`` where the question was put just now."""
        asked_again = 0
        if put:
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
                case Heard(order) if is_order(order):
                    self._obeying.obey(order, question)
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

    def _type_instead(self, question: Question) -> Any:
        """What was typed instead of said; ``None`` when that made no sense either: then the host listens on.

        Where nobody can type, people can still speak.
        """
        self.line("keyboard")
        line = self._language.line(question.request.key, question.request.slots)
        try:
            values = match(self._table.read(line, question.of), question.vocabulary, self._language.code)
        except NobodyThere:
            values = ()
        if len(values) == 1 and not is_order(values[0]):
            return values[0]
        self.line("no_keyboard")
        self._table.audience.listens(Listening(question.request, "still"))
        return None
