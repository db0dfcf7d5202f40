"""Calibration: what the recordings say about the thresholds."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.bench.calibration import Sample, cross_validate, fit_leanings, fit_thresholds, leaned
from host.bench.corpus import Clip
from speech.recogniser import Hypothesis, Scores

SPEAKERS = ("ann", "bob", "cem", "dot", "eve", "fay", "gus", "hal")


def sample(
    said: str, fits: dict[str, float], free: float = 0.0, *, speaker: str = "ann", outside: bool = False
) -> Sample:
    hypotheses = sorted((Hypothesis(text, text, fit) for text, fit in fits.items()), key=lambda one: -one.log_p)
    clip = Clip(Path("x.flac"), speaker, said, "oov_en" if outside else "letters_en", "letter", 1.0)
    return Sample("letters_en", clip, Scores(tuple(hypotheses), free), outside)


@pytest.fixture
def partial_to_a() -> list[Sample]:
    """A recogniser that writes "a" three nats too readily, and does not care for talk."""
    samples = []
    for speaker in SPEAKERS:
        samples += [sample("a", {"a": 0.0, "e": -6.0}, speaker=speaker)] * 3
        samples += [sample("e", {"a": 0.0, "e": -1.0}, speaker=speaker)] * 3
        samples.append(sample("wow", {"a": -5.0, "e": -9.0}, speaker=speaker, outside=True))
    return samples


def test_leanings_put_the_letters_right(partial_to_a: list[Sample]) -> None:
    leanings = fit_leanings(one for one in partial_to_a if not one.outside)
    assert leanings["a"] < -0.5 < 0.5 < leanings["e"]
    for one in partial_to_a:
        if not one.outside:
            assert leaned(one, leanings).scores.hypotheses[0].value == one.clip.text


def test_leanings_leave_the_ratio_alone() -> None:
    one = sample("a", {"a": -2.0, "e": -6.0})
    assert leaned(one, {"a": -1.5}).scores.ratio == pytest.approx(one.scores.ratio)
    assert leaned(one, {"a": -1.5}).scores.margin == pytest.approx(2.5)


def test_a_winner_by_leaning_alone_is_disputed() -> None:
    assert not leaned(sample("e", {"a": 0.0, "e": -1.0}), {"a": -3.0}).scores.agreed


def test_thresholds_part_right_from_wrong() -> None:
    right = [sample("a", {"a": -0.5, "e": -4.0})] * 20
    wrong = [sample("e", {"a": -0.5, "e": -2.0})] * 5
    talk = [sample("wow", {"a": -2.2, "e": -9.0}, outside=True)] * 5
    thresholds = fit_thresholds([*right, *wrong, *talk])
    assert 1.5 < thresholds.accept_margin <= 3.5
    assert -2.2 < thresholds.accept_ratio <= -0.5


def test_left_out_speakers_are_all_judged(partial_to_a: list[Sample]) -> None:
    told = cross_validate(partial_to_a)["letters_en"]
    assert sum(told.values()) == len(partial_to_a)
    assert told["wrong"] == 0
    assert told["outside_accepted"] == 0
