"""`spielleiter resume`: go on exactly where an evening stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from host.commands.options import Ear, KeepClips, LearnNames, Mic, Speaker, TranscriptFile, Typed
from host.evening.evening import Evening, latest_session
from host.evening.leader import Leader
from host.handin.clips import Clips
from host.seats.ears import EarKind
from host.seats.seating import Seating


def resume(
    session: Annotated[Path | None, typer.Argument(help="The evening's file; otherwise the latest.")] = None,
    typed: Typed = False,
    mic: Mic = None,
    speaker: Speaker = None,
    ear: Ear = EarKind.AUTO,
    transcript: TranscriptFile = None,
    keep_clips: KeepClips = False,
    learn_names: LearnNames = True,
) -> None:
    """Go on exactly where an evening stopped."""
    with Evening.resume(session or latest_session()) as evening:
        seating = Seating(typed, mic, speaker, ear, transcript)
        clips = Clips.beside(evening.session.path, keeps=keep_clips)
        with seating.open(evening.language.code, evening.names, clips) as table:
            Leader(evening.ledger, evening.language, table, learn_names=learn_names).lead()
