"""The phrasebook: from what a script expects to the phrases people may answer with, each with its value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

from num2words import num2words

from games.table import (
    Ballot,
    Choice,
    Done,
    Expectation,
    FreeText,
    Number,
    Pair,
    People,
    Person,
    ReadAloud,
    Say,
    Words,
    YesNo,
)
from host.language.language import Language
from host.language.orders import Beyond, Command, Leaving, Reread
from speech.vocabulary import OneOf, Phrase, Repeat, Sequence, Vocabulary

_PUNCTUATION = str.maketrans("", "", '.,;:!?"()')


def _words(text: str) -> str:
    """As a vocabulary wants it: lower case, no punctuation."""
    return " ".join(text.lower().translate(_PUNCTUATION).split())


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
    NONE = "none"
    NOBODY = "nobody"


class Phrasebook:
    """Phrases for one language.

    Values in the vocabularies: an order, an ``Answer``, an option or a number; for a ballot a tuple of
    ``(voter, option)`` pairs, for several people a tuple of names, beside a reading the name of an answer.
    """

    def __init__(
        self, language: Language, spellings: Mapping[str, str] | None = None, people: tuple[str, ...] = ()
    ) -> None:
        """``spellings`` is what the recogniser writes for a player's name, where that was learned; ``people`` is
        everybody at the table."""
        self._language = language
        self._spellings = spellings or {}
        self._people = people

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

    def vocabulary(self, expect: Expectation[Any], of: str | None = None, again: tuple[Say, ...] = ()) -> Vocabulary:
        """Everything that may be said at this question, commands included.

        ``of`` is the person asked, ``again`` what "read it again" reads: a line of it can be asked for by its letter.
        """
        phrases, runs = self._expected(expect, of)
        orders = (*self.commands(), *self._rereading(again), *self._leaving(), *self._beyond(expect))
        return Vocabulary(without_doubles((*phrases, *orders)), runs)

    def _rereading(self, again: tuple[Say, ...]) -> Iterator[Phrase]:
        letters = dict.fromkeys(line.slots["letter"] for line in again if "letter" in line.slots)
        for wording in self._language.own.wordings["reread"]:
            for letter in letters:
                yield aside(_words(wording.format(word=self._language.spell(str(letter)))), Reread(str(letter)))

    def _leaving(self) -> Iterator[Phrase]:
        for name, text in self._written(self._people):
            for wording in self._language.own.wordings["leaving"]:
                yield aside(_words(wording.format(name=text)), Leaving(name))

    def _beyond(self, expect: Expectation[Any]) -> Iterator[Phrase]:
        """What people say although it is not there: a seventh face of the die, a letter without a sheet, somebody
        who is not asked about. It is answered in a sentence instead of being taken for what sounds most like it."""
        match expect:
            case Number(least, most):
                outside = [number for number in range(max(10, most) + 1) if not least <= number <= most]
                for phrase in self._numbers(outside):
                    yield aside(phrase.text, Beyond("no_such_number_here", (("least", least), ("most", most))))
            case Choice("letter", options) | Ballot("letter", options, _):
                letters = self._language.own.letters
                for letter, word in letters.spelling.items() if letters else ():
                    if letter not in options:
                        yield aside(word, Beyond("no_such_letter", (("letter", letter),)))
            case Person(among) | People(among, _):
                for phrase in self.names(name for name in self._people if name not in among):
                    yield aside(phrase.text, Beyond("not_that_person", (("name", str(phrase.value)),)))

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
            case People(among, none):
                one = tuple(Phrase(phrase.text, (phrase.value,)) for phrase in self.names(among))
                nobody = tuple(Phrase(text, ()) for text in self._answer(none))
                return (*one, *nobody), (Repeat(OneOf(self.names(among)), most=len(among)),)
            case Pair(among):
                return (*self._pairs(among), *self.answers(Answer.NONE)), ()
            case Words(options):
                return tuple(Phrase(_words(option), option) for option in options), ()
            case ReadAloud(or_else):
                return tuple(Phrase(text, name) for name in or_else for text in self._answer(name)), ()
            case Ballot(kind, options, voters):
                return self._ballot(kind, options, voters, of)
            case FreeText():
                return (), ()
        raise TypeError(f"no phrases for {expect}")

    def _answer(self, name: str) -> tuple[str, ...]:
        return tuple(_words(text) for text in self._language.own.answers[name]) if name else ()

    def _pairs(self, among: tuple[tuple[str, str], ...]) -> tuple[Phrase, ...]:
        return tuple(
            Phrase(_words(self._language.join([self.sheet(one), self.sheet(other)])), pair)
            for pair in among
            for one, other in (pair, pair[::-1])
        )

    def sheet(self, writer: str) -> str:
        """Whose sheet it is; "" is the one with the truth."""
        return writer or self._language.line("truth_sheet")

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
        return without_doubles(
            Phrase(_words(wording.format(name=text)), name)
            for name, text in self._written(names)
            for wording in wordings
        )

    def _written(self, names: Iterable[str]) -> list[tuple[str, str]]:
        """Each name with the ways in which it may be written."""
        return [(name, text) for name in names for text in (name, self._spellings.get(name)) if text]

    def _ballot(
        self, kind: str, options: tuple[str, ...], voters: tuple[str, ...], of: str | None
    ) -> tuple[tuple[Phrase, ...], tuple[Repeat, ...]]:
        choices = self._options(kind, options)
        bare = tuple(Phrase(choice.text, ((of or voters[0], choice.value),)) for choice in choices)
        told = (*voters, *self._others(voters))
        return bare, (Repeat(Sequence((OneOf(self.names(told)), OneOf(choices))), most=len(told)),)

    def _others(self, asked: tuple[str, ...]) -> tuple[str, ...]:
        """Whoever is at the table and was not asked: told all the same, their vote is refused in a sentence."""
        return tuple(name for name in self._people if name not in asked)

    def echo(self, expect: Expectation[Any], answer: Any) -> str | None:
        """What was understood, in a word or two; ``None`` where an echo would only be noise."""
        match expect:
            case Choice(kind, _):
                return self._named(kind, answer)
            case Number():
                return str(num2words(answer, lang=self._language.code)).capitalize()
            case Person():
                return str(answer)
            case People(_, "draw") if not answer:
                return None
            case People(_, none):
                return self._language.join(answer) or self._answer(none)[0].capitalize()
            case Pair() if answer:
                return self._language.join([self.sheet(writer) for writer in answer])
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
        if isinstance(expect, People):
            return tuple(dict.fromkeys(heard))
        plain_answers: Mapping[Any, Any] = {
            Answer.YES: True, Answer.NO: False, Answer.DONE: None, Answer.NONE: None,
        }  # fmt: skip

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
