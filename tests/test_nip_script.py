"""Nobody is Perfect: the conversation. It can be taken up after any event, taken back, and every line exists."""

from __future__ import annotations

import re
import string
import tomllib
from dataclasses import fields
from typing import Any

import pytest
from nip_table import FIVE, TRACK, Log, deck, same_opening, seated, steps
from test_nip_aloud import played_aloud
from test_nip_random_games import played_at_random, random_answer

from games import shelf
from games.nobody_is_perfect.rules import begin, over
from games.nobody_is_perfect.setup import Setup
from games.nobody_is_perfect.state import Phase
from games.table import Ask, Ballot, Countdown, FreeText, Pair, People, Rows, Say, Show

FOLDER = shelf.folder("nobody_is_perfect")
EN: dict[str, Any] = tomllib.loads((FOLDER / "lang" / "en.toml").read_text("utf-8"))
HOST: dict[str, Any] = tomllib.loads((FOLDER.parents[1] / "host" / "language" / "en.toml").read_text("utf-8"))
REASONS = {**HOST["illegal"], **EN["illegal"]}
SEEDS = range(0, 400, 8)
HOSTS_OWN = {"welcome", "welcome_back", "time_over", "standings", "echo", "help", "farewell"}

# ------------------------------------------------------------------------------------- taken up, taken back


def next_question(log: Log, length: int) -> Log:
    """The script started anew after ``length`` events, run to its next question."""
    anew = Log(log.seed, log.states[: length + 1], log.events[:length])
    steps(anew, random_answer, same_opening, stop_at_question=True)
    return anew


@pytest.mark.parametrize("seed", SEEDS)
def test_after_any_event_the_script_goes_on_with_the_same_question(seed: int) -> None:
    log = played_at_random(seed)
    for length in range(len(log.events) + 1):
        anew = next_question(log, length)
        assert anew.asked[:1] == next(([asked] for asked in log.asked if asked[0] >= length), [])
        assert anew.events == log.events[: len(anew.events)]


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


def test_taken_up_at_its_pencils_the_first_question_is_not_explained_anew() -> None:
    log = played_aloud(3)
    explained = [length for length, state in enumerate(log.states) if state.phase is Phase.WRITING]
    for length in explained:
        anew = next_question(log, length)
        assert not [line.key for line in anew.said if line.key.startswith("first_")]
    assert [line.key for line in log.said].count("first_aloud") == 1


def test_a_question_that_tells_itself_is_not_read_twice_on_request() -> None:
    said = played_aloud(3).said
    looks = [one for one in said if one.key == "write_and_look"]
    assert looks
    assert all(isinstance(one, Countdown) and not one.again and "question" in one.slots for one in looks)


def test_every_answer_leaves_an_event_unless_it_was_refused() -> None:
    log = played_at_random(3)
    lengths = [length for length, _ in log.asked]
    repeated = {length for length in lengths if lengths.count(length) > 1}
    again = [question for length, question in log.asked if length in repeated]
    assert all(isinstance(q, Ask) and isinstance(q.expect, FreeText | Ballot | People) for q in again)


# ------------------------------------------------------------------------------------ what is asked of whom


def asked_in(setup: Setup) -> Log:
    def answering(state: Any, question: Ask[Any], chance: Any) -> Any:
        if isinstance(question.expect, FreeText):
            return f"{question.of} thinks so"
        if isinstance(question.expect, Pair):
            return None
        if isinstance(question.expect, Ballot):
            return ((question.of, next(o for o in question.expect.options if o in _open(state, question.of))),)
        return random_answer(state, question, chance)

    log = Log(1, [begin(setup)])
    steps(log, answering, lambda _: ((0, 1),))
    return log


def _open(state: Any, voter: str | None) -> tuple[str, ...]:
    from games.nobody_is_perfect.rules import open_letters

    return open_letters(state, voter or "")


def questions(log: Log, key: str) -> list[Ask[Any]]:
    return [question for _, question in log.asked if isinstance(question, Ask) and question.key == key]


def test_sheets_are_asked_at_the_keyboard_of_all_but_the_leader() -> None:
    log = asked_in(Setup(FIVE, deck(), TRACK, first="Charlie", number=1, rounds=1))
    sheets = questions(log, "your_sheet")
    assert [question.of for question in sheets] == ["Dora", "Emil", "Anna", "Ben"]
    assert all(question.quiet for question in sheets)
    assert [question.of for question in questions(log, "your_tip")] == ["Dora", "Emil", "Anna", "Ben"]


def test_where_the_host_leads_everybody_writes_and_tips() -> None:
    log = asked_in(Setup(FIVE, deck(), TRACK, leader="host", first="Charlie", number=1, rounds=1))
    assert [question.of for question in questions(log, "your_sheet")] == ["Dora", "Emil", "Anna", "Ben", "Charlie"]
    assert [question.of for question in questions(log, "your_tip")] == ["Dora", "Emil", "Anna", "Ben", "Charlie"]


