"""All that may be answered, merged into prefixes of tokens; runs ("Anna b, Ben c") unfold only where they are heard."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from speech.vocabulary import OneOf, Phrase, Repeat, Sequence, Value, Vocabulary

Tokens = tuple[int, ...]
Spell = Callable[[str], Iterable[Tokens]]
"""The token sequences of a phrase's spellings."""


@dataclass
class Node:
    """A prefix of some phrases of one lexicon."""

    children: dict[int, Node] = field(default_factory=dict)
    ends: list[Phrase] = field(default_factory=list)
    """The phrases of which this is a whole spelling."""

    def branch(self, tokens: Tokens) -> Node:
        """The node below these tokens, made where it is missing."""
        node = self
        for token in tokens:
            node = node.children.setdefault(token, Node())
        return node


@dataclass(frozen=True)
class Ending:
    """A whole answer."""

    value: Value
    text: str
    prior: float = 0.0


@dataclass(frozen=True)
class Run:
    """What a run looks like: ``parts`` in order, the whole of them said up to ``most`` times."""

    parts: tuple[Node, ...]
    most: int
    repeated: bool
    """The value is a tuple of rounds rather than of parts."""
    single: bool
    """A round is one part whose value stands bare in the tuple of rounds."""

    def value(self, said: tuple[Phrase, ...]) -> Value:
        """The value of whole rounds."""
        values = tuple(phrase.value for phrase in said)
        if not self.repeated or self.single:
            return values
        size = len(self.parts)
        return tuple(values[start : start + size] for start in range(0, len(values), size))


@dataclass(frozen=True)
class Place:
    """Where a prefix of tokens may stand: in a single phrase (``run`` is ``None``) or in some part of a run."""

    node: Node
    run: Run | None = None
    said: tuple[Phrase, ...] = ()
    """The parts of the run before this one, over all rounds."""
    joining: bool = False
    """Nothing of this part was said yet, only what joins it to the part before."""
    stopped: tuple[Ending, ...] = ()
    """Answers that are whole with the comma or full stop just said, provided that nothing follows."""

    def endings(self) -> tuple[Ending, ...]:
        """The answers that are whole here."""
        if self.run is None:
            return tuple(Ending(phrase.value, phrase.text, phrase.prior) for phrase in self.node.ends)
        rounds = [(*self.said, phrase) for phrase in self.node.ends]
        return tuple(
            Ending(self.run.value(said), " ".join(part.text for part in said))
            for said in rounds
            if len(said) % len(self.run.parts) == 0
        )


_NOWHERE = Node()


class Grammar:
    """A vocabulary as prefixes. ``stops`` and ``joins`` are the tokens of punctuation and of "and" between parts.

    With runs a full stop need not be the end ("Anna b. Ben c."), so it becomes a token like any other.
    """

    def __init__(self, vocabulary: Vocabulary, spell: Spell, stops: tuple[int, ...], joins: tuple[int, ...]) -> None:
        self.spell = spell
        self._stops = stops
        self._joins = joins
        roots = [Place(self._lexicon(vocabulary.phrases))] if vocabulary.phrases else []
        self.roots = (*roots, *(self._begin(run) for run in vocabulary.runs))
        self.goes_on = bool(vocabulary.runs)
        """A stop may be followed by more of the answer."""

    def next(self, places: tuple[Place, ...]) -> dict[int, tuple[Place, ...]]:
        """Which tokens may follow, and where each leads."""
        following: dict[int, list[Place]] = {}
        for place in places:
            for onward in (place, *self._onward(place)):
                for token, node in onward.node.children.items():
                    following.setdefault(token, []).append(Place(node, onward.run, onward.said))
                if onward.joining:
                    for token in self._joins:
                        following.setdefault(token, []).append(replace(onward, stopped=()))
            if self.goes_on and not place.joining and place.node.ends:
                for token in self._stops:
                    following.setdefault(token, []).extend(self._stop(place))
        return {token: tuple(found) for token, found in following.items()}

    def _stop(self, place: Place) -> Iterable[Place]:
        yield Place(_NOWHERE, stopped=place.endings())
        yield from self._onward(place)

    def _onward(self, place: Place) -> Iterable[Place]:
        if place.run is None or place.joining:
            return
        for phrase in place.node.ends:
            said = (*place.said, phrase)
            if len(said) < place.run.most * len(place.run.parts):
                yield Place(place.run.parts[len(said) % len(place.run.parts)], place.run, said, joining=True)

    def _begin(self, run: Sequence | Repeat) -> Place:
        most = run.most if isinstance(run, Repeat) else 1
        round_ = run.part if isinstance(run, Repeat) else run
        parts = round_.parts if isinstance(round_, Sequence) else (round_,)
        nodes = tuple(self._lexicon((part,) if isinstance(part, Phrase) else part.phrases) for part in parts)
        shape = Run(nodes, most, isinstance(run, Repeat), isinstance(round_, OneOf))
        return Place(nodes[0], shape)

    def _lexicon(self, phrases: Iterable[Phrase]) -> Node:
        root = Node()
        for phrase in phrases:
            for tokens in self.spell(phrase.text):
                node = root.branch(tokens)
                if phrase not in node.ends:
                    node.ends.append(phrase)
        return root
