"""Constrained decoding: which answers of a grammar fit the sound, and what the model would freely say instead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from speech.phrases.decoder import Rows
from speech.phrases.moonshine import END, START, Moonshine
from speech.phrases.trie import Ending, Grammar, Node, Place, Tokens
from speech.phrases.weights import Floats
from speech.vocabulary import Phrase, Value


@dataclass(frozen=True)
class Effort:
    """How far the search goes."""

    rows: int = 16
    """Prefixes kept at each depth."""
    behind: float = 12.0
    """A prefix so many nats behind the best is dropped."""
    spelling_behind: float = 6.0
    """On the second look a spelling so many nats below its value is left out."""
    behind_again: float = 40.0
    """On the second look a prefix so many nats behind the best is dropped."""
    free_rows: int = 2
    """Prefixes kept of what the model would freely say."""
    free_ahead: int = 3
    """How many tokens the free speech is followed after the last phrase has ended."""
    depth: int = 48
    """Tokens at most."""


@dataclass
class Found:
    """The outcome for one cut of a sound."""

    values: dict[Value, float] = field(default_factory=dict)
    """``log P(value, end | cut)``, over all spellings of all phrases with this value."""
    spelled: dict[tuple[Tokens, Ending], float] = field(default_factory=dict)
    """The same for each spelling of each phrase."""
    free: float = float("-inf")
    """The best free speech, the empty one left out."""
    free_tokens: Tokens = ()

    def add(self, tokens: Tokens, ending: Ending, log_p: float) -> None:
        """One more spelling."""
        self.spelled[tokens, ending] = log_p
        self.values[ending.value] = float(np.logaddexp(self.values.get(ending.value, -np.inf), log_p))

    def offer_free(self, tokens: Tokens, log_p: float) -> None:
        """Free speech that may be better than what is known."""
        if log_p > self.free:
            self.free, self.free_tokens = log_p, tokens

    def text(self, value: Value) -> str:
        """The value's likeliest phrase."""
        return self._likeliest(value)[1].text

    def spelling(self, value: Value) -> Tokens:
        """The tokens of that, with what joins the parts of a run."""
        return self._likeliest(value)[0][1:]

    def _likeliest(self, value: Value) -> tuple[Tokens, Ending]:
        spellings = [spelling for spelling in self.spelled if spelling[1].value == value]
        return max(spellings, key=lambda spelling: self.spelled[spelling])


@dataclass(frozen=True)
class _Row:
    parent: int
    tokens: Tokens
    log_p: float
    places: tuple[Place, ...]
    free: bool


class Search:
    """One grammar, any number of sounds."""

    def __init__(self, model: Moonshine, grammar: Grammar, effort: Effort) -> None:
        self._model = model
        self._grammar = grammar
        self._effort = effort
        self._ends: Rows = np.array([END]) if grammar.goes_on else model.ends

    def look(self, states: Floats) -> Found:
        """Compare the whole grammar with one cut; ``states`` are the encoder's, shape ``(frames, width)``."""
        return self._look(states, self._grammar.roots, self._effort.behind)

    def look_again(self, states: Floats, before: Found, values: list[Value], others: Iterable[Phrase] = ()) -> Found:
        """Compare only a few values with a cut: in the spellings that counted ``before``, and ``others`` in all."""
        root = Node()
        for (tokens, ending), log_p in before.spelled.items():
            if ending.value in values and log_p > before.values[ending.value] - self._effort.spelling_behind:
                root.branch(tokens[1:]).ends.append(Phrase(ending.text, ending.value, ending.prior))
        for phrase in others:
            for tokens in self._grammar.spell(phrase.text):
                root.branch(tokens).ends.append(phrase)
        return self._look(states, (Place(root),), self._effort.behind_again)

    def _look(self, states: Floats, roots: tuple[Place, ...], behind: float) -> Found:
        found = Found()
        tree = self._model.decoder.listen(states)
        rows = [_Row(0, (START,), 0.0, roots, free=True)]
        since_phrase = 0
        for _ in range(self._effort.depth):
            log_p = tree.grow(_numbers(row.parent for row in rows), _numbers(row.tokens[-1] for row in rows))
            grown: list[_Row] = []
            for index, row in enumerate(rows):
                self._finish(row, log_p[index], found)
                grown.extend(self._extend(index, row, log_p[index]))
            rows = self._prune(grown, found, behind)
            since_phrase = 0 if any(row.places for row in rows) else since_phrase + 1
            if not rows or since_phrase > self._effort.free_ahead or (since_phrase and not found.values):
                break
        for row in rows:
            if row.free:
                found.offer_free(row.tokens, row.log_p)
        return found

    def _finish(self, row: _Row, log_p: Floats, found: Found) -> None:
        if len(row.tokens) == 1:
            return
        end = row.log_p + _log_sum(log_p[self._ends])
        if row.free:
            found.offer_free(row.tokens, end)
        endings = [ending for place in row.places for ending in (*place.endings(), *place.stopped)]
        for ending in {ending.value: ending for ending in endings}.values():
            found.add(row.tokens, ending, end + ending.prior)

    def _extend(self, index: int, row: _Row, log_p: Floats) -> list[_Row]:
        following = self._grammar.next(row.places)
        tokens = _numbers(following)
        likeliest = tokens[np.argsort(-log_p[tokens])[: self._effort.rows]]
        free = self._freely(log_p) if row.free else []
        return [
            _Row(index, (*row.tokens, token), row.log_p + float(log_p[token]), following.get(token, ()), token in free)
            for token in dict.fromkeys([*likeliest.tolist(), *free])
        ]

    def _freely(self, log_p: Floats) -> list[int]:
        words = log_p.copy()
        words[self._ends] = -np.inf
        best: list[int] = np.argpartition(-words, self._effort.free_rows)[: self._effort.free_rows].tolist()
        return best

    def _prune(self, grown: list[_Row], found: Found, behind: float) -> list[_Row]:
        effort = self._effort
        best_value = max(found.values.values(), default=-np.inf)
        asked = sorted((row for row in grown if row.places), key=lambda row: -row.log_p)[: effort.rows]
        if asked:
            limit = max(asked[0].log_p, best_value) - behind
            asked = [row for row in asked if row.log_p > limit]
        free = sorted((row for row in grown if row.free), key=lambda row: -row.log_p)[: effort.free_rows]
        ahead = [row for row in free if row.log_p > max(best_value, found.free)]
        if free and not ahead and found.free == -np.inf:
            found.offer_free(free[0].tokens, free[0].log_p)
        freely = {row.tokens for row in ahead}
        kept = {row.tokens: _Row(row.parent, row.tokens, row.log_p, row.places, row.tokens in freely) for row in asked}
        for row in ahead:
            kept.setdefault(row.tokens, _Row(row.parent, row.tokens, row.log_p, (), free=True))
        return list(kept.values())


def _numbers(numbers: Iterable[int]) -> Rows:
    return np.fromiter(numbers, dtype=np.intp)


def _log_sum(log_p: Floats) -> float:
    return float(np.logaddexp.reduce(log_p))