@pytest.mark.parametrize(("leader", "key", "of"), [("seat", "alike", "Charlie"), ("host", "alike_blind", None)])
def test_the_leader_or_whoever_types_decides_what_is_alike(leader: Any, key: str, of: str | None) -> None:
    log = asked_in(Setup(FIVE, deck(), TRACK, leader=leader, first="Charlie", number=1, rounds=1))
    question = questions(log, key)[0]
    assert (question.of, question.quiet) == (of, True)
    assert ("Because of blue" in str(question.slots)) == (leader == "seat"), "who tips must not see the truth"
    assert question.slots["likely"] == Rows((("Dora", "Emil"),))
    assert isinstance(question.expect, Pair)
    assert {("Dora", "Emil"), ("Ben", "")} <= set(question.expect.among)


def test_leader_and_number_are_asked_only_where_they_are_not_agreed() -> None:
    assert not questions(asked_in(Setup(FIVE, deck(), TRACK, first="Ben", number=1, rounds=1)), "number")
    log = asked_in(Setup(FIVE, deck(), TRACK, rounds=1))
    assert len(questions(log, "number")) == 1
    assert log.said[0].key == "who_begins"


def test_the_answers_are_read_twice_in_the_same_order() -> None:
    log = asked_in(Setup(FIVE, deck(), TRACK, first="Anna", number=1, rounds=1))
    full = [said.slots["letter"] for said in log.said if said.key == "answer"]
    brief = [said.slots["letter"] for said in log.said if said.key == "answer_in_brief"]
    assert full == brief == ["A", "B", "C", "D", "E"]


def test_the_answers_can_be_heard_again_while_everybody_chooses() -> None:
    log = asked_in(Setup(FIVE, deck(), TRACK, first="Anna", number=1, rounds=1))
    choose = next(said for said in log.said if said.key == "choose")
    assert isinstance(choose, Countdown)
    assert [line.key for line in choose.again] == ["first_reading"] + ["answer"] * 5
    assert [line.key for line in questions(log, "your_tip")[0].again] == ["answer_in_brief"] * 5


def test_the_time_for_writing_is_the_tables() -> None:
    log = asked_in(Setup(FIVE, deck(), TRACK, first="Anna", number=1, rounds=1, writing_s=90.0))
    write = next(said for said in log.said if said.key == "write_seat")
    assert isinstance(write, Countdown)
    assert write.seconds == 90.0


# ------------------------------------------------------------------------------------------------ the lines


def wordings(key: str) -> list[str]:
    line = EN["lines"][key]
    return [wording for plural in line.values() for wording in plural] if isinstance(line, dict) else line


def all_said() -> list[Any]:
    games = [*map(played_at_random, range(0, 1000, 4)), *map(played_aloud, range(200))]
    said = [request for game in games for request in game.said]
    said += [line for request in said if isinstance(request, Ask | Countdown) for line in request.again]
    said += [request.page for request in said if isinstance(request, Show)]
    said += [line for request in said for line in lines_within(tuple(request.slots.values()))]
    return [request for request in said if request.key in EN["lines"] or request.key not in HOST["lines"] | REASONS]


def lines_within(slot: Any) -> list[Say]:
    """The lines that are put into other lines."""
    match slot:
        case Say():
            return [slot, *lines_within(tuple(slot.slots.values()))]
        case Rows(items) | tuple(items):
            return [line for item in items for line in lines_within(item)]
    return []


def test_every_line_is_there_every_slot_is_filled_and_none_is_left_over() -> None:
    said = all_said()
    assert {request.key for request in said} == set(EN["lines"])
    for request in said:
        needed = {name for text in wordings(request.key) for _, name, _, _ in string.Formatter().parse(text) if name}
        assert needed <= set(request.slots), request.key
        if isinstance(EN["lines"][request.key], dict):
            assert isinstance(request.slots["n"], int)
            assert request.slots["n"] >= 1


def test_what_is_said_often_has_several_wordings() -> None:
    parts_of_others = {"answer", "answer_in_brief", "leader_found", "question", "sheet", "nothing_likely", "truth_page"}
    for key in set(EN["lines"]) - parts_of_others:
        line = EN["lines"][key]
        for plural in line.values() if isinstance(line, dict) else [line]:
            assert len(plural) >= 2, key
            assert len(set(plural)) == len(plural), key


def test_no_line_takes_the_place_of_the_hosts_own() -> None:
    assert not set(EN["lines"]) & set(HOST["lines"])
    assert set(HOST["lines"]) >= HOSTS_OWN


def test_every_reason_of_the_rules_can_be_spoken() -> None:
    source = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.py"))
    reasons = set(re.findall(r'_need\((?:[^"]|\n)*?"(\w+)"\)', source)) | set(re.findall(r'Illegal\("(\w+)"', source))
    assert reasons == set(EN["illegal"])


def test_every_colour_can_be_named() -> None:
    assert set(EN["choices"]["colour"]) == {"blue", "pink", "yellow", "orange"}
    spoken = [phrase for phrases in EN["choices"]["colour"].values() for phrase in phrases]
    assert len(set(spoken)) == len(spoken)


def test_setup_has_the_options_of_the_rulings() -> None:
    names = {field.name for field in fields(Setup)}
    assert {"leader", "first", "number", "rounds", "orange_lucky_hit", "ask_moves", "writing_s"} <= names
    assert seated(dict.fromkeys(FIVE, 0)).setup.leader == "seat"
