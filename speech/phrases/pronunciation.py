"""Pronunciation: English words as phones, by the rules and the dictionary of eSpeak NG."""

from __future__ import annotations

import ctypes
import re
import unicodedata
from pathlib import Path

import espeakng_loader

from speech.fault import SpeechFault

PHONES = (
    *("p", "b", "t", "d", "k", "g", "f", "v", "θ", "ð", "s", "z", "ʃ", "ʒ", "tʃ", "dʒ", "h"),
    *("m", "n", "ŋ", "l", "ɹ", "w", "j"),
    *("i", "ɪ", "ɛ", "æ", "ɑ", "ɔ", "ʌ", "ə", "ɚ", "u", "ʊ", "eɪ", "aɪ", "oʊ", "aʊ", "ɔɪ"),
)
"""What the reader tells apart, in the order of its outputs; its output 0 is "nothing new"."""

_FINER = {
    "ɡ": "g",
    "ɾ": "t",
    "ʔ": "t",
    "ᵻ": "ɪ",
    "ɐ": "ə",
    "ɜ": "ɚ",
    "ɒ": "ɑ",
    "a": "ɑ",
    "o": "oʊ",
    "e": "eɪ",
    "əʊ": "oʊ",
    "r": "ɹ",
    "x": "k",
    "ç": "h",
    "ɬ": "l",
    "y": "u",
    "n̩": "ə n",
    "əl": "ə l",
    "l̩": "ə l",
    "iə": "i ə",
    "aɪɚ": "aɪ ɚ",
    "aɪə": "aɪ ə",
    "ɑɹ": "ɑ ɹ",
    "ɔɹ": "ɔ ɹ",
    "oɹ": "ɔ ɹ",
    "ɛɹ": "ɛ ɹ",
    "ɪɹ": "ɪ ɹ",
    "ʊɹ": "ʊ ɹ",
}
"""eSpeak tells more phones apart, and joins some."""
_MARKS = re.compile(r"[ˈˌː\u0303\u200d]|\(.*?\)")
"""Stress, length, nasal vowels, changes of language."""
_WORD = re.compile(r"\w[\w'’-]*")
_SYNCHRONOUS, _NEVER_EXIT = 2, 0x8000
_UTF8, _IPA_WITH_LINES = 1, 0x02 | ord("_") << 8
_VOICE = b"English (America)"


class Pronunciation:
    """Looks words up; each only once. One library serves the whole process, and it is for one thread.

    Raises:
        SpeechFault: eSpeak NG cannot be loaded.
    """

    def __init__(self) -> None:
        try:
            self._espeak = ctypes.CDLL(espeakng_loader.get_library_path())
        except OSError as error:
            raise SpeechFault(f"eSpeak NG cannot be loaded ({error}): reinstall espeakng-loader.") from error
        self._espeak.espeak_TextToPhonemes.restype = ctypes.c_char_p
        data = str(Path(espeakng_loader.get_data_path()).parent).encode()
        if self._espeak.espeak_Initialize(_SYNCHRONOUS, 0, data, _NEVER_EXIT) < 0:
            raise SpeechFault("eSpeak NG does not find its data: reinstall espeakng-loader.")
        if self._espeak.espeak_SetVoiceByName(_VOICE):
            raise SpeechFault("eSpeak NG lacks its English voice: reinstall espeakng-loader.")
        self._known: dict[str, tuple[int, ...]] = {}

    def phones(self, text: str) -> tuple[int, ...]:
        """The phones of every word, as places in ``PHONES`` counted from 1; empty where nothing is spoken."""
        return tuple(phone for word in _WORD.findall(text) for phone in self._word(word))

    def _word(self, word: str) -> tuple[int, ...]:
        if word not in self._known:
            names = _MARKS.sub("", self._ipa(word)).replace("_", " ").split()
            plain = [phone for name in names for phone in _FINER.get(name, name).split()]
            self._known[word] = tuple(PHONES.index(phone) + 1 for phone in plain if phone in PHONES)
        return self._known[word]

    def _ipa(self, word: str) -> str:
        rest = ctypes.c_char_p("".join(map(_written_simply, word)).encode())
        told: list[str] = []
        while rest.value is not None:
            told.append(self._espeak.espeak_TextToPhonemes(ctypes.byref(rest), _UTF8, _IPA_WITH_LINES).decode())
        return " ".join(told)


def _written_simply(sign: str) -> str:
    """A letter that no West European language has loses its marks: eSpeak would spell it out."""
    return sign if sign <= "ÿ" else unicodedata.normalize("NFKD", sign)[0]
