"""Rappakalja: the conversation. It can be taken up after any event and taken back; who is asked what, and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from rappakalja_table import FIVE, SHEET, Log, deck, same_opening, seated, steps
from test_rappakalja_random_games import played_at_random, random_answer

from games.rappakalja import events as e
from games.rappakalja.deck import CATEGORIES
from games.rappakalja.rules import begin, over
from games.rappakalja.setup import Setup
from games.rappakalja.state import State
from games.rappakalja.wishes import wish
from games.table import Ask, Choice, Countdown, FreeText, Number, People, ReadAloud, Rows, Say, Show

SEEDS = range(0, 400, 16)

# ------------------------------------------------------------------------------------- taken up, taken back


def next_question(log: Log, length: int) -> Log:
    """The script started anew after ``length`` events, run to its next question."""
    anew = Log(log.seed, log.states[: length + 1], log.events[:length])
    steps(anew, random_answer, same_opening, stop_at_question=True)
    return anew


@pytest.mark.parametrize("seed", SEEDS)
def test_after_any_event_the_script_goes_on_with_the_same_question(seed: int) -> None:
    log = played_at_random(seed)
    asked = [one for one in log.asked if not _looks(one[1])]
    for length in range(len(log.events) + 1):
        anew = next_question(log, length)
        if not (anew.asked and _looks(anew.asked[0][1])):
            assert anew.asked[:1] == next(([one] for one in asked if one[0] >= length), [])
        assert anew.events == log.events[: len(anew.events)]


def _looks(question: Ask[Any] | Countdown) -> bool:
    """The leader's look at the truth, which has no event of its own before it is over."""
    return question.key == "look"


@pytest.mark.parametrize("seed", SEEDS)
def test_taking_an_answer_back_asks_the_same_question_again(seed: int) -> None:
    """Undo drops the events back to the one that the last answer brought about."""
    log = played_at_random(seed)
    for length, question in dict(reversed(log.asked)).items():
        assert next_question(log, length).asked == [(length, question)]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_taken_up_in_the_middle_ends_with_the_same_log(seed: int) -> None:
    log = played_at_random(seed)
    middle = len(log.events) // 2
    pairs = zip(log.asked, log.answers, strict=True)
    left = iter([answer for (at, question), answer in pairs if at >= middle and isinstance(question, Ask)])
    anew = Log(log.seed, log.states[: middle + 1], log.events[:middle])
    steps(anew, lambda *_: next(left), same_opening)
    assert anew.events == log.events
    assert over(anew.states[-1])


# ------------------------------------------------------------------------------------ what is asked of whom


def evening(answers: Mapping[str, Any] | None = None, players: int = 4, **agreed: Any) -> Log:
    """One round led by Anna. ``answers`` are by the question's key; everybody else finds the truth."""

    def answering(state: State, question: Ask[Any], chance: Random) -> Any:
        if answers and question.key in answers:
            return answers[question.key].pop(0) if isinstance(answers[question.key], list) else answers[question.key]
        match question.expect:
            case FreeText():
                return f"{question.of} thinks so"
            case ReadAloud():
                return f"sheet {question.slots['letter']}"
            case People(_, none="nobody"):
                return ()
            case Choice("letter", letters):
                return next((one for one in letters if state.round.authors.get(one, "") is None), letters[-1])
        return wish(state, question, None, chance)

    log = Log(1, [seated(players, **{"rounds": 1, **agreed})])
    steps(log, answering, same_opening)
    return log


def questions(log: Log, key: str) -> list[Ask[Any]]:
    return [question for _, question in log.asked if isinstance(question, Ask) and question.key == key]


def said(log: Log, key: str) -> list[Any]:
    return [request for request in log.said if request.key == key]


def keys(log: Log) -> list[str]:
    return [request.key for request in log.said]


def test_leader_and_die_are_asked_only_where_they_are_not_agreed() -> None:
    assert not set(keys(evening())) & {"who_begins", "leader_drawn", "whose_die"}
    log = Log(1, [begin(Setup(FIVE, deck(), SHEET, rounds=1))])
    steps(log, lambda state, question, chance: wish(state, question, None, chance))
    assert [question.key for _, question in log.asked[:2]] == ["who_begins", "whose_die"]


@pytest.mark.parametrize(("named", "begins"), [(("Cy",), "Cy"), ((), None)])
def test_the_table_names_the_first_leader_or_lets_chance_draw(named: tuple[str, ...], begins: str | None) -> None:
    def answering(state: State, question: Ask[Any], chance: Random) -> Any:
        return named if question.key == "who_begins" else wish(state, question, None, chance)

    log = Log(1, [begin(Setup(FIVE, deck(), SHEET, die="host", rounds=1))])
    steps(log, answering)
    assert (log.states[1].lead == begins) or (begins is None and said(log, "leader_drawn"))


def test_a_die_from_the_table_is_asked_of_the_leader() -> None:
    (question,) = questions(evening({"your_roll": 3}, die="table"), "your_roll")
    assert (question.of, question.expect) == ("Anna", Number(1, 6))


