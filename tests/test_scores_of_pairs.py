"""Scores of pairs: an ampersand for the eye, the language's own "and" for the ear, on the board and when asked."""

from __future__ import annotations

from pathlib import Path

from games.game import Standing
from games.same_same import events as e
from host.asking.interjections import Interjections
from host.evening.evening import Evening, Wish
from host.seats.scoreboard import board_lines, written

OPTIONS = {"wording": "positive", "points": "one", "target": 1}


def evening(folder: Path) -> Evening:
    """After a question in which Anna and Ben agreed, and Cy and Dora."""
    one = Evening.begin(Wish("same_same", "Anna,Ben,Cy,Dora", "en", 1, OPTIONS).opening(), folder / "one.evening")
    order = tuple(range(len(one.ledger.state.setup.deck.card)))
    for event in (e.StackShuffled(order), e.CardTurned(0), e.LettersLaid()):
        one.ledger.note(event)
    return one


def told(one: Evening, letters: str) -> None:
    for name, letter in zip(one.names, letters, strict=True):
        one.ledger.note(e.LetterTold(name, letter))
    one.ledger.note(e.PairsMoved())


def test_a_pair_is_one_line_of_the_board() -> None:
    lines = list(board_lines((Standing(("Anna", "Ben"), 3, 1), Standing(("Cy",), 0, 2))))
    assert lines == ["| 1. Anna & Ben    3 ███", "| 2. Cy            0"]


def test_a_single_player_is_written_as_ever() -> None:
    assert written(("Anna",)) == "Anna"


def test_the_spoken_score_names_the_pairs_that_have_points(tmp_path: Path) -> None:
    with evening(tmp_path) as one:
        asked = Interjections(one.ledger, one.language)
        assert asked.standings() == "No points yet."
        told(one, "AABB")
        assert asked.standings() == "Anna and Ben; Cy and Dora 1 point."


def test_the_names_of_winning_pairs_are_said_once_each(tmp_path: Path) -> None:
    with evening(tmp_path) as one:
        told(one, "AAAB")
        winners = one.game.standings(one.ledger.state)[:3]
        one.ledger.note(e.GameEnded(tuple(line.names for line in winners)))
        assert one.game.winners(one.ledger.state) == (("Anna", "Ben"), ("Anna", "Cy"), ("Ben", "Cy"))
