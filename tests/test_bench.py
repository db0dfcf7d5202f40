"""The bench: a corpus, a closed question for each set, and five outcomes that add up."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile
from typer.testing import CliRunner

from host.bench.corpus import Clip, noisy, read_corpus
from host.bench.measure import Course, Outcome, closed_question, judge, measure, spread
from host.bench.report import misses, report
from host.commands.bench import app
from host.fault import HostFault
from speech.decision import read_thresholds
from speech.noise import Background, loudness
from speech.recogniser import Hypothesis, Scores
from speech.result import Heard, Unheard, Unsure
from speech.sound import RATE_HZ, Samples
from speech.vocabulary import Phrase, Vocabulary
from speech.voice import Pyttsx3Synthesiser, host_voice

CORPUS = Path(os.environ.get("SPIELLEITER_CORPUS", Path(__file__).parents[2] / "shared" / "corpus"))
COLUMNS = ("path", "lang", "speaker", "text", "set", "kind", "split", "dur_s")
LOUDNESS = {"A": 0.1, "B": 0.2, "Q": 0.3, "ten of clubs": 0.4, "happy": 0.5, "go": 0.6}
"""The bench's own little corpus: a word is told by its loudness."""


class LoudnessEar:
    """Hears each word of the little corpus by how loud it is; "B" is taken for "A", "happy" for the first phrase."""

    name, language = "loudness", "en"

    def missing(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        del vocabulary
        return ()

    def question(self, vocabulary: Vocabulary) -> LoudnessQuestion:
        return LoudnessQuestion(vocabulary)


class LoudnessQuestion:
    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def follow(self, block: Samples) -> str:
        del block
        return ""

    def score(self, utterance: Samples) -> Scores:
        word = min(LOUDNESS, key=lambda text: abs(LOUDNESS[text] - float(np.abs(utterance).max()))).lower()
        heard = {"b": "a", "happy": self._vocabulary.phrases[0].text}.get(word, word)
        found = [phrase for phrase in self._vocabulary.phrases if phrase.text == heard]
        return Scores(tuple(Hypothesis(phrase.value, phrase.text, -1.0) for phrase in found), -1.0)


def accept(scores: Scores) -> Heard | Unsure | Unheard:
    return Heard(scores.hypotheses[0].value, scores.hypotheses[0].phrase) if scores.hypotheses else Unheard()


@pytest.fixture(scope="module")
def word() -> Samples:
    """A spoken word whose peak is 1.0."""
    with Pyttsx3Synthesiser() as synthesiser:
        sound = synthesiser.render("hello there", host_voice("en"))
    return np.asarray(sound / np.abs(sound).max(), dtype=np.float32)


@pytest.fixture
def corpus(tmp_path: Path, word: Samples) -> Path:
    rows = [
        ("a.flac", "A", "letters_en", "letter"),
        ("b.flac", "B", "letters_en", "letter"),
        ("q.flac", "Q", "letters_en", "letter"),
        ("clubs.flac", "ten of clubs", "letters_en", "number-string"),
        ("happy.flac", "happy", "oov_en", "word"),
        ("go.flac", "go", "oov_en", "word"),
    ]
    with (tmp_path / "manifest.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for name, text, set_, kind in rows:
            writer.writerow((name, "en", "somebody", text, set_, kind, "dev", "0.5"))
            soundfile.write(tmp_path / name, word * LOUDNESS[text], RATE_HZ)
        writer.writerow(("x.flac", "de", "jemand", "ja", "commands_de", "command", "dev", "0.5"))
    return tmp_path


def test_a_set_is_a_closed_question(corpus: Path) -> None:
    read = read_corpus(corpus, "en")
    assert [clip.text for clip in read.sets["letters_en"]] == ["a", "b", "q"]
    assert [clip.text for clip in read.sets["letters_en:A-F"]] == ["a", "b"]
    assert [clip.text for clip in read.outside["oov_en"]] == ["happy", "go"]
    assert set(read_corpus(corpus, "en", ("letters_en",)).outside) == set()


def test_a_command_that_is_also_an_answer_is_an_answer(corpus: Path) -> None:
    clips = read_corpus(corpus, "en").sets["letters_en"]
    vocabulary = closed_question(clips, (Phrase("q", "command quit"), Phrase("go", "command go")))
    assert {phrase.text: phrase.value for phrase in vocabulary.phrases} == {
        "a": "a",
        "b": "b",
        "q": "q",
        "go": "command go",
    }


def test_outcomes_add_up(corpus: Path) -> None:
    course = Course(read_corpus(corpus, "en"), always=(Phrase("go", "command go"),))
    measured = measure(LoudnessEar(), accept, course)
    told = report("loudness", "none", 0.1, measured)
    letters = told["sets"]["letters_en"]
    assert {key: letters[key] for key in ("n", "phrases", "right", "wrong", "rejected")} == {
        "n": 3,
        "phrases": 4,
        "right": 2,
        "wrong": 1,
        "rejected": 0,
    }
    for counts in told["sets"].values():
        assert sum(counts[outcome.value] for outcome in Outcome) == counts["n"]
    assert told["outside"]["letters_en"] == {"n": 1, "seconds": 0.5, "accepted": 1, "confirmed": 0}
    assert [line.split("  ")[1] for line in misses(measured)] == ["b.flac", "happy.flac", "b.flac", "happy.flac"]


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        (Heard("a", "a"), Outcome.RIGHT),
        (Heard("b", "b"), Outcome.WRONG),
        (Unsure((Heard("b", "b"), Heard("a", "a"))), Outcome.CONFIRM_RIGHT),
        (Unsure((Heard("b", "b"),)), Outcome.CONFIRM_WRONG),
        (Unheard(meant=True), Outcome.REJECTED),
    ],
)
def test_what_counts_as_what(result: Heard | Unsure | Unheard, outcome: Outcome) -> None:
    assert judge(result, "a") is outcome


