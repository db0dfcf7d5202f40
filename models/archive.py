"""The archive: a ZIP unpacked into one folder, and nothing of it anywhere else."""

from __future__ import annotations

import errno
import hashlib
import shutil
import stat
import zipfile
import zlib
from collections import Counter
from pathlib import Path, PurePosixPath

from models.fault import ModelFault
from models.manifest import File

MEMBERS_AT_MOST = 10_000
CHUNK_BYTES = 1 << 20
# Names that Windows gives to devices, whatever the ending.
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
READABLE = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}


def unpack(archive: Path, folder: Path, at_most_bytes: int) -> tuple[File, ...]:
    """Unpacks into ``folder``, which must be there and empty, and returns what now lies there.

    Everything is checked before the first byte is written. A file is written only up to the size that the archive's
    directory declares for it, so ``at_most_bytes`` bounds what an archive can grow to.

    Raises:
        ModelFault: not a ZIP, broken, encrypted, too large, or with a member that would leave the folder.
        OSError: ``folder`` cannot be written, or has too little room.
    """
    try:
        with zipfile.ZipFile(archive) as bundle:
            members = bundle.infolist()
            _refuse_bad(archive, members, at_most_bytes)
            if sum(member.file_size for member in members) > shutil.disk_usage(folder).free:
                raise OSError(errno.ENOSPC, "the archive needs more room than there is")
            return tuple(_write(bundle, member, folder) for member in members if not _is_folder(member))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise ModelFault(f"{archive.name} is not a readable ZIP archive ({error}); fetch it again.") from error


def _refuse_bad(archive: Path, members: list[zipfile.ZipInfo], at_most_bytes: int) -> None:
    places = Counter(_place(member) for member in members)
    files = {_place(member) for member in members if not _is_folder(member)}
    for member in members:
        flaw = _flaw(member)
        if flaw is None and (places[_place(member)] > 1 or files.intersection(_parents(member))):
            flaw = "lies where another one lies"
        if flaw is not None:
            raise ModelFault(
                f"{archive.name} is refused: its member {member.filename!r} {flaw}; use only archives from the"
                " catalogue's own sources."
            )
    total_bytes = sum(member.file_size for member in members)
    if len(members) > MEMBERS_AT_MOST or total_bytes > at_most_bytes:
        raise ModelFault(
            f"{archive.name} is refused: it would unpack to {len(members):,} files of {total_bytes:,} bytes together,"
            f" more than the {at_most_bytes:,} a model of its size can have."
        )


def _is_folder(member: zipfile.ZipInfo) -> bool:
    return member.filename.endswith("/")  # ZipInfo.is_dir fails for a nameless one


def _place(member: zipfile.ZipInfo) -> str:
    return member.filename.rstrip("/").casefold()


def _parents(member: zipfile.ZipInfo) -> list[str]:
    return [str(parent) for parent in PurePosixPath(_place(member)).parents]


def _flaw(member: zipfile.ZipInfo) -> str | None:
    name = member.orig_filename
    parts = name.removesuffix("/").split("/")
    if name.startswith("/") or "\\" in name or ":" in name or ".." in parts:
        return "would leave the folder"
    if any(part in {"", "."} or part != part.rstrip(". ") or part.split(".")[0].lower() in DEVICES for part in parts):
        return "has a name that not every system can hold"
    if any(ord(letter) < 32 for letter in name):
        return "has an unprintable name"
    kind = stat.S_IFMT(member.external_attr >> 16)
    if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        return "is a link or a device"
    if member.header_offset < 0:
        return "begins before the archive does"
    if member.flag_bits & 0x1:
        return "is encrypted"
    if member.compress_type not in READABLE:
        return "is packed in an unknown way"
    return None


def _write(bundle: zipfile.ZipFile, member: zipfile.ZipInfo, folder: Path) -> File:
    target = folder / member.filename
    target.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with bundle.open(member) as packed, target.open("xb") as stream:
        while chunk := packed.read(CHUNK_BYTES):
            digest.update(chunk)
            stream.write(chunk)
    return File(name=member.filename, sha256=digest.hexdigest(), size_bytes=target.stat().st_size)
