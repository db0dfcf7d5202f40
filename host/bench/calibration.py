"""Calibration: from recordings of people to the thresholds beside the model, and what they are worth.

Nobody is judged by what was learned from their own voice: each speaker is heard with a phone reader that was trained
without them, and the thresholds are judged on speakers that were left out when they were found.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

import numpy as np

from host.bench.corpus import Clip
from host.bench.measure import Course, Outcome, judge, measure
from speech.decision import Thresholds, decide
from speech.recogniser import Recogniser, Scores
from speech.result import Heard, Unsure

FOLDS = 5
_MARGINS = (2.0, 2.5, 3.0, 3.5)
_DISPUTES = (1.0, 2.0, 3.0)
"""So much more margin where the views do not agree."""
_RELIEFS, _MOST_RELIEF = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6), 8.0
_LETTERS = (0.0, 0.5, 1.0)
_PAIR_NATS = 5.0
_MOST_WRONG = 0.005
"""So many answers may be taken for another."""
_MOST_OUTSIDE, _MOST_ASKED_BACK, _MOST_ASKED_AGAIN = 0.008, 0.1, 0.12
"""So much talk may be taken for an answer; or be worth a confirmation; or another question."""
_NOBODY = -30.0
_FINENESS = 10
"""Steps to a nat: thresholds found on other speakers would differ by more."""


@dataclass(frozen=True)
class Sample:
    """One clip put to one question."""

    question: str
    clip: Clip
    scores: Scores
    outside: bool
    """It answers nothing."""


def fold_of(speaker: str) -> int:
    """Which fold of speakers somebody belongs to, 0 to 4."""
    return zlib.crc32(speaker.encode()) % FOLDS


def left_out(fold: int) -> str:
    """The file of the reader that was trained without a fold."""
    return f"without_fold_{fold}.npz"


def gather(recognisers: Sequence[Recogniser], courses: Mapping[str, Course]) -> list[Sample]:
    """Put everybody's clips to the recogniser of their fold; a course's label is put behind each question's name."""
    samples: list[Sample] = []
    undecided = Thresholds(0.0, 0.0, 0.0, 0.0, 0.0)
    for label, course in courses.items():
        for fold, recogniser in enumerate(recognisers):
            heard = replace(course, only=partial(_is_in, fold))
            for name, found in measure(recogniser, lambda scores: decide(scores, undecided), heard).items():
                samples.extend(Sample(name + label, one.clip, one.scores, outside=False) for one in found.tries)
                samples.extend(Sample(name + label, one.clip, one.scores, outside=True) for one in found.outside)
    return samples


def _is_in(fold: int, clip: Clip) -> bool:
    return fold_of(clip.speaker) == fold


def fit_thresholds(samples: list[Sample]) -> Thresholds:
    """The thresholds that take the most right answers at once, of those that take few enough wrong ones.

    For every way of reckoning trust, as little is asked for as keeps all but a few of the samples out that answer
    nothing, or something else. Every question counts alike, however many clips it has; of equals the strictest margin
    is taken.
    """
    ways = (_way(*way) for way in product(_MARGINS, _DISPUTES, _RELIEFS, _LETTERS))
    return max((_fit(samples, way) for way in ways), key=lambda found: (_worth(samples, found), found.accept_margin))


def cross_validate(samples: list[Sample]) -> dict[str, Counter[str]]:
    """The outcomes on each fold of speakers, with thresholds that were found on the others."""
    told: dict[str, Counter[str]] = {}
    for fold in range(FOLDS):
        thresholds = fit_thresholds([sample for sample in samples if fold_of(sample.clip.speaker) != fold])
        for sample in samples:
            if fold_of(sample.clip.speaker) == fold:
                told.setdefault(sample.question, Counter())[_outcome(sample, thresholds)] += 1
    return told


def _way(margin: float, dispute: float, relief: float, letter: float) -> Thresholds:
    """A way of reckoning trust that still trusts everybody."""
    return Thresholds(
        accept_margin=margin,
        accept_trust=-np.inf,
        confirm_trust=-np.inf,
        pair_margin=_PAIR_NATS,
        meant_trust=-np.inf,
        disputed_margin=margin + dispute,
        relief=relief,
        most_relief=_MOST_RELIEF,
        letter=letter,
    )


def _fit(samples: list[Sample], way: Thresholds) -> Thresholds:
    """The least trust that may be asked for."""
    talk, taken, wrong = [], [], []
    for sample in samples:
        answer, trust = decide(sample.scores, way), way.trust(sample.scores) if sample.scores.hypotheses else -np.inf
        if sample.outside:
            talk.append(trust)
            taken.append(trust if isinstance(answer, Heard) else -np.inf)
        else:
            wrong.append(trust if isinstance(answer, Heard) and answer.value != sample.clip.text else -np.inf)
    confirm, meant = _keeps_out(talk, _MOST_ASKED_BACK), _keeps_out(talk, _MOST_ASKED_AGAIN)
    accept = max(_keeps_out(taken, _MOST_OUTSIDE), _keeps_out(wrong, _MOST_WRONG), confirm)
    return replace(way, accept_trust=accept, confirm_trust=confirm, meant_trust=meant)


def _keeps_out(trusts: Sequence[float], most: float) -> float:
    """What all but a share of the trusts fall short of."""
    highest = sorted(trusts, reverse=True)[int(most * len(trusts)) :]
    return float(np.floor(max([*highest[:1], _NOBODY]) * _FINENESS) + 1) / _FINENESS


def _worth(samples: list[Sample], thresholds: Thresholds) -> float:
    """The share that is right at once, the mean over all questions."""
    right: dict[str, list[bool]] = {}
    for sample in samples:
        if not sample.outside:
            right.setdefault(sample.question, []).append(_outcome(sample, thresholds) == Outcome.RIGHT.value)
    return float(np.mean([np.mean(told) for told in right.values()]))


def _outcome(sample: Sample, thresholds: Thresholds) -> str:
    result = decide(sample.scores, thresholds)
    if not sample.outside:
        return judge(result, sample.clip.text).value
    if isinstance(result, Heard):
        return "outside_accepted"
    return "outside_confirmed" if isinstance(result, Unsure) else "outside_ignored"
