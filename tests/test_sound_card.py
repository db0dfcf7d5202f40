"""The real room. What needs no device runs everywhere; the rest runs on a virtual sound card made by PulseAudio."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from virtual_card import VirtualCard, needs_virtual_card

from speech.fault import DeviceFault
from speech.sound_card import SoundCardRoom

LISTEN_TO_A_SENTENCE = """
import json, sys, threading
import numpy as np
from speech.sound_card import SoundCardRoom
from speech.voice import Pyttsx3Synthesiser, host_voice

with Pyttsx3Synthesiser() as synthesiser, SoundCardRoom() as host, SoundCardRoom("default", "default") as guest:
    sentence = synthesiser.render("Anna, which answer do you think is true?", host_voice("en"))
    host.play(sentence[:1600])  # the virtual card needs a moment after it was opened
    guest.block()
    before_s = host.now_s
    playing = threading.Thread(target=host.play, args=[sentence])
    playing.start()
    heard = np.concatenate([guest.block() for _ in range(130)])
    playing.join()
    after = np.concatenate([host.block() for _ in range(10)])

pieces = [sentence[k : k + 8000] for k in range(0, len(sentence) - 8000, 8000)]
starts = [int(np.correlate(heard, piece, "valid").argmax()) for piece in pieces]
print(json.dumps({
    "starts": starts,
    "alike": [float(np.corrcoef(heard[k : k + 8000], piece)[0, 1]) for k, piece in zip(starts, pieces)],
    "host_heard_itself": float(np.abs(after).max()),
    "lost": host.overflows + guest.overflows,
    "closed": guest._microphone._stream is None,
}))
"""

LISTEN_AND_SAY_SO = """
import sys
from speech.fault import DeviceFault
from speech.sound_card import SoundCardRoom

with SoundCardRoom() as room:
    room.block()
    print("listening", flush=True)
    try:
        while room.now_s < 60.0:
            blocks = [room.block() for _ in range(10)]
            print("heard", flush=True)
    except DeviceFault as fault:
        print(fault, flush=True)
"""

SPEAK_AND_SAY_SO = LISTEN_AND_SAY_SO.replace("[room.block() for _ in range(10)]", "room.play(np.zeros(1600, 'f'))")
SPEAK_AND_SAY_SO = "import numpy as np\n" + SPEAK_AND_SAY_SO


@pytest.fixture
def card(tmp_path: Path) -> Iterator[VirtualCard]:
    virtual = VirtualCard(tmp_path)
    virtual.plug_in()
    yield virtual
    virtual.unplug()


def test_no_such_device_is_a_plain_sentence_on_every_machine() -> None:
    with pytest.raises(DeviceFault, match=r"There is no .*--typed.*--mic FILE.*\.$"):
        SoundCardRoom("a microphone nobody has").__enter__()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere PortAudio comes with sounddevice")
def test_without_portaudio_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr("ctypes.util.find_library", lambda _name: None)
    with pytest.raises(
        DeviceFault, match=r"no PortAudio library: on Linux install .* libportaudio2, or play with --typed"
    ):
        SoundCardRoom().__enter__()


def test_a_broken_sound_system_is_a_plain_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sounddevice.py").write_text("raise RuntimeError('Error initializing PortAudio')")
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(DeviceFault, match=r"does not start \(Error initializing PortAudio\): check .*, or play with"):
        SoundCardRoom().__enter__()


def test_importing_the_rooms_does_not_touch_portaudio() -> None:
    program = "import sys, speech.sound_card, speech.wav_room; raise SystemExit('sounddevice' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@needs_virtual_card
def test_no_device_at_all_is_a_plain_sentence(tmp_path: Path) -> None:
    unplugged = VirtualCard(tmp_path)
    process = unplugged.start("from speech.sound_card import SoundCardRoom\nSoundCardRoom().__enter__()")
    _, errors = process.communicate(timeout=60)
    assert errors.splitlines()[-1].endswith(
        "There is no microphone: plug one in, or play with --typed at the keyboard, "
        "or with --mic FILE from a recording."
    )


@needs_virtual_card
def test_a_sentence_comes_back_through_the_air(card: VirtualCard) -> None:
    process = card.start(LISTEN_TO_A_SENTENCE)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    result: dict[str, Any] = json.loads(output)
    assert len(result["alike"]) == 4
    assert sorted(result["alike"])[1] > 0.95, result  # a busy computer may click once
    assert result["starts"] == sorted(result["starts"])
    assert result["host_heard_itself"] < 1e-3
    assert result["lost"] == 0
    assert result["closed"]


@needs_virtual_card
@pytest.mark.parametrize("program", [LISTEN_AND_SAY_SO, SPEAK_AND_SAY_SO], ids=["microphone", "loudspeaker"])
def test_an_unplugged_device_is_found_again(card: VirtualCard, program: str) -> None:
    # Now and then PortAudio cannot be closed once its driver is dead; the evening then ends with the sentence below.
    seen: list[str] = []
    for _ in range(3):
        process = card.start(program)
        lines = iter(process.stdout or ())
        assert next(lines) == "listening\n"
        assert next(lines) == "heard\n"
        card.unplug()
        time.sleep(2.0)
        card.plug_in()
        back_s = time.monotonic()
        seen = list(islice(lines, 12))
        took_s = time.monotonic() - back_s
        process.kill()
        errors = process.communicate()[1]
        if " is gone: " not in seen[-1]:
            break
    assert seen == ["heard\n"] * 12, errors
    assert took_s > 2.0  # 12 lines are more sound than was on its way before


@needs_virtual_card
@pytest.mark.parametrize("suddenly", [False, True])
def test_a_device_gone_for_good_is_a_plain_sentence(card: VirtualCard, suddenly: bool) -> None:
    # A sudden end sometimes leaves PortAudio waiting for ever in the dead driver: that must not hold us up either.
    process = card.start(LISTEN_AND_SAY_SO)
    assert next(iter(process.stdout or ())) == "listening\n"
    card.unplug(suddenly)
    output, errors = process.communicate(timeout=60)
    assert output.splitlines()[-1] == (
        "The microphone is gone: plug it in again and go on with `spielleiter resume`; nothing played is lost."
    )
    assert process.returncode == 0, errors
