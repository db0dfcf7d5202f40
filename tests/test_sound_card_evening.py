"""A round at a real table, as far as a machine without one can have it: real devices, real time, simulated players.

The sheets are read aloud to the host, whose own voice comes back into its microphone. It takes some two minutes.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from nip_table import counted
from sound_card_table import SESSION
from virtual_card import ROOM, VirtualCard, needs_virtual_card

from games.nobody_is_perfect.events import EVENTS, PawnMoved, TruthRevealed
from games.nobody_is_perfect.rules import apply, begin
from games.nobody_is_perfect.setup import Setup
from games.nobody_is_perfect.state import State
from games.recital import AuthorsNamed, SheetRead, TruthNamed
from host.ledger.session import Session
from speech.loudness import HOST_DB, speech_level_db
from speech.sound import seconds
from speech.sound_file import read_sound

SEED = 3
TABLE = Path(__file__).with_name("sound_card_table.py")
PATIENCE_S = 300.0


@dataclass(frozen=True)
class Played:
    """A round that is over."""

    folder: Path
    report: dict[str, Any]
    events: list[Any]
    states: list[State]
    """The one before the first event, then the one after each."""


def play(folder: Path, card: VirtualCard) -> Played:
    table = card.run(str(TABLE), str(folder), str(SEED))
    try:
        _, errors = table.communicate(timeout=PATIENCE_S)
    finally:
        table.kill()
    told = folder / "evening.txt"
    assert table.returncode == 0, f"{errors}\n{told.read_text() if told.exists() else ''}"
    return Played(folder, json.loads((folder / "report.json").read_text()), *log(folder / SESSION))


def log(path: Path) -> tuple[list[Any], list[State]]:
    with Session.reopen(path, {event.__name__: event for event in EVENTS}) as session:
        events = [entry.event for entry in session.entries]
        states = [begin(msgspec.convert(session.opening.setup, Setup))]
    for event in events:
        states.append(apply(states[-1], event))
    return events, states


def the_round_ended_with_the_points_of_the_papers_and_the_tips(played: Played) -> None:
    report = played.report
    assert report["ending"] == "over"
    assert report["tally"]["misheard"] == 0, report
    assert report["tally"]["answers"] == report["tally"]["questions"] >= 10
    seen = played.states[played.events.index(TruthRevealed())]
    expected = counted(seen)
    assert expected, "a seed with points was chosen"
    assert report["scores"] == {name: expected.get(name, 0) for name in seen.players}
    assert report["winners"] == [name for name in seen.players if expected.get(name) == max(expected.values())]


def the_log_tells_how_it_came(played: Played) -> None:
    kinds = Counter(map(type, played.events))
    assert (kinds[SheetRead], kinds[TruthNamed], kinds[AuthorsNamed]) == (3, 1, 2)
    moved = Counter[str]()
    for event in played.events:
        if isinstance(event, PawnMoved):
            moved[event.player] += event.spaces
    assert moved == {name: points for name, points in played.report["scores"].items() if points}


def each_sheet_was_kept_as_it_was_read(played: Played) -> None:
    clips = [event.clip for event in played.events if isinstance(event, SheetRead)]
    readings = played.report["readings"]
    assert len(clips) == len(set(clips)) == len(readings) == 3, readings
    for clip, reading in zip(clips, readings, strict=True):
        sound = read_sound(played.folder / f"{SESSION}.clips" / f"{clip}.flac")
        assert seconds(sound) == pytest.approx(reading["kept_s"], abs=0.01)
        assert reading["read_s"] < reading["kept_s"] < reading["read_s"] + 0.6
        assert speech_level_db(sound) == pytest.approx(HOST_DB, abs=1.0)
        assert sorted(reading["alike"])[1] > 0.9, "a busy computer may click once"


def the_host_did_not_hear_itself(played: Played) -> None:
    report = played.report
    assert 6.0 < report["player_db"] - report["echo_db"] < 12.0, "it could have"
    assert report["echo_db"] > report["quiet_db"] + 20.0
    assert report["heard"] >= report["tally"]["answers"]
    assert report["from_nobody"] == []


def no_sound_was_lost(played: Played) -> None:
    assert played.report["overflows"] == 0


@needs_virtual_card
def test_a_round_aloud_is_led_at_real_devices(tmp_path: Path) -> None:
    """One test, because the round is played once. It mostly waits; other tests beside it have done it no harm."""
    for name in ("card", "evening"):
        (tmp_path / name).mkdir()
    card = VirtualCard(tmp_path / "card", ROOM)
    card.plug_in()
    try:
        played = play(tmp_path / "evening", card)
    finally:
        card.unplug()
    the_round_ended_with_the_points_of_the_papers_and_the_tips(played)
    the_log_tells_how_it_came(played)
    each_sheet_was_kept_as_it_was_read(played)
    the_host_did_not_hear_itself(played)
    no_sound_was_lost(played)
