"""From scores to an answer, a question back, or nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from models.store import Store
from speech.decision import Thresholds, decide, read_thresholds, write_thresholds
from speech.fault import SpeechFault
from speech.recogniser import Hypothesis, Scores
from speech.result import Heard, Unheard, Unsure

THRESHOLDS = Thresholds(
    accept_margin=2, disputed_margin=5, accept_trust=-3, confirm_trust=-5, pair_margin=3, meant_trust=-8
)
BRAVO, DELTA = Heard("B", "bravo"), Heard("D", "delta")


def scores(bravo: float, delta: float, elsewhere: float) -> Scores:
    return Scores((Hypothesis("B", "bravo", bravo), Hypothesis("D", "delta", delta)), elsewhere)


@pytest.mark.parametrize(
    ("bravo", "delta", "elsewhere", "result"),
    [
        (-1, -9, -1, BRAVO),
        (-1, -3.5, -1, BRAVO),
        (-1, -2, -1, Unsure((BRAVO, DELTA))),
        (-5, -9, -1, Unsure((BRAVO,))),
        (-7, -9, -1, Unheard(meant=True)),
        (-12, -19, -1, Unheard()),
    ],
)
def test_the_decision(bravo: float, delta: float, elsewhere: float, result: object) -> None:
    assert decide(scores(bravo, delta, elsewhere), THRESHOLDS) == result


def test_disputed_answers_need_more_margin() -> None:
    disputed = replace(scores(-1, -4, -1), agreed=False)
    assert decide(disputed, THRESHOLDS) == Unsure((BRAVO, DELTA))
    assert decide(replace(scores(-1, -7, -1), agreed=False), THRESHOLDS) == BRAVO


def test_a_bad_fit_is_never_taken_unasked() -> None:
    thresholds = replace(THRESHOLDS, least_log_p=-10)
    assert decide(scores(-9, -19, -9), thresholds) == BRAVO
    assert decide(scores(-11, -19, -11), thresholds) == Unsure((BRAVO,))


def test_nothing_fits() -> None:
    assert decide(Scores((), -1.0), THRESHOLDS) == Unheard()


def test_the_only_value_has_nobody_to_beat() -> None:
    assert decide(Scores((Hypothesis("B", "bravo", -1.0),), -1.0), THRESHOLDS) == BRAVO


def test_the_bundled_thresholds_can_be_read() -> None:
    thresholds = read_thresholds(Store.usual().need("phrases", "en") / "decision.toml")
    assert thresholds.accept_trust > thresholds.confirm_trust > thresholds.meant_trust


def test_thresholds_are_kept_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "decision.toml").write_text(write_thresholds(THRESHOLDS))
    assert read_thresholds(tmp_path / "decision.toml") == THRESHOLDS


def test_a_long_word_that_nothing_comes_near_is_trusted_sooner() -> None:
    thresholds = replace(THRESHOLDS, relief=0.5, most_relief=2.0, letter=1.0)
    plain = scores(-5, -8, -1)
    assert thresholds.trust(plain) == pytest.approx(-4 + 0.5 * 1 + 3), "1 nat of margin to spare, 3 letters above two"
    assert thresholds.trust(scores(-5, -30, -1)) == pytest.approx(-4 + 2 + 3)
    assert decide(plain, THRESHOLDS) == Unsure((BRAVO, DELTA))
    assert decide(plain, thresholds) == BRAVO


def test_broken_thresholds_are_a_fault(tmp_path: Path) -> None:
    (tmp_path / "decision.toml").write_text("accept_margin = 'much'\n")
    with pytest.raises(SpeechFault, match=r"decision\.toml"):
        read_thresholds(tmp_path / "decision.toml")
