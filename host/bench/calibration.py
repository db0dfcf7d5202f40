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
_MARGINS = (1.2, 1.4, 1.7, 2.0, 2.4, 3.0)
_DISPUTED_MARGINS = (2.5, 3.0, 3.5, 4.0, 5.0)
_RATIOS = (-4.0, -3.5, -3.0, -2.5, -2.0, -1.5, -1.0)
_CONFIRM_NATS = 3.0
"""Below the ratio that is accepted; as far as this an answer is worth a confirmation."""
_MEANT_NATS = 1.5
"""Below that; as far as this it may have been meant as an answer."""
_PAIR_NATS = 5.0
_RELIEFS, _MOST_RELIEF = (0.0, 0.7), 3.0
_LEAST_LOG_P, _WORD_LOG_P = -6.0, 1.0
"""Below it are talk, and noise that a single word was made of; right answers in babble reach it, too."""
_MOST_WRONG, _MOST_OUTSIDE = 0.01, 0.015
"""So many answers may be taken for another, and so much talk for an answer."""
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
    """The thresholds that take the most right answers at once, of those that take few enough wrong ones."""
    candidates = [
        Thresholds(
            accept_margin=margin,
            accept_ratio=ratio,
            confirm_ratio=ratio - _CONFIRM_NATS,
            pair_margin=_PAIR_NATS,
            meant_ratio=ratio - _CONFIRM_NATS - _MEANT_NATS,
            least_log_p=_LEAST_LOG_P,
            word_log_p=_WORD_LOG_P,
            disputed_margin=disputed,
            relief=relief,
            most_relief=_MOST_RELIEF,
        )
        for margin, disputed, ratio, relief in product(_MARGINS, _DISPUTED_MARGINS, _RATIOS, _RELIEFS)
    ]
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


def _worth(samples: list[Sample], thresholds: Thresholds) -> tuple[float, float]:
    """First that nothing is over its limit, then the share that is right at once."""
    told = Counter(_outcome(sample, thresholds) for sample in samples)
    asked = max(1, sum(told[outcome.value] for outcome in Outcome))
    outside = max(1, sum(count for name, count in told.items() if name.startswith("outside")))
    over_wrong = max(0.0, told[Outcome.WRONG.value] / asked - _MOST_WRONG)
    over_outside = max(0.0, told["outside_accepted"] / outside - _MOST_OUTSIDE)
    return -(over_wrong + over_outside), told[Outcome.RIGHT.value] / asked
