from __future__ import annotations

from dataclasses import dataclass

from speech.sound import Samples


@dataclass(frozen=True)
class Dictated:
    sound: Samples | None
    words: str
