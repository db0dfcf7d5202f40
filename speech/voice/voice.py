"""A voice, and the protocol of whatever speaks with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from speech.sound import Samples


@dataclass(frozen=True)
class Voice:
    """How a speaker sounds."""

    name: str
    """eSpeak's language code, with a variant behind a plus sign: ``en-us``, ``en-gb-scotland+f3``.

    Windows and macOS have voices of their own: there the code picks one by its language, and a variant that
    begins with ``f`` picks a woman's voice where there is one.
    """
    rate_wpm: int = 170
    """Words a minute, 80 to 450."""
    volume: float = 1.0
    """0.0 to 1.0."""
    pitch: int = 50
    """0 to 100, 50 being the voice's own; only eSpeak has it."""


class Synthesiser(Protocol):
    """Turns words into sound."""

    def render(self, text: str, voice: Voice) -> Samples:
        """The spoken text, from its first to its last audible sample; empty where there is nothing to say.

        The array is read-only, because it may be a cached one.

        Raises:
            VoiceFault: the voice is unknown, or the synthesis failed twice.
        """
        ...
