"""Confirming: an answer that the ear is unsure of is asked back in the shortest way that tells the candidates apart."""

from __future__ import annotations

from dataclasses import replace

from games.table import YesNo
from host.asking.question import Question
from host.language.language import Language
from host.language.orders import Command, is_order
from host.language.phrasebook import Answer, Phrasebook, without_doubles
from host.seats.audience import Listening
from host.seats.table import Table
from speech.result import Heard, Result, Unheard, Unsure
from speech.vocabulary import Vocabulary


class Confirming:
    """Names one or two candidates, never the whole question again."""

    def __init__(self, table: Table, language: Language, phrasebook: Phrasebook) -> None:
        self._table = table
        self._language = language
        self._phrasebook = phrasebook

    def confirm(self, question: Question, unsure: Unsure) -> Result:
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

    def _ask_back(self, question: Question, candidates: tuple[Heard, ...]) -> Result:
        """Hear what the table says to the candidates: one of them, another value, or nothing of use."""
        names = [self._named(question, candidate) for candidate in candidates]
        if len(candidates) == 1:
            self._table.say(self._language.line("confirm_one", {"one": names[0]}))
        else:
            self._table.say(self._language.line("confirm_two", {"one": names[0], "other": names[1]}))
        values = tuple(candidate.value for candidate in candidates)
        self._table.audience.listens(Listening(question.request, "confirm", values))
        result = self._table.hear(self._answers(question, candidates), question.hourglass.ends_s)
        match result:
            case Heard(Answer.YES):
                return candidates[0]
            case Heard(Answer.NO | Answer.NEITHER):
                return Unheard(meant=True)
        return result

    def _answers(self, question: Question, candidates: tuple[Heard, ...]) -> Vocabulary:
        """To one candidate a yes, a no, or any other answer; to two either, neither, or a whole vote once more."""
        if len(candidates) == 1:
            yes_or_no = self._phrasebook.answers(Answer.YES, Answer.NO)
            return Vocabulary(without_doubles((*yes_or_no, *question.vocabulary.phrases)), question.vocabulary.runs)
        values = {candidate.value for candidate in candidates}
        theirs = tuple(phrase for phrase in question.vocabulary.phrases if phrase.value in values)
        neither = self._phrasebook.answers(Answer.NEITHER, Answer.NO)
        phrases = without_doubles((*theirs, *neither, *self._phrasebook.commands()))
        return Vocabulary(phrases, question.vocabulary.runs)

    def _named(self, question: Question, candidate: Heard) -> str:
        if isinstance(candidate.value, Command):
            return self._language.own.commands[candidate.value.value][0].capitalize()
        if is_order(candidate.value):
            return candidate.phrase.capitalize()
        value = self._phrasebook.value(question.expect, candidate.value)
        return self._phrasebook.echo(question.expect, value) or candidate.phrase.capitalize()


def _common_ground(candidates: tuple[Heard, ...]) -> tuple[Heard, ...]:
    """Two ballots that share some tips are one candidate: what they share. The rest is asked in turn."""
    match candidates:
        case (Heard(tuple(one)), Heard(tuple(other))) if shared := tuple(pair for pair in one if pair in other):
            return (replace(candidates[0], value=shared),)
    return candidates
