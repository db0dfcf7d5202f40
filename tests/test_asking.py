"""One question at the table: repeating, confirming, asking again, breaks, the keyboard. Each test is a piece of talk.

How a talk is written: see ``talk``.
"""

from __future__ import annotations

from typing import Any

import pytest
from talk import Deskless, Talk, hear, language
from talk import interjections as interjections  # a fixture

from games.table import Ask, Ballot, Choice, Countdown, Done, FreeText, Number, Person, Say, Words, YesNo
from host.asking.asking import Asking
from host.asking.interjections import Interjections, StopGame, TakeBack
from host.language.phrasebook import Phrasebook
from host.seats.clock import StillClock
from host.seats.table import NobodyThere, Table

TIP = Ask("your_tip", Ballot("letter", ("A", "B", "C", "D"), ("Cy", "Anna", "Ben")), {"name": "Cy"}, of="Cy")


def test_an_answer_is_echoed_in_a_word(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Cy    bravo
    host  Bravo.
    """
    assert hear(TIP, talk, interjections) == (("Cy", "B"),)


def test_several_tips_in_one_breath(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Cy    Anna b, Ben charlie and Cy a
    host  Anna Bravo, Ben Charlie, Cy Alpha.
    """
    assert hear(TIP, talk, interjections) == (("Anna", "B"), ("Ben", "C"), ("Cy", "A"))


def test_a_voter_named_twice_counts_with_the_last(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Cy    Anna bravo, Anna delta
    host  Delta.
    """
    assert hear(TIP, talk, interjections) == (("Anna", "D"),)


def test_two_that_are_close_are_both_named(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Cy    ? bravo, delta
    host  Bravo or Delta?
    Cy    delta
    host  Delta.
    """
    assert hear(TIP, talk, interjections) == (("Cy", "D"),)


@pytest.mark.parametrize("answer", ["yes", "that's right", "bravo"])
def test_one_that_is_likely_is_asked_back(interjections: Interjections, answer: str) -> None:
    talk = f"""
    host  Cy, which one?
    Cy    ? bravo
    host  Bravo?
    Cy    {answer}
    host  Bravo.
    """
    assert hear(TIP, talk, interjections) == (("Cy", "B"),)


def test_asked_back_wrongly_another_answer_counts_at_once(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Cy    ? bravo
    host  Bravo?
    Cy    delta
    host  Delta.
    """
    assert hear(TIP, talk, interjections) == (("Cy", "D"),)


@pytest.mark.parametrize("answer", ["no", "neither of them", "..."])
def test_neither_of_them_is_asked_again(interjections: Interjections, answer: str) -> None:
    talk = f"""
    host  Cy, which one?
    Cy    ? bravo, delta
    host  Bravo or Delta?
    Cy    {answer}
    host  Sorry Cy, once more?
    Cy    alpha
    host  Alpha.
    """
    assert hear(TIP, talk, interjections) == (("Cy", "A"),)


def test_after_a_confusion_the_host_prefers_the_spelling_word(interjections: Interjections) -> None:
    people = Talk("Cy ? b, letter d\nCy bravo\nCy charlie\nAnna delta")
    words = language()
    asking = Asking(Table(people, people, people, StillClock(), people), words, interjections, Phrasebook(words))
    for request in (TIP, TIP, Ask("your_tip", TIP.expect, {"name": "Anna"}, of="Anna")):
        asking.ask(request)
    assert [line for line in people.said_by_all if line.startswith("host")] == [
        *("host  Cy, which one?", "host  Bravo or Delta?", "host  Bravo."),
        *("host  Cy, your letter?", "host  As a word, please.", "host  Charlie."),
        *("host  Anna, which one?", "host  Delta."),
    ]


def test_of_two_ballots_only_what_they_share_is_asked_back(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Cy    ? Cy b Anna d Ben a, Cy b Anna d Ben charlie
    host  Cy Bravo, Anna Delta?
    Cy    yes
    host  Cy Bravo, Anna Delta.
    """
    assert hear(TIP, talk, interjections) == (("Cy", "B"), ("Anna", "D"))


def test_where_which_of_two_stays_unclear_one_of_them_gets_a_yes(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Cy    ? bravo, delta
    host  Bravo or Delta?
    Cy    ? delta, bravo
    host  Delta?
    Cy    yes
    host  Delta.
    """
    assert hear(TIP, talk, interjections) == (("Cy", "D"),)


def test_after_asking_twice_the_keyboard_is_offered_and_then_the_host_only_listens(
    interjections: Interjections,
) -> None:
    talk = """
    host  Cy, which one?
    Cy    ...
    host  Sorry Cy, once more?
    Cy    ...
    host  The spelling word, please: Alpha, Bravo and so on.
    Cy    ...
    host  I can't make it out. Please type it.
    Cy    gibberish
    host  I can't make it out. I keep listening: take your time.
    Cy    ...
    Cy    ...
    Cy    bravo
    host  Bravo.
    """
    assert hear(TIP, talk, interjections) == (("Cy", "B"),)


def test_typed_at_the_keyboard_it_counts(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Cy    ...
    host  Sorry Cy, once more?
    Cy    ...
    host  The spelling word, please: Alpha, Bravo and so on.
    Cy    ...
    host  I can't make it out. Please type it.
    Cy    delta
    host  Delta.
    """
    assert hear(TIP, talk, interjections) == (("Cy", "D"),)


def test_where_nobody_can_type_the_host_listens_on(interjections: Interjections) -> None:
    people, words = Deskless("Cy ...\nCy ...\nCy ...\nCy bravo"), language()
    asking = Asking(Table(people, people, people, StillClock(), people), words, interjections, Phrasebook(words))
    assert asking.ask(TIP) == (("Cy", "B"),)
    assert "host  I can't make it out. I keep listening: take your time." in people.said_by_all


def test_what_may_always_be_said(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Anna  what's the score
    host  No points yet.
    Ben   whose turn is it
    host  It is Cy's turn.
    Ben   how much time
    host  No clock is running. Take your time.
    Anna  go on
    host  We are still playing.
    Cy    what can we say
    host  Everybody invents an answer to the question, and all of them are read out together with the true one. A \
correct tip is worth two spaces, and every player who falls for your invention is worth three. Right now you can say: \
alpha, bravo, charlie, delta. You can always say: read it again, take that back, \
take a break, go on, what's the score, whose turn is it, how much time, what can we say, somebody joins us, \
stop the game.
    Cy    bravo
    host  Bravo.
    """
    assert hear(TIP, talk, interjections) == (("Cy", "B"),)


def test_read_it_again_reads_the_list_and_the_question(interjections: Interjections) -> None:
    again = (Say("answer", {"letter": "A", "text": "A trap."}), Say("answer", {"letter": "B", "text": "A hat."}))
    request = Ask("your_tip", Ballot("letter", ("A", "B"), ("Cy",)), {"name": "Cy"}, of="Cy", again=again)
    talk = """
    host  Cy, which one?
    Ben   read it again
    host  Alpha: A trap.
    host  Bravo: A hat.
    host  Cy, your letter?
    Cy    alpha
    host  Alpha.
    """
    assert hear(request, talk, interjections) == (("Cy", "A"),)


def test_a_break_lasts_until_somebody_says_go_on(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Ben   take a break
    host  We take a break. Say go on when you are back.
    Anna  bravo
    Anna  what's the score
    host  No points yet.
    Cy    let's go on
    host  On we go.
    host  Cy, your letter?
    Cy    bravo
    host  Bravo.
    """
    assert hear(TIP, talk, interjections) == (("Cy", "B"),)


def test_undo_goes_to_the_leader_of_the_evening(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Anna  take that back
    """
    with pytest.raises(TakeBack):
        hear(TIP, talk, interjections)


def test_stopping_is_confirmed(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Anna  stop the game
    host  Shall we stop here?
    Ben   no
    host  On we go.
    host  Cy, your letter?
    Anna  stop the game
    host  Shall we stop here?
    Ben   yes
    """
    with pytest.raises(StopGame):
        hear(TIP, talk, interjections)


def test_when_nobody_is_there_the_question_ends(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Cy    [nobody]
    """
    with pytest.raises(NobodyThere):
        hear(TIP, talk, interjections)


WRITE = Countdown("write_host", 60.0, {"question": "What is it?", "name": "Cy"})


@pytest.mark.parametrize(("said", "ready"), [("ready", True), ("we're done", True), ("go on", True), ("[time]", False)])
def test_a_countdown_ends_when_somebody_is_ready_or_the_time_is_over(
    interjections: Interjections, said: str, ready: bool
) -> None:
    talk = f"""
    host  What is it? Everybody writes. Say ready when all pencils are down.
    Ben   how much time
    host  60 seconds left.
    Ben   {said}
    """ + ("" if ready else "host  Time is up.\n")
    assert hear(WRITE, talk, interjections) is ready


@pytest.mark.parametrize(
    ("request_", "answer", "value", "echo"),
    [
        (Ask("number", Number(1, 3)), "number two", 2, "Two."),
        (Ask("joker", Choice("colour", ("blue", "pink")), {"name": "Cy"}), "pink please", "pink", "Pink."),
        (Ask("number", Person(("Anna", "Ben"))), "ben", "Ben", "Ben."),
        (Ask("number", Words(("A Tuesday, in rain!", "Never"))), "never", "Never", "Never."),
        (Ask("number", YesNo()), "nope", False, None),
        (Ask("number", Done()), "all ready", None, None),
    ],
    ids=["number", "choice", "person", "words", "yes or no", "done"],
)
def test_every_kind_of_answer(
    interjections: Interjections, request_: Ask[Any], answer: str, value: Any, echo: str | None
) -> None:
    line = language().line(request_.key, request_.slots)
    talk = f"host  {line}\nCy    {answer}\n" + (f"host  {echo}\n" if echo else "")
    assert hear(request_, talk, interjections) == value


def test_a_sheet_is_typed_unseen_and_a_slash_is_a_command(interjections: Interjections) -> None:
    sheet = Ask("your_sheet", FreeText(20), {"name": "Cy"}, of="Cy", quiet=True)
    assert hear(sheet, "Cy undo is my bluff", interjections) == "undo is my bluff"
    assert hear(sheet, f"Cy {'x' * 21}\nCy short", interjections) == "short"
    with pytest.raises(TakeBack):
        hear(sheet, "Cy /undo", interjections)
