"""Nobody is Perfect: what is refused, what material is checked for, and how answers are shortened."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from nip_table import FIVE, TRACK, card_drawn, deck, moved, played, read_out, revealed, seated, tip

from games import shelf
from games.game import BrokenMaterial, Standing
from games.nobody_is_perfect import board as boards
from games.nobody_is_perfect import deck as decks
from games.nobody_is_perfect import events as e
from games.nobody_is_perfect.board import Board, Sign
from games.nobody_is_perfect.deck import COLOURS, Card, Deck, Question
from games.nobody_is_perfect.rules import begin, over, standings, turn
from games.nobody_is_perfect.setup import Setup
from games.nobody_is_perfect.shortening import sentence, shorter
from games.nobody_is_perfect.state import Phase, State
from games.table import Illegal

DATA = shelf.folder("nobody_is_perfect") / "data"
START = dict.fromkeys(FIVE, 0)

# ------------------------------------------------------------------------------------------- what is refused


def _opening() -> State:
    return begin(Setup(FIVE, deck(), TRACK))


def _writing() -> State:
    return card_drawn(seated(START))


def _sheets() -> State:
    return played(_writing(), e.WritingEnded(), e.SheetHandedIn("Ben", "a hat"))


def _alike() -> State:
    return played(_sheets(), *(e.SheetHandedIn(name, f"a hat for {name}") for name in FIVE[2:]))


def _letters() -> State:
    return played(_alike(), e.AlikeSettled())


def _tips() -> State:
    return played(read_out(seated(START)), tip("Ben", "E"))


def _points() -> State:
    return revealed(read_out(seated(START)), dict.fromkeys(FIVE[1:], None))


def _scored() -> State:
    return moved(_points())


@pytest.mark.parametrize(
    ("state", "event", "reason"),
    [
        (_opening(), e.LeaderDrawn("Zoe"), "not_playing"),
        (_opening(), e.NumberAgreed(0), "no_such_number"),
        (_opening(), e.NumberAgreed(4), "no_such_number"),
        (_opening(), e.CardDrawn(0), "not_now"),
        (seated(START), e.LeaderDrawn("Ben"), "not_now"),
        (seated(START), e.NumberAdvanced("blue", 3), "no_such_number"),
        (seated(START), e.StackShuffled("pink", (2, 3)), "not_that_colour"),
        (seated(START), e.StackShuffled("blue", (0, 2)), "not_the_stack"),
        (seated(START), e.StackShuffled("blue", (0, 0)), "not_the_stack"),
        (seated(START), e.CardDrawn(0), "not_the_top_card"),
        (seated(START), e.WritingEnded(), "not_now"),
        (_writing(), e.SheetHandedIn("Ben", "early"), "not_now"),
        (_sheets(), e.SheetHandedIn("Ben", "again"), "handed_in_already"),
        (_sheets(), e.SheetHandedIn("Anna", "the leader"), "not_writing"),
        (_sheets(), e.SheetHandedIn("Zoe", "a stranger"), "not_writing"),
        (_sheets(), e.SheetHandedIn("Dora", " \n "), "empty_sheet"),
        (_sheets(), e.AlikeSettled(), "not_now"),
        (_alike(), e.FoundAlike("Ben", "Ben"), "not_alike"),
        (_alike(), e.FoundAlike("Ben", "Anna"), "not_alike"),
        (_alike(), e.FoundAlike("Anna", None), "not_alike"),
        (played(_alike(), e.FoundAlike("Ben", "Dora")), e.FoundAlike("Ben", "Dora"), "not_alike"),
        (_letters(), e.AnswersLettered(("Ben", "Charlie", "Dora", "Emil")), "not_the_sheets"),
        (_letters(), e.AnswersLettered(("Ben", "Ben", "Charlie", "Dora", "Emil", None)), "not_the_sheets"),
        (_letters(), tip("Ben", "A"), "not_now"),
        (_tips(), tip("Ben", "E"), "tipped_already"),
        (_tips(), tip("Zoe", "E"), "not_tipping"),
        (_tips(), tip("Dora", "F"), "not_open"),
        (_tips(), tip("Dora", "C"), "not_open"),
        (_tips(), e.TruthRevealed(), "not_now"),
        (_tips(), e.TipsTold(()), "not_tipping"),
        (_tips(), e.TipsTold((("Dora", "E"), ("Dora", "A"))), "tipped_already"),
        (_tips(), e.TipsTold((("Dora", "E"), ("Emil", "D"))), "not_open"),
        (_points(), e.PawnMoved("Ben", 3, "truth"), "not_that_move"),
        (_points(), e.PawnMoved("Ben", 2, "bluff"), "not_that_move"),
        (_points(), e.PawnMoved("Anna", 2, "truth"), "not_that_move"),
        (_points(), e.RoundEnded(), "not_now"),
        (_scored(), e.PawnMoved("Ben", 2, "truth"), "not_now"),
        (_scored(), e.GameEnded(("Ben",)), "not_now"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_a_reason(state: State, event: Any, reason: str) -> None:
    with pytest.raises(Illegal, match=f"^{reason}$"):
        played(state, event)


def test_nothing_happens_after_the_end() -> None:
    over_ = played(replace(_scored(), setup=replace(_scored().setup, rounds=1)), e.RoundEnded(), e.GameEnded(FIVE[1:]))
    assert over(over_)
    for event in (e.RoundEnded(), e.GameEnded(FIVE[1:]), e.CardDrawn(0), tip("Ben", "A"), e.NumberAgreed(1)):
        with pytest.raises(Illegal, match="not_now"):
            played(over_, event)


def test_an_event_leaves_the_state_before_it_alone() -> None:
    before = _tips()
    tips, track = dict(before.round.tips), dict(before.track)
    played(before, tip("Charlie", "E"), tip("Dora", "E"), tip("Emil", "E"), e.TruthRevealed())
    assert (before.round.tips, before.track) == (tips, track)


def test_leader_and_number_may_be_settled_in_either_order() -> None:
    one = played(_opening(), e.LeaderDrawn("Dora"), e.NumberAgreed(3))
    assert one == played(_opening(), e.NumberAgreed(3), e.LeaderDrawn("Dora"))
    assert one.phase is Phase.CARD


def test_the_order_of_the_tips_does_not_matter() -> None:
    tips = [tip("Ben", "E"), tip("Charlie", "A"), tip("Dora", "E"), tip("Emil", "A")]
    assert played(read_out(seated(START)), *tips) == played(read_out(seated(START)), *reversed(tips))


def test_equal_pawns_share_a_place_and_the_next_one_is_left_out() -> None:
    state = seated({"Anna": 4, "Ben": 41, "Charlie": 4, "Dora": 0})
    assert standings(state) == (
        Standing(("Ben",), 41, 1),
        Standing(("Anna",), 4, 2),
        Standing(("Charlie",), 4, 2),
        Standing(("Dora",), 0, 4),
    )


def test_it_is_the_leaders_turn_until_the_result() -> None:
    assert turn(_opening()) is None
    assert turn(_tips()) == "Anna"
    ended = played(replace(_scored(), setup=replace(_scored().setup, rounds=1)), e.RoundEnded())
    assert turn(ended) is None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"players": ("Anna", "Ben")}, "three to six people play, not 2"),
        ({"players": ("Anna", "Ben", "Ben")}, "name of their own"),
        ({"players": ("Anna", "Ben", " ")}, "needs a name"),
        ({"first": "Zoe"}, "Zoe is to begin"),
        ({"number": 4}, "1, 2 or 3, not 4"),
        ({"rounds": 0}, "at least one question"),
        ({"writing_s": 0.0}, "longer than nothing"),
        ({"board": Board(0)}, "no finish"),
        ({"deck": replace(deck(), card=())}, "every colour needs at least one"),
    ],
)
def test_an_impossible_setup_is_refused_in_plain_words(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        begin(replace(Setup(FIVE[:3], deck(), TRACK), **change))


# -------------------------------------------------------------------------------------------------- material


def _with_question(card: int, place: int, **change: Any) -> Deck:
    whole = deck()
    questions = list(whole.card[card].question)
    questions[place] = replace(questions[place], **change)
    cards = list(whole.card)
    cards[card] = replace(cards[card], question=tuple(questions))
    return replace(whole, card=tuple(cards))


SIX = tuple(f"bluff {n}" for n in range(6))


@pytest.mark.parametrize(
    ("broken", "path", "reason"),
    [
        (replace(deck(), title=" "), "title", "empty"),
        (replace(deck(), licence=""), "licence", "empty"),
        (_with_question(3, 1, truth=""), "card[3].question[1].truth", "empty"),
        (_with_question(3, 1, ask="  "), "card[3].question[1].ask", "empty"),
        (_with_question(1, 0, ask="WHY blue 0.1?"), "card[1].question[0].ask", "twice"),
        (_with_question(6, 2, truth="yes"), "card[6].question[2].truth", "orange"),
        (_with_question(6, 2, source="a book"), "card[6].question[2].source", "orange"),
        (_with_question(0, 0, bluffs=SIX[:5]), "card[0].question[0].bluffs", "six bluffs or none, not 5"),
        (_with_question(0, 0, bluffs=(*SIX[:5], "")), "card[0].question[0].bluffs[5]", "empty"),
        (_with_question(0, 0, bluffs=(*SIX[:5], "Bluff 1")), "card[0].question[0].bluffs[5]", "just like"),
        (_with_question(0, 0, bluffs=(*SIX, "because of BLUE 0.1")), "card[0].question[0].bluffs[6]", "just like"),
        (replace(deck(), card=(*deck().card, Card("pink", ()))), "card[8].question", "three questions, this one has 0"),
        (replace(deck(), card=deck().card[:4] + deck().card[6:]), "card", "no yellow card"),
    ],
)
def test_a_broken_deck_is_named_by_its_place(broken: Deck, path: str, reason: str) -> None:
    with pytest.raises(BrokenMaterial, match=reason) as caught:
        decks.check(broken)
    assert (caught.value.part, caught.value.path) == ("deck", path)


@pytest.mark.parametrize(
    ("broken", "path", "reason"),
    [
        (Board(0), "spaces", "no finish"),
        (Board(40, colours=()), "colours", "not a single colour"),
        (Board(3, colours=COLOURS), "colours", "4 colours do not fit on 3 spaces"),
        (Board(40, colours=("pink", "blue")), "colours[0]", "blue"),
        (Board(40, jokers=(10, 0)), "jokers[1]", "between start and finish"),
        (Board(40, jokers=(40,)), "jokers[0]", "between start and finish"),
        (Board(40, jokers=(10, 10)), "jokers[1]", "already"),
        (Board(40, sign=(Sign(7, 2), Sign(40, 2))), "sign[1].after", "nothing comes after space 40"),
        (Board(40, sign=(Sign(-1, 2),)), "sign[0].after", "nothing comes after"),
        (Board(40, sign=(Sign(7, 0),)), "sign[0].spaces", "at least one"),
        (Board(40, sign=(Sign(7, 2), Sign(7, 3))), "sign[1].after", "already"),
    ],
)
def test_a_broken_board_is_named_by_its_place(broken: Board, path: str, reason: str) -> None:
    with pytest.raises(BrokenMaterial, match=reason) as caught:
        boards.check(broken)
    assert (caught.value.part, caught.value.path) == ("board", path)


def test_our_board_is_the_one_of_the_rulings() -> None:
    board = msgspec.convert(tomllib.loads((DATA / "board.toml").read_text("utf-8")), Board)
    boards.check(board)
    assert replace(board, title="", licence="") == TRACK
    assert board.title
    assert board.licence


def test_our_deck_is_whole() -> None:
    own = msgspec.convert(tomllib.loads((DATA / "deck_en.toml").read_text("utf-8")), Deck)
    decks.check(own)
    assert own.language == "en"
    assert all(len(own.stack(colour)) >= 8 for colour in COLOURS)
    for card in own.card:
        assert all(len(question.bluffs) == 6 for question in card.question)
        assert all(bool(question.source) == (card.colour != "orange") for question in card.question)


def test_a_board_may_name_every_space() -> None:
    board = Board(5, colours=("blue", "orange", "pink", "pink", "yellow"))
    boards.check(board)
    assert [board.at(space) for space in range(5)] == ["blue", "orange", "pink", "pink", "yellow"]


# ------------------------------------------------------------------------------------------------ shortening


@pytest.mark.parametrize(
    ("text", "brief"),
    [
        ("A tool for making bass flutes", "Tool for making bass flutes."),
        ("an unsaturated carboxylic acid.", "Unsaturated carboxylic acid."),
        ("It was a fish trap, woven from willow", "Fish trap."),
        ("A fish trap in which eels sleep", "Fish trap."),
        ("A dance in which dancers kick a hat off a pole", "Dance in which dancers kick a hat."),
        ("Two bishops who shared one horse", "Two bishops."),
        ("The custom of paying a tax for every window of a house", "Custom of paying a tax."),
        ("It rains", "It rains."),
        ("No, it rains", "No, it rains."),
        ("1,500 goats", "1,500 goats."),
        ("What is 71 minus 67?", "What is 71 minus 67?"),
        ("“A hat”", "Hat."),
        ("one two three four five six seven eight", "One two three four five six seven eight."),
        ("one two three four five six seven eight nine", "One two three four five six seven."),
        ("...", "..."),
        ('"', '".'),
        ("of the", "Of the."),
        ("of the and or of the and or of the", "Of."),
    ],
)
def test_an_answer_in_brief(text: str, brief: str) -> None:
    assert shorter([text], "en") == (brief,)


def test_answers_that_would_sound_the_same_stay_as_they_are() -> None:
    texts = ["A fish trap, of willow", "A fish trap; of wire", "A hat, of straw"]
    assert shorter(texts, "en") == ("A fish trap, of willow.", "A fish trap; of wire.", "Hat.")


def test_no_answer_of_our_deck_becomes_empty_or_two_the_same() -> None:
    own = msgspec.convert(tomllib.loads((DATA / "deck_en.toml").read_text("utf-8")), Deck)
    for question in (question for card in own.card for question in card.question):
        texts = [text for text in (question.truth, *question.bluffs) if text]
        brief = shorter(texts, "en")
        assert len(set(brief)) == len(texts)
        assert all(len(short.split()) >= 1 for short in brief)
        assert all(len(short.split()) <= len(text.split()) for short, text in zip(brief, texts, strict=True))


def test_in_a_language_without_small_words_length_and_pauses_decide() -> None:
    assert shorter(["Ein Hut, den man isst", "a b c d e f g h i"], "xx") == ("Ein Hut.", "A b c d e f g.")


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("a  hat\n for cats ", "A hat for cats."),
        ("Stop!", "Stop!"),
        ("He said “stop!”", "He said “stop!”"),
        ("a hat,", "A hat."),
        ("ein Öl", "Ein Öl."),
        ("œuf", "Œuf."),
    ],
)
def test_sheets_are_read_alike_however_they_were_typed(typed: str, read: str) -> None:
    assert sentence(typed) == read


def test_a_question_without_bluffs_or_source_is_a_question() -> None:
    assert Question("Why?", "So.").bluffs == ()
