"""Two recognisers for one question: one follows the sound, the other decides.

The rule of ``--ear auto``: where the one that follows is certain of another value than the best, the two values
count as equally likely, so that the decision can only be to ask back. Where it is not certain, it has no say.
"""

from __future__ import annotations

from dataclasses import replace

from speech.hearing import Decide
from speech.recogniser import Hypothesis, Question, Recogniser, Scores
from speech.result import Heard
from speech.sound import Samples
from speech.vocabulary import Vocabulary


class Both:
    """A recogniser made of two. Its scores are the decider's, so it goes by that one's name and thresholds."""

    def __init__(self, decider: Recogniser, follower: Recogniser, follower_decides: Decide) -> None:
        """``follower_decides`` is the decision with the follower's own thresholds."""
        self.name = decider.name
        self.language = decider.language
        self._decider = decider
        self._follower = follower
        self._follower_decides = follower_decides

    def missing(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """See ``Recogniser``. Words that only the follower lacks are heard all the same."""
        return self._decider.missing(vocabulary)

    def question(self, vocabulary: Vocabulary) -> Question:
        """See ``Recogniser``. A follower that lacks a word would hear another in its place: the decider is alone."""
        alone = self._decider.question(vocabulary)
        if self._follower.missing(vocabulary):
            return alone
        return BothQuestion(alone, self._follower.question(vocabulary), self._follower_decides)

    def transcribe(self, utterance: Samples) -> str:
        """See ``Recogniser``: the decider's guess."""
        return self._decider.transcribe(utterance)


class BothQuestion:
    """See ``Question``."""

    def __init__(self, decider: Question, follower: Question, follower_decides: Decide) -> None:
        self._decider = decider
        self._follower = follower
        self._follower_decides = follower_decides

    def follow(self, block: Samples) -> str:
        """See ``Question``."""
        self._decider.follow(block)
        return self._follower.follow(block)

    def score(self, utterance: Samples) -> Scores:
        """See ``Question``."""
        scores = self._decider.score(utterance)
        second = self._follower_decides(self._follower.score(utterance))
        return _doubted(scores, second) if isinstance(second, Heard) else scores


def _doubted(scores: Scores, second: Heard) -> Scores:
    """The scores with the second opinion on a level with the best."""
    if not scores.hypotheses or scores.hypotheses[0].value == second.value:
        return scores
    best, *others = scores.hypotheses
    rest = [other for other in others if other.value != second.value]
    return replace(scores, hypotheses=(best, Hypothesis(second.value, second.phrase, best.log_p), *rest))
