"""Calibration: what the recordings say about the thresholds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from host.bench.calibration import FOLDS, Sample, cross_validate, fit_thresholds, fold_of, gather
from host.bench.corpus import Clip, Corpus
from host.bench.measure import Course
from speech.decision import decide
from speech.recogniser import Hypothesis, Scores
from speech.result import Heard, Unheard, Unsure
from speech.sound import Samples
from speech.vocabulary import Vocabulary

SPEAKERS = ("ann", "bob", "cem", "dot", "eve", "fay", "gus", "hal")


def sample(
    said: str, fits: dict[str, float], free: float = 0.0, *, speaker: str = "ann", outside: bool = False
) -> Sample:
    hypotheses = sorted((Hypothesis(text, text, fit) for text, fit in fits.items()), key=lambda one: -one.log_p)
    clip = Clip(Path("x.flac"), speaker, said, "oov_en" if outside else "letters_en", "letter", 1.0)
    return Sample("letters_en", clip, Scores(tuple(hypotheses), free), outside)


def test_thresholds_part_right_from_wrong() -> None:
    right = [sample("a", {"a": -0.5, "e": -4.0})] * 20
    wrong = [sample("e", {"a": -0.5, "e": -2.0})] * 5
    talk = [sample("wow", {"a": -2.2, "e": -4.0}, outside=True)] * 5
    thresholds = fit_thresholds([*right, *wrong, *talk])
    assert 1.5 < thresholds.accept_margin <= 3.5
    assert all(isinstance(decide(one.scores, thresholds), Heard) for one in right)
    assert not any(isinstance(decide(one.scores, thresholds), Heard) for one in (*wrong, *talk))


def test_talk_that_fits_well_decides_what_must_be_trusted() -> None:
    right = [sample("a", {"a": -0.3, "e": -9.0})] * 60
    talk = [sample("bay", {"a": -1.0 - number / 10, "e": -9.0}, outside=True) for number in range(300)]
    thresholds = fit_thresholds([*right, *talk])
    taken = sum(isinstance(decide(one.scores, thresholds), Heard) for one in talk)
    asked_back = sum(isinstance(decide(one.scores, thresholds), Heard | Unsure) for one in talk)
    assert taken <= 0.01 * len(talk)
    assert 0.02 * len(talk) < asked_back <= 0.1 * len(talk), "near misses are asked back, but few"
    assert all(isinstance(decide(one.scores, thresholds), Heard) for one in right)


def test_long_words_may_be_trusted_sooner() -> None:
    """Where long words fit worse than short ones, and talk is always taken for short ones."""
    long = [sample("november", {"november": -4.0, "e": -20.0})] * 40
    short = [sample("e", {"e": -0.2, "november": -20.0})] * 40
    talk = [sample("he", {"e": -1.0, "november": -20.0}, outside=True)] * 40
    thresholds = fit_thresholds([*long, *short, *talk])
    assert thresholds.letter > 0
    assert all(isinstance(decide(one.scores, thresholds), Heard) for one in (*long, *short))
    assert all(not isinstance(decide(one.scores, thresholds), Heard) for one in talk)


def test_more_samples_of_the_same_change_nothing() -> None:
    samples = [sample("a", {"a": -0.5, "e": -4.0}), sample("wow", {"a": -2.2, "e": -9.0}, outside=True)] * 30
    assert fit_thresholds(samples) == fit_thresholds(samples * 2)


def test_left_out_speakers_are_all_judged() -> None:
    samples = []
    for speaker in SPEAKERS:
        samples += [sample("a", {"a": -0.2, "e": -6.0}, speaker=speaker)] * 3
        samples += [sample("e", {"e": -0.3, "a": -5.0}, speaker=speaker)] * 3
        samples.append(sample("wow", {"a": -5.0, "e": -9.0}, speaker=speaker, outside=True))
    told = cross_validate(samples)["letters_en"]
    assert sum(told.values()) == len(samples)
    assert told["right"] == 6 * len(SPEAKERS)
    assert told["outside_accepted"] == 0


class NamedEar:
    """Says at every question which fold it is for."""

    language = "en"

    def __init__(self, name: str) -> None:
        self.name = name

    def missing(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        del vocabulary
        return ()

    def question(self, vocabulary: Vocabulary) -> NamedEar:
        del vocabulary
        return self

    def follow(self, block: Samples) -> str:
        del block
        return ""

    def score(self, utterance: Samples) -> Scores:
        del utterance
        return Scores((), 0.0, free=self.name)


def test_nobody_is_heard_by_a_reader_that_knows_their_voice(tmp_path: Path) -> None:
    import soundfile

    soundfile.write(tmp_path / "x.wav", [0.1] * 1600, 16_000)
    clips = tuple(replace(sample("a", {}).clip, path=tmp_path / "x.wav", speaker=speaker) for speaker in SPEAKERS)
    course = Course(Corpus({"letters_en": clips}, {"oov_en": clips}), ())
    found = gather([NamedEar(str(fold)) for fold in range(FOLDS)], {"": course, " in babble": course})
    assert len(found) == 2 * len(SPEAKERS), "talk that is one of the phrases answers the question"
    assert all(one.scores.free == str(fold_of(one.clip.speaker)) for one in found)


@pytest.mark.parametrize("trust", ["accept", "confirm", "meant"])
def test_nothing_said_means_nothing_to_keep_out(trust: str) -> None:
    thresholds = fit_thresholds([sample("a", {"a": -0.5, "e": -4.0})])
    assert getattr(thresholds, f"{trust}_trust") < -20
    assert decide(Scores((), 0.0), thresholds) == Unheard()
