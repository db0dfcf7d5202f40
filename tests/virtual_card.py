"""A virtual sound card: a PulseAudio of our own, and an ALSA whose default devices lead to it.

On Debian: ``apt install pulseaudio libportaudio2 libasound2-plugins``.
"""

from __future__ import annotations

import ctypes.util
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

needs_virtual_card = pytest.mark.skipif(
    not (shutil.which("pulseaudio") and ctypes.util.find_library("portaudio")),
    reason="a virtual sound card needs the system packages pulseaudio, libportaudio2 and libasound2-plugins",
)

AIR = """
load-module module-null-sink sink_name=loudspeaker rate=44100
load-module module-null-sink sink_name=other_room rate=48000
load-module module-remap-source master=loudspeaker.monitor source_name=microphone
"""
"""What the loudspeaker plays the microphone hears, as loud as it is."""

_KEPT = "latency_msec=20 source_dont_move=true sink_dont_move=true"
"""Without it PulseAudio moves a loop to the default devices as soon as these are named."""

ROOM = f"""
load-module module-null-sink sink_name=loudspeaker rate=44100
load-module module-null-sink sink_name=players rate=48000
load-module module-null-sink sink_name=room rate=48000
load-module module-loopback source=loudspeaker.monitor sink=room {_KEPT}
load-module module-loopback source=players.monitor sink=room {_KEPT}
load-module module-remap-source master=room.monitor source_name=microphone
set-source-volume loudspeaker.monitor 40960
"""
"""The microphone hears who speaks at the ALSA device ``players``, and the loudspeaker 12 dB below what it plays.

PulseAudio's volume is cubic: five eighths of 65536 is a quarter of the amplitude.
"""

_DEVICES = """
pcm.!default { type pulse }
ctl.!default { type pulse }
pcm.players { type pulse device players hint { show on description players } }
"""


class VirtualCard:
    """``air`` says what leads from the sinks, one of which is called ``loudspeaker``, to the source ``microphone``."""

    def __init__(self, folder: Path, air: str = AIR) -> None:
        self._folder = folder
        (folder / "asound.conf").write_text(_DEVICES)
        (folder / "card.pa").write_text(
            "load-module module-native-protocol-unix\n"
            f"{air.strip()}\n"
            "set-default-sink loudspeaker\n"
            "set-default-source microphone\n"
        )
        for name in ("run", "home"):
            (folder / name).mkdir()
        self.environment = {
            **os.environ,
            "XDG_RUNTIME_DIR": str(folder / "run"),
            "HOME": str(folder / "home"),
            "ALSA_CONFIG_PATH": str(folder / "asound.conf"),
        }
        self._server: subprocess.Popen[bytes] | None = None

    def plug_in(self) -> None:
        command = ["pulseaudio", "-n", "-F", str(self._folder / "card.pa"), "--exit-idle-time=-1", "--daemonize=no"]
        self._server = subprocess.Popen(command, env=self.environment, stderr=subprocess.DEVNULL)
        deadline_s = time.monotonic() + 20.0
        socket = self._folder / "run" / "pulse" / "native"
        while not socket.exists():
            assert time.monotonic() < deadline_s, "PulseAudio did not start"
            time.sleep(0.1)

    def unplug(self, suddenly: bool = False) -> None:
        if self._server:
            (self._server.kill if suddenly else self._server.terminate)()
            self._server.wait()
            self._server = None
        for leftover in (self._folder / "run" / "pulse").glob("*"):
            leftover.unlink()

    def start(self, program: str) -> subprocess.Popen[str]:
        return self.run("-c", program)

    def run(self, *arguments: str) -> subprocess.Popen[str]:
        """Python, with this card as its only sound devices."""
        return subprocess.Popen(
            [sys.executable, *arguments],
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
