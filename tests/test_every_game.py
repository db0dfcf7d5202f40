"""What every game on the shelf must keep to; a new folder under ``games/`` is tested here without a line of change.

So is every installed package that offers a game: the toy of ``conftest`` is one.
"""

from __future__ import annotations

import os
import string
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints

import pytest
from puppet_table import Puppets, lead, play_on
from test_resume import play_and_die

from games import shelf
from games.option import options_of
from games.table import FreeText, ReadAloud
from host.evening.evening import HAND_IN, Evening, Wish
from host.evening.leader import Ending
from host.language.language import languages, read_pack
from host.language.orders import Command
from host.language.phrasebook import Phrasebook
from host.ledger.session import Session
from host.seats.audience import Listening
from models.store import Store
from speech.phrases.pronunciation import Pronunciation
from speech.phrases.scorer import PhraseScorer
from speech.result import Heard, Result
from speech.vocabulary import Phrase, Vocabulary

NAMES = ("Anna", "Ben", "Clara", "David", "Emily", "Frank", "Grace", "Henry", "Julia", "Oscar")


def hand_ins(name: str) -> tuple[str, ...]:
    """In which ways sheets may reach the host; one without a name where there are none."""
    kind = get_type_hints(shelf.take(name).setup).get(HAND_IN)
    return get_args(kind) or ("",)


EVENINGS = tuple((name, hand_in) for name in shelf.names() for hand_in in hand_ins(name))
evenings = pytest.mark.parametrize(("name", "hand_in"), EVENINGS, ids=["-".join(filter(None, one)) for one in EVENINGS])


def wished(name: str, hand_in: str, seed: int) -> Wish:
    """An evening with as many players as the seed has it."""
    game = shelf.take(name)
    players = Random(seed).choice(list(game.players))
    options: dict[str, Any] = {option.name: 3 for option in options_of(game.setup) if option.name == "rounds"}
    if hand_in:
        options[HAND_IN] = hand_in
    return Wish(game.name, ",".join(NAMES[:players]), "en", seed, options)


class Watching(Puppets):
    """Puppets that keep every vocabulary they were asked with."""

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self.vocabularies: dict[Vocabulary, None] = {}
        self._phrasebook = Phrasebook(evening.language)

    def listens(self, listening: Listening) -> None:
        super().listens(listening)
        expect = getattr(listening.request, "expect", None)
        if expect not in (None, ReadAloud()) and not isinstance(expect, FreeText):
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


@evenings
@pytest.mark.parametrize("seed", range(6))
def test_random_legal_play_ends_and_the_log_tells_it_all(name: str, hand_in: str, seed: int, tmp_path: Path) -> None:
    path = tmp_path / "one.evening"
    with Evening.begin(wished(name, hand_in, seed).opening(), path) as evening:
        assert play_on(evening) is Ending.OVER
        live = evening.ledger.state
        assert evening.game.winners(live)
        board = evening.game.standings(live)
        assert [standing.place for standing in board] == sorted(standing.place for standing in board)
    with Evening(Session.reopen(path)) as again:
        assert again.ledger.state == live


@evenings
@pytest.mark.parametrize("seed", range(6))
def test_taking_back_again_and_again_still_comes_to_an_end(name: str, hand_in: str, seed: int, tmp_path: Path) -> None:
    with Evening.begin(wished(name, hand_in, seed).opening(), tmp_path / "one.evening") as evening:
        puppets = Regretful(evening, seed)
        assert lead(evening, puppets) is Ending.OVER
        assert puppets.taken_back > 0
        state = evening.game.open(evening.ledger._setup)
        for entry in evening.session.entries:
            state = evening.game.apply(state, entry.event)
        assert state == evening.ledger.state


