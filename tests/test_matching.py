"""Matching texts with a vocabulary, word by word."""

from __future__ import annotations

import pytest

from speech.matching import MOST_READINGS, Matcher, match, normalise
from speech.vocabulary import OneOf, Phrase, Repeat, Sequence, Vocabulary

NAMES = OneOf(tuple(Phrase(name.lower(), name) for name in ("Anna", "Ben", "Cy", "Zoë", "Anna-Lena")))
LETTERS = OneOf(
    (
        *(Phrase(letter.lower(), letter) for letter in "ABC"),
        Phrase("alpha", "A"),
        Phrase("bravo", "B"),
        Phrase("b as in bravo", "B"),
        Phrase("answer b", "B"),
    )
)
VOTES = Vocabulary(LETTERS.phrases, (Repeat(Sequence((NAMES, LETTERS)), most=4),))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("  Read it AGAIN, please! ", "read it again please"),
        ("What’s the score?", "whats the score"),
        ("Don't", "dont"),
        ("X-ray", "x ray"),
        ("21", "twenty one"),
        ("three for 2", "three for two"),
        ("one hundred and five", "one hundred five"),
        ("105", "one hundred five"),
        ("ＡＢＣ", "abc"),
        ("?!…", ""),
        ("9" * 400, "9" * 400),
    ],
)
def test_what_counts_of_a_text(text: str, words: str) -> None:
    assert normalise(text) == words


def test_numbers_are_read_in_the_language() -> None:
    assert normalise("21 Punkte", "de") == "einundzwanzig punkte"
    assert normalise("21", "xx") == "21"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Bravo!", "B"),
        ("b as in Bravo", "B"),
        ("Answer B", "B"),
        ("Anna B, Ben Charlie", None),
        ("Anna B, Ben C and Cy: alpha", (("Anna", "B"), ("Ben", "C"), ("Cy", "A"))),
        ("Anna-Lena b as in bravo and Zoë A", (("Anna-Lena", "B"), ("Zoë", "A"))),
        ("Anna B and", None),
        ("and Anna B", None),
        ("Anna A Ben A Cy A Zoë A Anna A", None),
        ("Anna", None),
        ("bravo bravo", None),
        ("brav", None),
        ("", None),
    ],
)
def test_one_value_or_none(text: str, value: object) -> None:
    assert match(text, VOTES) == (() if value is None else (value,))


def test_a_sequence_and_a_repeat_of_single_phrases() -> None:
    vocabulary = Vocabulary(
        (),
        (
            Sequence((OneOf((Phrase("three", 3), Phrase("two", 2))), Phrase("for", None), NAMES)),
            Repeat(LETTERS, most=3),
        ),
    )
    assert match("3 for Ben", vocabulary) == ((3, None, "Ben"),)
    assert match("A, C and B", vocabulary) == (("A", "C", "B"),)
    assert match("A", vocabulary) == (("A",),)


def test_an_ambiguous_text_has_all_its_values() -> None:
    phrases = (Phrase("right", "yes"), Phrase("right", "direction"), Phrase("Right!", "yes"))
    assert match("right", Vocabulary(phrases)) == ("yes", "direction")


def test_countless_readings_cost_no_more_than_a_few() -> None:
    part = OneOf((Phrase("na", 1), Phrase("na na", 2)))
    readings = match("na " * 200, Vocabulary((), (Repeat(part, most=200),)))
    assert len(set(readings)) == MOST_READINGS
    assert all(isinstance(reading, tuple) and sum(reading) == 200 for reading in readings)


def test_names_and_letters_by_the_thousand_need_no_enumeration() -> None:
    names = OneOf(tuple(Phrase(f"player {number}", number) for number in range(3000)))
    matcher = Matcher(Vocabulary((), (Repeat(Sequence((names, LETTERS)), most=12),)))
    text = ", ".join(f"player {number} B" for number in range(12))
    assert matcher.values(text) == (tuple((number, "B") for number in range(12)),)
    assert matcher.values(text + " player") == ()


@pytest.mark.parametrize(
    ("text", "goes_on"),
    [
        ("twenty", True),
        ("twenty one", False),
        ("b", False),  # "b as in bravo" has the same value
        ("anna", True),
        ("anna b", True),
        ("anna a ben b cy c", True),
        ("anna a ben b cy c anna", True),
        ("anna a ben b cy c anna a", False),
        ("stop", True),
        ("stop the", True),
        ("stop the game", False),
        ("nonsense", False),
    ],
)
def test_whether_more_words_could_make_another_value(text: str, goes_on: bool) -> None:
    others = (Phrase("twenty", 20), Phrase("twenty one", 21), Phrase("stop", "pause"), Phrase("stop the game", "end"))
    vocabulary = Vocabulary((*LETTERS.phrases, *others), VOTES.runs)
    assert Matcher(vocabulary).may_go_on(text) is goes_on
