"""``spielleiter bench``: how well the ear hears, measured on recordings of people."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from host.bench.contender import EarKind, open_contender
from host.bench.corpus import read_corpus
from host.bench.measure import Course, Measured, measure
from host.bench.report import misses, report
from host.language import read_pack
from speech.noise import Background
from speech.sound_file import read_sound
from speech.vocabulary import Phrase

app = typer.Typer(help="How well the ear hears, measured on recordings of people.", no_args_is_help=True)


@app.callback()
def bench() -> None:
    """Keep "recognition" a command of its own."""


@app.command()
def recognition(
    corpus: Annotated[Path, typer.Argument(metavar="CORPUS", help="A folder with manifest.csv and recordings.")],
    language: Annotated[str, typer.Option("--lang", help="Two letters, as in en or de.")] = "en",
    ear: Annotated[EarKind, typer.Option("--ear", help="Which recogniser hears.")] = EarKind.AUTO,
    sets: Annotated[str, typer.Option("--sets", help="Only these sets, as in nato_en,oov_en.")] = "",
    noise: Annotated[Path | None, typer.Option("--noise", help="A recording to mix in.", show_default=False)] = None,
    snr_db: Annotated[float, typer.Option("--snr", help="How far speech stands above it, in dB.")] = 12.0,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="So many clips of each set.", show_default=False)
    ] = None,
    always: Annotated[bool, typer.Option("--always/--no-always", help="With the commands always allowed.")] = True,
    errors: Annotated[bool, typer.Option("--errors", help="List each miss on standard error.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Put every recording of a corpus to ear and decision."""
    names = tuple(name.strip() for name in sets.split(",") if name.strip())
    course = Course(
        read_corpus(corpus, language, names),
        _commands(language) if always else (),
        Background(read_sound(noise), snr_db) if noise else None,
        limit,
    )
    began = time.perf_counter()
    contender = open_contender(ear, language)
    load_s = time.perf_counter() - began
    measured = measure(contender.recogniser, contender.decide, course)
    if errors:
        for line in misses(measured):
            typer.echo(line, err=True)
    if as_json:
        typer.echo(json.dumps(report(contender.name, contender.model, load_s, measured), ensure_ascii=False, indent=2))
    else:
        _print_table(measured)


def _commands(language: str) -> tuple[Phrase, ...]:
    path = Path(__file__).parents[1] / "lang" / f"{language}.toml"
    if not path.is_file():
        return ()
    return tuple(Phrase(text, f"command {key}") for key, texts in read_pack(path).commands.items() for text in texts)


def _print_table(measured: dict[str, Measured]) -> None:
    table = Table("set", "clips", "right", "confirmed", "wrongly confirmed", "wrong", "rejected", "outside", box=None)
    for name, one in measured.items():
        outside = one.outside_counts()
        talk = f"{outside['accepted']} of {outside['n']} accepted"
        if one.tries:
            counts = one.counts()
            keys = ("n", "right", "confirm_right", "confirm_wrong", "wrong", "rejected")
            table.add_row(name, *(str(counts[key]) for key in keys), talk)
    Console().print(table)
