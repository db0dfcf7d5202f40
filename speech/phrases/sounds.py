"""Sounds: a vocabulary as phones, compared with what the phone reader has read."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from speech.phrases.alignment import Phones, Spellings, plainest
from speech.phrases.pronunciation import Pronunciation
from speech.phrases.weights import Floats
from speech.vocabulary import Phrase, Value

Forms = Callable[[str], Iterable[str]]
"""The ways to write a phrase; they may be said in several ways, too ("zee", "zed")."""


class Sounds:
    """The single phrases of a vocabulary; runs are spelled out when they have been heard."""

    def __init__(self, phrases: Iterable[Phrase], forms: Forms, pronunciation: Pronunciation) -> None:
        self._forms = forms
        self._pronunciation = pronunciation
        spoken = [(phrase, phones) for phrase in phrases for phones in self._phones(phrase.text)]
        self._phrases = [phrase for phrase, _ in spoken]
        self._spellings = Spellings([phones for _, phones in spoken])

    def fit(self, read: Floats) -> dict[Value, tuple[float, Phrase]]:
        """``log P(value | sound)`` of each single phrase's value, and the phrase that fits best."""
        best: dict[Value, tuple[float, Phrase]] = {}
        for phrase, log_p in zip(self._phrases, self._spellings.fit(read).tolist(), strict=True):
            if phrase.value not in best or log_p > best[phrase.value][0]:
                best[phrase.value] = (log_p, phrase)
        return best

    def fit_text(self, read: Floats, text: str) -> float:
        """The same for any words."""
        return float(Spellings(self._phones(text)).fit(read).max())

    def _phones(self, text: str) -> list[Phones]:
        """The ways to say it, at least one."""
        forms = self._forms(text) if " " not in text else (text,)
        return list(dict.fromkeys(map(self._pronunciation.phones, forms)))


def freely(read: Floats) -> float:
    """``log P`` of the phones that stand there, whatever they may mean; without any, of nothing at all."""
    phones = plainest(read)
    return float(Spellings([phones]).fit(read)[0]) if phones else float(np.sum(read[:, 0]))
