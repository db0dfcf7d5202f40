"""The decision: from a recogniser's scores to an answer, a question back, or nothing.

The thresholds belong to a model and are kept as data beside it; ``spielleiter bench calibrate`` searches for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from speech.fault import SpeechFault
from speech.recogniser import Scores
from speech.result import Heard, Unheard, Unsure


@dataclass(frozen=True)
class Thresholds:
    """In nats. ``margin`` is to the second value, ``ratio`` to what the recogniser would freely say."""

    accept_margin: float
    accept_ratio: float
    confirm_ratio: float
    """At least this, and it was an answer to this question: worth a confirmation."""
    pair_margin: float
    """A second value no further behind than this is named in the confirmation too."""
    meant_ratio: float
    """At least this, and it may have been meant as an answer: worth asking again."""
    least_log_p: float = float("-inf")
    """Below this a value may only look good because all else looks bad, too: it is never taken unasked."""
    word_log_p: float = 0.0
    """So much lower for each further word of the phrase: a long answer never fits as well as a short one."""
    disputed_margin: float = float("inf")
    """Instead of ``accept_margin`` where the recogniser's views of the sound do not agree."""
    relief: float = 0.0
    """So many nats of ratio are made up for by each nat of margin above ``accept_margin``: where nothing else in the
    vocabulary comes near, an answer may fit a little worse."""
    most_relief: float = 0.0


def read_thresholds(path: Path) -> Thresholds:
    """Read ``decision.toml``.

    Raises:
        SpeechFault: it is missing or does not hold these thresholds.
    """
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Thresholds)
    except (OSError, msgspec.MsgspecError) as error:
        raise SpeechFault(f"The thresholds {path} cannot be read ({error}): install Spielleiter again.") from error


def decide(scores: Scores, thresholds: Thresholds) -> Heard | Unsure | Unheard:
    """What was heard, or what to ask back, or that it was no answer."""
    if not scores.hypotheses or scores.ratio < thresholds.meant_ratio:
        return Unheard()
    if scores.ratio < thresholds.confirm_ratio:
        return Unheard(meant=True)
    candidates = tuple(
        Heard(hypothesis.value, hypothesis.phrase)
        for hypothesis in scores.hypotheses[:2]
        if scores.hypotheses[0].log_p - hypothesis.log_p <= thresholds.pair_margin
    )
    margin = thresholds.accept_margin if scores.agreed else thresholds.disputed_margin
    relief = min(thresholds.most_relief, thresholds.relief * max(0.0, scores.margin - thresholds.accept_margin))
    best = scores.hypotheses[0]
    least_log_p = thresholds.least_log_p - thresholds.word_log_p * best.phrase.count(" ")
    fits = scores.ratio >= thresholds.accept_ratio - relief and best.log_p >= least_log_p
    if fits and scores.margin >= margin:
        return candidates[0]
    return Unsure(candidates)
