"""The endpoint on streams of (probability of speech, level in dB), one pair a block of 32 ms."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from speech.endpoint import Began, Ended, Endpoint, Event, Overran, Paused, Resumed, Timing, blocks
from speech.noise_floor import QUIETEST_DB, NoiseFloor

Blocks = list[tuple[float, float]]


def silence(duration_s: float) -> Blocks:
    return [(0.01, -75.0)] * blocks(duration_s)


def voice(duration_s: float, level_db: float = -20.0, speech: float = 0.97) -> Blocks:
    return [(speech, level_db)] * blocks(duration_s)


def babble(duration_s: float, level_db: float = -40.0, speech: float = 0.97) -> Blocks:
    """Distant talk that the detector takes for speech: it rises and falls by some decibels all the time."""
    swing = (0.0, -3.0, -1.0, -6.0, -2.0, -9.0, -4.0)
    return [(speech, level_db + swing[at % len(swing)]) for at in range(blocks(duration_s))]


def events(stream: Blocks, endpoint: Endpoint | None = None) -> list[Event]:
    endpoint = endpoint or Endpoint(NoiseFloor())
    return [event for block in stream if (event := endpoint.take(*block))]


def test_an_answer_in_a_quiet_room_is_cut_with_a_little_silence_around_it() -> None:
    before, answer = silence(2.0), voice(0.6)
    began, paused, ended = events(before + answer + silence(2.0))
    first, after = len(before), len(before) + len(answer)
    assert began == Began(first - blocks(0.25))
    assert paused == Paused(first - blocks(0.25), after + blocks(0.2))
    assert ended == Ended(paused.start, paused.end)


def test_the_pause_comes_after_three_tenths_and_the_end_after_seven() -> None:
    endpoint = Endpoint(NoiseFloor())
    assert isinstance(events(silence(1.0) + voice(0.5), endpoint)[0], Began)
    waits = [at for at, block in enumerate(silence(1.0), 1) if endpoint.take(*block)]
    assert waits == [blocks(0.3), blocks(0.7)]


def test_a_letter_of_two_tenths_is_caught_and_a_click_is_not() -> None:
    assert any(isinstance(event, Ended) for event in events(silence(1.0) + voice(0.2) + silence(1.0)))
    click = [(0.6, -12.0)]
    assert events(silence(1.0) + click + silence(1.0)) == []
    assert events(silence(1.0) + [(0.2, -8.0)] * 3 + silence(1.0)) == []


def test_a_loud_beginning_that_the_detector_doubts_is_kept() -> None:
    """An "f" is loud for a fifth of a second before the detector calls it speech."""
    before, fricative = silence(1.0), voice(0.22, -25.0, speech=0.1)
    began = events(before + fricative + voice(0.3))[0]
    assert began == Began(len(before) - blocks(0.25))


def test_a_loud_ending_that_the_detector_doubts_is_kept() -> None:
    """The "x" of "six"."""
    stream = silence(1.0) + voice(0.3) + voice(0.25, -35.0, speech=0.1)
    paused = events(stream + silence(1.0))[1]
    assert isinstance(paused, Paused)
    assert paused.end == len(stream) + blocks(0.2)


def test_a_short_pause_inside_an_answer_does_not_end_it() -> None:
    stream = silence(1.0) + voice(0.5) + silence(0.5) + voice(0.5) + silence(1.0)
    began, _, resumed, paused, ended = events(stream)
    assert isinstance(resumed, Resumed)
    assert isinstance(began, Began)
    assert isinstance(paused, Paused)
    assert began.start < resumed.start < paused.end
    assert ended == Ended(began.start, paused.end)


def test_a_known_phrase_makes_the_pause_shorter_once() -> None:
    endpoint = Endpoint(NoiseFloor())
    events(silence(1.0) + voice(0.5), endpoint)
    assert endpoint.pause_early() is None
    events(silence(0.2), endpoint)
    early = endpoint.pause_early()
    assert early is not None
    assert endpoint.pause_early() is None
    assert events(silence(1.0), endpoint) == [Ended(early.start, early.end)]


def test_an_answer_over_babble_ends_when_its_level_has_fallen_back() -> None:
    """The detector says "speech" from the first block to the last."""
    endpoint = Endpoint(NoiseFloor())
    events(babble(16.0), endpoint)
    before, answer = babble(2.0), voice(0.5, -26.0)
    found = events(before + answer + babble(3.0), endpoint)
    assert [type(event) for event in found] == [Began, Paused, Ended]
    start = 500 + len(before)
    assert found[1] == Paused(start - blocks(0.1), start + len(answer) + blocks(0.1))


def test_babble_from_the_first_block_on_does_not_hide_a_near_answer() -> None:
    before, answer = babble(3.0), voice(0.6, -24.0)
    found = events(before + answer + babble(2.0))
    assert [type(event) for event in found] == [Began, Began, Paused, Ended]
    ended = found[-1]
    assert isinstance(ended, Ended)
    assert ended.start in range(len(before) - blocks(0.2), len(before) + 1)
    assert ended.end in range(len(before) + len(answer), len(before) + len(answer) + blocks(0.3))


def test_talk_that_never_pauses_is_cut_off_once_and_swallowed_to_its_pause() -> None:
    talk = silence(1.0) + voice(40.0)
    assert [type(event) for event in events(talk)] == [Began, Overran]
    answered = events(talk + silence(0.5) + voice(0.5) + silence(1.0))
    assert [type(event) for event in answered] == [Began, Overran, Began, Paused, Ended]


def test_a_near_voice_gets_through_talk_that_is_being_swallowed() -> None:
    found = events(silence(1.0) + babble(25.0) + voice(0.6, -20.0) + babble(2.0))
    assert [type(event) for event in found] == [Began, Overran, Began, Paused, Ended]


def test_somebody_farther_away_is_no_part_of_the_answer() -> None:
    """One person talks behind without a pause, before, during and after it."""
    before, answer = silence(1.0) + voice(0.6, -40.0), voice(0.5, -20.0)
    found = events(before + answer + voice(1.5, -40.0))
    assert [type(event) for event in found[:3]] == [Began, Paused, Ended]
    ended = found[2]
    assert isinstance(ended, Ended)
    assert ended.start == len(before) - blocks(0.1)
    assert len(before) + len(answer) <= ended.end <= len(before) + len(answer) + blocks(0.6)


def test_a_soft_beginning_and_a_pause_are_part_of_the_answer() -> None:
    stream = voice(0.3, -38.0) + voice(0.3, -20.0) + silence(0.6) + voice(0.4, -18.0)
    ended = events(silence(1.0) + stream + silence(1.0))[-1]
    assert ended == Ended(blocks(1.0) - blocks(0.25), blocks(1.0) + len(stream) + blocks(0.2))


def test_how_near_a_voice_is() -> None:
    endpoint = Endpoint(NoiseFloor())
    events(babble(16.0, -40.0), endpoint)
    events(voice(0.3, -25.0), endpoint)
    assert 14.0 <= endpoint.above_db <= 16.0


def test_the_floor_is_learnt_from_the_room_and_survives_the_question() -> None:
    floor = NoiseFloor()
    assert floor.high_db == QUIETEST_DB
    events([(0.02, -35.0)] * 60, Endpoint(floor))
    assert floor.high_db == -35.0
    assert events([(0.95, -34.0)] * 30, Endpoint(floor)) == []


@given(
    st.integers(7, 300),
    st.integers(0, 300),
    st.floats(-50.0, -5.0),
    st.floats(0.6, 1.0),
)
def test_any_answer_in_a_quiet_room_is_found_whole_and_once(
    length: int, before: int, level_db: float, speech: float
) -> None:
    stream = [(0.02, -75.0)] * before + [(speech, level_db)] * length + silence(1.5)
    found = events(stream)
    assert [type(event) for event in found] == [Began, Paused, Ended]
    ended = found[-1]
    assert isinstance(ended, Ended)
    assert ended.start <= before
    assert ended.end >= before + length


@given(st.lists(st.tuples(st.floats(0.0, 1.0), st.floats(-120.0, 0.0), st.integers(1, 60)), max_size=40))
def test_whatever_comes_in_the_events_make_sense(pieces: list[tuple[float, float, int]]) -> None:
    stream = [(speech, level_db) for speech, level_db, count in pieces for _ in range(count)]
    endpoint = Endpoint(NoiseFloor(), Timing(limit_s=3.0))
    told: list[Event] = []
    for at, block in enumerate(stream):
        event = endpoint.take(*block)
        if event is None:
            continue
        told.append(event)
        assert 0 <= event.start <= at
        if isinstance(event, Paused | Ended | Overran):
            assert event.start < event.end <= at + 1
            assert event.end - event.start <= blocks(3.0) + 1
    allowed = {
        Began: (Began, Paused, Overran),
        Paused: (Resumed, Ended, Overran),
        Resumed: (Began, Paused, Overran),
        Ended: (Began,),
        Overran: (Began,),
    }
    assert all(isinstance(after, allowed[type(before)]) for before, after in pairwise(told))
    assert all(before == Paused(after.start, after.end) for before, after in pairwise(told) if isinstance(after, Ended))
    assert not told or isinstance(told[0], Began)