def test_a_die_of_the_host_is_drawn_and_told() -> None:
    log = evening()
    assert not questions(log, "your_roll")
    assert {f"rolled_{category}" for category in CATEGORIES} & set(keys(log)) or questions(log, "your_choice")


def test_after_a_six_the_leader_is_asked() -> None:
    (question,) = questions(evening({"your_roll": 6, "your_choice": "films"}, die="table"), "your_choice")
    assert (question.of, question.expect) == ("Anna", Choice("category", CATEGORIES))


@pytest.mark.parametrize(("face", "category"), list(enumerate(CATEGORIES, start=1)))
def test_each_category_has_its_own_question(face: int, category: str) -> None:
    log = evening({"your_roll": face}, die="table")
    assert said(log, f"question_{category}")
    assert bool(said(log, "spelling")) == (category == "words")


def test_words_and_abbreviations_are_spelled() -> None:
    for face, key in ((1, "spelling"), (4, "question_abbreviations")):
        line = said(evening({"your_roll": face}, die="table"), key)[0]
        assert line.slots["spelled"]


def test_the_question_and_its_spelling_can_be_heard_again_while_all_write() -> None:
    (write,) = said(evening({"your_roll": 1}, die="table"), "write_seat")
    assert isinstance(write, Countdown)
    assert [line.key for line in write.again] == ["question_words", "spelling"]


def test_the_time_for_writing_is_the_tables() -> None:
    (write,) = said(evening(writing_s=90.0), "write_seat")
    assert write.seconds == 90.0


def test_sheets_are_asked_at_the_keyboard_of_all_but_the_leader() -> None:
    sheets = questions(evening(first="Cy"), "your_sheet")
    assert [question.of for question in sheets] == ["Dora", "Anna", "Ben"]
    assert all(question.quiet for question in sheets)


def test_where_the_host_leads_everybody_writes_and_guesses() -> None:
    log = evening(first="Cy", leader="host")
    assert [question.of for question in questions(log, "your_sheet")] == ["Dora", "Anna", "Ben", "Cy"]
    assert [question.of for question in questions(log, "your_guess")] == ["Dora", "Anna", "Ben", "Cy"]


def test_the_leader_judges_at_the_keyboard_before_all_sheets_and_the_truth() -> None:
    log = evening({"your_sheet": ["hat one", "hat two", "the thing"]})
    for key in ("incomplete", "correct", "equal"):
        (question,) = questions(log, key)
        assert (question.of, question.quiet) == ("Anna", True)
        assert isinstance(question.slots["sheets"], Rows)
        assert "the truth of" in str(question.slots["truth"])
    (equal,) = questions(log, "equal")
    assert equal.slots["likely"] == Say("likely", {"names": ("Ben", "Cy")})
    (correct,) = questions(log, "correct")
    assert correct.slots["likely"] == Say("likely", {"names": ("Dora",)})


def test_where_the_host_leads_whoever_types_judges_without_the_truth() -> None:
    log = evening(leader="host")
    for key in ("incomplete_blind", "correct_blind", "equal_blind"):
        (question,) = questions(log, key)
        assert (question.of, question.quiet) == (None, True)
        assert "the truth of" not in str(question.slots)


def test_one_who_names_a_single_equal_is_asked_again() -> None:
    log = evening({"equal": [("Ben",), ("Ben", "Cy"), ()], "add_false": False})
    assert [why.key for why in log.refused] == ["equal_alone"]
    assert said(log, "equal_alone")
    assert said(log, "broken_off_equal")


def test_one_that_is_not_complete_enough_is_written_anew_and_asked_for_again() -> None:
    log = evening({"incomplete": ("Cy",)})
    (anew,) = said(log, "write_anew")
    assert anew.slots["names"] == ("Cy",)
    assert [question.of for question in questions(log, "your_sheet")] == ["Ben", "Cy", "Dora", "Cy"]
    assert len(questions(log, "incomplete")) == 1


def test_who_knew_it_is_told_at_once_and_ticks_before_the_list_is_read() -> None:
    order = keys(evening({"correct": ("Ben",)}))
    assert order.index("knew_it") < order.index("ticked_correct") < order.index("list_begins")


def test_the_leader_is_asked_for_a_false_one_and_one_that_is_there_is_refused_in_a_sentence() -> None:
    log = evening({"add_false": True, "your_false": ["ben thinks so!", "quite another thing"]})
    assert [why.key for why in log.refused] == ["false_is_there"]
    assert len(questions(log, "your_false")) == 2
    assert [event.text for event in log.events if isinstance(event, e.FalseWritten)] == ["quite another thing"]


def test_a_guess_at_ones_own_gets_a_sentence_and_is_asked_again() -> None:
    def stubborn(state: State, question: Ask[Any], chance: Random) -> Any:
        if question.key == "your_guess":
            letters = {author: letter for letter, author in state.round.authors.items()}
            return letters[question.of if len(log.refused) < 2 else None]
        return wish(state, question, None, chance)

    log = Log(4, [seated(5, rounds=1)])
    steps(log, stubborn)
    assert [why.key for why in log.refused] == ["not_open", "not_open"]
    assert [question.of for question in questions(log, "your_guess")][:3] == ["Ben", "Ben", "Ben"]