def test_a_limit_takes_clips_from_all_over_the_set() -> None:
    clips = tuple(Clip(Path(), "", str(number), "", "", 0.0) for number in range(10))
    assert [clip.text for clip in spread(clips, 3)] == ["0", "3", "6"]
    assert spread(clips, None) == clips


def test_noise_is_the_same_for_the_same_clip(corpus: Path) -> None:
    clip = read_corpus(corpus, "en").sets["letters_en"][0]
    background = Background(np.sin(np.arange(RATE_HZ), dtype=np.float32), snr_db=12.0)
    sound = noisy(clip, background)
    assert np.array_equal(sound, noisy(clip, background))
    noise = sound - noisy(clip, None)
    assert 20 * np.log10(loudness(noisy(clip, None)) / loudness(noise)) == pytest.approx(12.0, abs=0.3)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda folder: (folder / "manifest.csv").unlink(), "no manifest"),
        (lambda folder: (folder / "manifest.csv").write_text("path\nx\n"), "not a corpus"),
    ],
)
def test_a_broken_corpus_is_named(corpus: Path, spoil: Callable[[Path], object], sentence: str) -> None:
    spoil(corpus)
    with pytest.raises(HostFault, match=sentence):
        read_corpus(corpus, "en")


def test_an_unknown_set_or_language_is_named(corpus: Path) -> None:
    with pytest.raises(HostFault, match="letters_xx"):
        read_corpus(corpus, "en", ("letters_xx",))
    with pytest.raises(HostFault, match="fr"):
        read_corpus(corpus, "fr")


@pytest.mark.xdist_group("phrases")
@pytest.mark.skipif(not CORPUS.is_dir(), reason=f"no recordings of people in {CORPUS}")
def test_the_command_prints_one_object() -> None:
    arguments = ["recognition", str(CORPUS), "--ear", "phrases", "--sets", "nato_en,oov_en", "--limit", "5", "--json"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["ear"] == "phrases"
    assert told["model"] == "moonshine-base-en"
    assert told["sets"]["nato_en"]["right"] == 5
    assert told["outside"]["nato_en"]["n"] == 5
    if sys.platform != "win32":
        assert 0 < told["peak_mb"] < 1000


@pytest.mark.xdist_group("phrases")
@pytest.mark.skipif(not CORPUS.is_dir(), reason=f"no recordings of people in {CORPUS}")
def test_calibration_writes_thresholds_that_can_be_read(tmp_path: Path) -> None:
    """With one clip of each fold and set: far too few to be of use."""
    told = CliRunner().invoke(app, ["calibrate", str(CORPUS), "--limit", "1", "--out", str(tmp_path)])
    assert told.exit_code == 0, told.output
    assert "left-out speakers, letters_en" in told.output
    thresholds = read_thresholds(tmp_path / "decision.toml")
    assert thresholds.accept_trust >= thresholds.confirm_trust >= thresholds.meant_trust


def test_what_training_needs_is_told_before_the_lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "taken").write_text("")
    command = ["train", str(tmp_path), "--out", str(tmp_path / "taken" / "out")]
    monkeypatch.setattr("host.bench.training.find_spec", lambda _: None)
    with pytest.raises(HostFault, match="PyTorch"):
        CliRunner().invoke(app, command, catch_exceptions=False)
    monkeypatch.setattr("host.bench.training.find_spec", lambda _: object())
    with pytest.raises(HostFault, match="cannot be made"):
        CliRunner().invoke(app, command, catch_exceptions=False)