@evenings
def test_every_question_can_be_answered_and_every_phrase_be_heard(name: str, hand_in: str, tmp_path: Path) -> None:
    with Evening.begin(wished(name, hand_in, 1).opening(), tmp_path / "one.evening") as evening:
        puppets = Watching(evening)
        assert lead(evening, puppets) is Ending.OVER
    scorer = PhraseScorer(Store.usual().need("phrases", "en"))
    assert puppets.vocabularies
    for vocabulary in puppets.vocabularies:
        own = [value for value in vocabulary.values if not isinstance(value, Command)]
        assert own or vocabulary.runs
        assert scorer.missing(vocabulary) == ()


class Steadfast(Puppets):
    """Puppets that take back the answer before every so-manieth question, once at each place of the log."""

    def __init__(self, evening: Evening, every: int) -> None:
        super().__init__(evening)
        self._every = every
        self.first_asked: dict[int, str] = {}
        self.taken_back: set[int] = set()
        self._just_taken_back = False

    def listens(self, listening: Listening) -> None:
        super().listens(listening)
        if listening.turn == "asked":
            question = f"{listening.request.key} {getattr(listening.request, 'of', None)}"
            asked_before = self.first_asked.setdefault(len(self._ledger), question)
            if self._just_taken_back:
                assert question == asked_before, "undo leads back to the question that was answered"
            self._just_taken_back = False

    def listen(self, vocabulary: Vocabulary, until_s: float | None = None) -> Result:
        at = len(self._ledger)
        if at % self._every == 0 and at and at not in self.taken_back:
            self.taken_back.add(at)
            self._just_taken_back = True
            return Heard(Command.UNDO, "undo")
        return super().listen(vocabulary, until_s)


@evenings
def test_undo_returns_to_the_same_question(name: str, hand_in: str, tmp_path: Path) -> None:
    taken_back = 0
    for every in (2, 3, 5):
        with Evening.begin(wished(name, hand_in, 4).opening(), tmp_path / f"{every}.evening") as evening:
            puppets = Steadfast(evening, every)
            assert lead(evening, puppets) is Ending.OVER
            taken_back += len(puppets.taken_back)
    assert taken_back > 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are killed by fork and kill -9")
@evenings
def test_killed_and_resumed_it_ends_with_the_same_log(name: str, hand_in: str, tmp_path: Path) -> None:
    opening = wished(name, hand_in, 2).opening()
    with Evening.begin(opening, tmp_path / "whole.evening") as evening:
        assert play_on(evening) is Ending.OVER
        whole = list(evening.session.entries)
    for dies_at in sorted({len(whole) * tenth // 10 for tenth in range(10)}):
        path = tmp_path / f"{dies_at}.evening"
        play_and_die(opening, path, dies_at)
        with Evening.resume(path) as evening:
            assert play_on(evening) is Ending.OVER
            assert evening.session.entries == whole, f"killed after event {dies_at}"


@evenings
def test_no_two_answers_to_one_question_sound_alike(name: str, hand_in: str, tmp_path: Path) -> None:
    """Letters aside, whose names people have settled long ago."""
    with Evening.begin(wished(name, hand_in, 3).opening(), tmp_path / "one.evening") as evening:
        puppets = Watching(evening)
        assert lead(evening, puppets) is Ending.OVER
    pronunciation = Pronunciation()
    for vocabulary in puppets.vocabularies:
        said: dict[tuple[int, ...], Phrase] = {}
        for phrase in vocabulary.phrases:
            if len(phrase.text.split()[-1]) > 1:
                other = said.setdefault(pronunciation.phones(phrase.text), phrase)
                assert other.value == phrase.value, f"'{other.text}' and '{phrase.text}' sound alike"


@pytest.mark.parametrize("name", shelf.names())
def test_every_language_is_complete(name: str) -> None:
    there = languages(name)
    assert "en" in there
    english = read_pack(shelf.folder(name) / "lang" / "en.toml")
    for code in there:
        pack = read_pack(shelf.folder(name) / "lang" / f"{code}.toml")
        assert pack.lines.keys() == english.lines.keys()
        assert pack.help
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
