"""The recogniser "vosk": a Kaldi model with a runtime grammar, which follows the sound as it comes in.

It forms two opinions of an utterance: what it was by the grammar, and what it was as any string of decoys, words from
all over the model's lexicon. The second is the garbage hypothesis: a grammar always finds something, often with a word
confidence of 1.0. Listening without any grammar instead, tried on a few dozen clips (Korean model, English speakers),
kept answers and other words less well apart, at twenty times the work.
"""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Iterator
from itertools import islice, pairwise, product
from pathlib import Path

import numpy as np
from vosk import KaldiRecognizer, Model, SetLogLevel

from models.vosk_folder import lack
from speech.fault import SpeechFault, VocabularyFault
from speech.lexicon import decoys
from speech.matching import Matcher
from speech.recogniser import Hypothesis, Scores
from speech.sound import BLOCK, RATE_HZ, Samples, silence
from speech.vocabulary import OneOf, Phrase, Repeat, Sequence, Value, Vocabulary

GARBAGE = "[unk]"
"""The word that stands for any other word, in models that have it."""
THRESHOLDS = Path(__file__).with_name("vosk_decision.toml")
"""For ``decision.read_thresholds``."""

_DECOYS = 200
_ALTERNATIVES = 10
_MOST_PAIRS = 2000  # of neighbouring parts of a run that the grammar spells out
_PARTIAL_EVERY = 3  # blocks
_SPARE = RATE_HZ // 2  # samples by which the followed sound may be longer than the cut
_TAIL_S = 0.1
_STRETCH = RATE_HZ // 5  # samples that free speech is put in at once


