"""The real room: the computer's microphone and loudspeaker, through PortAudio.

The only place with audio threads. PortAudio calls back on threads of its own; blocks cross over by a queue.
"""

from __future__ import annotations

import atexit
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import soxr

from speech.fault import DeviceFault
from speech.sound import BLOCK, RATE_HZ, Samples
from speech.sound_device import Kind, find_device, full_name, load_portaudio

_CALLBACK_S = 0.032
_LATENCY_S = 0.1
"""Asked of both devices: enough that a busy computer neither clicks nor loses sound, too little to be noticed."""
_KEPT_BLOCKS = 300
"""About ten seconds: what nobody listened to for longer is dropped, oldest first."""
_SILENT_S = 1.0
"""A device that has not called back for so long is unplugged."""
_STARTING_S = 5.0
"""Patience with one that was opened just now: PulseAudio was seen to take two seconds."""
_TRIES = 5
_STUCK_S = 3.0
"""A driver that takes longer to close a device never will: seen in one of seven of PulseAudio's sudden ends."""


class SoundCardRoom:
    """Devices named by a part of their name, or the system's default ones.

    A device that falls silent is looked for again under its full name, for about ten seconds.
    """

    def __init__(self, microphone: str | None = None, loudspeaker: str | None = None, hold_off_s: float = 0.25) -> None:
        self._names: dict[Kind, str | None] = {"input": microphone, "output": loudspeaker}
        self._hold_off_s = hold_off_s
        self._sd: Any = None
        self._microphone = _Microphone()
        self._loudspeaker = _Loudspeaker()
        self._heard = np.zeros(0, dtype=np.float32)
        self._opened_s = 0.0
        self._started_s = 0.0
        self._tries = 0
        self._stuck = False

    def __enter__(self) -> SoundCardRoom:
        """Raises: DeviceFault: there is no PortAudio, no such device, or it cannot be opened."""
        self._sd = load_portaudio()
        try:
            self._open()
        except self._sd.PortAudioError as error:
            self._close()
            raise DeviceFault(f"The sound devices cannot be opened ({error}): check the sound settings.") from error
        except DeviceFault:
            self._close()
            raise
        self._opened_s = time.monotonic()
        return self

    def __exit__(self, *exc: object) -> None:
        if not self._stuck:
            self._bounded(self._close)

    @property
    def now_s(self) -> float:
        """Seconds since the devices were opened."""
        return time.monotonic() - self._opened_s

    @property
    def overflows(self) -> int:
        """How often sound from the microphone was lost, by PortAudio or because nobody took it; costs accuracy."""
        return self._microphone.overflows

    @property
    def underflows(self) -> int:
        """How often the loudspeaker ran dry and clicked."""
        return self._loudspeaker.underflows

    def play(self, sound: Samples) -> None:
        """See ``Room``."""
        self._microphone.mute()
        self._loudspeaker.begin(sound)
        while not self._loudspeaker.finished(within_s=self._patience_s()):
            self._reopen("loudspeaker")
        self._tries = 0
        time.sleep(self._loudspeaker.latency_s + self._hold_off_s + self._microphone.latency_s)
        self._microphone.unmute()
        self._heard = self._heard[:0]

    def block(self) -> Samples:
        """See ``Room``; a sound card never ends."""
        while len(self._heard) < BLOCK:
            try:
                more = self._microphone.take(within_s=self._patience_s())
            except queue.Empty:
                self._reopen("microphone")
            else:
                self._tries = 0
                self._heard = np.concatenate((self._heard, more))
        block, self._heard = self._heard[:BLOCK], self._heard[BLOCK:]
        return block

    def _open(self) -> None:
        microphone = find_device(self._sd, "input", self._names["input"])
        loudspeaker = find_device(self._sd, "output", self._names["output"])
        self._names = {"input": full_name(self._sd, microphone), "output": full_name(self._sd, loudspeaker)}
        self._microphone.open(self._sd, microphone)
        self._loudspeaker.open(self._sd, loudspeaker)
        self._started_s = time.monotonic()

    def _patience_s(self) -> float:
        return max(_SILENT_S, self._started_s + _STARTING_S - time.monotonic())

    def _close(self) -> None:
        self._microphone.close()
        self._loudspeaker.close()

    def _reopen(self, lost: str) -> None:
        """PortAudio sees new devices only after a fresh start, which ends both streams."""
        while self._tries < _TRIES and not self._stuck:
            self._tries += 1
            self._bounded(self._shut_down)
            if self._stuck:
                break
            with suppress(self._sd.PortAudioError, DeviceFault):
                self._sd._initialize()
                self._open()
                return
            time.sleep(2 * _SILENT_S)
        raise DeviceFault(
            f"The {lost} is gone: plug it in again and go on with `spielleiter resume`; nothing played is lost."
        )

    def _shut_down(self) -> None:
        self._close()
        with suppress(self._sd.PortAudioError):
            self._sd._terminate()

    def _bounded(self, closing: Callable[[], None]) -> None:
        """Close, unless the driver of a vanished device never comes back from it: then leave it alone for good."""
        thread = threading.Thread(target=closing, daemon=True)
        thread.start()
        thread.join(_STUCK_S)
        if thread.is_alive():
            self._stuck = True
            atexit.unregister(self._sd._exit_handler)  # it would wait for the same driver


