"""Lessons for the phone reader: words of synthetic voices and of people, spoiled as rooms spoil them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
import soxr
from num2words import num2words

from host.bench.corpus import Clip, Corpus, read_corpus
from speech.noise import gain_to, looped, mix
from speech.phrases.alignment import Phones
from speech.phrases.cut import views
from speech.phrases.moonshine import Moonshine
from speech.phrases.pronunciation import Pronunciation
from speech.phrases.weights import Floats
from speech.sound import RATE_HZ, Samples, silence
from speech.sound_file import read_sound
from speech.voice import Pyttsx3Synthesiser, Synthesiser, Voice

_ACCENTS = (
    *("en-us",) * 4,
    *("en-gb",) * 3,
    *("en-gb-scotland", "en-gb-x-rp", "en-gb-x-gbclan", "en-gb-x-gbcwmd", "en-029", "en-us-nyc"),
)
_THROATS = ("", *(f"+m{number}" for number in range(1, 8)), *(f"+f{number}" for number in range(1, 6)))
_RATES_WPM, _PITCHES = (120, 210), (20, 85)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SHARES = {"letter": 0.14, "answer": 0.03, "number": 0.08, "word": 0.5, "words": 0.25}
"""What the synthetic voices say; the bundled model's own words, so that no list of words is needed."""
_LEVEL = 0.1
_SPOILED = 7
"""Ways in which each recording of a person is heard, besides clean."""
_TELEPHONE_HZ = 8_000
_NOISE_DB = (6.0, 25.0)
_LONGEST_S = 12.0
_TALKERS, _BABBLES = 60, 4
_KEPT_FOR_MEASURING = "babble"


@dataclass(frozen=True)
class Lesson:
    """A sound as the encoder shows it, shape ``(frames, width)``, and the phones in it."""

    states: Floats
    phones: Phones
    speaker: str
    """Empty for a synthetic voice."""


