"""At the desk: sheets and quiet questions are typed where the others do not see it. Each test is what stands there.

``desk`` is what the host shows there; nothing of it is ever spoken.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from talk import Talk, hear
from talk import interjections as interjections  # a fixture

from games.table import Ask, FreeText, Pair, Rows, Say
from host.asking.interjections import Interjections, StopGame, TakeBack

AGAIN = (Say("question", {"question": "What is a gnomon?"}),)
SHEET = Ask("your_sheet", FreeText(20), {"name": "Cy"}, of="Cy", quiet=True, again=AGAIN)
PAIRS = Pair((("Anna", "Ben"), ("Anna", ""), ("Ben", "")))
ALIKE = Ask("alike_blind", PAIRS, {"likely": Rows((("Anna", "Ben"),))}, quiet=True, again=AGAIN)

HOW_IT_GOES = (
    "Everybody invents an answer to the question, and all of them are read out together with the true one. A correct "
    "tip is worth two spaces, and every player who falls for your invention is worth three."
)
SLASHES = "/repeat, /undo, /pause, /go on, /score, /turn, /time, /help, /join, /stop"
WHAT_IS_THERE = "What is a gnomon?"
ANSWERS = [
    ("repeat", "read it again", WHAT_IS_THERE),
    ("go on", "carry on", "We are still playing."),
    ("score", "what's the score", "No points yet."),
    ("turn", "whose turn is it", "It is Cy's turn."),
    ("time", "how much time", "No clock is running. Take your time."),
    ("join", "somebody joins us", "Tell me at the table who joins."),
]
"""What is typed behind a slash, how it is spoken, and what the desk says to it."""


class AtDesk(Talk):
    """A talk at the desk, where what the host shows is written down as well."""

    def read(self, line: str, of: str | None) -> str | None:
        self.said_by_all.append(f"desk  {line}")
        return super().read(line, of)


def typed(request: Ask[object], talk: str, interjections: Interjections) -> object:
    """The answer to ``request``; what stood at the desk must be the talk, word for word."""
    lines = [line.strip() for line in talk.strip().splitlines()]
    told = AtDesk("\n".join(line for line in lines if not line.startswith("desk ")))
    return hear(request, talk, interjections, lambda _: told)


# ---------------------------------------------------------------------------------------------------- at a sheet


def test_a_sheet_is_what_was_typed(interjections: Interjections) -> None:
    talk = """
    desk  Cy, what is on your sheet? (/help for more)
    Cy    undo and/or score
    """
    assert typed(SHEET, talk, interjections) == "undo and/or score"


@pytest.mark.parametrize(("slash", "spoken", "answer"), ANSWERS)
def test_a_slash_commands_at_a_sheet(interjections: Interjections, slash: str, spoken: str, answer: str) -> None:
    del spoken
    talk = f"""
    desk  Cy, what is on your sheet? (/help for more)
    Cy    /{slash}
    desk  {answer} Cy, what is on your sheet?
    Cy    /{slash.upper().replace(" ", "_")}
    desk  {answer.replace("We are still playing.", "No break on. We are playing.").replace("It is ", "")} Cy, what \
