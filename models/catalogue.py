"""The catalogue: every model there is, with its origin, size, checksum and licence."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from models.fault import ModelFault
from models.manifest import File, Sha256, Size

Kind = Literal["phrases", "vosk"]
# A name becomes a folder's name, so it can hold no separator and no leading dot.
Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?\Z")]
Language = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2,3}\Z")]
OWN = Path(__file__).with_name("catalogue.toml")


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One model: either bundled (``files``) or fetched (``url``, ``size_bytes`` and ``sha256`` of the archive)."""

    name: Name
    kind: Kind
    language: Language
    licence: Annotated[str, msgspec.Meta(min_length=1)]
    grammar: bool
    files: tuple[File, ...] = ()
    url: Annotated[str, msgspec.Meta(pattern=r"^(https?://[^\s/]+/\S+)?\Z")] = ""
    sha256: Sha256 | None = None
    size_bytes: Size | None = msgspec.field(default=None, name="bytes")

    def __post_init__(self) -> None:
        if self.bundled:
            if not self.files:
                raise ValueError("a model without a `url` is bundled and needs `files`")
            if self.sha256 is not None or self.size_bytes is not None:
                raise ValueError("a bundled model has `sha256` and `bytes` at each of its `files`")
        elif self.kind != "vosk":
            raise ValueError("only a model of kind `vosk` can be fetched and have a `url`")
        elif self.files or self.sha256 is None or self.size_bytes is None:
            raise ValueError("a model with a `url` needs `bytes` and `sha256` of the archive, and no `files`")

    @property
    def bundled(self) -> bool:
        return not self.url

    @property
    def total_bytes(self) -> int:
        """What is to be fetched, or what the bundled files weigh together."""
        return self.size_bytes if self.size_bytes is not None else sum(file.size_bytes for file in self.files)


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    models: Annotated[tuple[Entry, ...], msgspec.Meta(min_length=1)]

    def __post_init__(self) -> None:
        names = [entry.name for entry in self.models]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise ValueError(f"`{twice}` is there twice")

    def fetchable(self, language: str) -> Entry:
        """The first model that can be fetched for ``language`` (``"de"``; ``"de-AT"`` is taken for it).

        Raises:
            ModelFault: there is none; the sentence lists the languages there are.
        """
        code = language.lower().replace("_", "-").partition("-")[0]
        for entry in self.models:
            if entry.language == code and not entry.bundled:
                return entry
        there = ", ".join(sorted({entry.language for entry in self.models if not entry.bundled})) or "none"
        raise ModelFault(f"There is no model to fetch for “{language}”; the languages there are: {there}.")


def load(path: Path = OWN) -> Catalogue:
    """Reads and checks a catalogue.

    Raises:
        ModelFault: naming the file and the field.
    """
    try:
        return msgspec.convert(tomllib.loads(path.read_bytes().decode()), Catalogue)
    except msgspec.ValidationError as error:
        reason, _, field = str(error).partition(" - at ")
        where = field.strip("`").removeprefix("$").removeprefix(".") or "the whole file"
        raise ModelFault(f"{path}, {where}: {reason}; {_remedy(path)}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ModelFault(f"{path} is not readable as TOML ({error}); {_remedy(path)}.") from error
    except OSError as error:
        raise ModelFault(f"{path} cannot be read ({error.strerror or error}); {_remedy(path)}.") from error


def _remedy(path: Path) -> str:
    return "install Spielleiter again" if path == OWN else "correct the file"
