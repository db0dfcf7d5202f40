"""A simulated player: a name, a voice, and habits of speaking."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

import numpy as np

from speech.sound import RATE_HZ, Samples, silence
from speech.voice import Synthesiser, Voice

_PLAIN = 0.6
_LATE = 0.1
_COUGHS = 0.08
_MUMBLES = 0.08
_ASKS_TO_REPEAT = 0.06
_STUMBLES = 0.3


@dataclass(frozen=True)
class Delivery:
    """How somebody comes to speak this time: thinking first, and perhaps something else before the answer."""

    thinks_s: float
    before: str
    """ "", "cough", "mumble" or "repeat" (asks to hear it again)."""
    plain: bool
    """Says just the word, not "I take bravo"."""


@dataclass(frozen=True)
class Player:
    """One simulated player. ``chance`` is this player's own."""

    name: str
    voice: Voice
    chance: Random

    def delivery(self) -> Delivery:
        """The next answer's delivery."""
        dice = self.chance.random()
        before = ""
        for habit, share in (("cough", _COUGHS), ("mumble", _MUMBLES), ("repeat", _ASKS_TO_REPEAT)):
            if dice < share:
                before = habit
                break
            dice -= share
        late = self.chance.random() < _LATE
        thinks_s = self.chance.uniform(6.0, 12.0) if late else self.chance.uniform(0.5, 2.0)
        return Delivery(thinks_s, before, self.chance.random() < _PLAIN)

    def say(self, synthesiser: Synthesiser, words: str) -> Samples:
        """The words in this player's voice."""
        return synthesiser.render(words, self.voice)

    def read_out(self, synthesiser: Synthesiser, words: str) -> Samples:
        """A sheet as people read it: a breath at a comma, and now and then one where a word is hard to make out."""
        parts = [part.strip() for part in re.split(r"(?<=[,;:.])\s+", words) if part.strip()]
        longest = max(range(len(parts)), key=lambda place: len(parts[place]))
        read = parts[longest].split()
        if len(read) > 3 and self.chance.random() < _STUMBLES:
            at = self.chance.randrange(2, len(read) - 1)
            parts[longest : longest + 1] = [" ".join(read[:at]), " ".join(read[at:])]
        sound = self.say(synthesiser, parts[0])
        for part in parts[1:]:
            sound = np.concatenate((sound, silence(self.chance.uniform(0.2, 1.0)), self.say(synthesiser, part)))
        return sound

    def cough(self) -> Samples:
        """Two short bursts of breath."""
        noise = np.random.default_rng(self.chance.randrange(2**32))
        burst_s, gap_s = 0.12, 0.18
        burst = noise.standard_normal(round(burst_s * RATE_HZ))
        burst = np.convolve(burst, np.ones(6) / 6, mode="same") * np.exp(-np.linspace(0.0, 4.0, len(burst)))
        gap = np.zeros(round(gap_s * RATE_HZ))
        return np.asarray(np.concatenate((burst, gap, 0.7 * burst)) * 0.4, dtype=np.float32)
