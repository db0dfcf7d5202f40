"""``spielleiter models``: which speech models there are, fetch one, check them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn
from rich.table import Column, Table

from models.catalogue import OWN
from models.delivery import Stage
from models.fault import ModelFault
from models.store import Found, Store

app = typer.Typer(help="Speech models: which there are, fetch one, check them.", no_args_is_help=True)

CatalogueFile = Annotated[
    Path, typer.Option("--catalogue", help="Another catalogue of models (TOML).", show_default=False)
]


@app.command("list")
def list_(
    catalogue: CatalogueFile = OWN, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False
) -> None:
    """Show every model: bundled, fetched, put there by hand, or still to be fetched."""
    store = Store.usual(catalogue)
    found = store.survey()
    if as_json:
        typer.echo(json.dumps([_fields(model) for model in found], ensure_ascii=False, indent=2))
        return
    table = Table(
        Column("model", no_wrap=True), "kind", "language", "licence", "size", "where", box=None, padding=(0, 2, 0, 0)
    )
    for model in found:
        entry = model.entry
        size = _megabytes(entry.total_bytes) if entry else ""
        known = (entry.kind, entry.language, entry.licence) if entry else ("vosk", "", "")
        table.add_row(model.name, *known, size, _where(model))
    console = _console()
    console.print(table)
    for model in found:
        if model.flaw is not None:
            _say(console, f"{model.name} cannot be used: {model.flaw}; {model.remedy}.")
    _say(console, f"Fetched models are in {store.home}; `spielleiter models get LANG` fetches the one for a language.")


@app.command()
def get(
    language: Annotated[str, typer.Argument(metavar="LANG", help="Two letters, as in en or de.")],
    catalogue: CatalogueFile = OWN,
) -> None:
    """Fetch the model for a language; a fetch that was broken off goes on where it stopped."""
    store = Store.usual(catalogue)
    entry = store.catalogue.fetchable(language)
    console = _console()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    try:
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task(entry.name, total=entry.total_bytes, start=False)

            def show(stage: Stage, there_bytes: int) -> None:
                if stage == "fetching" and not bar.tasks[0].started:
                    # What an earlier run left counts as there, not as speed.
                    bar.reset(task, completed=there_bytes)
                elif stage == "fetching":
                    bar.update(task, completed=there_bytes)
                elif stage == "waiting":
                    bar.console.print(f"{entry.name} is being fetched by somebody else already; waiting for that.")
                else:
                    bar.update(task, description=f"{entry.name}: unpacking", completed=there_bytes)

            found, fetched = store.get(language, show)
    except KeyboardInterrupt:
        raise ModelFault(
            f"Stopped; what was fetched is kept, and `spielleiter models get {entry.language}` goes on from there."
        ) from None
    said = "is here and whole" if fetched else "is here already and whole; nothing was fetched"
    _say(console, f"{found.name} {said}: {found.folder}")


@app.command()
def verify(catalogue: CatalogueFile = OWN) -> None:
    """Read every model in full, compare it with what it must be, and say what was seen."""
    console = _console()
    broken = []
    for model in Store.usual(catalogue).survey(full=True):
        _say(console, f"{model.name}: {_seen(model)}")
        if model.flaw is not None:
            broken.append(model)
    if broken:
        remedies = " and ".join(dict.fromkeys(model.remedy for model in broken))
        raise ModelFault(f"Not usable: {', '.join(model.name for model in broken)}; {remedies}.")


def _console() -> Console:
    return Console(markup=False)


def _say(console: Console, sentence: str) -> None:
    console.print(sentence, soft_wrap=True, highlight=False)


def _megabytes(size_bytes: int) -> str:
    return f"{size_bytes / 1e6:.1f} MB"


def _where(model: Found) -> str:
    if model.flaw is not None:
        return "broken"
    if model.folder is None:
        return "not here"
    if model.entry is None:
        return "by hand"
    return "bundled" if model.entry.bundled else "fetched"


def _seen(model: Found) -> str:
    if model.flaw is not None:
        return f"not usable, {model.flaw} ({model.folder})"
    if model.folder is None:
        return f"not here; {model.remedy}"
    if not model.checked:
        return f"complete, but put there by hand, so there is no checksum to compare with ({model.folder})"
    return f"whole, every file has the right sha256 ({model.folder})"


def _fields(model: Found) -> dict[str, object]:
    entry = model.entry
    return {
        "name": model.name,
        "kind": entry.kind if entry else "vosk",
        "language": entry.language if entry else None,
        "licence": entry.licence if entry else None,
        "bytes": entry.total_bytes if entry else None,
        "grammar": entry.grammar if entry else model.usable,
        "bundled": entry.bundled if entry else False,
        "present": model.usable,
        "folder": str(model.folder) if model.folder else None,
        "flaw": model.flaw,
    }
