"""Nobody is Perfect with sheets that stay on paper: what was read, who owned up, which chips are void.

Random evenings are played by simulated players whose sheets only they know, and counted over again from those sheets.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from nip_table import FIVE, TRACK, Log, counted, deck, played, seated, steps

from games.nobody_is_perfect import events as e
from games.nobody_is_perfect.board import Board
from games.nobody_is_perfect.rules import apply, begin, over
from games.nobody_is_perfect.setup import Setup
from games.nobody_is_perfect.state import Phase, State
from games.nobody_is_perfect.wishes import piles, wish
from games.recital import AllRead, AuthorsNamed, ListSettled, ReadAlike, ReadDifferent, SheetRead, TruthNamed
from games.table import Ask, Ballot, Choice, Illegal, People, ReadAloud, Reading

GAMES = 200


def at_reading(players: int = 4, leader_space: int = 0, **agreed: Any) -> State:
    """Anna leads; the pencils are down."""
    names = FIVE[:players]
    track = {name: leader_space if name == "Anna" else 0 for name in names}
    state = seated(track, hand_in="aloud", **agreed)
    if state.setup.own_cards:
        return played(state, e.CardTaken(), e.WritingEnded())
    state = apply(state, e.StackShuffled(state.colour, state.setup.deck.stack(state.colour)))
    return played(state, e.CardDrawn(state.stacks[state.colour][0]), e.WritingEnded())


def read(state: State, *words: str) -> State:
    """The leader reads so many sheets and says that's all if one more could be there."""
    for letter, text in zip("ABCDEFG", words, strict=False):
        state = apply(state, SheetRead(letter, f"clip {letter}", text))
    return played(state, AllRead(), ListSettled())


def tipped(state: State, **tips: str) -> State:
    return played(state, e.AnswersRead(), e.TipsSettled(), e.TipsTold(tuple(tips.items())))


def owned_up(state: State, true: str, **authors: tuple[str, ...]) -> State:
    state = apply(state, TruthNamed(true))
    for letter, names in authors.items():
        state = apply(state, AuthorsNamed(letter, names))
    return state


def due(state: State) -> dict[str, int]:
    points = Counter[str]()
    for move in apply(state, e.TruthRevealed()).round.due:
        points[move.player] += move.spaces
    return dict(points)


def test_points_are_taken_only_when_every_letter_has_its_author() -> None:
    state = tipped(read(at_reading(), "a trap", "a hat", "a dance", "the truth"), Ben="D", Charlie="A", Dora="A")
    state = apply(state, TruthNamed("D"))
    assert (state.phase, state.round.due) == (Phase.UNMASKING, ())
    state = played(state, AuthorsNamed("A", ("Ben",)), AuthorsNamed("B", ("Charlie",)))
    assert state.phase is Phase.UNMASKING
    state = apply(state, AuthorsNamed("C", ("Dora",)))
    assert state.phase is Phase.TRUTH
    assert due(state) == {"Ben": 2 + 3 + 3}


def test_a_tip_for_ones_own_sheet_is_void() -> None:
    state = tipped(read(at_reading(), "a trap", "a hat", "a dance", "the truth"), Ben="A", Charlie="A", Dora="D")
    state = owned_up(state, "D", A=("Ben",), B=("Charlie",), C=("Dora",))
    assert state.round.void == ("Ben",)
    assert due(state) == {"Ben": 3, "Dora": 2}, "for Charlie's chip, not for his own"


def test_a_double_lie_pays_each_author() -> None:
    state = tipped(
        read(at_reading(5), "a trap", "a hat", "a dance", "the truth"), Ben="B", Charlie="B", Dora="D", Emil="A"
    )
    state = owned_up(state, "D", A=("Ben", "Charlie"), B=("Dora",), C=("Emil",))
    assert due(state) == {"Ben": 3, "Charlie": 3, "Dora": 2 + 3 + 3}


def test_a_sheet_that_lay_with_the_true_one_is_a_lucky_hit() -> None:
    state = tipped(read(at_reading(), "a trap", "a hat", "the truth"), Ben="C", Charlie="C", Dora="A")
    state = owned_up(state, "C", A=("Ben",), B=("Charlie",))
    assert state.phase is Phase.UNMASKING, "nobody has said where Dora's sheet lay"
    state = apply(state, AuthorsNamed("C", ("Dora",)))
    assert due(state) == {"Ben": 2 + 3, "Charlie": 2}


