"""What people say that is no answer: each piece of it gets a sentence, and the question is still open behind it.

The talks go as those of ``test_asking``.
"""

from __future__ import annotations

import pytest
from talk import Deskless, Talk, hear
from talk import interjections as interjections  # a fixture

from games.table import Ask, Ballot, Number, People, Say
from host.asking.interjections import Interjections, Joins, Leaves, StopGame

SEATED = ("Cy", "Anna", "Ben")
TIP = Ask("your_tip", Ballot("letter", ("A", "B", "C", "D"), ("Cy", "Ben")), {"name": "Cy"}, of="Cy")
WHOSE = Ask("recital_whose", People(("Anna", "Ben")), {"letter": "A"}, of="Cy")


def heard(request: Ask[object], talk: str, interjections: Interjections, kind: type[Talk] = Talk) -> object:
    return hear(request, talk, interjections, kind, SEATED)


# ------------------------------------------------------------------------------------ what is not there to be told


def test_a_number_out_of_range(interjections: Interjections) -> None:
    talk = """
    host  Every card has three questions. Which number do we play tonight: one, two or three?
    Ben   seven
    host  From 1 to 3, please.
    Ben   number zero
    host  That is not there: 1 to 3, please.
    Ben   two
    host  Two.
    """
    assert heard(Ask("number", Number(1, 3)), talk, interjections) == 2


