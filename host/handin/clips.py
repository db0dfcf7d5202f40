"""Clips: recordings of sheets that were read aloud. They lie beside the session, for its owner's eyes only."""

from __future__ import annotations

import shutil
from pathlib import Path

from host.fault import HostFault
from speech.dictation import Dictated
from speech.fault import SoundFileFault
from speech.loudness import levelled
from speech.sound_file import read_sound, write_sound


class Clips:
    """The recordings of one evening. At the keyboard a clip is the text that was typed.

    They are deleted when the question is over, unless ``keeps``. Without a folder they live in memory.
    """

    def __init__(self, folder: Path | None = None, *, keeps: bool = False) -> None:
        self._folder = folder
        self._keeps = keeps
        self._held: dict[str, Dictated] = {}

    @classmethod
    def beside(cls, session: Path, *, keeps: bool = False) -> Clips:
        """The clips of the evening that is kept at ``session``."""
        return cls(session.with_name(f"{session.name}.clips"), keeps=keeps)

    def keep(self, name: str, dictated: Dictated) -> None:
        """Keep a reading, at the loudness of all clips; one of the same name is replaced.

        Raises:
            HostFault: it cannot be written.
        """
        sound = None if dictated.sound is None else levelled(dictated.sound)
        kept = Dictated(sound, dictated.words)
        if self._folder:
            self._write(self._folder, name, kept)
        self._held[name] = kept

    def find(self, name: str) -> Dictated | None:
        """The reading called ``name``; ``None`` when it is not there any more."""
        if name not in self._held and self._folder:
            found = _read(self._folder, name)
            if found:
                self._held[name] = found
        return self._held.get(name)

    def forget(self) -> None:
        """The question is over."""
        if self._keeps:
            return
        self._held.clear()
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _write(self, folder: Path, name: str, kept: Dictated) -> None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if kept.sound is None:
                text = folder / f"{name}.txt"
                text.touch(mode=0o600)
                text.write_text(kept.words, encoding="utf-8")
            else:
                write_sound(folder / f"{name}.flac", kept.sound)
        except (OSError, SoundFileFault) as fault:
            raise HostFault(
                f"The reading cannot be kept in {folder} ({fault}). Make room there; what was played so far is kept."
            ) from fault


def _read(folder: Path, name: str) -> Dictated | None:
    """A clip that is missing or broken is one that must be read anew."""
    try:
        return Dictated(None, (folder / f"{name}.txt").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        pass
    try:
        return Dictated(read_sound(folder / f"{name}.flac"), "")
    except SoundFileFault:
        return None
