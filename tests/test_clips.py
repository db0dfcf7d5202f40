"""Clips: how loud they are played, how the mouth plays them, and how they lie on the disk."""

from __future__ import annotations

import signal
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from speech.fault import SoundFileFault
from speech.loudness import HOST_DB, levelled, speech_level_db
from speech.mouth import PrintedMouth, SpokenMouth
from speech.simulated_room import SimulatedRoom
from speech.sound import RATE_HZ, Samples, silence
from speech.sound_file import read_sound, write_sound
from speech.voice import Pyttsx3Synthesiser, Synthesiser, host_voice, player_voices


@pytest.fixture(scope="module")
def synthesiser() -> Iterator[Synthesiser]:
    with Pyttsx3Synthesiser() as engine:
        yield engine


@pytest.fixture
def sheet(synthesiser: Synthesiser) -> Samples:
    return np.concatenate(
        (
            synthesiser.render(
                "A tool that fishermen use to mend a torn net in rough weather.", player_voices("en")[0]
            ),
            silence(1.5),
        )
    )


class TestLoudness:
    def test_the_host_speaks_at_this_level(self, synthesiser: Synthesiser) -> None:
        lines = ("Alpha?", "Anna, which answer do you choose?", "Please read the next sheet aloud.")
        said = np.concatenate([synthesiser.render(line, host_voice("en")) for line in lines])
        assert speech_level_db(said) == pytest.approx(HOST_DB, abs=1.0)

    @pytest.mark.parametrize("gain", [0.02, 0.2, 1.0])
    def test_far_and_near_readers_come_out_alike(self, sheet: Samples, gain: float) -> None:
        heard = levelled(sheet * np.float32(gain))
        assert len(heard) == len(sheet)
        assert heard.dtype == np.float32
        assert speech_level_db(heard) == pytest.approx(HOST_DB, abs=0.3)
        assert np.abs(heard).max() <= 0.95

    def test_a_shouter_is_turned_down(self, sheet: Samples) -> None:
        shouted = np.clip(sheet * np.float32(20.0), -1.0, 1.0)
        assert speech_level_db(levelled(shouted)) == pytest.approx(HOST_DB, abs=0.3)

    def test_pauses_do_not_count(self, sheet: Samples) -> None:
        assert speech_level_db(np.concatenate((sheet, silence(10.0)))) == pytest.approx(speech_level_db(sheet), abs=0.5)

    def test_a_knock_on_the_microphone_is_turned_down_and_the_words_are_not(self, sheet: Samples) -> None:
        knocked = sheet * np.float32(0.05)
        knocked[RATE_HZ : RATE_HZ + 20] = 0.9
        heard = levelled(knocked)
        assert np.abs(heard).max() <= 0.95
        assert speech_level_db(heard[2 * RATE_HZ :]) == pytest.approx(
            speech_level_db(levelled(sheet)[2 * RATE_HZ :]), abs=2
        )

    @pytest.mark.parametrize("length", [0, 1, 100, RATE_HZ])
    def test_silence_stays_silence(self, length: int) -> None:
        assert np.array_equal(levelled(np.zeros(length, dtype=np.float32)), np.zeros(length, dtype=np.float32))


class TestTheMouth:
    def test_it_plays_a_clip_like_a_sentence(self, synthesiser: Synthesiser, tmp_path: Path) -> None:
        clip = silence(0.5) + np.float32(0.25)
        with SimulatedRoom(recording=tmp_path / "evening.wav", hold_off_s=0.25) as room:
            SpokenMouth(synthesiser, host_voice("en"), room).play(clip)
            assert room.now_s == 0.75
        assert np.allclose(read_sound(tmp_path / "evening.wav")[: len(clip)], clip, atol=1e-4)

    def test_on_paper_a_clip_is_nothing(self, capsys: pytest.CaptureFixture[str]) -> None:
        PrintedMouth(sys.stdout).play(silence(0.5))
        assert capsys.readouterr().out == ""


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """As if the disk had room for files of so many bytes."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)


class TestTheFile:
    @pytest.mark.parametrize("name", ["alpha.flac", "alpha.wav"])
    def test_what_is_written_can_be_read_by_its_owner(self, tmp_path: Path, name: str) -> None:
        sound = np.linspace(-1.2, 1.2, 5000, dtype=np.float32)
        path = tmp_path / name
        path.write_bytes(b"an older clip")
        write_sound(path, sound)
        assert np.allclose(read_sound(path), np.clip(sound, -1.0, 1.0), atol=1e-4)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert [file.name for file in tmp_path.iterdir()] == [name]

    def test_a_full_disk_leaves_the_older_clip(self, tmp_path: Path) -> None:
        path = tmp_path / "alpha.wav"
        write_sound(path, silence(0.1))
        before = path.read_bytes()
        with room_for(10_000), pytest.raises(SoundFileFault, match=r"alpha\.wav cannot be written .*space"):
            write_sound(path, silence(10.0))
        assert path.read_bytes() == before
        assert len(list(tmp_path.iterdir())) == 1

    def test_a_missing_folder_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(SoundFileFault, match="another folder"):
            write_sound(tmp_path / "nowhere" / "alpha.flac", silence(0.1))
