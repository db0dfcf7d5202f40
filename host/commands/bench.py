"""``spielleiter bench``: how well the ear hears, measured on recordings of people."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from games import shelf
from games.table import Choice
from host.bench.calibration import FOLDS, cross_validate, fit_thresholds, fold_of, gather, left_out
from host.bench.corpus import read_corpus
from host.bench.hour import listen_on, unscripted
from host.bench.lessons import Lesson, lessons_from
from host.bench.measure import Course, Measured, measure
from host.bench.peers import compare, pocketsphinx, transcript
from host.bench.report import misses, report
from host.bench.training import need_pytorch, training
from host.fault import HostFault
from host.language.language import Language, read_pack
from host.language.phrasebook import Phrasebook, aside
from host.seats.ears import EarKind, open_recogniser
from models.store import Store
from speech.decision import write_thresholds
from speech.noise import Background
from speech.phrases.reader import Network, Reader, read_reader, write_reader
from speech.phrases.scorer import PhraseScorer
from speech.sound_file import read_sound
from speech.vocabulary import Phrase

Corpus = Annotated[Path, typer.Argument(metavar="CORPUS", help="A folder with manifest.csv and recordings.")]
Noise = Annotated[Path | None, typer.Option("--noise", help="A recording to mix in.", show_default=False)]
SnrDb = Annotated[float, typer.Option("--snr", help="How far speech stands above it, in dB.")]
Limit = Annotated[int | None, typer.Option("--limit", min=1, help="So many clips of each set.", show_default=False)]

_NETWORKS = 2
"""In each reader."""

app = typer.Typer(help="How well the ear hears, measured on recordings of people.", no_args_is_help=True)


@app.callback()
def bench() -> None:
    """Keep "recognition" a command of its own."""


@app.command()
def recognition(
    corpus: Corpus,
    language: Annotated[str, typer.Option("--lang", help="Two letters, as in en or de.")] = "en",
    ear: Annotated[EarKind, typer.Option("--ear", help="Which recogniser hears.")] = EarKind.AUTO,
    sets: Annotated[str, typer.Option("--sets", help="Only these sets, as in nato_en,oov_en.")] = "",
    noise: Noise = None,
    snr_db: SnrDb = 12.0,
    limit: Limit = None,
    always: Annotated[bool, typer.Option("--always/--no-always", help="With the commands always allowed.")] = True,
    errors: Annotated[bool, typer.Option("--errors", help="List each miss on standard error.")] = False,
    peers: Annotated[bool, typer.Option("--peers", help="Compare with PocketSphinx and a free transcript.")] = False,
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
    recogniser, decide = open_recogniser(ear, language)
    load_s = time.perf_counter() - began
    measured = measure(recogniser, decide, course)
    if errors:
        for line in misses(measured):
            typer.echo(line, err=True)
    compared = _compare(course, language) if peers else {}
    if as_json:
        model = Store.usual().need("vosk" if recogniser.name == "vosk" else "phrases", language).name
        told = report(recogniser.name, model, load_s, measured) | ({"peers": compared} if peers else {})
        typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        _print_table(measured)
        for peer, sets_ in compared.items():
            typer.echo(f"{peer}: " + ", ".join(f"{name} {one['right']} of {one['n']}" for name, one in sets_.items()))


@app.command()
def train(
    corpus: Corpus,
    out: Annotated[Path, typer.Option("--out", help="A folder for what was learned.")],
    voices: Annotated[int, typer.Option("--voices", min=1, help="So many words by synthetic voices.")] = 8000,
) -> None:
    """Train the phrase scorer's phone reader, once on all speakers and five times without a fifth of them."""
    need_pytorch()
    language = PhraseScorer.language
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HostFault(f"{out} cannot be made ({error}): name another folder.") from error
    model = Store.usual().need("phrases", language)
    networks: dict[int | None, list[Network]] = {fold: [] for fold in (None, *range(FOLDS))}
    for member in range(_NETWORKS):
        lessons = list(lessons_from(corpus, model, voices, seed=member))
        for fold, trained in networks.items():
            taught = [lesson for lesson in lessons if not _is_left_out(lesson, fold)]
            *_, (loss, network) = training(taught, seed=member)
            trained.append(network)
            name = "phones.npz" if fold is None else left_out(fold)
            write_reader(Reader(tuple(trained)), out / name)  # what was trained so far is kept
            typer.echo(f"{name}: {len(trained)} of {_NETWORKS} networks, {loss:.2f} nats a lesson", err=True)


def _is_left_out(lesson: Lesson, fold: int | None) -> bool:
    return bool(lesson.speaker) and fold_of(lesson.speaker) == fold


@app.command()
def calibrate(
    corpus: Corpus,
    noise: Noise = None,
    snr_db: SnrDb = 12.0,
    limit: Limit = None,
    readers: Annotated[
        Path | None, typer.Option("--readers", help="What 'bench train' wrote.", show_default=False)
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Write decision.toml here.", show_default=False)] = None,
) -> None:
    """Find the phrase scorer's thresholds, and what they are worth on left-out speakers."""
    language = PhraseScorer.language
    clean = Course(read_corpus(corpus, language), _commands(language), None, limit)
    courses = {"": clean}
    if noise:
        courses[f" at {snr_db:g} dB"] = replace(clean, background=Background(read_sound(noise), snr_db))
    scorer = PhraseScorer(Store.usual().need("phrases", language))
    folder = readers or Path(__file__).parents[1] / "bench" / "left_out"
    samples = gather([scorer.reading_with(read_reader(folder / left_out(fold))) for fold in range(FOLDS)], courses)
    for name, counts in cross_validate(samples).items():
        told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
        typer.echo(f"left-out speakers, {name}: {told}", err=True)
    text = write_thresholds(fit_thresholds(samples))
    typer.echo(text)
    if out:
        try:
            (out / "decision.toml").write_text(text, encoding="utf-8")
        except OSError as error:
            raise HostFault(f"{out}/decision.toml cannot be written ({error}): copy the lines above.") from error


@app.command()
def hour(
    corpus: Corpus,
    language: Annotated[str, typer.Option("--lang", help="Two letters, as in en or de.")] = "en",
    ear: Annotated[EarKind, typer.Option("--ear", help="Which recogniser hears.")] = EarKind.AUTO,
    minutes: Annotated[float, typer.Option("--minutes", min=0.1, help="How long.")] = 60.0,
) -> None:
    """Play talk and noise that answer nothing to a letter question; print what was taken for an answer, as JSON."""
    recogniser, decide = open_recogniser(ear, language)
    phrasebook = Phrasebook(Language.load(language, shelf.first_choice(), 0))
    vocabulary = phrasebook.vocabulary(Choice("letter", tuple("ABCDEF")))
    found = listen_on(recogniser, decide, vocabulary, unscripted(corpus, language, 60 * minutes))
    typer.echo(json.dumps({"ear": recogniser.name, **found.fields()}))


def _commands(language: str) -> tuple[Phrase, ...]:
    path = Path(__file__).parents[1] / "language" / f"{language}.toml"
    if not path.is_file():
        return ()
    return tuple(aside(text, f"command {key}") for key, texts in read_pack(path).commands.items() for text in texts)


def _compare(course: Course, language: str) -> dict[str, dict[str, dict[str, int]]]:
    scorer = PhraseScorer(Store.usual().need("phrases", language))
    with TemporaryDirectory() as folder:
        return compare({"pocketsphinx": pocketsphinx(Path(folder)), "transcript": transcript(scorer)}, course)


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
