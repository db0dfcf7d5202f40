"""The phrasebook: from what a script expects to the phrases people may answer with, each with its value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from num2words import num2words

from games.table import Ballot, Choice, Done, Expectation, FreeText, Number, Person, Words, YesNo
from host.language.language import Language
from speech.vocabulary import OneOf, Phrase, Repeat, Sequence, Vocabulary

_PUNCTUATION = str.maketrans("", "", '.,;:!?"()')


def _words(text: str) -> str:
    """As a vocabulary wants it: lower case, no punctuation."""
    return " ".join(text.lower().translate(_PUNCTUATION).split())


class Command(Enum):
    """What may be said at every question."""

    REPEAT = "repeat"
    UNDO = "undo"
    PAUSE = "pause"
    GO_ON = "go_on"
    SCORE = "score"
    TURN = "turn"
    TIME = "time"
    HELP = "help"
    STOP = "stop"


_SELDOM = -1.0
"""Nats: at a question an answer is likelier than a command."""
_HARDLY = -4.0
"""A single short word is more often side talk ("house" sounds like "pause"): it is asked back."""


class Answer(Enum):
    """Answers that are not values of a game."""

    YES = "yes"
    NO = "no"
    DONE = "done"
    NEITHER = "neither"


class Phrasebook:
    """Phrases for one language.

    Values in the vocabularies: a ``Command``, an ``Answer``, an option or a number; for a ballot a tuple of
    ``(voter, option)`` pairs.
    """

    def __init__(self, language: Language, spellings: Mapping[str, str] | None = None) -> None:
        """``spellings`` is what the recogniser writes for a player's name, where that was learned."""
        self._language = language
        self._spellings = spellings or {}

    def commands(self, *, alone: bool = False) -> tuple[Phrase, ...]:
        """What may always be said; ``alone`` where there is no answer to expect beside it."""
        phrase = Phrase if alone else aside
        spoken = self._language.own.commands
        return tuple(phrase(_words(text), command) for command in Command for text in spoken[command.value])

    def answers(self, *answers: Answer) -> tuple[Phrase, ...]:
        """The phrases for yes, no, ready, neither."""
        spoken = self._language.own.answers
        return tuple(Phrase(_words(text), answer) for answer in answers for text in spoken[answer.value])

    def reserved(self) -> tuple[Phrase, ...]:
        """What means something whatever the question: commands, yes, no, ready, neither."""
        return (*self.commands(), *self.answers(*Answer))

    def vocabulary(self, expect: Expectation[Any], of: str | None = None) -> Vocabulary:
        """Everything that may be said at this question, commands included; ``of`` is the person asked."""
        phrases, runs = self._expected(expect, of)
        return Vocabulary(without_doubles((*phrases, *self.commands())), runs)

    def _expected(self, expect: Expectation[Any], of: str | None) -> tuple[tuple[Phrase, ...], tuple[Repeat, ...]]:
        match expect:
            case Choice(kind, options):
                return self._options(kind, options), ()
            case Number(least, most):
                return self._numbers(range(least, most + 1)), ()
            case YesNo():
                return self.answers(Answer.YES, Answer.NO), ()
            case Done():
                return self.answers(Answer.DONE), ()
            case Person(among):
                return self.names(among), ()
            case Words(options):
                return tuple(Phrase(_words(option), option) for option in options), ()
            case Ballot(kind, options, voters):
                return self._ballot(kind, options, voters, of)
            case FreeText():
                return (), ()
        raise TypeError(f"no phrases for {expect}")

    def _options(self, kind: str, options: Iterable[str]) -> tuple[Phrase, ...]:
        if kind == "letter":
            return tuple(Phrase(text, letter) for letter in options for text in self._letter(letter))
        return tuple(Phrase(_words(text), option) for option in options for text in self._language.choice(kind, option))

    def _letter(self, letter: str) -> list[str]:
        letters = self._language.own.letters
        if letters is None:
            return [letter.lower()]
        word = letters.spelling[letter]
        return [wording.format(word=word, letter=letter.lower()) for wording in letters.wordings]

    def _numbers(self, numbers: Iterable[int]) -> tuple[Phrase, ...]:
        wordings = self._language.own.wordings["number"]
        spoken = {number: _words(num2words(number, lang=self._language.code)) for number in numbers}
        return tuple(
            Phrase(wording.format(number=words), number) for number, words in spoken.items() for wording in wordings
        )

    def names(self, names: Iterable[str]) -> tuple[Phrase, ...]:
        """The people at the table."""
        wordings = self._language.own.wordings["name"]
        written = [(name, text) for name in names for text in (name, self._spellings.get(name)) if text]
        return without_doubles(
            Phrase(_words(wording.format(name=text)), name) for name, text in written for wording in wordings
        )

    def _ballot(
        self, kind: str, options: tuple[str, ...], voters: tuple[str, ...], of: str | None
    ) -> tuple[tuple[Phrase, ...], tuple[Repeat, ...]]:
        choices = self._options(kind, options)
        bare = tuple(Phrase(choice.text, ((of or voters[0], choice.value),)) for choice in choices)
        told = Sequence((OneOf(self.names(voters)), OneOf(choices)))
        return bare, (Repeat(told, most=len(voters)),)

    def echo(self, expect: Expectation[Any], answer: Any) -> str | None:
        """What was understood, in a word or two; ``None`` where an echo would only be noise."""
        match expect:
            case Choice(kind, _):
                return self._named(kind, answer)
            case Number():
                return str(num2words(answer, lang=self._language.code)).capitalize()
            case Person():
                return str(answer)
            case Words():
                return str(answer).rstrip(".!? ")
            case Ballot(kind, _, _) if len(answer) == 1:
                return self._named(kind, answer[0][1])
            case Ballot(kind, _, _):
                return ", ".join(f"{voter} {self._named(kind, option)}" for voter, option in answer)
        return None

    def _named(self, kind: str, option: str) -> str:
        if kind == "letter":
            return self._language.spell(option)
        return self._language.choice(kind, option)[0].capitalize()

    def value(self, expect: Expectation[Any], heard: Any) -> Any:
        """What the script is sent for what was heard; in a ballot a voter who is named twice counts with the last."""
        if isinstance(expect, Ballot):
            return tuple(dict(heard).items())
        plain_answers: Mapping[Any, Any] = {Answer.YES: True, Answer.NO: False, Answer.DONE: None}
        return plain_answers.get(heard, heard) if isinstance(heard, Answer) else heard


def aside(text: str, value: Any) -> Phrase:
    """A phrase that may always be said, but seldom is."""
    return Phrase(text, value, _SELDOM if " " in text else _HARDLY)


def without_doubles(phrases: Iterable[Phrase]) -> tuple[Phrase, ...]:
    """The phrases, each text once: where two mean different things the earlier one counts."""
    first: dict[str, Phrase] = {}
    for phrase in phrases:
        first.setdefault(phrase.text, phrase)
    return tuple(first.values())
