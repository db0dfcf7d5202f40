"""A corpus of recordings: ``manifest.csv`` says who says what in each file."""

from __future__ import annotations

import csv
import zlib
from dataclasses import dataclass
from pathlib import Path

from host.fault import HostFault
from speech.noise import Background, looped, mix
from speech.sound import Samples
from speech.sound_file import read_sound

_OUTSIDE = "oov_"
_AT_A_TABLE = "ABCDEF"
_LONGEST_OUTSIDE_S = 12.0


@dataclass(frozen=True)
class Clip:
    """One recording."""

    path: Path
    speaker: str
    text: str
    """What is said, lower case."""
    set: str
    kind: str
    seconds: float


@dataclass(frozen=True)
class Corpus:
    """The clips of one language."""

    sets: dict[str, tuple[Clip, ...]]
    """Each set is one closed question; its phrases are the texts of its clips."""
    outside: dict[str, tuple[Clip, ...]]
    """Talk that answers nothing."""


def read_corpus(folder: Path, language: str, names: tuple[str, ...] = ()) -> Corpus:
    """Read the manifest. ``names`` picks sets, "outside" among them; empty means all.

    Raises:
        HostFault: there is no manifest, it lacks a column, or it has no clip in this language or of these names.
    """
    clips = _clips(folder, language)
    sets: dict[str, list[Clip]] = {}
    outside: dict[str, list[Clip]] = {}
    for clip in clips:
        if clip.set.startswith(_OUTSIDE):
            if clip.seconds <= _LONGEST_OUTSIDE_S:
                outside.setdefault(clip.set, []).append(clip)
        elif clip.kind != "number-string":
            sets.setdefault(clip.set, []).append(clip)
    for name in [name for name in sets if name.startswith("letters_")]:
        few = [clip for clip in sets[name] if clip.text.upper() in _AT_A_TABLE]
        if few:
            sets[f"{name}:A-F"] = few
    unknown = [name for name in names if name not in sets and name not in outside]
    if unknown:
        raise HostFault(f"The corpus has no set {unknown[0]} in this language: it has {', '.join([*sets, *outside])}.")
    return Corpus(
        {name: tuple(found) for name, found in sets.items() if not names or name in names},
        {name: tuple(found) for name, found in outside.items() if not names or name in names},
    )


def noisy(clip: Clip, background: Background | None) -> Samples:
    """The clip's sound, with a piece of the background under it that is always the same for the same file."""
    sound = read_sound(clip.path)
    if background is None:
        return sound
    start = zlib.crc32(clip.path.name.encode()) % len(background.noise)
    return mix(sound, looped(background.noise, start, len(sound)), background.snr_db)


def questioned(clips: tuple[Clip, ...]) -> tuple[str, ...]:
    """The distinct texts, in order of first mention."""
    return tuple(dict.fromkeys(clip.text for clip in clips))


def _clips(folder: Path, language: str) -> list[Clip]:
    manifest = folder / "manifest.csv"
    try:
        with manifest.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        raise HostFault(f"There is no manifest.csv in {folder}: name the folder of a corpus.") from error
    try:
        clips = [_clip(folder, row) for row in rows if row["lang"].split("-")[0] == language]
    except (KeyError, ValueError) as error:
        raise HostFault(f"{manifest} is not a corpus's manifest ({error}): it needs path, lang, text, set.") from error
    if not clips:
        raise HostFault(f"The corpus {folder} has no recording in the language “{language}”.")
    return clips


def _clip(folder: Path, row: dict[str, str]) -> Clip:
    return Clip(
        path=folder / row["path"],
        speaker=row["speaker"],
        text=row["text"].lower(),
        set=row["set"],
        kind=row["kind"],
        seconds=float(row["dur_s"]) if row.get("dur_s") else 0.0,
    )
