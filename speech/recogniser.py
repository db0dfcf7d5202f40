"""The recogniser protocol: one question put to the sound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from speech.sound import Samples
from speech.vocabulary import Value, Vocabulary


@dataclass(frozen=True)
class Hypothesis:
    """One value of the vocabulary and how well it fits the sound."""

    value: Value
    phrase: str
    """The likeliest wording of the value."""
    log_p: float
    """Natural logarithm, summed over all phrases with this value. Comparable within one ``Scores`` only."""


@dataclass(frozen=True)
class Scores:
    """How well each value fits one utterance, and how well something else does."""

    hypotheses: tuple[Hypothesis, ...]
    """At most one for each value, best first. Values that fell far behind may be missing; empty if none fits."""
    elsewhere: float
    """``log_p`` of the best thing the recogniser would freely say: the garbage hypothesis."""
    free: str = ""
    """What that is, for diagnosis."""
    agreed: bool = True
    """Whether the best value was the best in every view of the sound, where a recogniser takes several."""

    @property
    def margin(self) -> float:
        """How far the best value is ahead of the second (nats, >= 0; infinite with fewer than two)."""
        if len(self.hypotheses) < 2:
            return float("inf")
        return self.hypotheses[0].log_p - self.hypotheses[1].log_p

    @property
    def ratio(self) -> float:
        """The best value against something else (nats; minus infinity when there is no value)."""
        if not self.hypotheses:
            return float("-inf")
        return self.hypotheses[0].log_p - self.elsewhere


class Question(Protocol):
    """One vocabulary, ready to be compared with sound. Belongs to one thread and to one question at the table."""

    def follow(self, block: Samples) -> str:
        """Take the next 512 samples of an utterance as it comes in.

        Returns a phrase of the vocabulary that the recogniser believes was said so far, or ``""``: a hint that
        lets an answer end early. Recognisers that only look at whole utterances always return ``""``.
        """
        ...

    def score(self, utterance: Samples) -> Scores:
        """Compare one whole utterance (up to 12 s, cut by the endpoint, with its pre-roll) with the vocabulary.

        Ends what ``follow`` began; may be called again with another cut of the same sound.
        """
        ...


class Recogniser(Protocol):
    """A loaded model."""

    name: str
    """"phrases" or "vosk": under this name the decision finds its thresholds."""
    language: str

    def missing(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """The words of the vocabulary that this model cannot recognise, in order of first mention."""
        ...

    def question(self, vocabulary: Vocabulary) -> Question:
        """Prepare a vocabulary; quick enough to be called while the host still speaks.

        Raises:
            VocabularyFault: it has words the model does not know (see ``missing``), or no phrases at all.
        """
        ...

    def transcribe(self, utterance: Samples) -> str:
        """A guess at free speech of up to a minute, ``""`` if there is none: for people to read, never an answer.

        Takes at most a quarter of the time that the utterance took.
        """
        ...
