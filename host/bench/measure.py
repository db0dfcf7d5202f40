"""The measuring: one closed question for each set, every clip put to the ear, and talk that answers nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from host.bench.corpus import Clip, Corpus, noisy, questioned
from speech.hearing import Decide
from speech.noise import Background
from speech.recogniser import Question, Recogniser, Scores
from speech.result import Heard, Unheard, Unsure
from speech.vocabulary import Phrase, Vocabulary


class Outcome(Enum):
    """What came of one clip."""

    RIGHT = "right"
    CONFIRM_RIGHT = "confirm_right"
    CONFIRM_WRONG = "confirm_wrong"
    WRONG = "wrong"
    REJECTED = "rejected"


@dataclass(frozen=True)
class Try:
    """One clip, put to one question."""

    clip: Clip
    outcome: Outcome
    scores: Scores
    seconds: float
    """From the end of the sound to the decision."""


@dataclass(frozen=True)
class Outside:
    """One clip that answers nothing, put to one question."""

    clip: Clip
    result: Heard | Unsure | Unheard
    scores: Scores


@dataclass
class Measured:
    """One question's outcome."""

    phrases: int
    tries: list[Try] = field(default_factory=list)
    outside: list[Outside] = field(default_factory=list)

    def counts(self) -> dict[str, int | float]:
        """As the report has it."""
        counted = {outcome.value: sum(one.outcome is outcome for one in self.tries) for outcome in Outcome}
        took_ms = [1000 * one.seconds for one in self.tries]
        p50_ms, p95_ms = (round(float(value), 1) for value in np.percentile(took_ms, [50, 95]))
        return {"n": len(self.tries), "phrases": self.phrases, **counted, "p50_ms": p50_ms, "p95_ms": p95_ms}

    def outside_counts(self) -> dict[str, int | float]:
        """As the report has it."""
        return {
            "n": len(self.outside),
            "seconds": round(sum(one.clip.seconds for one in self.outside), 1),
            "accepted": sum(isinstance(one.result, Heard) for one in self.outside),
            "confirmed": sum(isinstance(one.result, Unsure) for one in self.outside),
        }


@dataclass(frozen=True)
class Course:
    """What is put to the ear."""

    corpus: Corpus
    always: tuple[Phrase, ...]
    """What may be said at every question."""
    background: Background | None = None
    limit: int | None = None
    """Clips of each set at most, spread evenly over the set."""
    only: Callable[[Clip], bool] = lambda _: True
    """Which clips are put to the ear; the questions stay as they are."""

    def clips(self, clips: Iterable[Clip]) -> tuple[Clip, ...]:
        """Those that are put to the ear."""
        return spread(tuple(clip for clip in clips if self.only(clip)), self.limit)


def measure(recogniser: Recogniser, decide: Decide, course: Course) -> dict[str, Measured]:
    """Run the whole course; progress goes to standard error."""
    measured: dict[str, Measured] = {}
    for name, clips in course.corpus.sets.items():
        vocabulary = closed_question(clips, course.always)
        texts = {phrase.text for phrase in vocabulary.phrases}
        found = Measured(len(texts))
        question = recogniser.question(vocabulary)
        for clip in _progress(name, course.clips(clips)):
            found.tries.append(_try(question, decide, clip, course))
        outside = [clip for some in course.corpus.outside.values() for clip in some if clip.text not in texts]
        for clip in _progress(f"{name}, outside", course.clips(outside)):
            scores = question.score(noisy(clip, course.background))
            found.outside.append(Outside(clip, decide(scores), scores))
        measured[name] = found
    return measured


def closed_question(clips: tuple[Clip, ...], always: tuple[Phrase, ...]) -> Vocabulary:
    """The distinct texts, each its own value, and what may always be said; a text of both has the set's meaning."""
    own = questioned(clips)
    return Vocabulary((*(Phrase(text, text) for text in own), *(phrase for phrase in always if phrase.text not in own)))


def judge(result: Heard | Unsure | Unheard, meant: str) -> Outcome:
    """The outcome when ``meant`` was said."""
    match result:
        case Heard(value, _):
            return Outcome.RIGHT if value == meant else Outcome.WRONG
        case Unsure(candidates):
            named = any(candidate.value == meant for candidate in candidates)
            return Outcome.CONFIRM_RIGHT if named else Outcome.CONFIRM_WRONG
        case _:
            return Outcome.REJECTED


def spread(clips: tuple[Clip, ...], limit: int | None) -> tuple[Clip, ...]:
    """At most ``limit`` of them, evenly."""
    if limit is None or len(clips) <= limit:
        return clips
    return tuple(clips[index * len(clips) // limit] for index in range(limit))


def _try(question: Question, decide: Decide, clip: Clip, course: Course) -> Try:
    sound = noisy(clip, course.background)
    began_s = time.perf_counter()
    scores = question.score(sound)
    result = decide(scores)
    return Try(clip, judge(result, clip.text), scores, time.perf_counter() - began_s)


def _progress(name: str, clips: tuple[Clip, ...]) -> Iterable[Clip]:
    for number, clip in enumerate(clips, start=1):
        if number % 50 == 0 or number == len(clips):
            print(f"{name}: {number} of {len(clips)}", file=sys.stderr)  # noqa: T201 - progress of a long run
        yield clip
