"""The store: which models are here, where, and whether they are whole."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import platformdirs

from models import manifest, record, vosk_folder
from models.catalogue import OWN, Catalogue, Entry, Kind, load
from models.delivery import Progress, deliver
from models.download import Patience
from models.fault import ModelFault, disk_fault
from models.stamp import Stamp

REINSTALL = "install Spielleiter again (pip install --force-reinstall spielleiter)"


@dataclass(frozen=True)
class Found:
    """One model of the catalogue, present or not, or one that somebody put into the user's folder by hand.

    ``folder`` is None where it is absent. ``flaw`` is half a sentence, None where nothing is wrong. ``entry`` is None
    for what the catalogue does not know; ``checked`` is False where there are no checksums to compare with.
    """

    name: str
    entry: Entry | None
    folder: Path | None
    flaw: str | None
    checked: bool

    @property
    def usable(self) -> bool:
        return self.folder is not None and self.flaw is None

    @property
    def remedy(self) -> str:
        if self.entry is None:
            return f"complete or remove the folder {self.folder}"
        if self.entry.bundled:
            return REINSTALL
        return f"run `spielleiter models get {self.entry.language}`"


@dataclass(frozen=True)
class Store:
    """``home`` holds the user's models, ``bundled`` those of the package; ``stamps`` remembers checked copies."""

    catalogue: Catalogue
    home: Path
    bundled: Path
    stamps: Path

    @classmethod
    def usual(cls, catalogue_file: Path = OWN) -> Store:
        """The installed models and the user's own; the variable SPIELLEITER_MODELS names another folder for the latter.

        Raises:
            ModelFault: the catalogue is broken.
        """
        own = os.environ.get("SPIELLEITER_MODELS", "")
        return cls(
            catalogue=load(catalogue_file),
            home=Path(own).expanduser() if own else platformdirs.user_data_path("spielleiter", False) / "models",
            bundled=Path(__file__).parent,
            stamps=platformdirs.user_cache_path("spielleiter", False) / "verified",
        )

    def find(self, kind: Kind, language: str) -> Path | None:
        """The folder of a usable model, or None where there is none for ``language`` (``"en"``).

        The catalogue's models come before those put into the user's folder by hand. A bundled model is read in full
        the first time, which takes a moment. A Vosk model without a runtime graph does not count.

        Raises:
            ModelFault: there is one, and it is broken.
        """
        candidates = list(self._candidates(kind, language))
        usable = next((found for found in candidates if found.usable), None)
        if usable is not None:
            return usable.folder
        broken = next((found for found in candidates if found.checked and found.flaw is not None), None)
        if broken is not None:
            raise ModelFault(f"The model {broken.name} is broken: {broken.flaw}; {broken.remedy}.")
        return None

    def need(self, kind: Kind, language: str) -> Path:
        """Like :meth:`find`, for where nothing else will do.

        Raises:
            ModelFault: also where there is none, or only one that cannot be used; the sentence says which.
        """
        folder = self.find(kind, language)
        if folder is not None:
            return folder
        remedy = self._remedy_for_none(kind, language)
        lacking = next((found for found in self._candidates(kind, language) if found.flaw is not None), None)
        if lacking is not None:
            raise ModelFault(f"The model {lacking.name} cannot be used: {lacking.flaw}; {remedy}.")
        raise ModelFault(f"There is no {kind} model for “{language}” here: {remedy}.")

    def get(self, language: str, progress: Progress, patience: Patience | None = None) -> tuple[Found, bool]:
        """Fetches the model for ``language``; the second value is False where a whole one was there already.

        Raises:
            ModelFault: no such model, or no way to get it. What is fetched so far is kept where it can be gone on with.
        """
        entry = self.catalogue.fetchable(language)
        fetched = deliver(entry, self.home, lambda: self._look(entry, full=True).usable, progress, patience)
        return self._look(entry, full=False), fetched

    def survey(self, *, full: bool = False) -> list[Found]:
        """Everything in the catalogue, then everything put into the user's folder by hand.

        Args:
            full: read every file and compare the checksums, whatever was seen before.
        """
        known = [self._look(entry, full=full) for entry in self.catalogue.models]
        return known + [self._look_by_hand(folder, full=full) for folder in self._by_hand()]

    def _candidates(self, kind: Kind, language: str) -> Iterator[Found]:
        for entry in self.catalogue.models:
            if entry.kind == kind and entry.language == language:
                found = self._look(entry, full=False)
                if found.folder is not None:
                    yield found
        if kind == "vosk":
            for folder in self._by_hand():
                if vosk_folder.speaks(folder.name, language):
                    yield self._look_by_hand(folder, full=False)

    def _look(self, entry: Entry, *, full: bool) -> Found:
        if entry.bundled:
            return Found(entry.name, entry, self.bundled / entry.name, self._bundled_flaw(entry, full), checked=True)
        folder = self.home / entry.name
        if not os.path.isdir(folder):  # unlike Path.is_dir, False where it may not be looked at
            return Found(entry.name, entry, None, None, checked=False)
        flaw, checked = _unpacked_flaw(folder, full)
        return Found(entry.name, entry, folder, flaw, checked)

    def _look_by_hand(self, folder: Path, *, full: bool) -> Found:
        flaw, checked = _unpacked_flaw(folder, full)
        return Found(folder.name, None, folder, flaw, checked)

    def _bundled_flaw(self, entry: Entry, full: bool) -> str | None:
        folder = self.bundled / entry.name
        flaw = manifest.flaw(folder, entry.files, full=False)
        stamp = Stamp(self.stamps, folder, entry.files)
        if flaw is None and not (stamp.holds() and not full):
            flaw = manifest.flaw(folder, entry.files, full=True)
            if flaw is None:
                stamp.leave()
        if flaw is not None:
            stamp.take_back()
        return flaw

    def _by_hand(self) -> list[Path]:
        known = {entry.name for entry in self.catalogue.models}
        try:
            if not self.home.is_dir():
                return []
            return sorted(
                folder
                for folder in self.home.iterdir()
                if folder.name.startswith("vosk-model-") and folder.name not in known and folder.is_dir()
            )
        except OSError as error:
            raise disk_fault(error, self.home) from error

    def _remedy_for_none(self, kind: Kind, language: str) -> str:
        if kind == "vosk" and any(e.language == language and not e.bundled for e in self.catalogue.models):
            return f"run `spielleiter models get {language}`"
        if kind == "vosk":
            return f"put a folder like vosk-model-small-{language}-0.1 that holds one into {self.home}"
        return "`spielleiter models list` shows what there is"


def _unpacked_flaw(folder: Path, full: bool) -> tuple[str | None, bool]:
    """The flaw of a folder in the user's folder, and whether it carries a record to compare it with."""
    try:
        known = record.read(folder)
        flaw = None if known is None else manifest.flaw(folder, known.files, full=full)
        return flaw or vosk_folder.lack(folder), known is not None
    except msgspec.MsgspecError:
        return f"{record.NAME} is not readable", True
    except OSError as error:
        return f"it cannot be read ({error.strerror or error})", True
