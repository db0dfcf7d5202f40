"""Matching: which values of a vocabulary does a text stand for, word by word?

For the typed ear, and for recognisers that answer with words (a runtime grammar may recombine the words of
different phrases, so each result is matched again). Nothing here is fuzzy.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from num2words import num2words

from speech.vocabulary import OneOf, Phrase, Repeat, Sequence, Value, Vocabulary

MOST_READINGS = 8
"""An ambiguous text has at most so many values; further ones are left out."""

_JOINERS = {"en": "and", "de": "und"}
_LONGEST_NUMBER = 9
_ENGLISH_HUNDRED_AND = re.compile(r"\b(hundred|thousand) and (?=[a-z])")


def normalise(text: str, language: str = "en") -> str:
    """The words of a text alone: lower case, digits in words, no punctuation, apostrophe or hyphen.

    >>> normalise("What's 21, Anna-Lena?")
    'whats twenty one anna lena'
    """
    text = unicodedata.normalize("NFKC", text).lower()
    text = re.sub(r"\d+", lambda digits: f" {_in_words(digits.group(), language)} ", text)
    text = re.sub(r"['’‘ʼ`´]", "", text)
    kept = (char if unicodedata.category(char)[0] in "LMN" else " " for char in text)
    words = " ".join("".join(kept).split())
    return _ENGLISH_HUNDRED_AND.sub(r"\1 ", words) if language == "en" else words


def _in_words(digits: str, language: str) -> str:
    if len(digits) > _LONGEST_NUMBER:
        return digits
    try:
        return str(num2words(int(digits), lang=language))
    except NotImplementedError:
        return digits


class _Node:
    """A trie of phrases by words."""

    __slots__ = ("after", "below", "values")

    def __init__(self, phrases: tuple[tuple[list[str], Value], ...] = ()) -> None:
        self.after: dict[str, _Node] = {}
        self.values: dict[Value, None] = {}
        self.below: dict[Value, None] = {}
        """The values of longer phrases; two stand for many."""
        for words, value in phrases:
            self._add(words, value)

    def _add(self, words: list[str], value: Value) -> None:
        node = self
        for word in words:
            if len(node.below) < 2:
                node.below[value] = None
            node = node.after.setdefault(word, _Node())
        if words:
            node.values[value] = None

    def ends(self, words: list[str], at: int) -> Iterator[tuple[int, Value]]:
        """The phrases that the words from ``at`` on begin with: where each ends, and its value."""
        node: _Node | None = self
        while node is not None:
            for value in node.values:
                yield at, value
            node = node.after.get(words[at]) if at < len(words) else None
            at += 1

    def below_all(self, words: list[str], at: int) -> dict[Value, None]:
        """The values of the phrases that begin with all the words from ``at`` on and are longer."""
        node = self
        for word in words[at:]:
            if word not in node.after:
                return {}
            node = node.after[word]
        return node.below


class _Run:
    """A ``Sequence``, or a ``Repeat`` of one."""

    def __init__(self, parts: tuple[_Node, ...], most: int, joiner: str) -> None:
        self._parts = parts
        self._most = most
        self._joiner = joiner

    def readings(self, words: list[str]) -> list[tuple[tuple[Value, ...], ...]]:
        """Each way to read the words as a run, as its items; at most ``MOST_READINGS``."""

        @cache
        def rest(at: int, left: int) -> list[tuple[tuple[Value, ...], ...]]:
            found: list[tuple[tuple[Value, ...], ...]] = []
            for end, item in self._items(words, at, self._parts):
                if end == len(words):
                    found.append((item,))
                elif left > 1:
                    found += [(item, *more) for begin in self._begins(words, end) for more in rest(begin, left - 1)]
            return found[:MOST_READINGS]

        return rest(0, self._most)

    def goes_on(self, words: list[str]) -> bool:
        """Whether a longer run begins with these words."""
        begins = {0}
        for _ in range(self._most):
            if any(begin >= len(words) for begin in begins):
                return True
            if any(self._breaks_off(words, begin, self._parts) for begin in begins):
                return True
            ends = {end for begin in begins for end, _ in self._items(words, begin, self._parts)}
            begins = {begin for end in ends for begin in self._begins(words, end)}
        return False

    def _items(self, words: list[str], at: int, parts: tuple[_Node, ...]) -> Iterator[tuple[int, tuple[Value, ...]]]:
        if not parts:
            yield at, ()
            return
        for end, value in parts[0].ends(words, at):
            for last, values in self._items(words, end, parts[1:]):
                yield last, (value, *values)

    def _breaks_off(self, words: list[str], at: int, parts: tuple[_Node, ...]) -> bool:
        if not parts:
            return False
        if parts[0].below_all(words, at):
            return True
        return any(self._breaks_off(words, end, parts[1:]) for end in {end for end, _ in parts[0].ends(words, at)})

    def _begins(self, words: list[str], end: int) -> tuple[int, ...]:
        """Where the next item may begin when one ended: there, or behind an "and"."""
        joined = self._joiner and end < len(words) and words[end] == self._joiner
        return (end, end + 1) if joined else (end,)


class Matcher:
    """A vocabulary compiled for matching. Quick for thousands of phrases and for any run of them."""

    def __init__(self, vocabulary: Vocabulary, language: str = "en") -> None:
        self._language = language
        self._phrases = self._trie(vocabulary.phrases)
        self._runs = [(run, self._compiled(run)) for run in vocabulary.runs]

    def values(self, text: str) -> tuple[Value, ...]:
        """The distinct values that the whole text stands for: several when it is ambiguous, none when it is not a
        path of the vocabulary."""
        words = normalise(text, self._language).split()
        found = {value: None for end, value in self._phrases.ends(words, 0) if end == len(words)}
        for run, compiled in self._runs:
            found |= {_value(run, reading): None for reading in compiled.readings(words)}
        return tuple(found)[:MOST_READINGS]

    @property
    def takes_runs(self) -> bool:
        """Whether an answer may have several parts, with pauses between them."""
        return bool(self._runs)

    def may_go_on(self, text: str) -> bool:
        """Whether more words could make another value of it: "twenty" does, before "twenty one"."""
        words = normalise(text, self._language).split()
        now = self.values(text)
        longer = self._phrases.below_all(words, 0)
        return any(value not in now for value in longer) or any(run.goes_on(words) for _, run in self._runs)

    def _trie(self, phrases: tuple[Phrase, ...]) -> _Node:
        return _Node(tuple((normalise(phrase.text, self._language).split(), phrase.value) for phrase in phrases))

    def _compiled(self, run: Sequence | Repeat) -> _Run:
        part = run.part if isinstance(run, Repeat) else run
        alternatives = part.parts if isinstance(part, Sequence) else (part,)
        tries = tuple(self._trie(one.phrases if isinstance(one, OneOf) else (one,)) for one in alternatives)
        return _Run(tries, run.most if isinstance(run, Repeat) else 1, _JOINERS.get(self._language, ""))


def _value(run: Sequence | Repeat, items: tuple[tuple[Value, ...], ...]) -> Value:
    if isinstance(run, Sequence):
        return items[0]
    return items if isinstance(run.part, Sequence) else tuple(item[0] for item in items)


def match(text: str, vocabulary: Vocabulary, language: str = "en") -> tuple[Value, ...]:
    """The values that the text stands for in the vocabulary; for more than one text keep a ``Matcher``."""
    return Matcher(vocabulary, language).values(text)