is on your sheet?
    Cy    A sundial
    """
    assert typed(SHEET, talk, interjections) == "A sundial"


def test_help_tells_the_slashes_and_nothing_that_would_become_the_sheet(interjections: Interjections) -> None:
    talk = f"""
    desk  Cy, what is on your sheet? (/help for more)
    Cy    /help
    desk  {HOW_IT_GOES} Typed here, with a slash: {SLASHES}. Cy, what is on your sheet?
    Cy    A sundial
    """
    assert typed(SHEET, talk, interjections) == "A sundial"


def test_a_slash_with_nonsense(interjections: Interjections) -> None:
    talk = """
    desk  Cy, what is on your sheet? (/help for more)
    Cy    /nonsense
    desk  /nonsense is nothing I know; try /help. Cy, what is on your sheet?
    Cy    /
    desk  / is nothing I know; try /help. Cy, what is on your sheet?
    Cy    A sundial
    """
    assert typed(SHEET, talk, interjections) == "A sundial"


def test_a_sheet_that_cannot_be_taken(interjections: Interjections) -> None:
    talk = f"""
    desk  Cy, what is on your sheet? (/help for more)
    Cy    {"x" * 21}
    desk  That is too long: 21 letters and signs, at most 20. Cy, what is on your sheet?
    Cy    ?!
    desk  There is not a single letter on it that I could speak. Cy, what is on your sheet?
    Cy
    desk  There is nothing on it. Cy, what is on your sheet?
    Cy    {"x" * 20}
    """
    assert typed(SHEET, talk, interjections) == "x" * 20


# ----------------------------------------------------------------------------------------------- a quiet question


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("Anna and Ben", ("Anna", "Ben")),
        ("ben and anna", ("Anna", "Ben")),
        ("the truth and Anna", ("Anna", "")),
        ("none", None),
        ("no two of them", None),
    ],
)
def test_two_sheets_are_named(interjections: Interjections, answer: str, value: tuple[str, str] | None) -> None:
    talk = f"""
    desk  Do two sheets say the same? Likely: Anna and Ben. Type a pair, or none. (/help for more)
    desk! Cy and Anna
    desk  That does not fit here. Do two sheets say the same? Likely: Anna and Ben. Type a pair, or none.
    desk! {answer}
    """
    assert typed(ALIKE, talk, interjections) == value


@pytest.mark.parametrize(("slash", "spoken", "answer"), ANSWERS)
def test_where_no_sheet_is_expected_plain_words_do(
    interjections: Interjections, slash: str, spoken: str, answer: str
) -> None:
    put = "Do two sheets say the same? Likely: Anna and Ben. Type a pair, or none."
    other = answer.replace("We are still playing.", "No break on. We are playing.").replace("It is ", "")
    talk = f"""
    desk  {put} (/help for more)
    desk! {slash}
    desk  {answer} {put}
    desk! {spoken}
    desk  {other} {put}
    desk! none
    """
    assert typed(ALIKE, talk, interjections) is None


def test_help_at_a_quiet_question_tells_its_answers(interjections: Interjections) -> None:
    put = "Do two sheets say the same? Likely: Anna and Ben. Type a pair, or none."
    talk = f"""
    desk  {put} (/help for more)
    desk! help
    desk  {HOW_IT_GOES} Right now you can say: anna and ben, anna and the truth, ben and the truth, none. Typed here, \
with a slash: {SLASHES}. {put}
    desk! none
    """
    assert typed(ALIKE, talk, interjections) is None


# ---------------------------------------------------------------------------------------------- undo, stop, pause


@pytest.mark.parametrize(("request_", "word"), [(SHEET, "/undo"), (ALIKE, "/undo"), (ALIKE, "take that back")])
def test_undo_goes_to_the_leader_of_the_evening(interjections: Interjections, request_: Ask[object], word: str) -> None:
    with pytest.raises(TakeBack):
        hear(request_, f"Cy    {word}", interjections)


def test_stopping_is_confirmed(interjections: Interjections) -> None:
    talk = """
    desk  Cy, what is on your sheet? (/help for more)
    Cy    /stop
    desk  Shall we stop here?
    Cy    no
    desk  On we go. Cy, what is on your sheet?
    Cy    /stop
    desk  Shall we stop here?
    Cy    yes
    """
    with pytest.raises(StopGame):
        typed(SHEET, talk, interjections)


def test_a_break_lasts_until_go_on(interjections: Interjections) -> None:
    talk = """
    desk  Cy, what is on your sheet? (/help for more)
    Cy    /pause
    desk  A break. Type /go on when you are back.
    Cy    A sundial
    desk  A break. Type /go on when you are back.
    Cy    score
    desk  No points yet. A break. Type /go on when you are back.
    Cy    go on
    desk  On we go. Cy, what is on your sheet?
    Cy    A sundial
    """
    assert typed(SHEET, talk, interjections) == "A sundial"


def test_in_a_break_the_game_may_be_stopped(interjections: Interjections) -> None:
    talk = """
    desk  Cy, what is on your sheet? (/help for more)
    Cy    /pause
    desk  A break. Type /go on when you are back.
    Cy    /stop
    desk  Shall we stop here?
    Cy    nope
    desk  A break. Type /go on when you are back.
    Cy    stop
    desk  Shall we stop here?
    Cy    yes
    """
    with pytest.raises(StopGame):
        typed(SHEET, talk, interjections)


def test_undone_in_a_break(interjections: Interjections) -> None:
    with pytest.raises(TakeBack):
        hear(SHEET, "Cy    /pause\nCy    /undo", interjections)


def test_where_there_is_nothing_to_read_again_the_prompt_stands_alone(interjections: Interjections) -> None:
    talk = """
    desk  Cy, what is on your sheet? (/help for more)
    Cy    /repeat
    desk  Cy, what is on your sheet?
    Cy    A sundial
    """
    assert typed(replace(SHEET, again=()), talk, interjections) == "A sundial"
