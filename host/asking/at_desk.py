"""At the desk: a quiet question that is answered at the keyboard, where the commands begin with a slash."""

from __future__ import annotations

from typing import Any

from games.table import Ask, FreeText
from host.asking.interjections import Interjections, StopGame, TakeBack
from host.asking.obeying import examples
from host.asking.question import Question
from host.handin.sheet import refusal
from host.language.language import Language
from host.language.orders import Beyond, Command, is_order
from host.language.phrasebook import Answer, Phrasebook
from host.seats.audience import Listening
from host.seats.clock import Hourglass
from host.seats.table import Table
from speech.matching import match
from speech.vocabulary import Phrase, Vocabulary


class AtDesk:
    """One person sits at the keyboard. Nothing is spoken: what the host has to say stands before the next prompt."""

    def __init__(self, table: Table, language: Language, phrasebook: Phrasebook, interjections: Interjections) -> None:
        self._table = table
        self._language = language
        self._phrasebook = phrasebook
        self._interjections = interjections

    def ask(self, request: Ask[Any]) -> Any:
        """The value of what was typed in the end.

        Raises:
            NobodyThere: nothing will be typed any more.
            Interruption: somebody wants to take something back, or to stop.
        """
        question = Question(request, self._phrasebook.vocabulary(request.expect), Hourglass(self._table.clock, None))
        put = self._language.line(request.key, request.slots)
        line = f"{put} {self._line('desk_hint')}"
        self._table.audience.listens(Listening(request, "asked"))
        while True:
            typed = self._table.read(line, request.of)
            command = self._command(typed, question)
            if command:
                line = f"{self._obey(command, question)} {put}".strip()
            elif typed.startswith("/"):
                line = f"{self._line('desk_unknown', typed=typed)} {put}"
            elif isinstance(request.expect, FreeText):
                refused = refusal(typed, request.expect.longest)
                if refused is None:
                    return typed
                line = f"{self._line(refused.key, **refused.slots)} {put}"
            else:
                match self._match(typed, question.vocabulary):
                    case (Beyond(key, slots),):
                        line = f"{self._line(key, **dict(slots))} {put}"
                    case (value,) if not is_order(value):
                        return self._phrasebook.value(request.expect, value)
                    case _:
                        line = f"{self._line('type_again')} {put}"

    def _line(self, key: str, **slots: Any) -> str:
        return self._language.line(key, slots)

    def _match(self, typed: str, vocabulary: Vocabulary) -> tuple[Any, ...]:
        return match(typed, vocabulary, self._language.code)

    def _command(self, typed: str, question: Question) -> Command | None:
        """ "/undo"; where no free text is expected the words alone do."""
        if not typed.startswith("/") and isinstance(question.expect, FreeText):
            return None
        slashed = tuple(Phrase(words, command) for command, words in self.words())
        match self._match(typed, Vocabulary((*slashed, *self._phrasebook.commands()))):
            case (Command() as command,):
                return command
        return None

    def words(self) -> tuple[tuple[Command, str], ...]:
        """What is typed behind the slash for each command."""
        return tuple((command, self._language.own.slash[command.value]) for command in Command)

    def _obey(self, command: Command, question: Question) -> str:
        """What the desk says to it."""
        match command:
            case Command.UNDO:
                raise TakeBack
            case Command.STOP:
                if self._agreed(self._line("stop_sure"), question):
                    raise StopGame
                return self._line("going_on")
            case Command.PAUSE:
                return self._pause(question)
            case Command.HELP:
                slashes = ", ".join(f"/{words}" for _, words in self.words())
                here = () if isinstance(question.expect, FreeText) else examples(question)
                return f"{self._interjections.help(here, spoken=False)} {self._line('desk_help', commands=slashes)}"
            case Command.REPEAT:
                return " ".join(self._language.line(one.key, one.slots) for one in question.request.again)
            case Command.JOIN:
                return self._line("desk_no_seats")
        return self._interjections.line(command, question.of, None)

    def _agreed(self, line: str, question: Question) -> bool:
        typed = self._table.read(line, question.of)
        return self._match(typed, Vocabulary(self._phrasebook.answers(Answer.YES, Answer.NO))) == (Answer.YES,)

    def _pause(self, question: Question) -> str:
        """What may be said in a break at the table may be typed in one at the desk, slash or not."""
        line = paused = self._line("desk_paused")
        while True:
            typed = self._table.read(line, question.of)
            line = paused
            match self._command(f"/{typed.lstrip('/')}", question):
                case Command.GO_ON:
                    return self._line("going_on")
                case Command.UNDO:
                    raise TakeBack
                case Command.STOP:
                    if self._agreed(self._line("stop_sure"), question):
                        raise StopGame
                case Command.SCORE | Command.TURN | Command.TIME as command:
                    line = f"{self._interjections.line(command, question.of, None)} {paused}"
