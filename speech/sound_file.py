"""Recordings on disk: read whole, read piece by piece, written as they happen."""

from __future__ import annotations

import io
import os
import tempfile
import wave
from pathlib import Path

import numpy as np
import soundfile
import soxr

from speech.fault import SoundFileFault
from speech.sound import RATE_HZ, Samples

_PIECE = RATE_HZ
"""Frames read or written at once."""


def read_sound(path: Path) -> Samples:
    """A whole recording (WAV, FLAC, Ogg or AIFF, any rate and number of channels) as 16 kHz mono.

    Raises:
        SoundFileFault: it is missing, unreadable or empty.
    """
    file = _open(path)
    with file:
        sound: Samples = soxr.resample(_read(file, path, -1), file.samplerate, RATE_HZ)
        return np.clip(sound, -1.0, 1.0)


def write_sound(path: Path, sound: Samples) -> None:
    """Write a 16-bit recording, FLAC or WAV by the name's ending, that only the owner may read.

    It takes the place of a file of that name when it is complete and safe on the disk, and not before. What exceeds
    full scale is clipped.

    Raises:
        SoundFileFault: the disk is full, or the folder is missing or may not be written to.
    """
    encoded = io.BytesIO()
    kind = "FLAC" if path.suffix.lower() == ".flac" else "WAV"
    soundfile.write(encoded, np.clip(sound, -1.0, 1.0), RATE_HZ, subtype="PCM_16", format=kind)
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}-", delete=False) as file:
            try:
                file.write(encoded.getbuffer())
                file.flush()
                os.fsync(file.fileno())
                file.close()
                Path(file.name).replace(path)
            except BaseException:
                file.close()
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise _unwritable(path, error) from error


class SoundReader:
    """A recording of any length, read from front to back in little memory; a context manager."""

    def __init__(self, path: Path) -> None:
        """Raises: SoundFileFault: the recording is missing, unreadable or empty."""
        self._path = path
        self._file = _open(path)
        self._resampler = soxr.ResampleStream(self._file.samplerate, RATE_HZ, 1, dtype="float32")
        self._ahead = np.zeros(0, dtype=np.float32)
        self._ended = False

    def __enter__(self) -> SoundReader:
        return self

    def __exit__(self, *exc: object) -> None:
        self._file.close()

    def read(self, count: int) -> Samples:
        """The next ``count`` samples at 16 kHz; fewer at the end of the recording, then none."""
        while len(self._ahead) < count and not self._ended:
            frames = _read(self._file, self._path, _PIECE)
            self._ended = len(frames) < _PIECE
            more = np.clip(self._resampler.resample_chunk(frames, last=self._ended), -1.0, 1.0)
            self._ahead = np.concatenate((self._ahead, more))
        taken, self._ahead = self._ahead[:count], self._ahead[count:]
        return taken

    def skip(self, count: int) -> None:
        """Leave out the next ``count`` samples, or what is left of them."""
        while count > 0 and (passed := len(self.read(min(count, _PIECE)))) > 0:
            count -= passed


class SoundWriter:
    """A 16-bit WAV that is playable at any moment up to the last whole second written; a context manager."""

    def __init__(self, path: Path) -> None:
        """Raises: SoundFileFault: the file cannot be written."""
        self._path = path
        self._waiting: list[Samples] = []
        self._waiting_count = 0
        self.position = 0
        """Samples written so far."""
        try:
            self._raw = path.open("wb")
        except OSError as error:
            raise _unwritable(path, error) from error
        self._wave = wave.open(self._raw, "wb")  # noqa: SIM115 - closed by __exit__
        self._wave.setparams((1, 2, RATE_HZ, 0, "NONE", ""))

    def __enter__(self) -> SoundWriter:
        return self

    def __exit__(self, *exc: object) -> None:
        try:
            self._put()
        finally:
            self._close()

    def write(self, sound: Samples) -> None:
        """Append; what exceeds full scale is clipped.

        Raises:
            SoundFileFault: the disk is full or gone.
        """
        self._waiting.append(sound)
        self._waiting_count += len(sound)
        self.position += len(sound)
        if self._waiting_count >= _PIECE:
            self._put()

    def write_silence(self, count: int) -> None:
        """Append ``count`` samples of silence, however many."""
        while count > 0:
            piece = min(count, _PIECE)
            self.write(np.zeros(piece, dtype=np.float32))
            count -= piece

    def _put(self) -> None:
        sound = np.concatenate((*self._waiting, np.zeros(0, dtype=np.float32)))
        self._waiting.clear()
        self._waiting_count = 0
        try:
            self._wave.writeframes(np.rint(np.clip(sound, -1.0, 1.0) * 32767).astype("<i2").tobytes())
            self._raw.flush()
        except OSError as error:
            raise _unwritable(self._path, error) from error

    def _close(self) -> None:
        try:
            self._wave.close()
            self._raw.close()
        except OSError as error:
            raise _unwritable(self._path, error) from error


def _open(path: Path) -> soundfile.SoundFile:
    if not path.is_file():
        raise SoundFileFault(f"There is no recording {path}: check the file's name.")
    try:
        file = soundfile.SoundFile(path)
    except (soundfile.SoundFileError, OSError) as error:
        raise SoundFileFault(f"{path} cannot be read as sound: give a WAV or FLAC file.") from error
    if file.frames == 0:
        file.close()
        raise SoundFileFault(f"The recording {path} is empty: record it again.")
    return file


def _read(file: soundfile.SoundFile, path: Path, count: int) -> Samples:
    try:
        frames = file.read(count, dtype="float32", always_2d=True)
    except (soundfile.SoundFileError, OSError) as error:
        raise SoundFileFault(f"{path} is broken in the middle: record it again.") from error
    mono: Samples = frames.mean(axis=1, dtype=np.float32)
    return mono


def _unwritable(path: Path, error: OSError) -> SoundFileFault:
    return SoundFileFault(
        f"{path} cannot be written ({error.strerror or error}): free some space, or name a file in another folder."
    )
