"""The phone reader: words as phones, phones as they are heard, and how well the two fit."""

from __future__ import annotations

from itertools import groupby, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.store import Store
from speech.fault import SpeechFault
from speech.phrases.alignment import Phones, Spellings, plainest
from speech.phrases.cut import views
from speech.phrases.moonshine import Moonshine
from speech.phrases.pronunciation import PHONES, Pronunciation
from speech.phrases.reader import Layer, Network, Reader, read_reader, write_reader
from speech.phrases.sounds import Sounds, freely
from speech.phrases.surface import Surfaces
from speech.phrases.weights import Floats
from speech.vocabulary import Phrase
from speech.voice import Pyttsx3Synthesiser, Voice

pytestmark = pytest.mark.xdist_group("phrases")
FOLDER = Store.usual().need("phrases", "en")


@pytest.fixture(scope="module")
def pronunciation() -> Pronunciation:
    return Pronunciation()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("three", "θ ɹ i"),
        ("tree", "t ɹ i"),
        ("answer b", "æ n s ɚ b i"),
        ("x-ray", "ɛ k s ɹ eɪ"),
        ("12", "t w ɛ l v"),
        ("björn", "b j ɚ n"),
        ("nguyễn", "ŋ u j ɛ n"),
        ("", ""),
        ("… !", ""),
    ],
)
def test_how_words_are_said(pronunciation: Pronunciation, text: str, said: str) -> None:
    told = " ".join(PHONES[phone - 1] for phone in pronunciation.phones(text))
    if text == "nguyễn":
        assert 3 <= len(told.split()) <= 7, "a name, not its letters one by one"
    else:
        assert told == said


@given(st.text(max_size=20))
def test_any_text_has_phones_that_exist(pronunciation: Pronunciation, text: str) -> None:
    assert all(1 <= phone <= len(PHONES) for phone in pronunciation.phones(text.replace("\0", "")))


def reading(frames: int, kinds: int, seed: int) -> Floats:
    told = np.random.default_rng(seed).normal(size=(frames, kinds)) * 2
    return np.asarray(told - np.logaddexp.reduce(told, axis=1, keepdims=True), dtype=np.float32)


def paths_of(read: Floats) -> dict[Phones, float]:
    """Every path through the frames, by the phones that it spells."""
    fits: dict[Phones, float] = {}
    for path in product(range(read.shape[1]), repeat=len(read)):
        spelled = tuple(phone for phone, _ in groupby(path) if phone)
        log_p = float(sum(read[frame, phone] for frame, phone in enumerate(path)))
        fits[spelled] = float(np.logaddexp(fits.get(spelled, -np.inf), log_p))
    return fits


@given(st.integers(0, 10_000))
def test_a_phrase_fits_as_well_as_all_its_paths_together(seed: int) -> None:
    read = reading(5, 3, seed)
    fits = paths_of(read)
    assert Spellings(list(fits)).fit(read) == pytest.approx(list(fits.values()), abs=1e-4)


def test_a_long_sound_does_not_vanish() -> None:
    read = reading(600, 41, 1)
    fit = Spellings([(1, 2, 3), (4,)]).fit(read)
    assert np.isfinite(fit).all()
    assert (fit < -600).all()


def test_what_stands_there_fits_best(pronunciation: Pronunciation) -> None:
    sounds = Sounds([Phrase("three", 3), Phrase("tree", "plant")], Surfaces().forms, pronunciation)
    read = np.full((9, 1 + len(PHONES)), -6.0, dtype=np.float32)
    for frame, name in enumerate(["θ", "θ", "-", "ɹ", "ɹ", "-", "i", "i", "-"]):
        read[frame, 0 if name == "-" else PHONES.index(name) + 1] = -0.1
    fits = sounds.fit(read)
    assert fits[3][0] > fits["plant"][0] + 4
    assert plainest(read) == pronunciation.phones("three")
    assert freely(read) == pytest.approx(fits[3][0])
    assert sounds.fit_text(read, "three") == pytest.approx(fits[3][0])


def test_a_letter_may_be_said_in_two_ways(pronunciation: Pronunciation) -> None:
    sounds = Sounds([Phrase("z", "Z")], Surfaces().forms, pronunciation)
    read = np.full((6, 1 + len(PHONES)), -6.0, dtype=np.float32)
    for frame, name in enumerate(["z", "z", "ɛ", "ɛ", "d", "d"]):
        read[frame, PHONES.index(name) + 1] = -0.1
    assert sounds.fit(read)["Z"][0] > -2


@pytest.mark.parametrize("text", ["bravo", "november", "twenty seven", "read it again"])
def test_a_synthetic_voice_is_read(pronunciation: Pronunciation, text: str) -> None:
    with Pyttsx3Synthesiser() as synthesiser:
        sound = synthesiser.render(text, Voice("en-us+f4", 150))
    read = read_reader(FOLDER / "phones.npz").read(Moonshine(FOLDER).encode(views(sound)[0](sound)))
    others = ["bravado", "september", "seventy two", "go on", "charlie", "right"]
    fits = Spellings([pronunciation.phones(one) for one in (text, *others)]).fit(read)
    assert int(fits.argmax()) == 0
    assert fits[0] - np.sort(fits)[-2] > 3


def test_a_reader_is_kept_as_it_was(tmp_path: Path) -> None:
    chance = np.random.default_rng(0)

    def layer(frames: int, inputs: int, outputs: int) -> Layer:
        return Layer(
            chance.normal(size=(frames, inputs, outputs)).astype(np.float32),
            chance.normal(size=outputs).astype(np.float32),
        )

    seen = chance.normal(size=(7, 4)).astype(np.float32)
    networks = [
        Network(seen[0], np.abs(seen[1]), layer(3, 4, 5), layer(3, 5, 5), layer(1, 5, 1 + len(PHONES)))
        for _ in range(2)
    ]
    reader = Reader(tuple(networks))
    write_reader(reader, tmp_path / "phones.npz")
    kept = read_reader(tmp_path / "phones.npz")
    assert kept.read(seen) == pytest.approx(reader.read(seen), abs=0.1)
    assert np.exp(kept.read(seen)).sum(axis=1) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("content", [b"", b"not an archive", b"PK\x03\x04broken"])
def test_a_broken_reader_names_the_remedy(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "phones.npz").write_bytes(content)
    with pytest.raises(SpeechFault, match="install Spielleiter again"):
        read_reader(tmp_path / "phones.npz")


def test_a_reader_of_other_phones_is_another_version_s(tmp_path: Path) -> None:
    few = Layer(np.zeros((1, 2, 3), dtype=np.float32), np.zeros(3, dtype=np.float32))
    nothing = np.zeros(2, dtype=np.float32)
    write_reader(Reader((Network(nothing, nothing, few, few, few),)), tmp_path / "phones.npz")
    with pytest.raises(SpeechFault, match="another version"):
        read_reader(tmp_path / "phones.npz")
