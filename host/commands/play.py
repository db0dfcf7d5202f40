"""`spielleiter play`: host a real table."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from host.commands.options import Ear, HandIn, HandInKind, KeepClips, LearnNames, Mic, Speaker, TranscriptFile, Typed
from host.evening.evening import HAND_IN, Evening, Wish, new_session_path
from host.evening.leader import Leader
from host.handin.clips import Clips
from host.seats.ears import EarKind
from host.seats.seating import Seating


def play(
    game: str,
    own: Mapping[str, Any],
    players: Annotated[str, typer.Option(help="Names in clockwise order, with commas between.")] = "",
    lang: Annotated[str, typer.Option(help="The host's language.")] = "en",
    hand_in: HandIn = HandInKind.TYPED,
    seed: Annotated[int | None, typer.Option(help="Chance begins here; the same seed deals the same cards.")] = None,
    session: Annotated[Path | None, typer.Option(help="Where to keep the evening.")] = None,
    typed: Typed = False,
    mic: Mic = None,
    speaker: Speaker = None,
    ear: Ear = EarKind.AUTO,
    transcript: TranscriptFile = None,
    keep_clips: KeepClips = False,
    learn_names: LearnNames = True,
) -> None:
    """Host a real table."""
    options = {**own, HAND_IN: hand_in.value}
    opening = Wish(game, players, lang, secrets.randbelow(2**31) if seed is None else seed, options).opening()
    seating = Seating(typed, mic, speaker, ear, transcript)
    path = session or new_session_path(opening.game, datetime.now())
    names = tuple(opening.setup["players"])
    clips = Clips.beside(path, keeps=keep_clips)
    with seating.open(lang, names, clips) as table, Evening.begin(opening, path) as evening:
        Leader(evening.ledger, evening.language, table, learn_names=learn_names).lead()
