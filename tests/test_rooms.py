"""Rooms without devices: two WAV files, and the rehearsal's simulated room; the mouth that plays in them."""

import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from speech.fault import SoundFileFault
from speech.mouth import PrintedMouth, SpokenMouth, sentences
from speech.noise import Background, loudness, mix, noise_gain
from speech.room import Room
from speech.simulated_room import SimulatedRoom
from speech.sound import BLOCK, RATE_HZ, Samples, silence
from speech.sound_file import SoundReader, SoundWriter, read_sound
from speech.voice import Pyttsx3Synthesiser, host_voice
from speech.wav_room import WavRoom

HOLD_OFF = RATE_HZ // 4


def tone(duration_s: float, level: float = 0.5, pitch_hz: float = 500.0) -> Samples:
    moments = np.arange(round(duration_s * RATE_HZ)) / RATE_HZ
    return (level * np.sin(2 * np.pi * pitch_hz * moments)).astype(np.float32)


def marks(count: int) -> Samples:
    """A recording whose every sample tells its own position, as far as 16 bits do."""
    return (np.arange(count) % 30_000 / 32_768).astype(np.float32)


def write(path: Path, sound: Samples, rate_hz: int = RATE_HZ) -> Path:
    soundfile.write(path, sound, rate_hz, subtype="PCM_16")
    return path


def listen(room: Room, count: int) -> Samples:
    heard = [room.block() for _ in range(count)]
    return np.concatenate([block for block in heard if block is not None])


