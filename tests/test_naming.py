"""Names that no English model knows: said once at set-up by each of six voices, they are told apart afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.table import Ask
from host.asking.naming import Naming, spellings
from host.evening.evening import Evening, Wish
from host.language.phrasebook import Phrasebook
from host.seats.audience import Audience, Listening
from host.seats.ears import EarKind, open_ear
from host.seats.table import Table
from speech.ear import VoiceEar
from speech.mouth import PrintedMouth
from speech.result import Heard, Unsure
from speech.simulated_room import SimulatedRoom
from speech.sound import Samples
from speech.vocabulary import Vocabulary
from speech.voice import Pyttsx3Synthesiser, player_voices

pytestmark = pytest.mark.xdist_group("phrases")
NAMES = ("Ayşe", "Björn", "Xiomara", "Siobhán", "Jörg", "Nguyễn")


class Sayers(Audience):
    """Each says the own name when asked, in the own voice."""

    def __init__(self, room: SimulatedRoom, names: dict[str, Samples]) -> None:
        self._room = room
        self._names = names
        self.asked: list[str] = []

    def listens(self, listening: Listening) -> None:
        assert listening.turn == "name"
        assert isinstance(listening.request, Ask)
        assert listening.request.of is not None
        self.asked.append(listening.request.of)
        if listening.request.of in self._names:
            self._room.speak(self._names[listening.request.of], at_s=self._room.now_s + 0.8)


@contextmanager
def set_up(folder: Path, names: dict[str, Samples]) -> Iterator[tuple[Evening, VoiceEar, SimulatedRoom, Sayers, Any]]:
    opening = Wish("nobody-is-perfect", ",".join(NAMES), "en", 1, {}).opening()
    with (
        SimulatedRoom() as room,
        Evening.begin(opening, folder / "one.evening") as evening,
        (folder / "said.txt").open("w") as paper,
    ):
        ear = open_ear(EarKind.PHRASES, "en", room)
        sayers = Sayers(room, names)
        table = Table(PrintedMouth(paper), ear, Nobody(), room, sayers)
        yield evening, ear, room, sayers, Naming(table, ear, evening.language, evening.ledger)


class Nobody:
    """A desk at which nobody sits."""

    def read(self, line: str, of: str | None) -> str | None:
        del line, of
        return None


def test_six_names_in_six_voices_are_told_apart(tmp_path: Path) -> None:
    with Pyttsx3Synthesiser() as synthesiser:
        voices = dict(zip(NAMES, player_voices("en"), strict=False))
        once = {name: synthesiser.render(name, voice) for name, voice in voices.items()}
        later = {
            name: synthesiser.render(name, replace(voice, rate_wpm=voice.rate_wpm - 15))
            for name, voice in voices.items()
        }
    with set_up(tmp_path, once) as (evening, ear, room, sayers, naming):
        naming.learn(NAMES)
        assert sayers.asked == list(NAMES)
        learned = spellings(evening.ledger)
        assert set(learned) == set(NAMES)
        vocabulary = Vocabulary(Phrasebook(evening.language, learned).names(NAMES))
        heard = {name: hear(ear, room, vocabulary, later[name]) for name in NAMES}
        known = {name: name in candidates for name, candidates in heard.items()}
        assert sum(known.values()) >= 5, heard
        assert not any(len(heard[name]) == 1 and not known[name] for name in NAMES), "nobody is taken for another"


def hear(ear: VoiceEar, room: SimulatedRoom, vocabulary: Vocabulary, sound: Samples) -> tuple[Any, ...]:
    """The one value that was heard, or the two between which the host would ask."""
    room.speak(sound, at_s=room.now_s + 0.8)
    result = ear.listen(vocabulary, room.now_s + 6.0)
    match result:
        case Heard(value, _):
            return (value,)
        case Unsure(candidates):
            return tuple(candidate.value for candidate in candidates)
    return ()


def test_what_was_learned_is_kept_and_not_asked_again(tmp_path: Path) -> None:
    with Pyttsx3Synthesiser() as synthesiser:
        once = {name: synthesiser.render(name, voice) for name, voice in zip(NAMES, player_voices("en"), strict=False)}
    del once["Jörg"]
    with set_up(tmp_path, once) as (evening, _, _, sayers, naming):
        naming.learn(NAMES)
        learned = dict(spellings(evening.ledger))
        assert learned["Jörg"] == "", "silence is no name"
        assert sum(bool(written) for written in learned.values()) >= 3
        naming.learn(NAMES)
        assert sayers.asked == list(NAMES)
    with Evening.resume(tmp_path / "one.evening") as again:
        assert dict(spellings(again.ledger)) == learned
