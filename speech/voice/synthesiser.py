"""Synthesis by pyttsx3, in a process of its own that may hang or die without harm."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
from collections import OrderedDict
from pathlib import Path

import numpy as np

from speech.fault import SoundFileFault, VoiceFault
from speech.sound import Samples
from speech.sound_file import read_sound
from speech.voice.voice import Voice

_CACHED_SENTENCES = 256
_AUDIBLE = 1e-3
"""-60 dB: what is below at either end of a sentence is eSpeak's own pause."""
_REMEDY = "check that there is room for temporary files, then reinstall pyttsx3 and, on Linux, espeakng-loader"


class Pyttsx3Synthesiser:
    """Renders by pyttsx3 (eSpeak NG on Linux, the system's own voices on Windows and macOS).

    Used by one thread, as a context manager. The worker process starts with the first sentence and serves every
    voice; the last 256 sentences are kept.
    """

    def __init__(self, limit_s: float = 10.0, command: tuple[str, ...] | None = None) -> None:
        """``limit_s`` is what one sentence may take; ``command`` starts another worker than ours."""
        self._limit_s = limit_s
        self._command = command or (sys.executable, "-P", str(Path(__file__).with_name("worker.py")))
        self._worker: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._cache: OrderedDict[tuple[str, Voice], Samples] = OrderedDict()

    def __enter__(self) -> Pyttsx3Synthesiser:
        return self

    def __exit__(self, *exc: object) -> None:
        self._stop_worker()
        if self._folder:
            self._folder.cleanup()

    @property
    def worker_pid(self) -> int | None:
        """The process that speaks, if it runs."""
        return self._worker.pid if self._worker else None

    def render(self, text: str, voice: Voice) -> Samples:
        """See ``Synthesiser``. A worker that hangs or dies is replaced and the sentence tried once more."""
        key = (text, voice)
        if key not in self._cache:
            self._cache[key] = self._rendered(text, voice)
            if len(self._cache) > _CACHED_SENTENCES:
                self._cache.popitem(last=False)
        self._cache.move_to_end(key)
        return self._cache[key]

    def _rendered(self, text: str, voice: Voice) -> Samples:
        if not text.strip():
            return np.zeros(0, dtype=np.float32)
        try:
            return self._attempt(text, voice)
        except _WorkerLostError:
            self._stop_worker()
        try:
            return self._attempt(text, voice)
        except _WorkerLostError as lost:
            self._stop_worker()
            raise VoiceFault(f"The voice failed twice in a row ({lost}): {_REMEDY}.") from lost

    def _attempt(self, text: str, voice: Voice) -> Samples:
        path = self._sentence_path()
        path.unlink(missing_ok=True)
        request = {
            "text": text,
            "voice": voice.name,
            "rate_wpm": voice.rate_wpm,
            "volume": voice.volume,
            "pitch": voice.pitch,
            "path": str(path),
        }
        reply = self._ask_worker(json.dumps(request))
        if "unknown_voice" in reply:
            raise VoiceFault(
                f'There is no voice "{voice.name}" here: choose a language that eSpeak knows, or on Windows and macOS '
                "add a voice of that language in the system's settings."
            )
        if "failed" in reply:
            raise _WorkerLostError(reply["failed"])
        try:
            return _trimmed(read_sound(path))
        except SoundFileFault as fault:
            raise _WorkerLostError("it left no sound behind") from fault

    def _sentence_path(self) -> Path:
        try:
            self._folder = self._folder or tempfile.TemporaryDirectory(prefix="spielleiter-voice-")
        except OSError as error:
            raise _WorkerLostError(str(error)) from error
        return Path(self._folder.name) / "sentence.wav"

    def _ask_worker(self, request: str) -> dict[str, str]:
        worker = self._worker or self._start_worker()
        if worker.stdin is None or worker.stdout is None:
            raise AssertionError("the worker is started with pipes")
        watchdog = threading.Timer(self._limit_s, worker.kill)
        watchdog.start()
        try:
            worker.stdin.write(request.encode() + b"\n")
            worker.stdin.flush()
            line = worker.stdout.readline()
        except OSError as error:
            raise _WorkerLostError("it is gone") from error
        except BaseException:
            self._stop_worker()  # Ctrl-C: the reply still to come must not be taken for the next sentence's
            raise
        finally:
            watchdog.cancel()
        if not line:
            raise _WorkerLostError(f"it died or gave no answer within {self._limit_s:g} seconds")
        reply: dict[str, str] = json.loads(line)
        return reply

    def _start_worker(self) -> subprocess.Popen[bytes]:
        try:
            self._worker = subprocess.Popen(  # noqa: S603 - our own interpreter and file
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise _WorkerLostError(str(error)) from error
        return self._worker

    def _stop_worker(self) -> None:
        if self._worker:
            self._worker.kill()
            self._worker.communicate()
            self._worker = None


class _WorkerLostError(Exception):
    """The worker hung, died, or made nothing; the message says which."""


def _trimmed(sound: Samples) -> Samples:
    """The sound from its first to its last audible sample, read-only."""
    audible = np.flatnonzero(np.abs(sound) > _AUDIBLE)
    trimmed = sound[audible[0] : audible[-1] + 1].copy() if len(audible) else sound[:0]
    trimmed.flags.writeable = False
    return trimmed