def test_a_lucky_hits_author_may_tip_the_truth_and_earns_nothing() -> None:
    state = tipped(read(at_reading(), "a trap", "a hat", "the truth"), Ben="B", Charlie="A", Dora="C")
    state = owned_up(state, "C", A=("Ben",), B=("Charlie",), C=("Dora",))
    assert state.round.void == ()
    assert due(state) == {"Ben": 3, "Charlie": 3}


def test_on_orange_the_leaders_own_sheet_is_the_one_to_find() -> None:
    state = at_reading(leader_space=3)
    assert state.recital.expected == 4, "everybody writes, the card has no truth"
    state = tipped(read(state, "one", "two", "three", "four"), Ben="B", Charlie="B", Dora="D")
    state = owned_up(state, "B", A=("Ben",), C=("Charlie",), D=("Dora",))
    assert state.round.void == ("Dora",)
    assert due(state) == {"Anna": 2, "Ben": 2, "Charlie": 2}


def test_two_letters_that_say_the_same_become_one_and_the_others_keep_theirs() -> None:
    state = at_reading()
    for letter, words in zip("ABCD", ("a red trap", "a hat", "the red trap", "the truth"), strict=True):
        state = apply(state, SheetRead(letter, letter, words))
    state = played(state, AllRead(), ReadAlike("A", "C"))
    assert (state.phase, state.recital.next_letter) == (Phase.RECITAL, "E"), "one sheet may have been left over"
    state = played(state, AllRead(), ReadDifferent("A", "B"), ListSettled())
    assert state.letters == ("A", "B", "D")
    with pytest.raises(Illegal, match="not_open"):
        tipped(state, Ben="C", Charlie="A", Dora="B")


def test_a_sheet_read_twice_is_dropped_and_the_one_that_was_left_over_is_read() -> None:
    state = at_reading()
    for letter, words in zip("ABCD", ("a trap", "a hat", "a trap", "the truth"), strict=True):
        state = apply(state, SheetRead(letter, letter, words))
    state = played(state, AllRead(), ReadAlike("A", "C"), SheetRead("E", "E", "a dance"))
    assert state.letters == ("A", "B", "D", "E")
    with pytest.raises(Illegal, match="recital_complete"):
        apply(state, SheetRead("F", "F", "one too many"))


def test_with_a_single_letter_there_is_nothing_to_tip() -> None:
    state = read(at_reading(), "the truth")
    assert state.phase is Phase.UNMASKING
    state = played(state, TruthNamed("A"), AuthorsNamed("A", ("Ben", "Charlie", "Dora")))
    assert due(state) == {}


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (AuthorsNamed("A", ("Ben",)), "recital_claimed"),
        (AuthorsNamed("B", ("Anna",)), "recital_no_sheet"),
        (AuthorsNamed("B", ("Zoe",)), "recital_no_sheet"),
        (AuthorsNamed("G", ("Dora",)), "recital_no_such_letter"),
        (AuthorsNamed("B", ()), "recital_nobody"),
        (AuthorsNamed("B", ("Charlie", "Dora")), "recital_too_many"),
        (TruthNamed("A"), "recital_not_now"),
        (e.TruthRevealed(), "not_now"),
    ],
)
def test_what_a_leader_may_not_say(event: Any, reason: str) -> None:
    state = tipped(read(at_reading(), "a trap", "a hat", "a dance", "the truth"), Ben="D", Charlie="A", Dora="A")
    state = owned_up(state, "D", A=("Ben",))
    with pytest.raises(Illegal, match=reason):
        apply(state, event)


def test_the_last_sheet_may_be_read_anew() -> None:
    state = at_reading()
    state = played(state, SheetRead("A", "1", "a trap"), SheetRead("A", "2", "a nicer trap"))
    assert [(sheet.letter, sheet.clip) for sheet in state.recital.sheets] == [("A", "2")]
    with pytest.raises(Illegal, match="recital_no_such_letter"):
        apply(state, SheetRead("C", "3", "skipped one"))


