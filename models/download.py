"""The download: one file over HTTP into a ``.part`` that a later run can go on with.

Built on ``requests`` and not on ``urllib``: it brings its own certificates (a Python from python.org on macOS has
none), honours the proxy settings of the machine, and notices a body that ends early.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import requests

from models.fault import ModelFault, disk_fault
from models.manifest import sha256_of

Progress = Callable[[int], None]  # how many bytes are there by now
CHUNK_BYTES = 1 << 14  # what of a chunk has arrived when the server breaks off is lost
TRY_AGAIN = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS, *(code for code in HTTPStatus if code >= 500)}


@dataclass(frozen=True)
class Patience:
    """How long to wait for a server.

    ``tries`` counts connections in a row that brought nothing new; the pause before each doubles from ``pause_s``.
    """

    connect_s: float = 10.0
    read_s: float = 30.0
    tries: int = 5
    pause_s: float = 1.0


@dataclass(frozen=True)
class Source:
    """Where a file is and what it must be."""

    url: str
    size_bytes: int
    sha256: str


class _BrokenOff(Exception):
    """The connection failed in a way that may pass; ``str()`` says how."""


def fetch(source: Source, part: Path, progress: Progress, patience: Patience | None = None) -> None:
    """Leaves the whole, verified file at ``part``; goes on with what is already there.

    Raises:
        ModelFault: the server, the network, the disk or the file is at fault. ``part`` is kept unless its content
            cannot become the file.
        KeyboardInterrupt: passed through; ``part`` is kept.
    """
    patience = patience or Patience()
    try:
        _complete(source, part, progress, patience)
        if sha256_of(part) != source.sha256:
            part.unlink()
            raise ModelFault(
                f"What {source.url} sent is not the file the catalogue knows (its sha256 differs) and was thrown away;"
                " run the command again, and if that does not help, the file on the server has changed."
            )
    except OSError as error:
        raise disk_fault(error, part.parent) from error


def _complete(source: Source, part: Path, progress: Progress, patience: Patience) -> None:
    most_bytes = _size(part)
    failures = 0
    with requests.Session() as session:
        while _size(part) != source.size_bytes:
            if _size(part) > source.size_bytes:
                part.unlink()
            try:
                _carry_on(session, source, part, progress, patience)
            except _BrokenOff as broken:
                failures = 0 if _size(part) > most_bytes else failures + 1
                if failures >= patience.tries:
                    raise ModelFault(
                        f"{source.url} could not be fetched ({broken}); look at the internet connection and run the"
                        " command again: it goes on where it stopped."
                    ) from broken
                most_bytes = max(most_bytes, _size(part))
                time.sleep(patience.pause_s * 2**failures)
    progress(source.size_bytes)


def _carry_on(session: requests.Session, source: Source, part: Path, progress: Progress, patience: Patience) -> None:
    have_bytes = _size(part)
    headers = {"Accept-Encoding": "identity"}
    if have_bytes:
        headers["Range"] = f"bytes={have_bytes}-"
    try:
        with session.get(
            source.url, headers=headers, stream=True, timeout=(patience.connect_s, patience.read_s)
        ) as answer:
            start_bytes = _start(answer, source, have_bytes)
            if start_bytes is None:
                part.unlink()
                raise _BrokenOff("the server would not go on with what is here")
            _check_length(answer, source, start_bytes)
            _write(answer, source, part, start_bytes, progress)
    except requests.exceptions.SSLError as error:
        raise ModelFault(
            f"The certificate of {source.url} cannot be trusted; look at this machine's date, or fetch over another"
            " network."
        ) from error
    except (requests.ConnectionError, requests.Timeout, requests.exceptions.ChunkedEncodingError) as error:
        raise _BrokenOff(_cause(error)) from error
    except requests.RequestException as error:
        raise ModelFault(f"{source.url} cannot be fetched ({error}); look at the catalogue's url.") from error
    if _size(part) < source.size_bytes:
        raise _BrokenOff("the server ended before the file did")


def _start(answer: requests.Response, source: Source, have_bytes: int) -> int | None:
    """From which byte on the answer's body is to be written; None where the part has to go first."""
    if answer.status_code == HTTPStatus.OK:
        return 0
    if answer.status_code == HTTPStatus.PARTIAL_CONTENT:
        offered = answer.headers.get("Content-Range", "")
        return have_bytes if offered.startswith(f"bytes {have_bytes}-") else None
    if answer.status_code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE and have_bytes:
        return None
    if answer.status_code in TRY_AGAIN:
        raise _BrokenOff(f"the server says {answer.status_code} {answer.reason}")
    raise ModelFault(
        f"The server says {answer.status_code} {answer.reason} to {source.url}; try later, or look for a newer"
        " Spielleiter if it stays so."
    )


def _check_length(answer: requests.Response, source: Source, start_bytes: int) -> None:
    said = answer.headers.get("Content-Length", "")
    if said.isascii() and said.isdigit() and start_bytes + int(said) != source.size_bytes:
        raise ModelFault(
            f"{source.url} is offered with {start_bytes + int(said):,} bytes instead of {source.size_bytes:,}, so it is"
            " not the file the catalogue knows; look for a newer Spielleiter."
        )


def _write(answer: requests.Response, source: Source, part: Path, start_bytes: int, progress: Progress) -> None:
    there_bytes = start_bytes
    with part.open("r+b" if start_bytes else "wb") as stream:
        stream.seek(start_bytes)
        for chunk in answer.iter_content(CHUNK_BYTES):
            there_bytes += len(chunk)
            if there_bytes > source.size_bytes:
                break
            stream.write(chunk)
            progress(there_bytes)
    if there_bytes > source.size_bytes:
        part.unlink()
        raise ModelFault(
            f"{source.url} sends more than the {source.size_bytes:,} bytes the catalogue knows and was thrown away;"
            " look for a newer Spielleiter."
        )


def _cause(error: requests.RequestException) -> str:
    if isinstance(error, requests.ConnectTimeout):
        return "the server does not answer"
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return "the server broke off"
    if isinstance(error, requests.Timeout) or "timed out" in str(error):
        return "the server went silent"
    return "no connection"


def _size(part: Path) -> int:
    return part.stat().st_size if part.exists() else 0
