"""same same: the conversation. It can be taken up after any event, taken back, and says no more than it must."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from same_same_table import (
    EMMA,
    LINUS,
    LOLA,
    SIX,
    THREE,
    VANESSA,
    Log,
    deck,
    laid,
    led,
    letters_in_turn,
    played,
    scored,
    seated,
    steps,
    told,
    turned,
    with_chips,
)
from test_same_same_random_games import played_at_random, random_answer

from games.same_same import GAME
from games.same_same import events as e
from games.same_same.rules import over
from games.same_same.script import script
from games.same_same.state import State
from games.table import Ask, Ballot, Choice, Countdown, Note, Rows, Say

SEEDS = [seed for seed in range(1, 400, 9) if seed % 3]
"""Games that nobody joins or leaves in the middle: those are taken up anew at that very moment anyway."""

# ------------------------------------------------------------------------------------- taken up, taken back


def next_question(log: Log, length: int) -> Log:
    """The script started anew after ``length`` events, run to its next question."""
    anew = Log(log.seed, log.states[: length + 1], log.events[:length])
    steps(anew, random_answer, stop_at_question=True)
    return anew


@pytest.mark.parametrize("seed", SEEDS)
def test_after_any_event_the_script_goes_on_with_the_same_question(seed: int) -> None:
    log = played_at_random(seed)
    for length in range(len(log.events) + 1):
        if _mid_breath(log, length):
            continue
        anew = next_question(log, length)
        assert anew.asked[:1] == next(([asked] for asked in log.asked if asked[0] >= length), [])
        assert anew.events == log.events[: len(anew.events)]


def _mid_breath(log: Log, length: int) -> bool:
    """Between two letters of one breath: taken up there, the rest of them is asked for."""
    asked_here = any(at == length for at, _ in log.asked)
    return not asked_here and any(isinstance(event, e.LetterTold) for event in log.events[length : length + 1])


@pytest.mark.parametrize("seed", SEEDS)
def test_taking_an_answer_back_asks_the_same_question_again(seed: int) -> None:
    """Undo drops the events back to the one that the last answer brought about."""
    log = played_at_random(seed)
    for length, question in dict(reversed(log.asked)).items():
        assert next_question(log, length).asked == [(length, question)]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_taken_up_in_the_middle_ends_with_the_same_log(seed: int) -> None:
    log = played_at_random(seed)
    middle = log.asked[len(log.asked) // 2][0]
    pairs = zip(log.asked, log.answers, strict=True)
    left = iter([answer for (at, question), answer in pairs if at >= middle and isinstance(question, Ask)])
    anew = Log(log.seed, log.states[: middle + 1], log.events[:middle])
    steps(anew, lambda *_: next(left))
    assert anew.events == log.events
    assert over(anew.states[-1])


# ---------------------------------------------------------------------------------------- what is said when


def test_a_first_round_says_more_than_the_second() -> None:
    keys = led(seated(rounds=2), "AABC", "AABC").spoken()
    options = ["option"] * 4
    assert keys == [
        *("first_stack", "question_for", *options, "lay_first", "reveal_first", "your_letter", "pair_matches"),
        "in_front",
        *("question_for", *options, "lay", "reveal", "your_letter", "pair_matches", "victory"),
    ]


def test_set_up_by_voice_asks_for_what_nobody_has_named() -> None:
    log = led(seated(wording=None, points=None, rounds=1), "AABC")
    assert [question.key for _, question in log.asked[:2]] == ["wording", "points"]
    assert [q.expect.options for _, q in log.asked[:2] if isinstance(q, Ask) and isinstance(q.expect, Choice)] == [
        ("positive", "negative", "each"),
        ("stack", "one"),
    ]
    assert "wording" not in led(seated(rounds=1), "AABC").spoken()


def test_points_are_told_with_the_question_before_anybody_answers() -> None:
    log = led(seated(deck=deck(*[3] * 5), rounds=1), "AABC")
    question = next(said for said in log.said if said.key == "question_for")
    assert question.slots["n"] == 3
    assert log.spoken().index("question_for") < log.spoken().index("lay_first")


def test_with_three_the_host_says_once_that_d_stays_in_the_box() -> None:
    keys = led(seated(THREE, rounds=3), "AAB", "ABB", "CCC").spoken()
    assert keys.count("without_last") == 1
    assert keys.index("without_last") < keys.index("question_for")
    assert "without_last" not in led(seated(rounds=1), "AABC").spoken()


def test_for_each_card_both_wordings_are_read_and_one_is_chosen() -> None:
    log = led(seated(wording="each", rounds=1), "AABC")
    both = Say("both_wordings", {"positive": log.said[1].slots["positive"], "negative": log.said[1].slots["negative"]})
    assert log.said[1] == both
    asked = log.asked[0][1]
    assert isinstance(asked, Ask)
    assert (asked.key, asked.again) == ("which_wording", (both,))


def test_the_list_can_be_heard_again_while_everybody_chooses_and_when_letters_are_told() -> None:
    log = led(seated(rounds=1), "AABC")
    waiting, ballot = (question for _, question in log.asked)
    assert [line.key for line in waiting.again] == ["question_for"] + ["option"] * 4
    assert [line.key for line in ballot.again] == ["option"] * 4


def test_the_time_for_thinking_is_the_tables() -> None:
    waiting = led(seated(rounds=1, thinking_s=45.0), "AABC").asked[0][1]
    assert isinstance(waiting, Countdown)
    assert waiting.seconds == 45.0
    assert led(seated(rounds=1), "AABC").asked[0][1] == Countdown("lay_first", None, {}, waiting.again)


def test_letters_are_asked_clockwise_and_those_told_in_one_breath_not_again() -> None:
    answers = iter([((LINUS, "A"),), ((VANESSA, "B"), (LOLA, "A")), ((EMMA, "C"),)])
    log = Log(1, [seated(rounds=1)])
    steps(log, lambda *_: next(answers))
    ballots = [question for _, question in log.asked if isinstance(question, Ask)]
    assert [ballot.of for ballot in ballots] == [LINUS, VANESSA, EMMA]
    assert [ballot.expect.voters for ballot in ballots][1:] == [(VANESSA, EMMA, LOLA), (EMMA,)]


def test_a_letter_no_card_has_is_one_sentence_and_the_others_of_that_breath_count() -> None:
    answers = iter([((LINUS, "A"), (VANESSA, "D"), (EMMA, "A")), ((VANESSA, "B"),)])
    log = Log(1, [seated(THREE, rounds=1)])
    steps(log, lambda *_: next(answers))
    refused = [said for said in log.said if said.key == "letter_not_read"]
    assert refused == [Say("letter_not_read", {"name": VANESSA, "letter": "D"})]
    assert log.states[-1].track == {(LINUS, VANESSA): 0, (LINUS, EMMA): 2, (VANESSA, EMMA): 0}


def said_of_matches(state: State, letters: str) -> list[tuple[str, dict[str, Any]]]:
    said = led(state, letters).said
    kinds = ("pair_matches", "group_matches", "all_match", "no_match")
    return [(one.key, dict(one.slots)) for one in said if one.key in kinds]


@pytest.mark.parametrize(
    ("letters", "told_by_host"),
    [
        ("BBBD", [("group_matches", {"letter": "B", "names": (LINUS, VANESSA, EMMA), "n": 2})]),
        ("ABCA", [("pair_matches", {"letter": "A", "names": (LINUS, LOLA), "n": 2})]),
        ("CCCC", [("all_match", {"letter": "C", "names": (LINUS, VANESSA, EMMA, LOLA), "n": 2})]),
        ("DACB", [("no_match", {})]),
        (
            "BABA",
            [
                ("pair_matches", {"letter": "A", "names": (VANESSA, LOLA), "n": 2}),
                ("pair_matches", {"letter": "B", "names": (LINUS, EMMA), "n": 2}),
            ],
        ),
    ],
)
def test_matches_are_told_in_few_words_in_the_order_of_letters(letters: str, told_by_host: list[Any]) -> None:
    assert said_of_matches(seated(rounds=1), letters) == told_by_host


def test_six_players_in_three_pairs_and_in_two_threes() -> None:
    assert [key for key, _ in said_of_matches(seated(SIX, rounds=1), "ABCCBA")] == ["pair_matches"] * 3
    assert [key for key, _ in said_of_matches(seated(SIX, rounds=1), "ADADAD")] == ["group_matches"] * 2


def test_who_leads_is_said_only_where_it_has_changed_and_two_pairs_at_most() -> None:
    assert led(seated(rounds=4), "AABC", "AABC", "ABBC", "ABCD").spoken().count("in_front") == 1
    log = led(seated(rounds=3), "AAAA", "ABAB", "ABAB")
    leading = [said for said in log.said if said.key == "in_front"]
    assert [(said.slots["pairs"], said.slots["n"]) for said in leading] == [(Rows(((LINUS, EMMA), (VANESSA, LOLA))), 2)]


def test_before_its_last_card_the_stack_is_shuffled_and_that_is_said() -> None:
    log = led(seated(deck=deck(1, 1, 1), rounds=5), *["ABCD"] * 5)
    assert log.spoken().count("used_up") == 2, "two questions a stack"
    assert sum(isinstance(event, e.StackShuffled) for event in log.events) == 3


def victory(state: State, letters: str) -> Say:
    said = led(state, letters).said[-1]
    assert isinstance(said, Say)
    return said


def test_the_winners_are_named_as_one_pair_as_several_and_as_all_together() -> None:
    points = Say("points_told", {"n": 25})
    one = victory(with_chips(seated(), Linus_Emma=23), "ABAC")
    assert one == Say("victory", {"pairs": Rows(((LINUS, EMMA),)), "n": 1, "points": points})
    two = victory(with_chips(seated(), Linus_Emma=23, Vanessa_Lola=24), "ABAB")
    assert two.slots["pairs"] == Rows(((LINUS, EMMA), (VANESSA, LOLA)))
    assert two.slots["n"] == 2
    three = victory(with_chips(seated(), Linus_Vanessa=23, Linus_Emma=23, Vanessa_Emma=23), "AAAD")
    assert three == Say("victory_of_all", {"names": (LINUS, VANESSA, EMMA), "points": points})


def test_a_game_without_a_match_has_a_word_of_its_own() -> None:
    assert victory(seated(rounds=1), "ABCD") == Say("nobody_matched", {})


# ---------------------------------------------------------------------------------------- who comes and goes


def gone_on(state: State) -> Log:
    log = Log(1, [state])
    steps(log, random_answer, stop_at_question=True)
    return log


def test_the_host_waits_no_longer_for_somebody_who_has_left() -> None:
    state = told(laid(seated()), {LINUS: "A", VANESSA: "A"})
    ballot = gone_on(played(state, e.PlayerLeft(EMMA))).asked[0][1]
    assert isinstance(ballot, Ask)
    assert ballot.expect == Ballot("letter", ("A", "B", "C", "D"), (LOLA,))
    matches = gone_on(played(told(state, {LOLA: "B"}), e.PlayerLeft(EMMA)))
    assert matches.spoken()[0] == "pair_matches"


def test_a_newcomer_while_all_choose_hears_the_question_and_is_asked() -> None:
    log = Log(1, [played(turned(seated(rounds=1)), e.PlayerJoined("Mats", LINUS))])
    steps(log, letters_in_turn("ABCDA"))
    assert log.spoken()[0] == "question_for"
    assert log.asked[1][1].of == LINUS
    assert log.events[1:6] == [
        *(e.LetterTold(LINUS, "A"), e.LetterTold("Mats", "B"), e.LetterTold(VANESSA, "C")),
        *(e.LetterTold(EMMA, "D"), e.LetterTold(LOLA, "A")),
    ]


def test_cards_are_turned_over_even_where_newcomers_watch_the_last_one_left() -> None:
    state = played(laid(seated()), e.PlayerJoined("Mats", LOLA), e.PlayerJoined("Nora", LOLA))
    state = played(state, *(e.PlayerLeft(name) for name in (LINUS, VANESSA, EMMA)))
    assert gone_on(state).spoken() == ["reveal_first", "your_letter"]
    assert gone_on(played(state, e.PlayerJoined(EMMA, LOLA), e.PlayerLeft(LOLA))).spoken()[0] == "no_match"


def test_from_four_to_three_and_back_the_host_says_what_becomes_of_d() -> None:
    three = played(scored(seated(), "ABCD"), e.PlayerLeft(LOLA))
    assert gone_on(three).spoken()[0] == "without_last"
    four = played(scored(three, "ABC"), e.PlayerJoined("Mats", EMMA))
    assert gone_on(four).spoken()[0] == "with_last"


def test_with_two_left_the_script_names_the_winners() -> None:
    state = played(with_chips(seated(THREE), Linus_Emma=4), e.PlayerLeft(EMMA))
    requests = list(_without_answers(script(state), state))
    assert requests[0] == Note(e.GameEnded(((LINUS, EMMA),)))
    assert [request.key for request in requests[1:]] == ["victory"]


def _without_answers(run: Any, state: State) -> Any:
    answer: Any = None
    while True:
        try:
            request = run.send(answer)
        except StopIteration:
            return
        yield request
        answer = GAME.apply(state, request.event) if isinstance(request, Note) else None


# ---------------------------------------------------------------------------------------------- rehearsals


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_simulated_players_answer_legally_and_come_to_an_end(players: int) -> None:
    lengths = []
    for seed in range(20):
        log = Log(seed, [seated(SIX[:players], deck=deck(*[1, 2, 3] * 20), wording=None, points=None)])
        steps(log, lambda state, ask, chance: GAME.wish(state, ask, ask.of, chance))
        assert "letter_not_read" not in log.spoken()
        lengths.append(log.states[-1].rounds)
    assert max(lengths) < 80


def test_a_wish_depends_on_nothing_but_its_arguments() -> None:
    state = laid(seated())
    question = Ask("your_letter", Ballot("letter", ("A", "B", "C", "D"), state.missing), of=LINUS)
    wishes = [GAME.wish(state, question, EMMA, Random(7)) for _ in range(5)]
    assert len(set(wishes)) == 1
    assert wishes[0][0][0] == EMMA