class _Microphone:
    """An input stream, resampled by whoever takes from it."""

    def __init__(self) -> None:
        self.overflows = 0
        self.latency_s = 0.0
        self._muted = False
        self._blocks: queue.Queue[Samples | Exception] = queue.Queue(_KEPT_BLOCKS)
        self._resampler = soxr.ResampleStream(RATE_HZ, RATE_HZ, 1, dtype="float32")
        self._rate_hz = RATE_HZ
        self._stream: Any = None

    def open(self, sd: Any, device: dict[str, Any]) -> None:
        self._rate_hz = round(device["default_samplerate"])
        self._forget()
        self._stream = sd.InputStream(
            device=device["index"],
            samplerate=self._rate_hz,
            channels=min(2, device["max_input_channels"]),
            blocksize=round(_CALLBACK_S * self._rate_hz),
            latency=_LATENCY_S,
            dtype="float32",
            callback=self._called,
        )
        self._stream.start()
        self.latency_s = self._stream.latency

    def close(self) -> None:
        _close(self._stream)
        self._stream = None

    def take(self, within_s: float) -> Samples:
        """The next sound at 16 kHz, possibly none yet. Raises: queue.Empty: the device has not called back."""
        block = self._blocks.get(timeout=within_s)
        if isinstance(block, Exception):
            raise block
        heard: Samples = self._resampler.resample_chunk(block)
        return heard

    def mute(self) -> None:
        """Take nothing in for a while."""
        self._muted = True

    def unmute(self) -> None:
        """Listen from now on; what came in before is forgotten."""
        self._forget()
        self._muted = False

    def _forget(self) -> None:
        with suppress(queue.Empty):
            while True:
                self._blocks.get_nowait()
        self._resampler = soxr.ResampleStream(self._rate_hz, RATE_HZ, 1, dtype="float32")

    def _called(self, buffer: Samples, _frames: int, _time: Any, status: Any) -> None:
        try:
            if self._muted:
                return
            self.overflows += bool(status.input_overflow)
            self._put(buffer.mean(axis=1))  # a new array: PortAudio reuses the buffer
        except Exception as error:  # PortAudio's thread cannot raise it, ``take`` can
            self._put(error)

    def _put(self, block: Samples | Exception) -> None:
        if self._blocks.full():
            self.overflows += 1
            with suppress(queue.Empty):
                self._blocks.get_nowait()
        self._blocks.put_nowait(block)


class _Loudspeaker:
    """An output stream that is silent between the sounds, so that no sound's beginning is cut off."""

    def __init__(self) -> None:
        self.underflows = 0
        self.latency_s = 0.0
        self._lock = threading.Lock()
        self._rest = np.zeros(0, dtype=np.float32)
        self._rate_hz = RATE_HZ
        self._calls = 0
        self._done = threading.Event()
        self._error: Exception | None = None
        self._stream: Any = None

    def open(self, sd: Any, device: dict[str, Any]) -> None:
        rate_hz = round(device["default_samplerate"])
        self._rest = soxr.resample(self._rest, self._rate_hz, rate_hz)
        self._rate_hz = rate_hz
        self._stream = sd.OutputStream(
            device=device["index"],
            samplerate=rate_hz,
            channels=min(2, device["max_output_channels"]),
            latency=_LATENCY_S,
            dtype="float32",
            callback=self._called,
        )
        self._stream.start()
        self.latency_s = self._stream.latency

    def close(self) -> None:
        _close(self._stream)
        self._stream = None

    def begin(self, sound: Samples) -> None:
        with self._lock:
            self._rest = soxr.resample(sound, RATE_HZ, self._rate_hz)
            self._done.clear()

    def finished(self, within_s: float) -> bool:
        """Wait for the sound's end; false if the device has not called back for ``within_s``."""
        calls = -1
        while not self._done.wait(within_s):
            if self._calls == calls:
                return False
            calls = self._calls
        if self._error:
            raise self._error
        return True

    def _called(self, buffer: Samples, frames: int, _time: Any, status: Any) -> None:
        try:
            self._calls += 1
            with self._lock:
                self.underflows += bool(status.output_underflow and len(self._rest) > 0)
                piece, self._rest = self._rest[:frames], self._rest[frames:]
                buffer[: len(piece)] = piece[:, np.newaxis]
                buffer[len(piece) :] = 0.0
                if len(self._rest) == 0:
                    self._done.set()
        except Exception as error:  # PortAudio's thread cannot raise it, ``finished`` can
            self._error = error
            self._done.set()


def _close(stream: Any) -> None:
    if stream:
        stream.abort(ignore_errors=True)
        stream.close(ignore_errors=True)
