"""The stamp: remembers that an installed copy of a bundled model was read in full and found whole."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from models.manifest import File


class Stamp:
    """Holds until the copy moves, or a file's size, time or expected checksum changes.

    A stamp that cannot be written costs the reading again at the next start and nothing else.
    """

    def __init__(self, stamps: Path, folder: Path, files: Sequence[File]) -> None:
        where = str(folder.resolve())
        self._path = stamps / f"{folder.name}-{hashlib.sha256(where.encode()).hexdigest()[:16]}"
        self._folder = folder
        self._files = files

    def holds(self) -> bool:
        try:
            return self._path.read_text("ascii") == self._print()
        except (OSError, UnicodeDecodeError):
            return False

    def leave(self) -> None:
        with contextlib.suppress(OSError):  # a home that cannot be written is no reason not to play
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(self._print(), "ascii")

    def take_back(self) -> None:
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _print(self) -> str:
        seen = []
        for file in self._files:
            status = (self._folder / file.name).stat()
            seen.append((file.name, file.sha256, file.size_bytes, status.st_size, status.st_mtime_ns))
        return hashlib.sha256(json.dumps(seen).encode()).hexdigest()