def test_with_real_cards_the_host_knows_no_question() -> None:
    state = at_reading(own_cards=True)
    assert state.round.card is None
    state = tipped(read(state, "one", "two", "three", "four"), Ben="A", Charlie="D", Dora="D")
    state = owned_up(state, "D", A=("Dora",), B=("Ben",), C=("Charlie",))
    assert due(state) == {"Charlie": 2, "Dora": 2 + 3}


@pytest.mark.parametrize(
    ("agreed", "sentence"),
    [
        ({"hand_in": "aloud", "leader": "host"}, r"known by its voice; choose --hand-in typed"),
        ({"hand_in": "typed", "own_cards": True}, r"choose --hand-in aloud with --own-cards"),
    ],
)
def test_what_cannot_go_together(agreed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        begin(Setup(FIVE, deck(), TRACK, **agreed))


# --------------------------------------------------------------------------------------------- whole evenings


def answered(state: State, question: Ask[Any], chance: Random) -> Any:
    """As the players wish; now and then a slip of the tongue first."""
    slip = chance.random() < 0.1
    match question.expect:
        case Ballot(_, options, voters) if slip:
            return tuple((voter, chance.choice(options)) for voter in voters)
        case People(among, "") if slip:
            return (chance.choice(among),) * chance.choice((1, 1, 2))
        case Choice("letter", options) if slip and question.key == "recital_where":
            return chance.choice(options)
        case ReadAloud(or_else):
            told = "all_read" if slip and or_else else wish(state, question, question.of, chance)
            return told if told in or_else else Reading(f"clip {len(state.recital.sheets)}", told)
    return wish(state, question, question.of, chance)


def alike(texts: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Proposes the first two."""
    return ((0, 1),) if len(texts) > 2 else ()


def played_aloud(seed: int) -> Log:
    chance = Random(seed)
    players = tuple(chance.sample((*FIVE, "Finn"), chance.randint(3, 6)))
    own_cards = chance.random() < 0.2
    board = chance.choice((TRACK, Board(12, ("blue", "pink", "orange")), Board(9, ("blue", "yellow", "pink"))))
    setup = Setup(players, deck(), board, hand_in="aloud", own_cards=own_cards, rounds=chance.randint(1, 3))
    log = Log(seed, [begin(setup)])
    steps(log, answered, alike)
    return log


def test_random_evenings_end_with_the_points_of_the_sheets_as_they_lay() -> None:
    checked = 0
    for seed in range(GAMES):
        log = played_aloud(seed)
        assert over(log.states[-1])
        for before, event, state in zip(log.states, log.events, log.states[1:], strict=False):
            if not isinstance(event, e.TruthRevealed):
                continue
            authors = before.recital.authors
            as_they_lay = dict(zip(before.recital.letters, piles(before), strict=False))
            honest = all(
                set(as_they_lay[letter]) - {before.target} == set(authors.get(letter, ())) for letter in as_they_lay
            )
            if honest:
                checked += 1
                due = Counter[str]()
                for move in state.round.due:
                    due[move.player] += move.spaces
                assert dict(due) == counted(before)
    assert checked > GAMES


def test_the_fold_is_the_live_state() -> None:
    for seed in range(0, GAMES, 10):
        log = played_aloud(seed)
        state = begin(log.states[0].setup)
        for event, live in zip(log.events, log.states[1:], strict=True):
            state = apply(state, event)
            assert state == live


def test_taken_up_anywhere_it_goes_on_with_the_same_question() -> None:
    for seed in range(0, GAMES, 20):
        log = played_aloud(seed)
        for length in range(len(log.events) + 1):
            anew = Log(log.seed, log.states[: length + 1], log.events[:length])
            steps(anew, answered, alike, stop_at_question=True)
            following = next(([asked] for asked in log.asked if asked[0] >= length), [])
            assert anew.asked[:1] == following


# ------------------------------------------------------------------------------------------ who comes and goes


def test_a_newcomer_starts_where_the_last_pawn_stands_and_waits_for_the_next_question() -> None:
    state = seated({"Anna": 9, "Ben": 4, "Charlie": 7})
    state = apply(state, e.StackShuffled(state.colour, state.setup.deck.stack(state.colour)))
    state = apply(state, e.CardDrawn(state.stacks[state.colour][0]))
    state = apply(state, e.PlayerJoined("Dora", "Anna"))
    assert state.players == ("Anna", "Dora", "Ben", "Charlie")
    assert state.track["Dora"] == 4
    assert state.writers == ("Ben", "Charlie")


def test_before_the_card_is_drawn_a_newcomer_plays_at_once() -> None:
    state = apply(seated({"Anna": 0, "Ben": 0, "Charlie": 0}), e.PlayerJoined("Dora", "Charlie"))
    assert state.round.seated == ("Anna", "Ben", "Charlie", "Dora")


def test_nobody_waits_for_the_sheet_or_the_tip_of_one_who_has_left() -> None:
    state = seated(dict.fromkeys(FIVE, 0))
    state = apply(state, e.StackShuffled(state.colour, state.setup.deck.stack(state.colour)))
    state = played(state, e.CardDrawn(state.stacks[state.colour][0]), e.WritingEnded())
    for writer in ("Ben", "Charlie", "Dora"):
        state = apply(state, e.SheetHandedIn(writer, f"{writer}'s idea"))
    state = apply(state, e.PlayerLeft("Emil"))
    assert state.phase is Phase.ALIKE
    state = played(state, e.AlikeSettled(), e.AnswersLettered(("Ben", "Charlie", "Dora", None)))
    state = played(state, e.AnswersRead(), e.TipsSettled(), e.TipsTold((("Charlie", "D"), ("Dora", "A"))))
    state = apply(state, e.PlayerLeft("Ben"))
    assert state.phase is Phase.TRUTH
    assert due(state) == {"Charlie": 2, "Ben": 3}, "the sheet was read, so it earns"


def test_the_leader_takes_the_question_along_and_the_left_hand_neighbour_leads_on() -> None:
    state = apply(at_reading(5), e.PlayerLeft("Anna"))
    assert (state.phase, state.lead, state.rounds) == (Phase.CARD, "Ben", 0)
    assert state.players == ("Ben", "Charlie", "Dora", "Emil")


def test_with_two_left_the_standings_of_that_moment_decide() -> None:
    state = seated({"Anna": 4, "Ben": 9, "Charlie": 9})
    state = played(state, e.PlayerLeft("Ben"))
    assert state.phase is Phase.RESULT
    state = apply(state, e.GameEnded(("Ben", "Charlie")))
    assert state.winners == ("Ben", "Charlie")


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (e.PlayerJoined("Ben", "Anna"), "name_taken"),
        (e.PlayerJoined(" ", "Anna"), "name_taken"),
        (e.PlayerJoined("Zoe", "Yves"), "not_playing"),
        (e.PlayerLeft("Zoe"), "not_playing"),
    ],
)
def test_who_cannot_come_or_go(event: Any, reason: str) -> None:
    with pytest.raises(Illegal, match=reason):
        apply(seated(dict.fromkeys(FIVE, 0)), event)


def test_a_seventh_finds_no_seat() -> None:
    state = apply(seated(dict.fromkeys(FIVE, 0)), e.PlayerJoined("Finn", "Emil"))
    with pytest.raises(Illegal, match="table_full"):
        apply(state, e.PlayerJoined("Gina", "Emil"))


def test_whatever_the_moment_the_game_goes_on_without_one_and_with_another() -> None:
    """After every event of many games one player leaves or joins; the game still comes to its end."""
    for seed in range(40):
        log = played_aloud(seed)
        for length in range(0, len(log.events), 3):
            chance = Random(f"{seed} {length}")
            state = log.states[length]
            event = (
                e.PlayerLeft(chance.choice(state.players))
                if chance.random() < 0.6
                else e.PlayerJoined("Zoe", chance.choice(state.players))
            )
            anew = Log(seed, [state], log.events[:length])
            try:
                anew.note(event)
            except Illegal:
                continue
            steps(anew, answered, alike)
            assert over(anew.states[-1])
            assert replace(anew.states[-1], winners=()) != state
