"""The phrase scorer as the ear sees it: a recogniser that compares whole utterances with whole phrases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import numpy as np

from speech.fault import SpeechFault, VocabularyFault
from speech.phrases.cut import View, spoken_s, views
from speech.phrases.moonshine import Moonshine
from speech.phrases.search import Effort, Found, Search
from speech.phrases.surface import Surfaces
from speech.phrases.trie import Grammar
from speech.recogniser import Hypothesis, Scores
from speech.sound import RATE_HZ, Samples
from speech.vocabulary import OneOf, Phrase, Repeat, Sequence, Value, Vocabulary

_FEW = 6
"""Values that are looked at again."""
_SURE_MARGIN, _SURE_RATIO, _HOPELESS = 5.0, -0.5, -10.0
"""Beyond these more looks would change nothing."""
_LONGEST_S = 12.0
_SLOWEST_S = 1.2
"""What anybody may need for a single letter, and for each further letter of a phrase ``_SLOWEST_LETTER_S`` more."""
_SLOWEST_LETTER_S = 0.12
_TOO_SHORT = 8.0
"""Nats for each second that an utterance is longer than that: nobody needs two seconds for a "d"."""


class Leanings(msgspec.Struct, frozen=True):
    """Beside the model as ``leanings.toml``: how readily it writes each single letter, in nats."""

    letters: dict[str, float]


class PhraseScorer:
    """Moonshine base-en, asked for the likelihood of every phrase. ``folder`` holds the model's files.

    Raises:
        SpeechFault: a file is missing or broken.
    """

    name = "phrases"
    language = "en"

    def __init__(self, folder: Path, effort: Effort | None = None, leanings: Leanings | None = None) -> None:
        self._model = Moonshine(folder)
        self._surfaces = Surfaces()
        self._effort = effort or Effort()
        self._leanings = leanings or _read_leanings(folder / "leanings.toml")
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="phrases")

    def missing(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """Words with signs that the model never writes; everything else can be spelled from its tokens."""
        words = dict.fromkeys(word for phrase in phrases_of(vocabulary) for word in phrase.text.split())
        return tuple(word for word in words if self._model.unknown(word))

    def question(self, vocabulary: Vocabulary) -> PhraseQuestion:
        """See ``Recogniser.question``; 5,000 phrases take about a quarter of a second."""
        if not any(phrase.text.strip() for phrase in phrases_of(vocabulary)):
            raise VocabularyFault("There is nothing to listen for: the question has no phrases.")
        grammar = Grammar(vocabulary, self._spell, self._model.stops, self._model.joins)
        search = Search(self._model, grammar, self._effort, self._leanings.letters)
        return PhraseQuestion(self._model, search, self._threads)

    def transcribe(self, utterance: Samples) -> str:
        """What the model freely makes of it: no answer to anything, but good to compare with."""
        search = Search(self._model, Grammar(Vocabulary(()), self._spell, (), ()), self._effort, {})
        return self._model.text(list(search.transcribe(self._model.encode(views(utterance)[0](utterance)))))

    def _spell(self, text: str) -> list[tuple[int, ...]]:
        return self._model.tokens(list(self._surfaces.forms(text)))


class PhraseQuestion:
    """One vocabulary, ready."""

    def __init__(self, model: Moonshine, search: Search, threads: ThreadPoolExecutor) -> None:
        self._model = model
        self._search = search
        self._threads = threads

    def follow(self, block: Samples) -> str:
        """Nothing: only whole utterances are compared."""
        del block
        return ""

    def score(self, utterance: Samples) -> Scores:
        """See ``Question.score``. Unless the first look is clear, several views of the sound are averaged."""
        return self._blend(self.looks(utterance), spoken_s(utterance))

    def looks(self, utterance: Samples) -> list[Found]:
        """The whole vocabulary against one view of the sound, and the best few values against the others."""
        sound = utterance[: round(_LONGEST_S * RATE_HZ)]
        first_view, *more_views = views(sound)
        first = self._search.look(self._model.encode(first_view(sound)))
        best = first.best()
        if not best or _is_clear(first, best):
            return [first]

        def again(view: View) -> Found:
            return self._search.look_again(self._model.encode(view(sound)), first, best[:_FEW])

        return [first, *self._threads.map(again, more_views)]

    def _blend(self, looks: list[Found], spoken: float) -> Scores:
        """The mean over the looks; a value that fell too far behind in any of them is left out.

        ``spoken`` is how long the utterance is, in seconds.
        """
        shared = [value for value in looks[0].values if all(value in look.values for look in looks)]
        hypotheses = [
            _hasty(value, looks[0].text(value), sum(look.values[value] for look in looks) / len(looks), spoken)
            for value in shared
        ]
        hypotheses.sort(key=lambda hypothesis: -hypothesis.log_p)
        best = hypotheses[0] if hypotheses else None
        return Scores(
            hypotheses=tuple(hypotheses),
            elsewhere=sum(look.free for look in looks) / len(looks)
            + (self._search.leaning(best.phrase) if best else 0),
            free=self._model.text(list(looks[0].free_tokens[1:])),
            agreed=best is not None and all(look.best()[0] == best.value for look in looks),
        )


def _hasty(value: Value, phrase: str, log_p: float, spoken: float) -> Hypothesis:
    """A hypothesis that is the less likely the longer the utterance is than the phrase can be."""
    slowest_s = _SLOWEST_S + _SLOWEST_LETTER_S * len(phrase)
    return Hypothesis(value, phrase, log_p - _TOO_SHORT * max(0.0, spoken - slowest_s))


def _is_clear(look: Found, values: list[Value]) -> bool:
    ratio = look.values[values[0]] - look.free
    margin = look.values[values[0]] - look.values[values[1]] if len(values) > 1 else np.inf
    return ratio < _HOPELESS or (ratio > _SURE_RATIO and margin > _SURE_MARGIN)


def phrases_of(vocabulary: Vocabulary) -> list[Phrase]:
    """Every phrase that is mentioned, in order."""
    found = list(vocabulary.phrases)
    for run in vocabulary.runs:
        part = run.part if isinstance(run, Repeat) else run
        for inner in part.parts if isinstance(part, Sequence) else (part,):
            found.extend(inner.phrases if isinstance(inner, OneOf) else (inner,))
    return found


def _read_leanings(path: Path) -> Leanings:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Leanings)
    except (OSError, msgspec.MsgspecError) as error:
        raise SpeechFault(f"{path} cannot be read ({error}): install Spielleiter again.") from error
