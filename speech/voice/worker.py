"""The process in which pyttsx3 lives: one JSON request a line in, one JSON reply a line out.

It is started by its file name and imports nothing of ours, so that it is up within a moment. One engine is made and
used in one thread and asked for nothing but files; everything else pyttsx3 offers has been seen to hang.

A request is ``{"text", "voice", "rate_wpm", "volume", "pitch", "path"}``. The reply is ``{}`` when the file is
written, ``{"unknown_voice": name}``, or ``{"failed": reason}``.
"""

import ctypes
import json
import os
import signal
import sys
import time
import zlib
from pathlib import Path
from typing import Any


def main() -> None:
    """Serve until standard input ends, which it also does when the parent dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at the terminal is for the parent
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # pyttsx3 prints; the replies must stay clean
    engine = None
    for line in sys.stdin.buffer:
        try:
            engine = engine or _Engine()
            reply = engine.render(json.loads(line))
        except Exception as error:  # whatever it was, the parent is waiting for a line
            reply = {"failed": f"{type(error).__name__}: {error}"}
        replies.write(json.dumps(reply) + "\n")
        replies.flush()


class _Engine:
    def __init__(self) -> None:
        if sys.platform == "linux":
            _load_espeak()
        import pyttsx3

        self._engine = pyttsx3.init()
        self._espeak = str(self._engine) == "espeak"
        if self._espeak:
            self._engine.proxy.setBusy(False)  # or it keeps the first properties back until it is too late to settle
        self._voices = self._engine.getProperty("voices")
        self._finished = False
        self._engine.connect("finished-utterance", self._finish)

    def render(self, request: dict[str, Any]) -> dict[str, str]:
        voice = identifier(self._voices, request["voice"], self._espeak)
        if voice is None:
            return {"unknown_voice": request["voice"]}
        self._finished = False
        self._engine.setProperty("voice", voice)
        self._engine.setProperty("rate", request["rate_wpm"])
        self._engine.setProperty("volume", request["volume"])
        if self._espeak:
            self._engine.setProperty("pitch", request["pitch"])
            _settle()
        self._engine.save_to_file(request["text"], request["path"])
        self._engine.runAndWait()
        while self._espeak and not self._finished:  # an eSpeak built with threads is still writing
            time.sleep(0.001)
        if self._espeak and self._engine.getProperty("voice") != voice.lower():
            return {"unknown_voice": request["voice"]}
        return {}

    def _finish(self, **_: object) -> None:
        self._finished = True


def identifier(voices: list[Any], name: str, espeak: bool) -> str | None:
    """pyttsx3's name for a voice; ``None`` if there is none, where eSpeak would quietly speak English.

    Windows and macOS have a handful of voices for each language: a name picks one of them, always the same one.
    """
    base, _, variant = name.partition("+")
    for voice in voices:
        if base.lower() in _names(voice, espeak):
            return f"{voice.id}+{variant}" if espeak and variant else str(voice.id)
    if espeak:
        return None
    spoken = [voice for voice in voices if any(code[:2] == base[:2].lower() for code in _languages(voice))]
    wanted = "female" if variant.lower().startswith("f") else "male"
    fitting = [voice for voice in spoken if _gender(voice) == wanted] or spoken
    return str(fitting[zlib.crc32(name.encode()) % len(fitting)].id) if fitting else None


def _names(voice: Any, espeak: bool) -> set[str]:
    names = {voice.id.lower(), voice.id.lower().rpartition("/")[2]}
    return names.union(_languages(voice)) if espeak else names


def _languages(voice: Any) -> list[str]:
    return [str(language).lower().replace("_", "-") for language in voice.languages or ()]


def _gender(voice: Any) -> str:
    return str(voice.gender).lower().removeprefix("voicegender")


def _settle() -> None:
    """Wait until eSpeak's own thread has taken the properties: ``runAndWait`` cancels those that still queue."""
    from pyttsx3.drivers import _espeak

    while _espeak.IsPlaying():
        time.sleep(0.0005)


def _load_espeak() -> None:
    """Make eSpeak NG known to the process: the system's, or else the one in the wheel."""
    try:
        ctypes.CDLL("libespeak-ng.so.1")
    except OSError:
        import espeakng_loader

        ctypes.CDLL(espeakng_loader.get_library_path(), ctypes.RTLD_GLOBAL)
        os.environ["ESPEAK_DATA_PATH"] = str(Path(espeakng_loader.get_data_path()).parent)


if __name__ == "__main__":
    main()
