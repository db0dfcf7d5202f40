"""Calibration: from recordings of people to the data beside the model, and what it is worth on left-out speakers.

Two things are found. The *leanings*: how readily the model writes each single letter, whatever was said. And the
*thresholds* of the decision. Both are judged on speakers that were left out when they were found.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from host.bench.corpus import Clip
from host.bench.measure import Course, Outcome, judge, measure
from speech.decision import Thresholds, decide
from speech.recogniser import Hypothesis, Recogniser, Scores
from speech.result import Heard, Unsure

FOLDS = 5
_MARGINS = (1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.4, 3.0)
_DISPUTED_MARGINS = (2.0, 2.5, 3.0, 3.5, 4.0, 5.0)
_RATIOS = (-4.0, -3.5, -3.0, -2.5, -2.0, -1.5, -1.0)
_CONFIRM_NATS = 4.0
"""Below the ratio that is accepted; as far as this an answer is worth a confirmation."""
_PAIR_NATS = 5.0
_MEANT_NATS = 3.0
"""Below the ratio that is worth a confirmation."""
_WORTH = {Outcome.RIGHT: 1.0, Outcome.CONFIRM_RIGHT: 0.6, Outcome.REJECTED: 0.0}
_COST_WRONG, _COST_CONFIRM_WRONG = 8.0, 0.3
_COST_OUTSIDE_ACCEPTED, _COST_OUTSIDE_CONFIRMED = 4.0, 0.2
"""A right answer is worth 1; a false one that goes into the game costs many right ones."""
_STIFFNESS = 1.0
_FAR_BEHIND = -12.0


@dataclass(frozen=True)
class Sample:
    """One clip put to one question."""

    question: str
    clip: Clip
    scores: Scores
    outside: bool
    """It answers nothing."""


def gather(recogniser: Recogniser, courses: Mapping[str, Course]) -> list[Sample]:
    """Put everything to the recogniser, which should have no leanings yet; a course's label is put behind each name."""
    samples: list[Sample] = []
    undecided = Thresholds(0.0, 0.0, 0.0, 0.0, 0.0)
    for label, course in courses.items():
        for name, found in measure(recogniser, lambda scores: decide(scores, undecided), course).items():
            samples.extend(Sample(name + label, one.clip, one.scores, outside=False) for one in found.tries)
            samples.extend(Sample(name + label, one.clip, one.scores, outside=True) for one in found.outside)
    return samples


def fit_leanings(samples: Iterable[Sample]) -> dict[str, float]:
    """What to add to each letter's score so that the right ones come first, held back towards nothing."""
    asked = [sample for sample in samples if sample.clip.kind == "letter" and ":" not in sample.question]
    letters = sorted({sample.clip.text for sample in asked})
    fit = np.full((len(asked), len(letters)), _FAR_BEHIND)
    meant = np.zeros_like(fit)
    for row, sample in enumerate(asked):
        meant[row, letters.index(sample.clip.text)] = 1.0
        for hypothesis in sample.scores.hypotheses:
            if hypothesis.phrase in letters:
                behind = hypothesis.log_p - sample.scores.hypotheses[0].log_p
                fit[row, letters.index(hypothesis.phrase)] = max(behind, _FAR_BEHIND)
    leanings = np.zeros(len(letters))
    for _ in range(500):
        likely = np.exp(fit + leanings - (fit + leanings).max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        leanings -= 0.05 * ((likely - meant).sum(axis=0) + _STIFFNESS * leanings)
    return {letter: round(float(leaning), 1) for letter, leaning in zip(letters, leanings, strict=True)}


def leaned(sample: Sample, leanings: Mapping[str, float]) -> Sample:
    """The same with the leanings added."""
    hypotheses = [
        Hypothesis(one.value, one.phrase, one.log_p + leanings.get(one.phrase, 0.0)) for one in sample.scores.hypotheses
    ]
    hypotheses.sort(key=lambda hypothesis: -hypothesis.log_p)
    first = sample.scores.hypotheses[:1]
    agreed = sample.scores.agreed and [one.value for one in first] == [one.value for one in hypotheses[:1]]
    elsewhere = sample.scores.elsewhere + sum(leanings.get(one.phrase, 0.0) for one in hypotheses[:1])
    scores = replace(sample.scores, hypotheses=tuple(hypotheses), elsewhere=elsewhere, agreed=agreed)
    return replace(sample, scores=scores)


def fit_thresholds(samples: list[Sample]) -> Thresholds:
    """The thresholds with the greatest worth, every question counting the same."""
    candidates = (
        Thresholds(margin, ratio, ratio - _CONFIRM_NATS, _PAIR_NATS, ratio - _CONFIRM_NATS - _MEANT_NATS, disputed)
        for margin, disputed, ratio in product(_MARGINS, _DISPUTED_MARGINS, _RATIOS)
    )
    return max(candidates, key=lambda thresholds: _worth(samples, thresholds))


def cross_validate(samples: list[Sample]) -> dict[str, Counter[str]]:
    """The outcomes on each fold of speakers, with leanings and thresholds that were found on the others."""
    told: dict[str, Counter[str]] = {}
    for fold in range(FOLDS):
        others = [sample for sample in samples if _fold(sample) != fold]
        leanings = fit_leanings(others)
        thresholds = fit_thresholds([leaned(sample, leanings) for sample in others])
        for sample in samples:
            if _fold(sample) == fold:
                told.setdefault(sample.question, Counter())[_outcome(leaned(sample, leanings), thresholds)] += 1
    return told


def _fold(sample: Sample) -> int:
    return zlib.crc32(sample.clip.speaker.encode()) % FOLDS


def _outcome(sample: Sample, thresholds: Thresholds) -> str:
    result = decide(sample.scores, thresholds)
    if not sample.outside:
        return judge(result, sample.clip.text).value
    if isinstance(result, Heard):
        return "outside_accepted"
    return "outside_confirmed" if isinstance(result, Unsure) else "outside_ignored"


def _worth(samples: list[Sample], thresholds: Thresholds) -> float:
    told: dict[str, Counter[str]] = {}
    for sample in samples:
        told.setdefault(sample.question, Counter())[_outcome(sample, thresholds)] += 1
    return sum(_worth_of(counts) for counts in told.values())


def _worth_of(counts: Counter[str]) -> float:
    asked = sum(counts[outcome.value] for outcome in Outcome)
    outside = sum(count for name, count in counts.items() if name.startswith("outside"))
    inside = sum(worth * counts[outcome.value] for outcome, worth in _WORTH.items())
    inside -= _COST_WRONG * counts[Outcome.WRONG.value] + _COST_CONFIRM_WRONG * counts[Outcome.CONFIRM_WRONG.value]
    talk = _COST_OUTSIDE_ACCEPTED * counts["outside_accepted"] + _COST_OUTSIDE_CONFIRMED * counts["outside_confirmed"]
    return inside / max(asked, 1) - talk / max(outside, 1)