class TestWavRoom:
    def test_the_microphone_runs_on_unheard_while_the_host_speaks(self, tmp_path: Path) -> None:
        recording = marks(3 * RATE_HZ)
        microphone = write(tmp_path / "mic.wav", recording)
        with WavRoom(microphone, tmp_path / "speaker.wav") as room:
            assert np.array_equal(listen(room, 2), recording[: 2 * BLOCK])
            room.play(tone(0.5))
            resumed = 2 * BLOCK + RATE_HZ // 2 + HOLD_OFF
            assert room.now_s == resumed / RATE_HZ
            assert np.array_equal(listen(room, 1), recording[resumed : resumed + BLOCK])
            room.play(tone(0.25))
        speaker = read_sound(tmp_path / "speaker.wav")
        second = resumed + BLOCK
        assert len(speaker) == second + RATE_HZ // 4
        assert np.flatnonzero(speaker)[0] == 2 * BLOCK + 1  # a sine begins with 0
        assert not speaker[2 * BLOCK + RATE_HZ // 2 : second + 1].any()
        assert np.abs(speaker[second:] - tone(0.25)).max() < 1e-4

    def test_the_end_of_the_recording_is_the_end_of_the_microphone(self, tmp_path: Path) -> None:
        microphone = write(tmp_path / "mic.wav", tone(0.05))
        with WavRoom(microphone, None) as room:
            first, second = room.block(), room.block()
            assert first is not None
            assert second is not None
            assert second.shape == (BLOCK,)
            assert not second[800 - BLOCK :].any()
            assert room.block() is None
            room.play(tone(1.0))
            assert room.block() is None
            assert room.now_s == (2 * BLOCK + RATE_HZ + HOLD_OFF) / RATE_HZ

    def test_without_files_nothing_is_heard(self) -> None:
        with WavRoom(None, None) as room:
            room.play(tone(1.0))
            assert room.block() is None

    @pytest.mark.parametrize(("rate_hz", "channels"), [(8_000, 1), (44_100, 2), (48_000, 1), (96_000, 6)])
    def test_any_rate_and_channels(self, tmp_path: Path, rate_hz: int, channels: int) -> None:
        moments = np.arange(2 * rate_hz) / rate_hz
        sound = np.repeat(0.5 * np.sin(2 * np.pi * 500 * moments)[:, None], channels, axis=1)
        microphone = write(tmp_path / "mic.wav", sound.astype(np.float32), rate_hz)
        with WavRoom(microphone, None) as room:
            heard = listen(room, 2 * RATE_HZ // BLOCK)
        expected = tone(2.0)[: len(heard)]
        assert np.abs(heard[RATE_HZ // 2 : -RATE_HZ // 2] - expected[RATE_HZ // 2 : -RATE_HZ // 2]).max() < 0.01
        assert abs(len(read_sound(microphone)) - 2 * RATE_HZ) <= 1

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            (None, "no recording .*mic.wav: check"),
            (b"", "mic.wav cannot be read as sound: give"),
            (b"this is a letter, not a song" * 100, "mic.wav cannot be read as sound: give"),
        ],
        ids=["missing", "empty", "no sound"],
    )
    def test_an_unreadable_recording(self, tmp_path: Path, content: bytes | None, sentence: str) -> None:
        microphone = tmp_path / "mic.wav"
        if content is not None:
            microphone.write_bytes(content)
        with pytest.raises(SoundFileFault, match=sentence):
            WavRoom(microphone, tmp_path / "speaker.wav").__enter__()
        assert not (tmp_path / "speaker.wav").exists()

    def test_a_recording_without_a_single_sample(self, tmp_path: Path) -> None:
        microphone = write(tmp_path / "mic.wav", silence(0.0))
        with pytest.raises(SoundFileFault, match=r"mic\.wav is empty: record it again"):
            WavRoom(microphone, None).__enter__()

    def test_a_folder_is_no_recording(self, tmp_path: Path) -> None:
        with pytest.raises(SoundFileFault, match="check the file's name"):
            WavRoom(tmp_path, None).__enter__()

    def test_an_unwritable_loudspeaker(self, tmp_path: Path) -> None:
        with pytest.raises(SoundFileFault, match=r"speaker\.wav cannot be written .*: free some space, or name"):
            WavRoom(None, tmp_path / "no such folder" / "speaker.wav").__enter__()

    def test_the_loudspeaker_does_not_overwrite_the_microphone(self, tmp_path: Path) -> None:
        recording = write(tmp_path / "mic.wav", tone(1.0))
        with pytest.raises(SoundFileFault, match=r"mic\.wav is the microphone's recording: name another"):
            WavRoom(recording, tmp_path / "." / "mic.wav").__enter__()
        assert len(read_sound(recording)) == RATE_HZ

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
    def test_a_full_disk(self) -> None:
        def play_on_and_on() -> None:
            with WavRoom(None, Path("/dev/full")) as room:
                for _ in range(3):
                    room.play(tone(1.0))

        with pytest.raises(SoundFileFault, match="/dev/full cannot be written"):
            play_on_and_on()


class TestSoundFile:
    def test_a_killed_process_leaves_a_playable_file(self, tmp_path: Path) -> None:
        program = (
            "import os, sys, pathlib, numpy\n"
            "from speech.sound_file import SoundWriter\n"
            "with SoundWriter(pathlib.Path(sys.argv[1])) as writer:\n"
            "    for _ in range(300):\n"
            "        writer.write(numpy.full(512, 0.25, dtype=numpy.float32))\n"
            "    os._exit(9)\n"
        )
        killed = subprocess.run([sys.executable, "-c", program, str(tmp_path / "evening.wav")], check=False)
        assert killed.returncode == 9
        saved = read_sound(tmp_path / "evening.wav")
        assert 8 * RATE_HZ < len(saved) <= 300 * 512
        assert np.allclose(saved, 0.25, atol=1e-4)

    def test_what_exceeds_full_scale_is_clipped(self, tmp_path: Path) -> None:
        with SoundWriter(tmp_path / "loud.wav") as writer:
            writer.write(np.array([1.5, -1.5, 0.5], dtype=np.float32))
        assert read_sound(tmp_path / "loud.wav") == pytest.approx([1.0, -1.0, 0.5], abs=1e-4)

    def test_skipping_is_reading_without_keeping(self, tmp_path: Path) -> None:
        path = write(tmp_path / "long.wav", marks(5 * RATE_HZ))
        with SoundReader(path) as reader:
            reader.skip(3 * RATE_HZ + 7)
            assert np.array_equal(reader.read(100), marks(5 * RATE_HZ)[3 * RATE_HZ + 7 :][:100])
            reader.skip(10 * RATE_HZ)
            assert len(reader.read(1)) == 0


class TestSimulatedRoom:
    def test_an_utterance_arrives_at_its_sample(self) -> None:
        with SimulatedRoom() as room:
            room.speak(tone(0.2), at_s=1001 / RATE_HZ)
            heard = listen(room, 10)
        start = 1001
        assert not heard[: start + 1].any()
        assert heard[start + 1] > 0.0
        assert heard[start + 3199] != 0.0
        assert not heard[start + 3200 :].any()

    def test_utterances_overlap(self) -> None:
        with SimulatedRoom() as room:
            room.speak(tone(0.1, pitch_hz=500), at_s=0.0)
            room.speak(tone(0.1, pitch_hz=700), at_s=0.05)
            heard = listen(room, 6)
        with SimulatedRoom() as first, SimulatedRoom() as second:
            first.speak(tone(0.1, pitch_hz=500), at_s=0.0)
            second.speak(tone(0.1, pitch_hz=700), at_s=0.05)
            assert np.allclose(heard, listen(first, 6) + listen(second, 6), atol=1e-6)

    def test_everybody_is_equally_loud_unless_asked_otherwise(self) -> None:
        with SimulatedRoom() as room:
            for turn, (level, level_db) in enumerate([(0.9, 0.0), (0.01, 0.0), (0.9, -12.0)]):
                room.speak(tone(0.3, level), at_s=float(turn), level_db=level_db)
            heard = listen(room, 4 * RATE_HZ // BLOCK)
        loud, quiet, mumbled = (loudness(heard[turn * RATE_HZ :][:RATE_HZ]) for turn in range(3))
        assert loud == pytest.approx(0.1, rel=0.01)
        assert quiet == pytest.approx(0.1, rel=0.01)
        assert mumbled == pytest.approx(0.1 * 10 ** (-12 / 20), rel=0.01)

    def test_what_is_said_while_the_host_is_audible_is_lost_but_recorded(self, tmp_path: Path) -> None:
        with SimulatedRoom(recording=tmp_path / "evening.wav") as room:
            room.speak(tone(0.2, pitch_hz=700), at_s=0.1)
            room.speak(tone(0.2, pitch_hz=700), at_s=1.2)
            room.play(tone(1.0, level=0.25))
            assert room.now_s == 1.25
            assert room.pending_until_s == pytest.approx(1.4)
            heard = listen(room, 10)
            assert room.pending_until_s == room.now_s
        assert np.flatnonzero(heard)[-1] in (2398, 2399)  # 0.15 s of the second one are left
        evening = read_sound(tmp_path / "evening.wav")
        assert len(evening) == round(1.25 * RATE_HZ) + 10 * BLOCK
        assert np.abs(evening[:1600] - tone(1.0, 0.25)[:1600]).max() < 1e-4
        assert loudness(evening[1600:4800] - tone(1.0, 0.25)[1600:4800]) == pytest.approx(0.1, rel=0.01)
        assert np.abs(evening[20_000:] - heard).max() < 1e-4

    def test_background_runs_through_the_whole_evening(self, tmp_path: Path) -> None:
        noise = np.random.default_rng(1).normal(0, 0.2, 3 * RATE_HZ).astype(np.float32)
        with SimulatedRoom(Background(noise, snr_db=15.0), seed=5, recording=tmp_path / "evening.wav") as room:
            heard = listen(room, 50)
            room.play(silence(3.0))
            later = listen(room, 50)
        gain = noise_gain(tone(0.1, 0.1 * 2**0.5), noise, 15.0)
        shift = int(np.argmin([np.abs(noise[k : k + 8] * gain - heard[:8]).max() for k in range(3 * RATE_HZ - 8)]))
        endless = np.resize(np.roll(noise, -shift), 8 * RATE_HZ) * gain
        resumed = 50 * BLOCK + round(3.25 * RATE_HZ)
        assert np.allclose(heard, endless[: len(heard)], atol=1e-5)
        assert np.allclose(later, endless[resumed : resumed + len(later)], atol=1e-5)
        assert np.allclose(read_sound(tmp_path / "evening.wav"), endless[: resumed + len(later)], atol=1e-4)

    def test_the_seed_picks_the_moment_of_the_noise(self) -> None:
        background = Background(np.random.default_rng(1).normal(0, 0.2, 3 * RATE_HZ).astype(np.float32), 15.0)
        with SimulatedRoom(background, seed=1) as one, SimulatedRoom(background, seed=1) as same:
            assert np.array_equal(listen(one, 5), listen(same, 5))
        with SimulatedRoom(background, seed=1) as one, SimulatedRoom(background, seed=2) as other:
            assert not np.array_equal(listen(one, 5), listen(other, 5))

    def test_nobody_speaks_into_the_past(self) -> None:
        with SimulatedRoom() as room:
            room.play(tone(1.0))
            with pytest.raises(ValueError, match="has passed"):
                room.speak(tone(0.2), at_s=1.0)

    def test_an_unwritable_recording(self, tmp_path: Path) -> None:
        with pytest.raises(SoundFileFault, match=r"evening\.wav cannot be written"):
            SimulatedRoom(recording=tmp_path / "no such folder" / "evening.wav").__enter__()


class TestNoise:
    def test_loudest_64_ms_of_speech_and_noise_stand_at_the_snr(self) -> None:
        speech = np.concatenate((silence(1.0), tone(0.2, 0.3), silence(1.0)))
        noise = np.random.default_rng(2).normal(0, 0.01, 5 * RATE_HZ).astype(np.float32)
        scaled = noise * noise_gain(speech, noise, 12.0)
        assert 20 * np.log10(loudness(speech) / loudness(scaled)) == pytest.approx(12.0, abs=0.01)
        assert loudness(speech) == pytest.approx(0.3 / 2**0.5, rel=1e-3)

    def test_mixing_loops_the_noise_and_does_not_clip(self) -> None:
        noise = np.random.default_rng(3).normal(0, 0.2, RATE_HZ // 2).astype(np.float32)
        mixed = mix(tone(2.0, 0.9), noise, 0.0)
        assert mixed.dtype == np.float32
        assert len(mixed) == 2 * RATE_HZ
        assert np.abs(mixed).max() == pytest.approx(1.0)
        assert loudness(mix(silence(1.0), noise, 10.0)) == 0.0


class TestMouth:
    def test_a_line_is_played_sentence_by_sentence(self, tmp_path: Path) -> None:
        voice = host_voice("en")
        with Pyttsx3Synthesiser() as synthesiser, SimulatedRoom(recording=tmp_path / "evening.wav") as room:
            SpokenMouth(synthesiser, voice, room).say("Welcome, everybody! Who plays tonight?")
            one, two = (synthesiser.render(part, voice) for part in ("Welcome, everybody!", "Who plays tonight?"))
            assert room.now_s == (len(one) + len(two) + 2 * HOLD_OFF) / RATE_HZ
        evening = read_sound(tmp_path / "evening.wav")
        assert np.abs(evening[: len(one)] - one).max() < 1e-4
        assert np.abs(evening[len(one) + HOLD_OFF :][: len(two)] - two).max() < 1e-4

    def test_sentences(self) -> None:
        assert sentences("It is 3.5 metres.  Really?! Yes…\nGo on") == (
            "It is 3.5 metres.",
            "Really?!",
            "Yes…",
            "Go on",
        )
        assert sentences(" \n") == ()

    def test_a_printed_mouth_prints_lines(self) -> None:
        stream = io.StringIO()
        mouth = PrintedMouth(stream)
        mouth.say("Welcome! Who plays?")
        mouth.say("Anna, which answer?")
        assert stream.getvalue() == "Welcome! Who plays?\nAnna, which answer?\n"
