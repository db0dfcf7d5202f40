"""Lessons: what the phone reader learns from, and that it learns."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from host.bench.corpus import Clip, Corpus
from host.bench.lessons import Lesson, Rooms, babbled, spoken, taught_from
from host.bench.training import training
from speech.phrases.pronunciation import PHONES
from speech.sound import RATE_HZ, Samples
from speech.voice import Pyttsx3Synthesiser


@pytest.fixture(scope="module")
def words() -> list[tuple[str, Samples]]:
    with Pyttsx3Synthesiser() as synthesiser:
        return list(spoken(synthesiser, ("apple", "bridge", "candle"), 20, Random(1)))


def test_voices_say_letters_numbers_and_words(words: list[tuple[str, Samples]]) -> None:
    texts = [text for text, _ in words]
    assert len(texts) == 20
    assert any(len(text) == 1 for text in texts)
    assert any(text in ("apple", "bridge", "candle") for text in texts)
    assert all(len(sound) > RATE_HZ / 20 for _, sound in words)


def test_no_two_lessons_sound_alike(words: list[tuple[str, Samples]]) -> None:
    sounds = [sound for _, sound in words]
    rooms = Rooms((babbled(sounds, Random(2)),), (np.ones(1, dtype=np.float32),))
    spoiled = [rooms.spoil(sounds[0], Random(seed)) for seed in range(8)]
    assert len({len(sound) for sound in spoiled}) > 1
    assert all(np.isfinite(sound).all() and np.abs(sound).max() <= 1.5 for sound in spoiled)
    assert np.array_equal(rooms.spoil(sounds[0], Random(3)), rooms.spoil(sounds[0], Random(3)))


def test_talk_without_words_teaches_nothing() -> None:
    def clip(text: str, seconds: float) -> Clip:
        return Clip(Path("x.flac"), "ann", text, "oov_en", "talk", seconds)

    corpus = Corpus(
        {"letters_en": (clip("a", 1),), "letters_en:A-F": (clip("a", 1),)},
        {"oov_en": (clip("[talk]", 5), clip("wow", 1), clip("a long story", 20))},
    )
    assert [one.text for one in taught_from(corpus)] == ["a", "wow"]


def test_the_reader_learns() -> None:
    """Two phones that look different are told apart after a few lessons."""
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install '.[train]'")
    chance = np.random.default_rng(0)

    def lesson() -> Lesson:
        phones = tuple(int(phone) for phone in chance.integers(1, 3, size=2))
        states = chance.normal(scale=0.3, size=(12, 8))
        states[2:5, phones[0]] += 3
        states[7:10, phones[1]] += 3
        return Lesson(states.astype(np.float16), phones, "")

    losses, readers = zip(*training([lesson() for _ in range(400)]), strict=True)
    assert losses[-1] < losses[0] / 4
    told = readers[-1].read(lesson().states.astype(np.float32))
    assert told.shape == (12, 1 + len(PHONES))
