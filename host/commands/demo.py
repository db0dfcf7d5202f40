"""`spielleiter demo`: a whole game by simulated players, through the real voice, the real room and the real ear."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, TextIO

import typer

from host.commands.options import Ear, HandIn, HandInKind, TranscriptFile
from host.evening.evening import HAND_IN
from host.rehearsal.rehearsal import Rehearsal, Summary
from host.seats.ears import EarKind
from host.seats.seating import open_paper
from speech.noise import Background
from speech.sound_file import read_sound


def demo(
    game: str,
    own: Mapping[str, Any],
    seed: Annotated[int, typer.Option(help="The same seed plays the same evening.")] = 1,
    lang: Annotated[str, typer.Option(help="The language.")] = "en",
    players: Annotated[int, typer.Option(help="How many simulated players.")] = 4,
    rounds: Annotated[
        int, typer.Option(min=0, help="Stop after so many rounds where the game can be cut short, 0 for a whole game.")
    ] = 3,
    hand_in: HandIn = HandInKind.TYPED,
    out: Annotated[Path | None, typer.Option(help="Keep the evening as a WAV file.")] = None,
    transcript: TranscriptFile = None,
    noise: Annotated[Path | None, typer.Option(help="A recording of noise in the room.")] = None,
    snr: Annotated[float, typer.Option(help="How far, in dB, the players are above the noise.")] = 15.0,
    ear: Ear = EarKind.AUTO,
    as_json: Annotated[bool, typer.Option("--json", help="Print only the summary, as JSON.")] = False,
) -> None:
    """Play a whole game with simulated players: real synthesis, real recognition, no sound device."""
    background = Background(read_sound(noise), snr) if noise else None
    options = {**own, HAND_IN: hand_in.value}
    rehearsal = Rehearsal(game, lang, players, rounds or None, options, seed, ear)
    began_s = perf_counter()
    papers: list[TextIO] = [] if as_json else [sys.stdout]
    with tempfile.TemporaryDirectory(prefix="spielleiter-demo-") as folder:
        session = Path(folder) / "demo.evening"
        if transcript:
            with open_paper(transcript) as paper:
                summary = rehearsal.play(session, [*papers, paper], background, out)
        else:
            summary = rehearsal.play(session, papers, background, out)
    wall_s = perf_counter() - began_s
    if as_json:
        typer.echo(json.dumps(summary.fields(wall_s), ensure_ascii=False))
    else:
        typer.echo(_told(summary, wall_s))


def _told(summary: Summary, wall_s: float) -> str:
    tally = summary.tally
    return (
        f"\n{summary.audio_s / 60:.1f} minutes at the table in {wall_s:.1f} s. {tally.answers} answers: "
        f"{tally.heard_at_once} heard at once, {tally.reasked} asked again, {tally.confirmed} confirmed, "
        f"{tally.misheard} misheard."
    )
