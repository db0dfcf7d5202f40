"""An unscripted hour: talk and noise that answer nothing, played to a letter question that goes on listening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from host.bench.replay import ReplayRoom
from host.fault import HostFault
from speech.ear import VoiceEar
from speech.hearing import Decide
from speech.noise import gain_to
from speech.recogniser import Recogniser
from speech.result import Closed, Heard, Unsure
from speech.sound import RATE_HZ, Samples, silence
from speech.sound_file import read_sound
from speech.vocabulary import Vocabulary

_NEAR = 0.1
"""Loudness of the talk: as near as an answer would be."""
_GAPS_S = (0.2, 2.0)


@dataclass
class Hour:
    """What the ear made of it."""

    seconds: float = 0.0
    accepted: int = 0
    confirmed: int = 0
    """Times that the host would have asked back."""
    meant: int = 0
    """Times that the host would have asked again."""

    def fields(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)


def listen_on(recogniser: Recogniser, decide: Decide, vocabulary: Vocabulary, sounds: Iterator[Samples]) -> Hour:
    """Listen to all of the sounds with one question after the other."""
    room = ReplayRoom()
    ear = VoiceEar(room, recogniser, decide)
    hour = Hour()
    for sound in sounds:
        room.put(sound)
        while not isinstance(result := ear.listen(vocabulary), Closed):
            hour.accepted += isinstance(result, Heard)
            hour.confirmed += isinstance(result, Unsure)
            hour.meant += not isinstance(result, Heard | Unsure)
        hour.seconds = room.now_s
    return hour


def unscripted(folder: Path, language: str, seconds: float) -> Iterator[Samples]:
    """Talk of the corpus and its noise beds in random order, with short gaps, for so long.

    Raises:
        HostFault: there is none in this corpus.
    """
    paths = sorted((*folder.glob(f"oov_{language}/*"), *folder.glob("noise/*")))
    if not paths:
        raise HostFault(f"{folder} has neither talk (oov_{language}) nor noise: name the folder of a corpus.")
    chance = Random(0)
    played_s = 0.0
    while played_s < seconds:
        chance.shuffle(paths)
        for path in paths:
            talk = read_sound(path)
            gap = silence(chance.uniform(*_GAPS_S))
            sound = np.concatenate((talk * np.float32(gain_to(_NEAR, talk)), gap))
            played_s += len(sound) / RATE_HZ
            yield sound
            if played_s >= seconds:
                return