def test_a_letter_without_an_answer(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Cy    echo
    host  There is no Echo here. Another, please.
    Cy    zulu
    host  No Zulu this time. Another, please.
    Cy    delta
    host  Delta.
    """
    assert heard(TIP, talk, interjections) == (("Cy", "D"),)


def test_somebody_who_is_not_asked_about(interjections: Interjections) -> None:
    talk = """
    host  Whose was Alpha?
    Ben   cy
    host  Not Cy, please. Somebody else?
    Cy    ben
    host  Ben.
    """
    assert heard(WHOSE, talk, interjections) == ("Ben",)


def test_a_vote_from_somebody_who_is_not_asked(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Anna  Anna bravo
    host  There is nothing to tell from Anna now.
    host  Cy, your letter?
    Cy    bravo
    host  Bravo.
    """
    assert heard(TIP, talk, interjections) == (("Cy", "B"),)


def test_in_one_breath_the_votes_of_the_others_count(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Ben   Anna bravo, Ben delta and Cy alpha
    host  There is nothing to tell from Anna now.
    host  Ben Delta, Cy Alpha.
    """
    assert heard(TIP, talk, interjections) == (("Ben", "D"), ("Cy", "A"))


# --------------------------------------------------------------------------------------------- one line of a list


def test_one_answer_is_read_again(interjections: Interjections) -> None:
    lines = (Say("answer", {"letter": "A", "text": "A trap."}), Say("answer", {"letter": "B", "text": "A hat."}))
    request = Ask("your_tip", Ballot("letter", ("A", "B"), ("Cy",)), {"name": "Cy"}, of="Cy", again=lines)
    talk = """
    host  Cy, which one?
    Ben   read bravo again
    host  Bravo: A hat.
    Ben   only alpha again
    host  Alpha: A trap.
    Ben   read delta again
    host  Sorry Cy, once more?
    Cy    alpha
    host  Alpha.
    """
    assert heard(request, talk, interjections) == (("Cy", "A"),)


# -------------------------------------------------------------------------------------------------- who has to go


def test_somebody_leaves(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Ben   Ben has to leave
    host  Ben leaves for good?
    Ben   yes
    """
    with pytest.raises(Leaves) as leaves:
        heard(TIP, talk, interjections)
    assert leaves.value.name == "Ben"


def test_somebody_stays_after_all(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Ben   Anna leaves the table
    host  Anna leaves for good?
    Anna  no
    host  All right, Anna stays.
    host  Cy, your letter?
    Cy    bravo
    host  Bravo.
    """
    assert heard(TIP, talk, interjections) == (("Cy", "B"),)


def test_what_stays_unclear_is_no_yes(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Ben   stop the game
    host  Shall we stop here?
    Anna  ~
    Anna  ...
    host  Sorry, once more?
    Anna  ...
    host  On we go.
    host  Cy, your letter?
    Cy    bravo
    host  Bravo.
    """
    assert heard(TIP, talk, interjections) == (("Cy", "B"),)


def test_in_a_break_too_stopping_is_confirmed(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Ben   pause
    host  We take a break. Say go on when you are back.
    Anna  stop the game
    host  Shall we stop here?
    Ben   no
    host  Break. Say go on when you like.
    Anna  ~
    Anna  stop the game
    host  Shall we stop here?
    Ben   yes
    """
    with pytest.raises(StopGame):
        heard(TIP, talk, interjections)


# --------------------------------------------------------------------------------------------------- who comes


def joining(talk: str, interjections: Interjections, kind: type[Talk] = Talk) -> tuple[str, str]:
    """Name and neighbour of somebody who joins while Cy is asked."""
    with pytest.raises(Joins) as joins:
        heard(TIP, f"host  Cy, which one?\n{talk.strip()}", interjections, kind)
    return joins.value.name, joins.value.neighbour


def test_somebody_joins_whose_name_the_host_knows(interjections: Interjections) -> None:
    talk = """
    Ben   somebody joins us
    host  Who is it? The first name, please.
    Anna  ~
    Dora  dora
    host  Dora?
    Dora  yes
    host  Whose left-hand neighbour is Dora?
    Anna  ~
    Dora  ben
    """
    assert joining(talk, interjections) == ("Dora", "Ben")


def test_a_name_that_the_host_does_not_know_is_typed(interjections: Interjections) -> None:
    talk = """
    Ben   a new player joins
    host  Who is it? The first name, please.
    Zoe   ...
    host  Please type the name.
    desk  xiomara
    host  Whose left-hand neighbour is Xiomara?
    Ben   anna
    """
    assert joining(talk, interjections) == ("Xiomara", "Anna")


def test_misheard_it_is_typed_as_well(interjections: Interjections) -> None:
    talk = """
    Ben   somebody joins us
    host  Who is it? The first name, please.
    Zoe   ? zoe
    host  Zoe?
    Zoe   no
    host  Please type the name.
    desk  Zoé
    host  Whose left-hand neighbour is Zoé?
    Zoe   cy
    """
    assert joining(talk, interjections) == ("Zoé", "Cy")


def test_a_name_that_is_taken_or_none(interjections: Interjections) -> None:
    talk = f"""
    Ben   somebody joins us
    host  Who is it? The first name, please.
    Ben   ben
    host  Ben?
    Ben   yes
    host  We have one Ben already. Another name, please.
    Ben   ...
    host  Please type the name.
    desk  BEN
    desk  C3PO
    desk  {"x" * 21}
    desk  Ben Two
    host  Whose left-hand neighbour is Ben Two?
    Ben   anna
    """
    assert joining(talk, interjections) == ("Ben Two", "Anna")


def test_an_unclear_neighbour_is_asked_for_twice_more_and_then_waited_for(interjections: Interjections) -> None:
    talk = """
    Ben   somebody joins us
    host  Who is it? The first name, please.
    Dora  dora
    host  Dora?
    Dora  yes
    host  Whose left-hand neighbour is Dora?
    Dora  ...
    host  At whose left does Dora sit?
    Dora  dora
    host  Whose left-hand neighbour is Dora?
    Dora  ...
    Dora  ...
    Dora  cy
    """
    assert joining(talk, interjections) == ("Dora", "Cy")


@pytest.mark.parametrize("never_mind", ["nobody", "no", "take that back", "go on"])
def test_nobody_joins_after_all(interjections: Interjections, never_mind: str) -> None:
    talk = f"""
    host  Cy, which one?
    Ben   somebody joins us
    host  Who is it? The first name, please.
    Ben   {never_mind}
    host  Then we go on as we are.
    host  Cy, your letter?
    Ben   somebody joins us
    host  Welcome! What is the name?
    Dora  dora
    host  Dora?
    Dora  yes
    host  Whose left-hand neighbour is Dora?
    Dora  {never_mind}
    host  All right, nobody joins.
    host  Cy, which one?
    Cy    bravo
    host  Bravo.
    """
    assert heard(TIP, talk, interjections) == (("Cy", "B"),)


def test_at_the_keyboard_nobody_is_no_name(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Ben   somebody joins us
    host  Who is it? The first name, please.
    Ben   ...
    host  Please type the name.
    desk  Nobody
    host  Then we go on as we are.
    host  Cy, your letter?
    Cy    bravo
    host  Bravo.
    """
    assert heard(TIP, talk, interjections) == (("Cy", "B"),)


def test_where_nobody_can_type_the_game_goes_on(interjections: Interjections) -> None:
    talk = """
    host  Cy, which one?
    Ben   somebody joins us
    host  Who is it? The first name, please.
    Ben   ...
    host  Please type the name.
    host  Then we go on as we are.
    host  Cy, your letter?
    Cy    bravo
    host  Bravo.
    """
    assert heard(TIP, talk, interjections, Deskless) == (("Cy", "B"),)


# ------------------------------------------------------------------------------------------- several people at once


@pytest.mark.parametrize(
    ("none", "answer", "value", "echo"),
    [
        ("", "Anna and Ben", ("Anna", "Ben"), "Anna and Ben."),
        ("", "ben, anna", ("Ben", "Anna"), "Ben and Anna."),
        ("", "anna and anna", ("Anna",), "Anna."),
        ("nobody", "nobody", (), "Nobody."),
        ("nobody", "none of us", (), "Nobody."),
        ("draw", "you draw", (), None),
        ("draw", "anna", ("Anna",), "Anna."),
    ],
)
def test_people_are_told_in_one_breath(
    interjections: Interjections, none: str, answer: str, value: tuple[str, ...], echo: str | None
) -> None:
    request = Ask("who_begins", People(("Anna", "Ben"), none))
    talk = f"""
    host  Who begins? Say a name, or let me draw one.
    Cy    {answer}
    """ + (f"host  {echo}\n" if echo else "")
    assert heard(request, talk, interjections) == value
