"""A table at real devices: players with a loudspeaker of their own, who answer a host at its sound card in real time.

Run as a program, with a folder and a seed, it plays one round with ``--hand-in aloud`` there. The folder then holds
the session with its clips, the transcript ``evening.txt`` and ``report.json``, a ``Report``.
"""

from __future__ import annotations

import json
import sys
import threading
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import soxr

from host.evening.evening import Evening, Wish
from host.evening.leader import Leader
from host.handin.clips import Clips
from host.language.phrasebook import Phrasebook
from host.rehearsal.cast import Cast
from host.rehearsal.patience import ImpatientRoom
from host.rehearsal.player import Delivery, Player
from host.seats.audience import Audience, Gallery
from host.seats.ears import EarKind, open_recogniser
from host.seats.scoreboard import written
from host.seats.table import Table
from host.seats.transcript import Transcript
from speech.dictation import Dictated
from speech.ear import VoiceEar
from speech.hearing import Hearing
from speech.mouth import SpokenMouth
from speech.noise import gain_to
from speech.result import Unheard
from speech.sound import RATE_HZ, Samples, seconds
from speech.sound_card import SoundCardRoom
from speech.sound_device import find_device, load_portaudio
from speech.voice import Pyttsx3Synthesiser, Voice, host_voice, player_voices
from speech.voice_activity import level_db

NAMES = ("Anna", "Ben", "Clara")
SESSION = "one.evening"
_PLAYER_LOUDNESS = 0.1
"""As in the simulated room; see ``noise.loudness``."""
_HOST_THINKS_S = 4.0
"""Players wait so much longer for a host that thinks in real time than for one whose clock stands still meanwhile."""
_PIECE = RATE_HZ // 2

_SHEETS = (
    "Bags of warm sand",
    "Old fishing nets",
    "A wooden horse",
    "Seven silver bells",
    "Paper lanterns",
    "Salted fish",
)
_CARD = """
[[card]]
colour = "{colour}"
"""
_QUESTION = """
[[card.question]]
ask = "What did the {number} ship to {colour} island carry?"
truth = "Two tons of green soap"
bluffs = {bluffs}
"""
_ORANGE = """
[[card.question]]
ask = "Only on {number} Sundays"
"""


@dataclass
class Report:
    """How the evening went, in numbers; all times are seconds since the devices were opened."""

    ending: str = ""
    winners: list[str] = field(default_factory=list)
    scores: dict[str, int] = field(default_factory=dict)
    tally: dict[str, int] = field(default_factory=dict)
    overflows: int = 0
    underflows: int = 0
    clicks: int = 0
    """How often the players' own loudspeaker ran dry."""
    seconds: float = 0.0
    heard: int = 0
    """Utterances that came out of the ear, readings included."""
    from_nobody: list[str] = field(default_factory=list)
    """Those of them for which no player had opened their mouth since the host was silent."""
    player_db: float = 0.0
    """At the microphone, 32 ms that one in ten is louder than, while a player speaks."""
    echo_db: float = 0.0
    """The same while the host does."""
    quiet_db: float = 0.0
    """The same while nobody does."""
    readings: list[Reading] = field(default_factory=list)


@dataclass(frozen=True)
class Reading:
    """A sheet as it was read and as it was kept."""

    read_s: float
    kept_s: float
    alike: list[float]
    """How well each half second of the clip fits the best place in what was read; 1 for the same sound."""


@dataclass
class Utterance:
    """A player's, at the players' own rate."""

    at_s: float
    sound: Samples
    played: int = 0
    began_s: float | None = None


class BriskPlayer(Player):
    """Has the habits of all players but thinks no longer than half a second."""

    def delivery(self) -> Delivery:
        usual = super().delivery()
        return replace(usual, thinks_s=min(usual.thinks_s, 0.5))


