"""The record a fetched model carries: what was unpacked, so that a later look can tell a broken file."""

from __future__ import annotations

from pathlib import Path

import msgspec

from models.manifest import File, Sha256

NAME = "spielleiter.json"


class Record(msgspec.Struct, frozen=True):
    archive_sha256: Sha256
    files: tuple[File, ...]


def write(folder: Path, record: Record) -> None:
    """Raises:
    OSError: ``folder`` cannot be written.
    """
    (folder / NAME).write_bytes(msgspec.json.encode(record))


def read(folder: Path) -> Record | None:
    """The record of the model in ``folder``, or None where somebody else put it there.

    Raises:
        msgspec.MsgspecError: it is there and broken.
        OSError: it is there and cannot be read.
    """
    path = folder / NAME
    return msgspec.json.decode(path.read_bytes(), type=Record) if path.is_file() else None
