"""The ways in which the model may write a phrase down: "b" comes out as "B", "Be" or "Bee", "twelve" as "12"."""

from __future__ import annotations

from itertools import islice, product

from num2words import num2words

_MOST_FORMS = 16

_LETTERS = {
    "a": ("A", "a", "Eh", "Ay"),
    "b": ("B", "b", "Be", "be", "Bee", "bee"),
    "c": ("C", "c", "See", "see", "Sea", "sea"),
    "d": ("D", "d", "Dee", "dee"),
    "e": ("E", "e", "Ee"),
    "f": ("F", "f", "Eff"),
    "g": ("G", "g", "Gee", "gee"),
    "h": ("H", "h", "Aitch"),
    "i": ("I", "i", "Eye", "eye", "Aye"),
    "j": ("J", "j", "Jay", "jay"),
    "k": ("K", "k", "Kay", "kay"),
    "l": ("L", "l", "El", "Ell"),
    "m": ("M", "m", "Em"),
    "n": ("N", "n", "En"),
    "o": ("O", "o", "Oh", "oh"),
    "p": ("P", "p", "Pee", "pee", "Pea"),
    "q": ("Q", "q", "Cue", "cue", "Queue"),
    "r": ("R", "r", "Are", "are", "Ar"),
    "s": ("S", "s", "Ess"),
    "t": ("T", "t", "Tea", "tea", "Tee"),
    "u": ("U", "u", "You", "you"),
    "v": ("V", "v", "Vee", "vee"),
    "w": ("W", "w", "Double you", "Double U"),
    "x": ("X", "x", "Ex", "ex"),
    "y": ("Y", "y", "Why", "why"),
    "z": ("Z", "z", "Zee", "zee", "Zed", "zed"),
}
"""Likeliest first; only spellings that sound just like the letter's name."""

_SPELLINGS = {
    "alpha": ("alfa",),
    "eight": ("ate",),
    "for": ("four",),
    "four": ("for",),
    "goodbye": ("good-bye", "good bye"),
    "juliet": ("juliette", "juliett"),
    "meters": ("metres",),
    "o'clock": ("o clock",),
    "okay": ("ok",),
    "one": ("won",),
    "whiskey": ("whisky",),
    "x-ray": ("x ray", "xray"),
    "xray": ("x-ray", "x ray"),
}
"""Words that are written in several ways, or sound just like another."""


class Surfaces:
    """Knows English. Costs a few milliseconds to make, so make one."""

    def __init__(self) -> None:
        self._digits = {_plain(num2words(number)): str(number) for number in range(1000)}

    def forms(self, text: str) -> tuple[str, ...]:
        """Every spelling of a phrase that is worth scoring, at least one, likeliest first."""
        words = text.split()
        spelled = islice(product(*(self._word(word, alone=len(words) == 1) for word in words)), _MOST_FORMS)
        forms = [" ".join(choice) for choice in spelled]
        capitals = [form[:1].upper() + form[1:] for form in forms]
        number = self._digits.get(_plain(text))
        digits = [number] if number else []
        return tuple(dict.fromkeys([*capitals, *forms, *digits, *(text.title(),) * (len(words) > 1)]))

    def _word(self, word: str, *, alone: bool) -> tuple[str, ...]:
        letter = _LETTERS.get(word.lower())
        if letter:
            return letter if alone else letter[:4]
        return (word, *_SPELLINGS.get(word.lower(), ()))


def _plain(text: str) -> str:
    return text.lower().replace("-", " ").replace(" and ", " ")
