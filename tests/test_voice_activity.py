"""Voice activity on people, on noise, and on sounds that are no speech."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from speech.sound import BLOCK, RATE_HZ, Samples, silence
from speech.sound_file import read_sound
from speech.voice_activity import SILENCE_DB, VoiceActivity, level_db


def course(activity: VoiceActivity, sound: Samples) -> list[float]:
    return [activity.speech(sound[at : at + BLOCK]) for at in range(0, len(sound) - BLOCK + 1, BLOCK)]


def test_a_persons_word_is_speech_and_the_silence_around_it_is_not(corpus: Path) -> None:
    word = read_sound(corpus / "nato_en" / "en_allison_november.flac")
    found = course(VoiceActivity(), np.concatenate([silence(1.0), word, silence(1.0)]))
    assert max(found[: RATE_HZ // BLOCK]) < 0.2
    assert sum(speech > 0.9 for speech in found) > 10
    assert found[-1] < 0.1


def test_noise_clicks_and_a_hum_are_no_speech() -> None:
    noise = np.random.default_rng(1).normal(0.0, 0.05, RATE_HZ).astype(np.float32)
    clicks = silence(1.0)
    clicks[:: RATE_HZ // 4] = 0.9
    hum = (0.2 * np.sin(2 * np.pi * 50.0 * np.arange(RATE_HZ) / RATE_HZ)).astype(np.float32)
    for sound in (noise, clicks, hum):
        assert sum(speech > 0.5 for speech in course(VoiceActivity(), sound)) <= 2


def test_after_a_reset_the_same_sound_gives_the_same_numbers(corpus: Path) -> None:
    word = read_sound(corpus / "nato_en" / "en_hansen_romeo.flac")
    activity = VoiceActivity()
    first = course(activity, word)
    activity.reset()
    assert course(activity, word) == first


def test_a_block_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="512 samples, not 511"):
        VoiceActivity().speech(np.zeros(511, dtype=np.float32))


def test_the_level_of_a_block() -> None:
    assert level_db(silence(0.032)) == SILENCE_DB
    assert level_db(np.ones(BLOCK, dtype=np.float32)) == pytest.approx(0.0, abs=0.01)
    assert level_db(np.full(BLOCK, 0.1, dtype=np.float32)) == pytest.approx(-20.0, abs=0.01)