@dataclass(frozen=True)
class Rooms:
    """What spoils speech: noise, echo, a narrow line, too short a cut."""

    noises: Sequence[Samples]
    echoes: Sequence[Samples]

    def spoil(self, sound: Samples, chance: Random) -> Samples:
        """The sound as another room, microphone and endpoint would have it."""
        if chance.random() < 0.3:
            sound = sound[chance.randrange(RATE_HZ // 40) : len(sound) - chance.randrange(RATE_HZ // 40)]
        sound = np.concatenate((silence(chance.uniform(0.05, 0.5)), sound, silence(chance.uniform(0.05, 0.5))))
        if chance.random() < 0.2:
            echo = chance.choice(self.echoes)
            sound = np.asarray(np.convolve(sound, echo)[: len(sound)], dtype=np.float32)
        if chance.random() < 0.6:
            noise = chance.choice(self.noises)
            noise = looped(noise, chance.randrange(len(noise)), len(sound))
            sound = mix(sound, noise, chance.uniform(*_NOISE_DB))
        if chance.random() < 0.3:
            narrow = soxr.resample(sound, RATE_HZ, _TELEPHONE_HZ)
            sound = np.asarray(soxr.resample(narrow, _TELEPHONE_HZ, RATE_HZ), dtype=np.float32)
        hiss = np.random.default_rng(chance.randrange(1 << 30)).standard_normal(len(sound)).astype(np.float32)
        return sound + hiss * np.float32(float(np.abs(sound).max(initial=0.0)) * 10 ** chance.uniform(-5, -3))


def lessons_from(folder: Path, model_folder: Path, voices: int, seed: int = 0) -> Iterator[Lesson]:
    """First so many words by synthetic voices, then every recording of the corpus in nine ways; a quarter of an hour.

    Raises:
        HostFault, SpeechFault: the corpus or the model cannot be read.
    """
    model, pronunciation, chance = Moonshine(model_folder), Pronunciation(), Random(seed)
    corpus = read_corpus(folder, "en")
    with Pyttsx3Synthesiser() as synthesiser:
        talkers = [sound for _, sound in spoken(synthesiser, model.words(), _TALKERS, chance)]
        spoiling = rooms(folder, [babbled(talkers, chance) for _ in range(_BABBLES)])
        teacher = Teacher(model, pronunciation, spoiling, chance)
        for text, sound in spoken(synthesiser, model.words(), voices, chance):
            yield teacher.of_voice(text, sound)
    for clip in taught_from(corpus):
        yield from teacher.of_clip(clip)


def rooms(folder: Path, babble: Sequence[Samples]) -> Rooms:
    """The corpus's noises and echoes, and ``babble``; the corpus's own babble is kept for measuring.

    Raises:
        SoundFileFault: one of them cannot be read.
    """
    beds = [path for path in sorted((folder / "noise").glob("*")) if not path.name.startswith(_KEPT_FOR_MEASURING)]
    echoes = [_echo(read_sound(path)) for path in sorted((folder / "rir").glob("*"))]
    return Rooms((*map(read_sound, beds), *babble), echoes or (np.ones(1, dtype=np.float32),))


def spoken(synthesiser: Synthesiser, words: Sequence[str], count: int, chance: Random) -> Iterator[tuple[str, Samples]]:
    """So many words and phrases, each in some synthetic voice, at an even loudness."""
    kinds, shares = tuple(_SHARES), tuple(_SHARES.values())
    made = 0
    while made < count:
        text = _text(chance.choices(kinds, shares)[0], words, chance)
        voice = Voice(
            chance.choice(_ACCENTS) + chance.choice(_THROATS),
            chance.randint(*_RATES_WPM),
            1.0,
            chance.randint(*_PITCHES),
        )
        sound = synthesiser.render(text, voice)
        if len(sound):
            made += 1
            yield text, sound * np.float32(gain_to(_LEVEL, sound))


def babbled(sounds: Sequence[Samples], chance: Random) -> Samples:
    """Several people talking on and on."""
    babble = np.zeros(10 * RATE_HZ, dtype=np.float32)
    for _ in range(chance.randint(2, 5)):
        talk = np.concatenate([chance.choice(sounds) for _ in range(12)])
        babble += looped(talk, chance.randrange(len(talk)), len(babble)) * np.float32(chance.uniform(0.3, 1.0))
    return babble


class Teacher:
    """Makes lessons of sounds."""

    def __init__(self, model: Moonshine, pronunciation: Pronunciation, rooms_: Rooms, chance: Random) -> None:
        self._model = model
        self._pronunciation = pronunciation
        self._rooms = rooms_
        self._chance = chance

    def of_voice(self, text: str, sound: Samples) -> Lesson:
        """One lesson, spoiled."""
        return self._lesson(self._rooms.spoil(sound, self._chance), text, "", self._chance.randrange(4))

    def of_clip(self, clip: Clip) -> Iterator[Lesson]:
        """A recording in several lessons: clean in each of the two plain views, and spoiled."""
        sound = read_sound(clip.path)
        for view in (0, 1):
            yield self._lesson(sound, clip.text, clip.speaker, view)
        for _ in range(_SPOILED):
            spoiled = self._rooms.spoil(sound, self._chance)
            yield self._lesson(spoiled, clip.text, clip.speaker, self._chance.randrange(4))

    def _lesson(self, sound: Samples, text: str, speaker: str, view: int) -> Lesson:
        states = self._model.encode(views(sound)[view](sound))
        return Lesson(states.astype(np.float16), self._pronunciation.phones(text), speaker)


def taught_from(corpus: Corpus) -> tuple[Clip, ...]:
    """Every clip whose words are known."""
    asked = [clip for name, clips in corpus.sets.items() if ":" not in name for clip in clips]
    outside = [clip for clips in corpus.outside.values() for clip in clips]
    return tuple(clip for clip in (*asked, *outside) if "[" not in clip.text and clip.seconds <= _LONGEST_S)


def _text(kind: str, words: Sequence[str], chance: Random) -> str:
    match kind:
        case "letter":
            return chance.choice(_LETTERS)
        case "answer":
            return f"answer {chance.choice(_LETTERS)}"
        case "number":
            return str(num2words(chance.randrange(101)))
        case "word":
            return chance.choice(words)
        case _:
            return " ".join(chance.sample(words, chance.randint(2, 3)))


def _echo(recorded: Samples) -> Samples:
    """From its loudest sample on, half a second of it, at the same loudness as without."""
    from_peak = recorded[int(np.abs(recorded).argmax()) :][: RATE_HZ // 2]
    return np.asarray(from_peak / np.abs(from_peak).max(), dtype=np.float32)
