"""`spielleiter resume`: go on exactly where an evening stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from host.ears import EarKind
from host.evening import Evening, latest_session
from host.leader import Leader
from host.seating import Seating


def resume(
    session: Annotated[Path | None, typer.Argument(help="The evening's file; otherwise the latest.")] = None,
    typed: Annotated[
        bool, typer.Option("--typed", help="Answers from standard input, lines to standard output.")
    ] = False,
    mic: Annotated[Path | None, typer.Option(help="A recording instead of the microphone.")] = None,
    speaker: Annotated[Path | None, typer.Option(help="A WAV file instead of the loudspeaker.")] = None,
    ear: Annotated[EarKind, typer.Option(help="Which recogniser.")] = EarKind.AUTO,
    transcript: Annotated[Path | None, typer.Option(help="Write down who said what.")] = None,
    learn_names: Annotated[
        bool, typer.Option("--names/--no-names", help="Have each name said once, so that the ear knows its sound.")
    ] = True,
) -> None:
    """Go on exactly where an evening stopped."""
    with Evening.resume(session or latest_session()) as evening:
        seating = Seating(typed, mic, speaker, ear, transcript)
        with seating.open(evening.language.code, evening.names) as table:
            Leader(evening.ledger, evening.language, table, learn_names=learn_names).lead()
