"""What every game on the shelf must keep to; a new folder under ``games/`` is tested here without a line of change.

So is every installed package that offers a game: the toy of ``conftest`` is one.
"""

from __future__ import annotations

import string
from pathlib import Path
from random import Random
from typing import Any

import pytest
from puppet_table import Puppets, play_on

from games import shelf
from games.game import Game
from games.option import options_of
from games.table import FreeText
from host.evening.evening import Evening, Wish
from host.evening.leader import Ending, Leader
from host.language.language import languages, read_pack
from host.language.orders import Command
from host.language.phrasebook import Phrasebook
from host.ledger.session import Session
from host.seats.audience import Gallery, Listening
from host.seats.clock import StillClock
from host.seats.table import Table
from models.store import Store
from speech.phrases.scorer import PhraseScorer
from speech.result import Heard, Result
from speech.vocabulary import Vocabulary

NAMES = ("Anna", "Ben", "Clara", "David", "Emily", "Frank", "Grace", "Henry", "Julia", "Oscar")


def wished(game: Game[Any, Any], seed: int) -> Wish:
    """An evening with as many players as the seed has it."""
    players = Random(seed).choice(list(game.players))
    short = {option.name: 3 for option in options_of(game.setup) if option.name == "rounds"}
    return Wish(game.name, ",".join(NAMES[:players]), "en", seed, short)


class Watching(Puppets):
    """Puppets that keep every vocabulary they were asked with."""

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self.vocabularies: dict[Vocabulary, None] = {}
        self._phrasebook = Phrasebook(evening.language)

    def listens(self, listening: Listening) -> None:
        super().listens(listening)
        expect = getattr(listening.request, "expect", None)
        if expect is not None and not isinstance(expect, FreeText):
            self.vocabularies[self._phrasebook.vocabulary(expect, "Anna")] = None


class Regretful(Puppets):
    """Puppets that take back an answer now and then."""

    def __init__(self, evening: Evening, seed: int) -> None:
        super().__init__(evening)
        self._regrets = Random(f"regrets {seed}")
        self.taken_back = 0

    def listen(self, vocabulary: Vocabulary, until_s: float | None = None) -> Result:
        if self._regrets.random() < 0.3:
            self.taken_back += 1
            return Heard(Command.UNDO, "undo")
        return super().listen(vocabulary, until_s)


def lead(evening: Evening, puppets: Puppets) -> Ending:
    table = Table(puppets, puppets, puppets, StillClock(), Gallery([puppets]))
    return Leader(evening.ledger, evening.language, table).lead()


@pytest.mark.parametrize("name", shelf.names())
@pytest.mark.parametrize("seed", range(6))
def test_random_legal_play_ends_and_the_log_tells_it_all(name: str, seed: int, tmp_path: Path) -> None:
    path = tmp_path / "one.evening"
    with Evening.begin(wished(shelf.take(name), seed).opening(), path) as evening:
        assert play_on(evening) is Ending.OVER
        live = evening.ledger.state
        assert evening.game.winners(live)
        board = evening.game.standings(live)
        assert [standing.place for standing in board] == sorted(standing.place for standing in board)
    with Evening(Session.reopen(path)) as again:
        assert again.ledger.state == live


@pytest.mark.parametrize("name", shelf.names())
@pytest.mark.parametrize("seed", range(6))
def test_taking_back_again_and_again_still_comes_to_an_end(name: str, seed: int, tmp_path: Path) -> None:
    with Evening.begin(wished(shelf.take(name), seed).opening(), tmp_path / "one.evening") as evening:
        puppets = Regretful(evening, seed)
        assert lead(evening, puppets) is Ending.OVER
        assert puppets.taken_back > 0
        state = evening.game.open(evening.ledger._setup)
        for entry in evening.session.entries:
            state = evening.game.apply(state, entry.event)
        assert state == evening.ledger.state


@pytest.mark.parametrize("name", shelf.names())
def test_every_question_can_be_answered_and_every_phrase_be_heard(name: str, tmp_path: Path) -> None:
    with Evening.begin(wished(shelf.take(name), 1).opening(), tmp_path / "one.evening") as evening:
        puppets = Watching(evening)
        assert lead(evening, puppets) is Ending.OVER
    scorer = PhraseScorer(Store.usual().need("phrases", "en"))
    assert puppets.vocabularies
    for vocabulary in puppets.vocabularies:
        own = [value for value in vocabulary.values if not isinstance(value, Command)]
        assert own or vocabulary.runs
        assert scorer.missing(vocabulary) == ()


@pytest.mark.parametrize("name", shelf.names())
def test_every_language_is_complete(name: str) -> None:
    there = languages(name)
    assert "en" in there
    english = read_pack(shelf.folder(name) / "lang" / "en.toml")
    for code in there:
        pack = read_pack(shelf.folder(name) / "lang" / f"{code}.toml")
        assert pack.lines.keys() == english.lines.keys()
        assert pack.illegal.keys() == english.illegal.keys()
        assert {kind: set(table) for kind, table in pack.choices.items()} == {
            kind: set(table) for kind, table in english.choices.items()
        }
        for key, line in pack.lines.items():
            wordings = line if isinstance(line, list) else [text for texts in line.values() for text in texts]
            slots = [{field for _, field, _, _ in string.Formatter().parse(text) if field} for text in wordings]
            assert wordings, key
            theirs = english.lines[key]
            known = theirs if isinstance(theirs, list) else [text for texts in theirs.values() for text in texts]
            allowed = {field for text in known for _, field, _, _ in string.Formatter().parse(text) if field}
            assert set().union(*slots) <= allowed, key
