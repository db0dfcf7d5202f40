"""The phrase scorer as the ear sees it: a recogniser that compares whole utterances with whole phrases."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from speech.fault import VocabularyFault
from speech.phrases.cut import IN_QUIET, pieces, spoken_s, views
from speech.phrases.moonshine import Moonshine
from speech.phrases.pronunciation import Pronunciation
from speech.phrases.reader import Reader, read_reader
from speech.phrases.search import Effort, Found, Search
from speech.phrases.sounds import Sounds, freely
from speech.phrases.surface import Surfaces
from speech.phrases.trie import Grammar
from speech.phrases.weights import Floats
from speech.recogniser import Hypothesis, Scores
from speech.sound import RATE_HZ, Samples
from speech.vocabulary import OneOf, Phrase, Repeat, Sequence, Value, Vocabulary

_FEW = 6
"""Values that are looked at again."""
_SURE_MARGIN, _SURE_RATIO, _HOPELESS = 5.0, -0.5, -10.0
"""Beyond these more looks would change nothing."""
_READER = 0.7
"""How much the reader's nats count beside the decoder's."""
_DROPPED = 2.0
_LONGEST_S = 12.0
_PIECE_S = 40.0
"""Free speech is understood the better the more of it is seen at once: of 35 s of eSpeak's voices 22 words in a hundred
were wrong in pieces of 10 s, 14 in pieces of 20 s, 11 in one piece."""
_SLOWEST_S = 1.2
"""What anybody may need for a single letter, and for each further letter of a phrase ``_SLOWEST_LETTER_S`` more."""
_SLOWEST_LETTER_S = 0.12
_TOO_SHORT = 8.0
"""Nats for each second that an utterance is longer than that: nobody needs two seconds for a "d"."""


@dataclass(frozen=True)
class Candidate:
    """A value that is worth a second look."""

    value: Value
    phrase: str
    joined: str
    """The phrase as the decoder would write it, with what joins the parts of a run."""


@dataclass
class Look:
    """One view of the sound, judged by both: the decoder, which knows words, and the reader, which knows sounds."""

    states: Floats
    found: Found
    read: Floats
    """What the reader makes of it."""
    fits: dict[Value, tuple[float, Phrase]]
    """How well the best phrase of each single value fits that."""

    def fit(self, candidate: Candidate, sounds: Sounds) -> float:
        """How well a value fits what the reader has read."""
        known = self.fits.get(candidate.value)
        if known:
            return known[0]
        return max(sounds.fit_text(self.read, text) for text in (candidate.phrase, candidate.joined))

    def spelled(self, value: Value) -> float:
        """How well it fits for the decoder; what it has dropped fits no better than the least of the others."""
        return self.found.values.get(value, min(self.found.values.values(), default=self.found.free) - _DROPPED)


class PhraseScorer:
    """Moonshine base-en, asked for the likelihood of every phrase. ``folder`` holds the model's files.

    Raises:
        SpeechFault: a file is missing or broken.
    """

    name = "phrases"
    language = "en"

    def __init__(self, folder: Path, effort: Effort | None = None) -> None:
        self._model = Moonshine(folder)
        self._reader = read_reader(folder / "phones.npz")
        self._pronunciation = Pronunciation()
        self._surfaces = Surfaces()
        self._effort = effort or Effort()
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="phrases")

    def reading_with(self, reader: Reader) -> PhraseScorer:
        """The same with another phone reader; the model is shared."""
        other = copy(self)
        other._reader = reader
        return other

    def missing(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """Words with signs that the model never writes; everything else can be spelled from its tokens."""
        words = dict.fromkeys(word for phrase in phrases_of(vocabulary) for word in phrase.text.split())
        return tuple(word for word in words if self._model.unknown(word))

    def question(self, vocabulary: Vocabulary) -> PhraseQuestion:
        """See ``Recogniser.question``; 5,000 phrases take about a second, most of it for how they are said."""
        if not any(phrase.text.strip() for phrase in phrases_of(vocabulary)):
            raise VocabularyFault("There is nothing to listen for: the question has no phrases.")
        grammar = Grammar(vocabulary, self._spell, self._model.stops, self._model.joins)
        sounds = Sounds(vocabulary.phrases, self._surfaces.forms, self._pronunciation)
        search = Search(self._model, grammar, self._effort)
        return PhraseQuestion(self._model, self._reader, sounds, search, self._threads)

    def transcribe(self, utterance: Samples) -> str:
        """See ``Recogniser.transcribe``. What is long is cut at its pauses, two pieces at a time."""
        found = self._threads.map(self._transcribed, pieces(utterance, _PIECE_S))
        return " ".join(text for text in found if text)

    def _transcribed(self, piece: Samples) -> str:
        return self._model.transcribe(IN_QUIET[0](piece)).strip()

    def _spell(self, text: str) -> list[tuple[int, ...]]:
        return self._model.tokens(list(self._surfaces.forms(text)))


class PhraseQuestion:
    """One vocabulary, ready."""

    def __init__(
        self, model: Moonshine, reader: Reader, sounds: Sounds, search: Search, threads: ThreadPoolExecutor
    ) -> None:
        self._model = model
        self._reader = reader
        self._sounds = sounds
        self._search = search
        self._threads = threads

    def follow(self, block: Samples) -> str:
        """Nothing: only whole utterances are compared."""
        del block
        return ""

    def score(self, utterance: Samples) -> Scores:
        """See ``Question.score``. Unless the first look is clear, several views of the sound are averaged."""
        looks, candidates = self.looks(utterance)
        spoken = spoken_s(utterance)
        hypotheses = [self._hypothesis(candidate, looks, spoken) for candidate in candidates]
        hypotheses.sort(key=lambda hypothesis: -hypothesis.log_p)
        best = hypotheses[0].value if hypotheses else None
        return Scores(
            hypotheses=tuple(hypotheses),
            elsewhere=_mean(look.found.free + _READER * freely(look.read) for look in looks),
            free=self._model.text(list(looks[0].found.free_tokens[1:])),
            agreed=all(one.value == best for look in looks for one in self._ranked(look, candidates)[:1]),
        )

    def looks(self, utterance: Samples) -> tuple[list[Look], list[Candidate]]:
        """The whole vocabulary against one view of the sound, and the best few values against the others.

        The candidates are those few, best first in the first look.
        """
        sound = utterance[: round(_LONGEST_S * RATE_HZ)]
        first_view, *more_views = views(sound)
        more = [self._threads.submit(self._see, view(sound)) for view in more_views]  # while the first is looked at
        first = self._see(first_view(sound))
        first.found = self._search.look(first.states)
        few = self._ranked(first, self._candidates(first))[:_FEW]
        if self._is_clear(first, few):
            for seen in more:
                seen.cancel()
            return [first], few
        before = first.found
        values = [one.value for one in few]
        dropped = [first.fits[value][1] for value in values if value not in before.values]
        looks = [first, *(seen.result() for seen in more)]

        def again(look: Look) -> None:
            look.found = self._search.look_again(look.states, before, values, dropped)

        list(self._threads.map(again, looks if dropped else looks[1:]))
        first.found.offer_free(before.free_tokens, before.free)
        return looks, few

    def _see(self, view: Samples) -> Look:
        states = self._model.encode(view)
        read = self._reader.read(states)
        return Look(states, Found(), read, self._sounds.fit(read))

    def _candidates(self, look: Look) -> list[Candidate]:
        """Every value that either has found, in its best wording."""
        found, unspelled = look.found, set(look.fits).difference(look.found.values)
        spelled = [
            Candidate(value, found.text(value), self._model.text(list(found.spelling(value)))) for value in found.values
        ]
        return [*spelled, *(Candidate(value, look.fits[value][1].text, "") for value in unspelled)]

    def _judged(self, look: Look, candidate: Candidate) -> float:
        return look.spelled(candidate.value) + _READER * look.fit(candidate, self._sounds)

    def _ranked(self, look: Look, candidates: Iterable[Candidate]) -> list[Candidate]:
        return sorted(candidates, key=lambda candidate: -self._judged(look, candidate))

    def _is_clear(self, look: Look, few: list[Candidate]) -> bool:
        """Whether more looks would change nothing."""
        if not few:
            return True
        best, *others = few
        ratio = look.spelled(best.value) - look.found.free
        heard = ratio > _SURE_RATIO and look.fit(best, self._sounds) - freely(look.read) > _SURE_RATIO
        alone = not others or self._judged(look, best) - self._judged(look, others[0]) > _SURE_MARGIN
        return (heard and alone) or ratio < _HOPELESS

    def _hypothesis(self, candidate: Candidate, looks: list[Look], spoken: float) -> Hypothesis:
        """The mean over the looks; the less likely the longer the utterance is than the phrase can be."""
        slowest_s = _SLOWEST_S + _SLOWEST_LETTER_S * len(candidate.phrase)
        log_p = _mean(self._judged(look, candidate) for look in looks) - _TOO_SHORT * max(0.0, spoken - slowest_s)
        return Hypothesis(candidate.value, candidate.phrase, log_p)


def _mean(numbers: Iterable[float]) -> float:
    return float(np.mean(list(numbers)))


def phrases_of(vocabulary: Vocabulary) -> list[Phrase]:
    """Every phrase that is mentioned, in order."""
    found = list(vocabulary.phrases)
    for run in vocabulary.runs:
        part = run.part if isinstance(run, Repeat) else run
        for inner in part.parts if isinstance(part, Sequence) else (part,):
            found.extend(inner.phrases if isinstance(inner, OneOf) else (inner,))
    return found
