"""The English ear: which of these phrases was said?"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from models.store import Store
from speech.fault import SpeechFault, VocabularyFault
from speech.noise import mix
from speech.phrases.moonshine import Moonshine
from speech.phrases.scorer import PhraseScorer
from speech.phrases.search import Effort
from speech.phrases.surface import Surfaces
from speech.sound import Samples, silence
from speech.sound_file import read_sound
from speech.vocabulary import OneOf, Phrase, Repeat, Sequence, Vocabulary
from speech.voice import Pyttsx3Synthesiser, Voice

CORPUS = Path(os.environ.get("SPIELLEITER_CORPUS", Path(__file__).parents[2] / "shared" / "corpus"))
WORDS = ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot")

pytestmark = pytest.mark.xdist_group("phrases")
recordings = pytest.mark.skipif(not CORPUS.is_dir(), reason=f"no recordings of people in {CORPUS}")


@pytest.fixture(scope="module")
def ear() -> PhraseScorer:
    return PhraseScorer(Store.usual().need("phrases", "en"))


def said(name: str) -> Samples:
    return read_sound(CORPUS / name)


def plain(*texts: str) -> Vocabulary:
    return Vocabulary(tuple(Phrase(text, text) for text in texts))


@recordings
@pytest.mark.parametrize("word", WORDS)
def test_a_spelling_word_is_heard(ear: PhraseScorer, word: str) -> None:
    scores = ear.question(plain(*WORDS)).score(said(f"nato_en/en_allison_{word}.flac"))
    assert scores.hypotheses[0].value == word
    assert scores.margin > 2
    assert scores.ratio > -2


@recordings
def test_what_was_not_asked_fits_badly(ear: PhraseScorer) -> None:
    scores = ear.question(plain("bravo", "delta")).score(said("nato_en/en_allison_november.flac"))
    assert scores.ratio < -6
    assert scores.free == "November"


@recordings
def test_wordings_of_one_value_are_summed(ear: PhraseScorer) -> None:
    sound = said("letters_en/en_allison_b.flac")
    apart = ear.question(plain("b", "d")).score(sound)
    together = ear.question(Vocabulary((Phrase("b", "either"), Phrase("d", "either")))).score(sound)
    assert [hypothesis.value for hypothesis in apart.hypotheses] == ["b", "d"]
    assert [(hypothesis.value, hypothesis.phrase) for hypothesis in together.hypotheses] == [("either", "b")]
    summed = np.logaddexp(apart.hypotheses[0].log_p, apart.hypotheses[1].log_p)
    assert together.hypotheses[0].log_p == pytest.approx(summed, abs=0.02)


@recordings
@pytest.mark.parametrize("clip", ["letters_en/en_allison_b.flac", "letters_en/en_voxeo-f_d.flac"])
def test_what_is_seldom_said_needs_to_fit_so_much_better(ear: PhraseScorer, clip: str) -> None:
    """Whether the sound is looked at once or again."""
    sound = said(clip)
    letter = clip[-6]
    often, _ = ear.question(Vocabulary((Phrase(letter, "it"), Phrase("zulu", "other")))).looks(sound)
    seldom, _ = ear.question(Vocabulary((Phrase(letter, "it", prior=-4.0), Phrase("zulu", "other")))).looks(sound)
    assert len(seldom) > 1, "what fits no better than this is looked at again"
    for one, other in zip(often, seldom, strict=False):
        assert other.found.values["it"] == pytest.approx(one.found.values["it"] - 4.0, abs=0.05)
    assert all(look.found.values["it"] < -2.0 for look in seldom)


@recordings
def test_votes_in_one_breath(ear: PhraseScorer) -> None:
    names = OneOf((Phrase("amelia", "Amelia"), Phrase("sheila", "Sheila"), Phrase("marvin", "Marvin")))
    letters = OneOf((Phrase("bravo", "B"), Phrase("b", "B"), Phrase("charlie", "C"), Phrase("delta", "D")))
    question = ear.question(Vocabulary((Phrase("help", "help"),), (Repeat(Sequence((names, letters)), most=3),)))
    breath = [("names_en", "amelia"), ("nato_en", "bravo"), ("names_en", "sheila"), ("nato_en", "delta")]
    scores = question.score(np.concatenate([_clip(folder, word) for folder, word in breath]))
    assert scores.hypotheses[0].value == (("Amelia", "B"), ("Sheila", "D"))


def _clip(folder: str, word: str) -> Samples:
    return read_sound(sorted((CORPUS / folder).glob(f"*_{word}*.flac"))[0])


@pytest.mark.parametrize("vote", ["Clara alpha and Ben delta", "Ben bravo Clara charlie", "Anna charlie", "Ben alpha"])
@pytest.mark.parametrize("voice", ["en-gb+m3", "en-us+m5"])
def test_votes_fit_with_or_without_and(ear: PhraseScorer, vote: str, voice: str) -> None:
    """What joins the parts is said, but is no part of the answer."""
    names = OneOf(tuple(Phrase(name, name) for name in ("Anna", "Ben", "Clara")))
    letters = OneOf(tuple(Phrase(word, word[0]) for word in WORDS[:4]))
    with Pyttsx3Synthesiser() as synthesiser:
        sound = synthesiser.render(vote, Voice(voice, 150))
    scores = ear.question(Vocabulary((), (Repeat(Sequence((names, letters)), most=3),))).score(sound)
    words = vote.replace(" and", "").split()
    meant = tuple((name, letter[0]) for name, letter in zip(words[::2], words[1::2], strict=True))
    assert scores.hypotheses[0].value == meant
    assert scores.ratio > -1.2 * len("".join(words)), "about a nat a letter is what long answers are forgiven"


@recordings
def test_sounds_decide_where_words_mislead(ear: PhraseScorer) -> None:
    """The decoder alone hears "three" in half of those who say "tree", and the other way round."""
    question = ear.question(plain("three", "tree", "two", "stop"))
    clips = [(path, "tree") for path in sorted((CORPUS / "oov_en").glob("*_tree.flac"))]
    clips += [(path, "three") for path in sorted((CORPUS / "numbers_en").glob("*sc-*_three.flac"))]
    right = sum(question.score(read_sound(path)).hypotheses[0].value == word for path, word in clips)
    assert right >= 0.85 * len(clips)


@recordings
def test_spelling_words_over_babble(ear: PhraseScorer) -> None:
    question = ear.question(plain(*sorted({path.stem.split("_")[-1] for path in (CORPUS / "nato_en").iterdir()})))
    babble = said("noise/babble-ami-a.flac")
    clips = sorted((CORPUS / "nato_en").glob("en_hansen_*.flac"))
    heard = [
        question.score(mix(read_sound(clip), np.roll(babble, -40_000 * number), 9.0)).hypotheses[0].value
        for number, clip in enumerate(clips)
    ]
    assert sum(value == clip.stem.split("_")[-1] for value, clip in zip(heard, clips, strict=True)) >= 24


@recordings
def test_what_the_decoder_dropped_the_reader_brings_back() -> None:
    """A decoder that keeps a single prefix loses half of the letters at their first token."""
    hasty = PhraseScorer(Store.usual().need("phrases", "en"), Effort(rows=1))
    question = hasty.question(plain(*"abcdefghijklmnopqrstuvwxyz"))
    clips = sorted((CORPUS / "letters_en").glob("en-GB_arundel_?.flac"))
    heard = [[one.value for one in question.score(read_sound(clip)).hypotheses[:2]] for clip in clips]
    assert sum(clip.stem[-1] in values for clip, values in zip(clips, heard, strict=True)) >= 22


def test_silence_is_no_answer(ear: PhraseScorer) -> None:
    scores = ear.question(plain(*WORDS)).score(silence(0.5))
    assert scores.ratio < -4


def test_a_question_needs_phrases(ear: PhraseScorer) -> None:
    with pytest.raises(VocabularyFault, match="no phrases"):
        ear.question(Vocabulary(()))


def test_every_european_name_can_be_spelled(ear: PhraseScorer) -> None:
    assert ear.missing(plain("ayşe", "björn", "xiomara", "siobhán", "nguyễn")) == ()


def test_a_missing_model_names_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(SpeechFault, match="broken"):
        PhraseScorer(tmp_path)


@pytest.mark.parametrize(
    ("phrase", "written"),
    [("b", "Bee"), ("twelve", "12"), ("twenty one", "21"), ("answer b", "Answer B"), ("x-ray", "X ray"), ("z", "Zed")],
)
def test_how_a_phrase_may_be_written(phrase: str, written: str) -> None:
    assert written in Surfaces().forms(phrase)


def test_the_arithmetic_is_the_exported_decoder_s() -> None:
    folder = Store.usual().need("phrases", "en")
    model = Moonshine(folder)
    states = model.encode(np.sin(np.arange(16_000, dtype=np.float32) / 9) * np.float32(0.3))
    tokens = np.array([[1, 838, 2026, 29889]])  # start, "Al", "pha", "."
    exported = onnxruntime.InferenceSession(str(folder / "decoder_model_merged.ort"))
    empty = np.zeros((1, 8, 0, 52), np.float32)
    given = {one.name: empty for one in exported.get_inputs() if one.name.startswith("past_key_values")}
    given |= {"input_ids": tokens, "encoder_hidden_states": states[None], "use_cache_branch": np.array([False])}
    logits = exported.run(["logits"], given)[0][0]
    expected = logits - np.logaddexp.reduce(logits, axis=1, keepdims=True)
    tree = model.decoder.listen(states)
    for position, token in enumerate(tokens[0]):
        (log_p,) = tree.grow(np.array([0]), np.array([token]))
        assert log_p == pytest.approx(expected[position], abs=1e-3)


def test_prefixes_do_not_disturb_each_other() -> None:
    model = Moonshine(Store.usual().need("phrases", "en"))
    states = model.encode(np.sin(np.arange(16_000, dtype=np.float32) / 9) * np.float32(0.3))
    alone, among = model.decoder.listen(states), model.decoder.listen(states)
    for tree in (alone, among):
        tree.grow(np.array([0]), np.array([1]))
    alone.grow(np.array([0]), np.array([838]))
    among.grow(np.array([0, 0, 0]), np.array([350, 838, 500]))
    (expected,) = alone.grow(np.array([0]), np.array([2026]))
    log_p = among.grow(np.array([2, 1]), np.array([7, 2026]))
    assert log_p[1] == pytest.approx(expected, abs=1e-3)


@recordings
def test_thousands_of_phrases(ear: PhraseScorer) -> None:
    others = [f"{first} {second}" for first in ("red", "old", "big", "wet", "dry") for second in _words(1000)]
    scores = ear.question(plain(*WORDS, *others)).score(said("nato_en/en_allison_delta.flac"))
    assert scores.hypotheses[0].value == "delta"


def _words(count: int) -> list[str]:
    return [f"{chr(97 + number % 26)}o{chr(97 + number // 26 % 26)}{number // 676}" for number in range(count)]


@pytest.mark.parametrize("length", [0, 1, 200, 16_000 * 15])
def test_any_length_can_be_scored(ear: PhraseScorer, length: int) -> None:
    noise = np.random.default_rng(7).normal(0, 0.01, length).astype(np.float32)
    scores = ear.question(plain("bravo", "delta")).score(noise)
    assert scores.ratio < -3


def test_a_broken_model_names_the_remedy(tmp_path: Path) -> None:
    folder = Store.usual().need("phrases", "en")
    for name in ("encoder_model.ort", "tokenizer.json", "phones.npz"):
        shutil.copy(folder / name, tmp_path / name)
    (tmp_path / "decoder_model_merged.ort").write_bytes(b"no model at all")
    with pytest.raises(SpeechFault, match="models verify"):
        PhraseScorer(tmp_path)