class SoundCardTable:
    """The host's real room with players in it: they speak through a second output stream, by the host's clock.

    A level meter at the microphone runs all evening.
    """

    def __init__(self, host: SoundCardRoom) -> None:
        self.spoken: list[tuple[Utterance, Samples]] = []
        """All utterances, each with its sound as it was announced."""
        self.played: list[tuple[float, float]] = []
        """When the host was audible, hold-off included."""
        self.levels: list[tuple[float, float]] = []
        """Clock and level of each piece of sound at the microphone."""
        self.clicks = 0
        self._host = host
        self._lock = threading.Lock()
        self._rate_hz = RATE_HZ
        self._latency_s = 0.0
        self._streams = ExitStack()

    def __enter__(self) -> SoundCardTable:
        """The host's own streams are open already."""
        sd = load_portaudio()
        mouths, meter = find_device(sd, "output", "players"), find_device(sd, "input", None)
        self._rate_hz = round(mouths["default_samplerate"])
        out = sd.OutputStream(
            device=mouths["index"], samplerate=self._rate_hz, channels=1, latency=0.1, callback=self._speak
        )
        self._latency_s = out.latency
        rate_hz = round(meter["default_samplerate"])
        measure = sd.InputStream(
            device=meter["index"], samplerate=rate_hz, channels=1, blocksize=rate_hz // 31, callback=self._measure
        )
        for stream in (out, measure):
            self._streams.enter_context(stream)
        return self

    def __exit__(self, *exc: object) -> None:
        self._streams.close()

    @property
    def now_s(self) -> float:
        """See ``Room``."""
        return self._host.now_s

    def play(self, sound: Samples) -> None:
        """See ``Room``."""
        began_s = self.now_s
        self._host.play(sound)
        self.played.append((began_s, self.now_s))

    def block(self) -> Samples:
        """See ``Room``."""
        return self._host.block()

    @property
    def pending_until_s(self) -> float:
        """When the host has heard and thought about the last utterance; see ``PeopledRoom``."""
        with self._lock:
            ends_s = (utterance.at_s + seconds(sound) for utterance, sound in self.spoken)
            return max(ends_s, default=0.0) + self._latency_s + _HOST_THINKS_S

    def speak(self, sound: Samples, at_s: float, level_db: float = 0.0) -> None:
        """See ``PeopledRoom``."""
        louder = sound * np.float32(gain_to(_PLAYER_LOUDNESS * 10 ** (level_db / 20), sound))
        with self._lock:
            self.spoken.append((Utterance(at_s, soxr.resample(louder, RATE_HZ, self._rate_hz)), sound))

    def began_between(self, first_s: float, last_s: float) -> list[Samples]:
        """What players began to say then."""
        with self._lock:
            return [sound for one, sound in self.spoken if one.began_s and first_s <= one.began_s <= last_s]

    def spans(self) -> list[tuple[float, float]]:
        """When a player was audible."""
        return [(one.began_s, one.began_s + seconds(sound)) for one, sound in self.spoken if one.began_s]

    def _speak(self, buffer: Samples, frames: int, _time: Any, status: Any) -> None:
        buffer[:] = 0.0
        now_s = self.now_s
        with self._lock:
            for one, _ in self.spoken:
                offset = 0 if one.played else max(0, round((one.at_s - now_s) * self._rate_hz))
                piece = one.sound[one.played : one.played + max(0, frames - offset)]
                if len(piece) == 0:
                    continue
                self.clicks += bool(one.played and status.output_underflow)
                if one.began_s is None:
                    one.began_s = now_s + offset / self._rate_hz + self._latency_s
                buffer[offset : offset + len(piece), 0] += piece
                one.played += len(piece)

    def _measure(self, buffer: Samples, _frames: int, _time: Any, _status: Any) -> None:
        self.levels.append((self.now_s, level_db(buffer[:, 0])))


class Witness(Audience):
    """Holds what the ear makes of the sound against what the players have said."""

    def __init__(self, room: SoundCardTable, report: Report) -> None:
        self.read: list[tuple[Samples, Samples]] = []
        self._room = room
        self._report = report

    def hearing(self, hearing: Hearing) -> None:
        """An utterance, answer or not."""
        said = "" if isinstance(hearing.result, Unheard) else str(hearing.result)
        self._came_out(f"{hearing.start_s:.2f} to {hearing.end_s:.2f} s {said}")

    def recited(self, reader: str | None, reading: Dictated) -> None:
        begun = self._came_out(f"{reader} reads {reading.words}")
        if begun and reading.sound is not None:
            self.read.append((max(begun, key=len), reading.sound))

    def _came_out(self, what: str) -> list[Samples]:
        begun = self._room.began_between(self._room.played[-1][1], self._room.now_s)
        self._report.heard += 1
        if not begun:
            self._report.from_nobody.append(f"{self._room.now_s:.2f} s: {what}")
        return begun


