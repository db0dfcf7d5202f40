"""The ears that the bench can measure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from host.bench.measure import Decide
from host.ears import EarKind
from host.fault import HostFault
from models.store import Store
from speech.decision import decide, read_thresholds
from speech.phrases.scorer import PhraseScorer
from speech.recogniser import Recogniser

__all__ = ["Contender", "EarKind", "open_contender"]


@dataclass(frozen=True)
class Contender:
    """A loaded recogniser with its decision."""

    name: str
    model: str
    recogniser: Recogniser
    decide: Decide


def open_contender(kind: EarKind, language: str) -> Contender:
    """Load it.

    Raises:
        HostFault, ModelFault, SpeechFault: there is no such ear for this language, or its model is broken.
    """
    if kind is EarKind.VOSK or language != PhraseScorer.language:
        raise HostFault(f"The bench has no {kind.value} ear for the language “{language}” yet: try --ear phrases.")
    folder = Store.usual().need("phrases", language)
    return Contender(
        "phrases",
        folder.name,
        PhraseScorer(folder),
        partial(decide, thresholds=read_thresholds(folder / "decision.toml")),
    )
