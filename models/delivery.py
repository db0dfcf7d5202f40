"""The delivery: a model fetched, verified, unpacked beside its place and moved there in one step."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from filelock import FileLock, Timeout
from msgspec.structs import replace

from models import archive, record, vosk_folder
from models.catalogue import Entry
from models.download import Patience, Source, fetch
from models.fault import ModelFault, disk_fault
from models.record import Record

Stage = Literal["waiting", "fetching", "unpacking"]
Progress = Callable[[Stage, int], None]  # where it stands and how many bytes are fetched
# Speech models hold tables of numbers: they unpack to about twice their size, never to twenty times.
GROWTH_AT_MOST = 20


def deliver(
    entry: Entry, home: Path, is_whole: Callable[[], bool], progress: Progress, patience: Patience | None = None
) -> bool:
    """Brings ``entry`` to ``home / entry.name``; False where a whole one is there already.

    A second delivery of the same model waits for the first and then finds it done.

    Raises:
        ModelFault: with ``home`` as it was before, but for ``NAME.part``, which the next delivery goes on with.
        KeyboardInterrupt: passed through, likewise.
    """
    if entry.size_bytes is None or entry.sha256 is None:
        raise ModelFault(f"{entry.name} travels in the package; there is nothing to fetch.")
    source = Source(entry.url, entry.size_bytes, entry.sha256)
    part = home / f"{entry.name}.part"
    try:
        home.mkdir(parents=True, exist_ok=True)
        with _alone(home / f".{entry.name}.lock", progress):
            if is_whole():
                return False
            fetch(source, part, lambda there_bytes: progress("fetching", there_bytes), patience)
            progress("unpacking", source.size_bytes)
            _install(part, home / entry.name, source)
            return True
    except OSError as error:
        raise disk_fault(error, home) from error


@contextmanager
def _alone(path: Path, progress: Progress) -> Iterator[None]:
    lock = FileLock(path)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        progress("waiting", 0)
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


def _install(part: Path, target: Path, source: Source) -> None:
    beside = target.with_name(f".{target.name}.unpacking")
    shutil.rmtree(beside, ignore_errors=True)  # left by a run that was killed
    try:
        beside.mkdir()
        try:
            model = _unpack_model(part, beside, source)
        except ModelFault:
            part.unlink()
            raise
        _swap(model, target)
        part.unlink()
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _unpack_model(part: Path, beside: Path, source: Source) -> Path:
    """Unpacks and returns the folder that is the model: archives hold it as their only folder, or lie open."""
    files = archive.unpack(part, beside, GROWTH_AT_MOST * source.size_bytes)
    inside = list(beside.iterdir())
    model = inside[0] if len(inside) == 1 and inside[0].is_dir() else beside
    lack = vosk_folder.lack(model)
    if lack is not None:
        raise ModelFault(f"{source.url} holds no Vosk model that takes a grammar ({lack}); choose another source.")
    prefix = "" if model == beside else f"{model.name}/"
    record.write(
        model, Record(source.sha256, tuple(replace(file, name=file.name.removeprefix(prefix)) for file in files))
    )
    return model


def _swap(model: Path, target: Path) -> None:
    old = target.with_name(f".{target.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if target.exists():
        os.replace(target, old)
    try:
        os.replace(model, target)
    except OSError:
        if old.exists():
            os.replace(old, target)
        raise
    shutil.rmtree(old, ignore_errors=True)
