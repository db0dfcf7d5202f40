"""Ears: which recogniser hears, and the ear over it."""

from __future__ import annotations

from enum import Enum
from functools import partial

from models.store import Store
from speech.decision import decide, read_thresholds
from speech.ear import VoiceEar
from speech.phrases.scorer import PhraseScorer
from speech.room import Room


class EarKind(Enum):
    """Which recogniser hears."""

    AUTO = "auto"
    VOSK = "vosk"
    PHRASES = "phrases"


def open_ear(kind: EarKind, language: str, room: Room) -> VoiceEar:
    """The ear for an evening."""
    folder = Store.usual().need("phrases", language)
    return VoiceEar(room, PhraseScorer(folder), partial(decide, thresholds=read_thresholds(folder / "decision.toml")))