def test_the_list_is_read_once_and_can_be_heard_again_at_every_guess() -> None:
    log = evening({"add_false": False})
    assert [line.slots["letter"] for line in said(log, "explanation")] == ["A", "B", "C", "D"]
    assert all([line.key for line in one.again] == ["explanation"] * 4 for one in questions(log, "your_guess"))


def test_typing_tells_nothing() -> None:
    log = evening({"your_sheet": ["a Hat ", "no   more,", "So!"], "add_false": False})
    texts = {line.slots["text"] for line in said(log, "explanation")}
    assert {"A Hat.", "No more.", "So!"} < texts


def test_in_the_first_round_the_host_says_a_little_more() -> None:
    log = evening({"equal": [("Ben", "Cy"), (), ()]}, rounds=2)
    for key in ("write_first", "guess_first", "tick_first", "guess"):
        assert len(said(log, key)) == 1, key


def test_a_deck_that_is_used_up_is_shuffled_and_it_is_said() -> None:
    log = evening(rounds=3, deck=deck(cards=1))
    assert len(said(log, "used_up")) == 2
    assert sum(isinstance(event, e.StackShuffled) for event in log.events) == 3


def test_the_end_names_the_winner_and_whether_the_sheet_is_full() -> None:
    assert said(evening(), "victory")
    state = replace(seated(4), ticks=dict.fromkeys(FIVE[:4], 28))
    log = Log(1, [state])
    steps(log, lambda state, question, chance: wish(state, question, None, chance))
    assert said(log, "victory_full")


# ------------------------------------------------------------------------------- sheets that stay on paper


def paper(answers: Mapping[str, Any] | None = None, **agreed: Any) -> Log:
    whose = {"recital_whose": [("Ben",), ("Cy",)], "recital_true": "D", "your_guess": ["D", "D", "D"]}
    return evening({"add_false_aloud": False, **whose, **(answers or {})}, hand_in="aloud", **agreed)


def test_on_paper_the_truth_is_shown_to_the_leader_alone_and_never_spoken_before_the_end() -> None:
    log = paper()
    order = keys(log)
    assert order.index("look") < order.index("truth_shown") < order.index("write_seat")
    (shown,) = [request for request in log.said if isinstance(request, Show)]
    assert (shown.of, shown.page.key) == ("Anna", "truth_page")
    spoken = [request for request in log.said[: order.index("truth")] if not isinstance(request, Show)]
    assert "the truth of" not in str(spoken)


def test_on_paper_the_leader_judges_by_voice() -> None:
    log = paper()
    for key in ("incomplete_aloud", "correct_aloud", "equal_aloud"):
        (question,) = questions(log, key)
        assert (question.of, question.quiet) == ("Anna", False)
    assert not questions(log, "your_sheet")


def test_on_paper_the_leader_reads_and_the_list_can_be_heard_again() -> None:
    log = paper()
    assert [question.slots["letter"] for question in questions(log, "recital_letter")] == ["A", "B", "C", "D"]
    guess = questions(log, "your_guess")[0]
    assert [(line.key, bool(line.clip)) for line in guess.again] == [("recital_clip", True)] * 4


def test_on_paper_all_are_unmasked_after_the_guesses() -> None:
    order = keys(paper())
    last_guess = len(order) - 1 - order[::-1].index("your_guess")
    assert last_guess < order.index("recital_true") < order.index("recital_whose") < order.index("truth")


def test_on_paper_an_author_claimed_by_two_letters_gets_a_sentence_and_is_asked_again() -> None:
    log = paper({"recital_whose": [("Ben",), ("Ben",), ("Cy", "Dora"), ("Cy",)]})
    assert [why.key for why in log.refused] == ["recital_claimed", "recital_one_each"]
    assert log.states[-1].ticks == {"Anna": 0, "Ben": 2, "Cy": 2, "Dora": 2}


def test_on_paper_a_guess_at_ones_own_is_told_to_be_void() -> None:
    log = paper({"your_guess": ["A", "A", "D"]})
    (void,) = said(log, "void")
    assert void.slots["names"] == ("Ben",)
    assert log.states[-1].ticks == {"Anna": 0, "Ben": 1, "Cy": 0, "Dora": 2}


def test_on_paper_one_that_is_not_complete_enough_is_written_anew() -> None:
    log = paper({"incomplete_aloud": ("Cy", "Dora")})
    assert said(log, "write_anew")[0].slots["names"] == ("Cy", "Dora")
    assert over(log.states[-1])


def test_with_the_tables_own_cards_the_host_knows_no_text() -> None:
    log = paper(own_cards=True)
    assert not [request for request in log.said if isinstance(request, Show)]
    assert any(key.startswith("own_card_") for key in keys(log))
    assert said(log, "truth_letter")
    assert not said(log, "truth")
