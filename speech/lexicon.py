"""The words that a Vosk model knows, read from its folder."""

from __future__ import annotations

import mmap
import struct
from pathlib import Path

_SYMBOLS = struct.pack("<i", 2125658996)  # how OpenFst marks a table of symbols
_HEADER = 4096  # bytes at the beginning of the file in which the mark must be


def decoys(folder: Path, count: int) -> tuple[str, ...]:
    """About so many ordinary words, spread evenly over the model's lexicon, the same ones each time.

    None when the lexicon cannot be read: decoys are a help, not a need.
    """
    try:
        words = [word for word in _words(folder / "graph" / "Gr.fst") if len(word) > 1 and word.isalpha()]
    except (OSError, ValueError, struct.error):
        return ()
    return tuple(words[:: max(1, len(words) // count)])


def _words(graph: Path) -> list[str]:
    """The symbols on the words' side of a compiled grammar: number of entries, then length, text and key of each."""
    with graph.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        at = data.find(_SYMBOLS, 0, _HEADER)
        if at < 0:
            return []
        (name_bytes,) = struct.unpack_from("<i", data, at + 4)
        at += 8 + name_bytes + 8
        (count,) = struct.unpack_from("<q", data, at)
        at += 8
        words = []
        for _ in range(count):
            (length,) = struct.unpack_from("<i", data, at)
            words.append(data[at + 4 : at + 4 + length].decode("utf-8"))
            at += 12 + length
        return words
