"""Material: decks and boards from TOML files, checked; whatever is wrong is named with file, line and field."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TypeVar

import msgspec

from host.fault import HostFault

T = TypeVar("T")

_STEP = re.compile(r"([A-Za-z_]\w*)|\[(\d+)\]")


class MaterialFault(HostFault):
    """A deck or a board that cannot be used."""


def read_material(path: Path, kind: type[T]) -> T:
    """The deck or board in ``path`` as a ``kind``.

    Raises:
        MaterialFault: it cannot be read, is no TOML, or a field is missing or wrong.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as fault:
        raise MaterialFault(f"{path} cannot be read ({fault.strerror}). Check the file's name.") from fault
    except UnicodeDecodeError as fault:
        raise MaterialFault(f"{path} is not a text file in UTF-8. Save it as UTF-8.") from fault
    try:
        return msgspec.convert(tomllib.loads(text), kind, strict=True)
    except tomllib.TOMLDecodeError as fault:
        raise MaterialFault(f"{path} is not valid TOML: {fault}. Mend that place.") from fault
    except msgspec.ValidationError as fault:
        reason, _, place = str(fault).partition(" - at `$")
        raise broken(path, place.strip("`. "), reason) from fault


def broken(path: Path, place: str, reason: str) -> MaterialFault:
    """The fault for a field at ``place`` ("card[3].question[1].truth") of the file ``path``."""
    line = line_of(path.read_text(encoding="utf-8"), place)
    where = f"{path}, line {line}" + (f", {place}" if place else "")
    return MaterialFault(f"{where}: {reason.rstrip('.')}. Mend that line.")


def line_of(text: str, place: str) -> int:
    """The line (from 1) on which ``place`` stands in a TOML text; the table's own line where the field is missing.

    Understands what decks and boards are made of: keys, and arrays of tables nested in one another.
    """
    lines = text.splitlines()
    at, end, header = 0, len(lines), ""
    steps = [(name, int(number) if number else None) for name, number in _STEP.findall(place)]
    for position, (name, number) in enumerate(steps):
        if number is None:
            follows_table = position + 1 < len(steps) and steps[position + 1][1] is not None
            if follows_table and any(_is_header(line, f"{header}{name}") for line in lines[at:end]):
                header = f"{header}{name}."
                continue
            key = re.compile(rf"\s*{re.escape(name)}\s*=")
            return next((n for n in range(at, end) if key.match(lines[n])), at) + 1
        table = header.rstrip(".")
        starts = [n for n in range(at, end) if _is_header(lines[n], table)]
        if number >= len(starts):
            break
        at, end = starts[number], starts[number + 1] if number + 1 < len(starts) else end
    return at + 1


def _is_header(line: str, table: str) -> bool:
    return re.match(rf"\s*\[\[\s*{re.escape(table)}\s*\]\]", line) is not None
