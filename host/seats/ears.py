"""Ears: which recogniser hears, and the ear over it."""

from __future__ import annotations

from enum import Enum
from functools import partial
from pathlib import Path

from models.store import Store
from speech.both import Both
from speech.decision import decide, read_thresholds
from speech.ear import VoiceEar
from speech.hearing import Decide
from speech.phrases.scorer import PhraseScorer
from speech.recogniser import Recogniser
from speech.room import Room


class EarKind(Enum):
    """Which recogniser hears."""

    AUTO = "auto"
    VOSK = "vosk"
    PHRASES = "phrases"


def open_ear(kind: EarKind, language: str, room: Room) -> VoiceEar:
    """The ear for an evening in ``language``.

    Raises:
        ModelFault, SpeechFault: the model is not here or broken.
    """
    recogniser, decision = open_recogniser(kind, language)
    return VoiceEar(room, recogniser, decision)


def open_recogniser(kind: EarKind, language: str) -> tuple[Recogniser, Decide]:
    """A recogniser and its decision.

    By itself (``AUTO``), Vosk follows and the phrase scorer decides where both are here; one that is alone hears
    alone.
    """
    store = Store.usual()
    vosk = None if kind is EarKind.PHRASES else store.find("vosk", language)
    phrases = None if kind is EarKind.VOSK else store.find("phrases", language)
    if phrases and vosk:
        decider, decision = _phrases(phrases)
        follower, follower_decides = _vosk(vosk, language)
        return Both(decider, follower, follower_decides), decision
    if phrases:
        return _phrases(phrases)
    if kind is EarKind.PHRASES:
        return _phrases(store.need("phrases", language))
    return _vosk(vosk or store.need("vosk", language), language)


def _phrases(folder: Path) -> tuple[Recogniser, Decide]:
    return PhraseScorer(folder), partial(decide, thresholds=read_thresholds(folder / "decision.toml"))


def _vosk(folder: Path, language: str) -> tuple[Recogniser, Decide]:
    from speech.vosk_ear import THRESHOLDS, VoskRecogniser  # Vosk costs a second and is not always wanted

    return VoskRecogniser(folder, language), partial(decide, thresholds=read_thresholds(THRESHOLDS))
