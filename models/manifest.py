"""The manifest: which files a model consists of, and whether they are whole."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec

Sha256 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
Size = Annotated[int, msgspec.Meta(ge=1)]
# A file's path inside its model: forward slashes, relative, no ".." anywhere, no drive letter.
Inside = Annotated[str, msgspec.Meta(pattern=r"^(?!(?:.*/)?\.\.?(?:/|\Z))[^/\\:\x00][^\\:\x00]*\Z")]


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Inside
    sha256: Sha256
    size_bytes: Annotated[int, msgspec.Meta(ge=0)] = msgspec.field(name="bytes")


def sha256_of(path: Path) -> str:
    """Raises:
    OSError: the file cannot be read.
    """
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def flaw(folder: Path, files: Iterable[File], *, full: bool) -> str | None:
    """What is wrong with the first of ``files`` that is not whole, as half a sentence, or None.

    Args:
        full: also compare the checksums, which reads everything; otherwise only presence and size.
    """
    for file in files:
        path = folder / file.name
        try:
            size_bytes = path.stat().st_size if path.is_file() else None
            if size_bytes is None:
                return f"{file.name} is missing"
            if size_bytes != file.size_bytes:
                return f"{file.name} has {size_bytes:,} bytes instead of {file.size_bytes:,}"
            if full and sha256_of(path) != file.sha256:
                return f"the content of {file.name} is not the original (its sha256 differs)"
        except OSError as error:
            return f"{file.name} cannot be read ({error.strerror or error})"
    return None