class VoskRecogniser:
    """A loaded model. It and its questions belong to the thread that made it."""

    name = "vosk"

    def __init__(self, folder: Path, language: str) -> None:
        """Load the model, which takes one to four seconds.

        Raises:
            SpeechFault: the folder holds no model that takes a grammar, or a broken one.
        """
        flaw = lack(folder)
        if flaw:
            raise SpeechFault(f"The speech model in {folder} cannot be used, {flaw}: fetch a small model again.")
        SetLogLevel(-1)
        try:
            self._model = Model(str(folder))
        except Exception as error:  # vosk raises nothing more particular
            raise SpeechFault(f"The speech model in {folder} is broken: remove it and fetch it again.") from error
        self.language = language
        self._thread = threading.get_ident()
        self._garbage = (GARBAGE,) if self._knows(GARBAGE) else ()
        self._decoys = decoys(folder, _DECOYS)

    def missing(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """See ``Recogniser``."""
        words = dict.fromkeys(word for text in _texts(vocabulary) for word in text.split())
        return tuple(word for word in words if not self._knows(word))

    def question(self, vocabulary: Vocabulary) -> VoskQuestion:
        """See ``Recogniser``."""
        if threading.get_ident() != self._thread:
            raise RuntimeError("a Vosk model belongs to the thread that loaded it")
        texts = tuple(dict.fromkeys(_texts(vocabulary)))
        if not texts:
            raise VocabularyFault("There is no phrase to listen for.")
        missing = self.missing(vocabulary)
        if missing:
            raise VocabularyFault(f"The speech model does not know: {', '.join(missing)}.")
        asked = {word for text in texts for word in text.split()}
        others = [word for word in self._decoys if word not in asked]
        grammar = _json([*texts, *_pairs(vocabulary), *self._garbage])
        return VoskQuestion(self._model, grammar, _json([*others, *self._garbage]), Matcher(vocabulary, self.language))

    def transcribe(self, utterance: Samples) -> str:
        """See ``Recogniser``: what the model hears without any grammar."""
        if threading.get_ident() != self._thread:
            raise RuntimeError("a Vosk model belongs to the thread that loaded it")
        freely = KaldiRecognizer(self._model, float(RATE_HZ))
        results = []
        for start in range(0, len(utterance), _STRETCH):
            if freely.AcceptWaveform(_pcm(utterance[start : start + _STRETCH])):  # the model's own endpoint
                results.append(freely.Result())
        results.append(freely.FinalResult())
        return " ".join(text for result in results if (text := str(json.loads(result)["text"])))

    def _knows(self, word: str) -> bool:
        return bool(self._model.vosk_model_find_word(word) >= 0)


class VoskQuestion:
    """See ``Question``. Each utterance gets fresh recognisers, so that no memory grows over an evening."""

    def __init__(self, model: Model, grammar: str, garbage: str, matcher: Matcher) -> None:
        self._model = model
        self._grammar = grammar
        self._garbage = garbage
        self._matcher = matcher
        self._following: _Pass | None = None
        self._hint = ""

    def follow(self, block: Samples) -> str:
        """See ``Question``."""
        if self._following is None:
            self._following = self._pass()
        self._following.take(block)
        if self._following.taken // BLOCK % _PARTIAL_EVERY == 0:
            text = self._following.partial()
            self._hint = text if self._matcher.values(text) else ""
        return self._hint

    def score(self, utterance: Samples) -> Scores:
        """See ``Question``. Nearly free where ``follow`` had just this utterance."""
        followed, self._following, self._hint = self._following, None, ""
        if followed is None or not len(utterance) <= followed.taken <= len(utterance) + _SPARE:
            followed = self._pass()
            followed.take(utterance)
        followed.take(silence(_TAIL_S))
        return _scores(followed.by_grammar(), followed.as_garbage(), self._matcher)

    def _pass(self) -> _Pass:
        return _Pass(*(KaldiRecognizer(self._model, float(RATE_HZ), words) for words in (self._grammar, self._garbage)))


class _Pass:
    """One utterance on its way through two recognisers."""

    def __init__(self, by_grammar: KaldiRecognizer, garbage: KaldiRecognizer) -> None:
        self._by_grammar = by_grammar
        self._garbage = garbage
        self.taken = 0
        """Samples."""
        by_grammar.SetMaxAlternatives(_ALTERNATIVES)
        garbage.SetMaxAlternatives(1)

    def take(self, sound: Samples) -> None:
        # The result of AcceptWaveform tells an end by the model's own endpointing, which is not asked for.
        self.taken += len(sound)
        pcm = _pcm(sound)
        self._by_grammar.AcceptWaveform(pcm)
        self._garbage.AcceptWaveform(pcm)

    def partial(self) -> str:
        return str(json.loads(self._by_grammar.PartialResult())["partial"])

    def by_grammar(self) -> list[tuple[str, float]]:
        return _alternatives(self._by_grammar.FinalResult())

    def as_garbage(self) -> tuple[str, float]:
        return max(_alternatives(self._garbage.FinalResult()), key=lambda one: one[1], default=("", -math.inf))


def _pcm(sound: Samples) -> bytes:
    return (np.clip(sound, -1.0, 1.0) * 32767.0).astype("<i2").tobytes()


def _alternatives(result: str) -> list[tuple[str, float]]:
    """Texts with their log-likelihoods (natural, of the whole utterance)."""
    return [(one["text"], float(one["confidence"])) for one in json.loads(result)["alternatives"]]


def _json(words: list[str]) -> str:
    return json.dumps(words, ensure_ascii=False)


def _scores(by_grammar: list[tuple[str, float]], as_garbage: tuple[str, float], matcher: Matcher) -> Scores:
    """Each text counts for the values it stands for; a text that is no phrase is something else."""
    free, elsewhere = as_garbage
    found: dict[Value, list[tuple[str, float]]] = {}
    for text, log_p in by_grammar:
        values = matcher.values(text)
        for value in values:
            found.setdefault(value, []).append((text, log_p))
        if not values and log_p > elsewhere:
            free, elsewhere = text, log_p
    hypotheses = [
        Hypothesis(value, max(texts, key=lambda one: one[1])[0], _log_sum([log_p for _, log_p in texts]))
        for value, texts in found.items()
    ]
    return Scores(tuple(sorted(hypotheses, key=lambda one: -one.log_p)), elsewhere, free)


def _log_sum(log_ps: list[float]) -> float:
    best = max(log_ps)
    return best + math.log(sum(math.exp(log_p - best) for log_p in log_ps))


def _parts(run: Sequence | Repeat | OneOf) -> tuple[tuple[Phrase, ...], ...]:
    """The alternatives of each part in turn."""
    if isinstance(run, Repeat):
        return _parts(run.part)
    if isinstance(run, OneOf):
        return (run.phrases,)
    return tuple(part.phrases if isinstance(part, OneOf) else (part,) for part in run.parts)


def _texts(vocabulary: Vocabulary) -> Iterator[str]:
    for phrase in vocabulary.phrases:
        yield phrase.text
    for run in vocabulary.runs:
        for part in _parts(run):
            yield from (phrase.text for phrase in part)


def _pairs(vocabulary: Vocabulary) -> Iterator[str]:
    """Neighbouring parts of the runs, which make the grammar's bigrams like a run better."""
    for run in vocabulary.runs:
        for left, right in pairwise(_parts(run)):
            yield from (f"{one.text} {other.text}" for one, other in islice(product(left, right), _MOST_PAIRS))
