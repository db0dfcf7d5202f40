"""The decision: from a recogniser's scores to an answer, a question back, or nothing.

The thresholds belong to a model and are kept as data beside it; ``spielleiter bench calibrate`` searches for them.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec

from speech.fault import SpeechFault
from speech.recogniser import Scores
from speech.result import Heard, Unheard, Unsure

_SHORTEST = 2
"""Letters; a shorter phrase is trusted as if it had so many."""


@dataclass(frozen=True)
class Thresholds:
    """In nats. ``margin`` is to the second value.

    The *trust* in an answer is its ratio to what the recogniser would freely say, and more where nothing else in the
    vocabulary comes near, and more for a long word, which nobody says by chance.
    """

    accept_margin: float
    accept_trust: float
    confirm_trust: float
    """At least this, and it was an answer to this question: worth a confirmation."""
    pair_margin: float
    """A second value no further behind than this is named in the confirmation too."""
    meant_trust: float
    """At least this, and it may have been meant as an answer: worth asking again."""
    disputed_margin: float = float("inf")
    """Instead of ``accept_margin`` where the recogniser's views of the sound do not agree."""
    relief: float = 0.0
    """Trust for each nat of margin above ``accept_margin``."""
    most_relief: float = 0.0
    letter: float = 0.0
    """Trust for each letter of the phrase above two."""
    least_log_p: float = float("-inf")
    """Below this a value may only look good because all else looks bad, too: it is never taken unasked."""

    def trust(self, scores: Scores) -> float:
        """The trust in the best value."""
        relief = min(self.most_relief, self.relief * max(0.0, scores.margin - self.accept_margin))
        letters = sum(map(len, scores.hypotheses[0].phrase.split()))
        return scores.ratio + relief + self.letter * max(0, letters - _SHORTEST)


def read_thresholds(path: Path) -> Thresholds:
    """Read ``decision.toml``.

    Raises:
        SpeechFault: it is missing or does not hold these thresholds.
    """
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Thresholds)
    except (OSError, msgspec.MsgspecError) as error:
        raise SpeechFault(f"The thresholds {path} cannot be read ({error}): install Spielleiter again.") from error


def write_thresholds(thresholds: Thresholds) -> str:
    """The text of ``decision.toml``."""
    told = "# When an answer is taken, asked back or left alone, in nats; see speech/decision.py.\n"
    return told + "".join(f"{name} = {value}\n" for name, value in asdict(thresholds).items())


def decide(scores: Scores, thresholds: Thresholds) -> Heard | Unsure | Unheard:
    """What was heard, or what to ask back, or that it was no answer."""
    if not scores.hypotheses:
        return Unheard()
    trust = thresholds.trust(scores)
    if trust < thresholds.confirm_trust:
        return Unheard(meant=trust >= thresholds.meant_trust)
    candidates = tuple(
        Heard(hypothesis.value, hypothesis.phrase)
        for hypothesis in scores.hypotheses[:2]
        if scores.hypotheses[0].log_p - hypothesis.log_p <= thresholds.pair_margin
    )
    margin = thresholds.accept_margin if scores.agreed else thresholds.disputed_margin
    fits = trust >= thresholds.accept_trust and scores.hypotheses[0].log_p >= thresholds.least_log_p
    return candidates[0] if fits and scores.margin >= margin else Unsure(candidates)
