"""Options that several commands share: how sheets reach the host, how it hears and speaks."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from host.seats.ears import EarKind


class HandInKind(Enum):
    """How answers get from paper to the host."""

    TYPED = "typed"
    ALOUD = "aloud"


HandIn = Annotated[
    HandInKind, typer.Option("--hand-in", help="How sheets reach the host: typed, or read aloud by who leads.")
]
Typed = Annotated[bool, typer.Option("--typed", help="Answers from standard input, lines to standard output.")]
Mic = Annotated[Path | None, typer.Option("--mic", help="A recording instead of the microphone.")]
Speaker = Annotated[Path | None, typer.Option("--speaker", help="A WAV file instead of the loudspeaker.")]
Ear = Annotated[EarKind, typer.Option("--ear", help="Which recogniser.")]
TranscriptFile = Annotated[Path | None, typer.Option("--transcript", help="Write down who said what.")]
LearnNames = Annotated[
    bool, typer.Option("--names/--no-names", help="Have each name said once, so that the ear knows its sound.")
]
KeepClips = Annotated[
    bool, typer.Option("--keep-clips", help="Keep the recordings of sheets that were read aloud, beside the session.")
]