def main(folder: Path, seed: int) -> None:
    """Play the round."""
    report = Report()
    deck = folder / "deck.toml"
    deck.write_text(_deck())
    options = {"hand_in": "aloud", "rounds": 1, "first": NAMES[0], "number": 1, "deck": deck}
    opening = Wish("nobody-is-perfect", ",".join(NAMES), "en", seed, options).opening()
    recogniser, decision = open_recogniser(EarKind.PHRASES, "en")
    voices = player_voices("en")
    players = tuple(BriskPlayer(name, voices[seat], Random(f"{name} {seed}")) for seat, name in enumerate(NAMES))
    with (
        (folder / "evening.txt").open("w") as paper,
        Pyttsx3Synthesiser() as synthesiser,
        Evening.begin(opening, folder / SESSION) as evening,
        SoundCardRoom() as host,
        SoundCardTable(host) as room,
    ):
        transcript, witness = Transcript(paper, NAMES), Witness(room, report)
        cast = Cast(players, room, synthesiser, Phrasebook(evening.language), [transcript], evening.ledger)
        heard_by_host = ImpatientRoom(room, cast.not_answered)
        table = Table(
            SpokenMouth(synthesiser, _hurried(host_voice("en")), heard_by_host),
            VoiceEar(heard_by_host, recogniser, decision, heard=witness.hearing),
            cast,
            heard_by_host,
            Gallery([transcript, cast, witness]),
            Clips.beside(folder / SESSION, keeps=True),
        )
        report.ending = Leader(evening.ledger, evening.language, table).lead().value
        report.seconds = room.now_s
        report.overflows, report.underflows, report.clicks = host.overflows, host.underflows, room.clicks
        state = evening.ledger.state
        report.scores = {written(one.names): one.points for one in evening.game.standings(state)}
        report.winners = [written(side) for side in evening.game.winners(state)]
    report.tally = asdict(cast.tally)
    report.player_db, report.echo_db, report.quiet_db = _levels(room)
    report.readings = [_compared(read, kept) for read, kept in witness.read]
    (folder / "report.json").write_text(json.dumps(asdict(report), indent=1))


def _deck() -> str:
    """Short questions, shorter sheets: the host takes longest of all."""
    numbers = ("first", "second", "third")
    cards = [
        _CARD.format(colour=colour)
        + "".join(_QUESTION.format(number=number, colour=colour, bluffs=json.dumps(_SHEETS)) for number in numbers)
        for colour in ("blue", "pink", "yellow")
    ]
    cards.append(_CARD.format(colour="orange") + "".join(_ORANGE.format(number=number) for number in numbers))
    return 'title = "Ships"\nlanguage = "en"\nlicence = "CC0-1.0"\n' + "".join(cards)


def _hurried(voice: Voice) -> Voice:
    return replace(voice, rate_wpm=240)


def _levels(room: SoundCardTable) -> tuple[float, float, float]:
    """Of players, of the host, and of neither."""

    def within(spans: list[tuple[float, float]], room_s: float) -> np.ndarray[Any, Any]:
        return np.array([any(a - room_s <= at_s <= b + room_s for a, b in spans) for at_s, _ in room.levels])

    db = np.array([level_db for _, level_db in room.levels])
    players, host, somebody = (
        within(room.spans(), 0.0),
        within(room.played, 0.0),
        within([*room.spans(), *room.played], 1.0),
    )
    return tuple(
        float(np.percentile(db[mask], 90)) if mask.any() else -np.inf
        for mask in (players & ~host, host & ~players, ~somebody)
    )


def _compared(read: Samples, kept: Samples) -> Reading:
    pieces = [kept[at : at + _PIECE] for at in range(0, len(kept) - _PIECE + 1, _PIECE)]
    padded = np.pad(read, RATE_HZ)
    return Reading(seconds(read), seconds(kept), [_likeness(padded, piece) for piece in pieces])


def _likeness(sound: Samples, piece: Samples) -> float:
    at = int(np.correlate(sound, piece, "valid").argmax())
    return float(np.corrcoef(sound[at : at + len(piece)], piece)[0, 1])


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
