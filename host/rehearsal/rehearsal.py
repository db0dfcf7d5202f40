"""A rehearsal from the first line to the farewell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any, TextIO

from games.option import options_of
from host.evening.evening import Evening, Wish, find_game
from host.evening.leader import Leader
from host.fault import HostFault
from host.handin.clips import Clips
from host.language.phrasebook import Phrasebook
from host.rehearsal.cast import Cast
from host.rehearsal.patience import ImpatientRoom
from host.rehearsal.player import Player
from host.rehearsal.tally import Tally
from host.seats.audience import Audience, Gallery
from host.seats.ears import EarKind, open_ear
from host.seats.scoreboard import written
from host.seats.table import Table
from host.seats.transcript import Transcript
from speech.mouth import SpokenMouth
from speech.noise import Background
from speech.simulated_room import SimulatedRoom
from speech.voice import Pyttsx3Synthesiser, host_voice, player_voices

NAMES = ("Anna", "Ben", "Clara", "David", "Emily", "Frank", "Grace", "Henry", "Julia", "Oscar")
"""Names for simulated players, no two of them alike."""

ROUNDS = "rounds"
"""What the option is called, in every game that has it, after how many rounds the game ends."""


@dataclass(frozen=True)
class Summary:
    """How a rehearsal went."""

    game: str
    players: tuple[str, ...]
    scores: dict[str, int]
    winners: tuple[str, ...]
    """Empty when the game was stopped before its end and nobody has won."""
    tally: Tally
    audio_s: float
    """How long the evening lasted at the table."""
    seed: int

    def fields(self, wall_s: float) -> dict[str, Any]:
        """As one JSON object; ``wall_s`` is how long it really took."""
        return {
            "game": self.game,
            "players": list(self.players),
            "scores": self.scores,
            "winners": list(self.winners),
            **asdict(self.tally),
            "audio_s": round(self.audio_s, 2),
            "wall_s": round(wall_s, 2),
            "seed": self.seed,
        }


@dataclass(frozen=True)
class Rehearsal:
    """What is to be rehearsed."""

    game: str
    language: str
    players: int
    rounds: int | None
    """``None`` for a whole game; a game that cannot be cut short is played whole."""
    options: Mapping[str, Any]
    """What else was named of the game's own set-up; see ``Wish``."""
    seed: int
    ear: EarKind

    def play(
        self, session: Path, papers: list[TextIO], background: Background | None, recording: Path | None
    ) -> Summary:
        """Play it; the transcript goes to ``papers`` as it happens.

        Raises:
            HostFault: the game cannot be played like this.
            SpeechFault, ModelFault: something is missing or broken.
        """
        if not 1 <= self.players <= len(NAMES):
            raise HostFault(
                f"The cast has {len(NAMES)} simulated players. Choose --players between 1 and {len(NAMES)}."
            )
        names = NAMES[: self.players]
        opening = Wish(self.game, ",".join(names), self.language, self.seed, self._options()).opening()
        transcripts = [Transcript(paper, names) for paper in papers]
        with (
            SimulatedRoom(background, self.seed, recording) as room,
            Pyttsx3Synthesiser() as synthesiser,
            Evening.begin(opening, session) as evening,
        ):
            phrasebook = Phrasebook(evening.language)
            cast = Cast(self._cast(names), room, synthesiser, phrasebook, transcripts, evening.ledger)
            heard_by_host = ImpatientRoom(room, cast.not_answered)
            ear = open_ear(self.ear, self.language, heard_by_host)
            mouth = SpokenMouth(synthesiser, host_voice(self.language), heard_by_host)
            audience: list[Audience] = [*transcripts, cast]
            table = Table(mouth, ear, cast, heard_by_host, Gallery(audience), Clips.beside(session))
            Leader(evening.ledger, evening.language, table, learn_names=True).lead()
            standings = evening.game.standings(evening.ledger.state)
            return Summary(
                game=evening.game.name.replace("_", "-"),
                players=names,
                scores={written(standing.names): standing.points for standing in standings},
                winners=tuple(map(written, evening.game.winners(evening.ledger.state))),
                tally=cast.tally,
                audio_s=room.now_s,
                seed=self.seed,
            )

    def _options(self) -> dict[str, Any]:
        declared = {option.name for option in options_of(find_game(self.game).setup)}
        return {**self.options, ROUNDS: self.rounds if ROUNDS in declared else None}

    def _cast(self, names: tuple[str, ...]) -> tuple[Player, ...]:
        voices = player_voices(self.language)
        return tuple(
            Player(name, voices[seat % len(voices)], Random(f"{name} {self.seed}")) for seat, name in enumerate(names)
        )
