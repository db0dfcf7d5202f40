"""Rappakalja: random legal games, counted over again by a bookkeeper who shares no code with the rules."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from rappakalja_table import TEN, Log, deck, same_opening, steps

from games import recital as r
from games.rappakalja import events as e
from games.rappakalja.deck import CATEGORIES, Bluffs, Card, Deck, Question
from games.rappakalja.rules import apply, begin, over, standings
from games.rappakalja.score_sheet import ScoreSheet
from games.rappakalja.setup import Setup
from games.rappakalja.state import State
from games.rappakalja.wishes import wish
from games.table import Ask, Choice, FreeText, Illegal, Number, People, ReadAloud, YesNo

GAMES = 1000
BATCHES = 8
LATER = ("Kim", "Lou", "Mo")


def random_deck(chance: Random) -> Deck:
    """A few full cards and some that lack categories."""
    scanty = [
        Card(**{one: Question(f"{one} of our own {n}", "a b c") for one in chance.sample(CATEGORIES, 2)})
        for n in range(chance.randint(0, 2))
    ]
    full = deck(cards=chance.randint(1, 4)).card
    return Deck("Random", "en", "CC0", (*scanty, *full), Bluffs(laws=("red hat",)))


def random_setup(chance: Random) -> Setup:
    """Any table on which a game can be played."""
    players = tuple(chance.sample(TEN, chance.randint(3, 10)))
    target = chance.randint(1, 30)
    aloud = chance.random() < 0.4
    return Setup(
        players,
        random_deck(chance),
        ScoreSheet(target, tuple(chance.sample(range(1, target), min(target - 1, chance.randint(0, 5))))),
        leader="seat" if aloud else chance.choice(("seat", "host")),
        hand_in="aloud" if aloud else "typed",
        own_cards=aloud and chance.random() < 0.5,
        die=chance.choice((None, "host", "table")),
        first=chance.choice((None, players[-1])),
        rounds=chance.choice((None, None, 1, 4)),
        false_explanation=chance.random() < 0.7,
    )


def random_answer(_: State, question: Ask[Any], chance: Random) -> Any:
    """Legal, but also: barred letters, two authors for one sheet, blank sheets, one alone as equal, many alike."""
    match question.expect:
        case FreeText():
            return chance.choice(("red hat", "blue hat", "a b c", "the truth of words 0", f"x {question.of}", " "))
        case ReadAloud(or_else):
            return chance.choice((*or_else, "red hat", "red bag", "blue hat", "a b c", "x"))
        case People(among, _):
            return tuple(chance.sample(among, _how_many(question, len(among), chance)))
        case Choice(_, options):
            return chance.choice(options)
        case Number(least, most):
            return chance.randint(least, most)
        case YesNo():
            return chance.random() < (0.2 if question.key == "recital_alike" else 0.5)
    raise AssertionError(question)


def _how_many(question: Ask[Any], most: int, chance: Random) -> int:
    """How many names are told: as a rule nobody's, but for whose a sheet was."""
    if question.key == "who_begins":
        return chance.choice((0, 1, 2))
    if question.key == "recital_whose":
        return min(most, chance.choice((1, 1, 1, 1, 2)))
    return min(most, chance.choice((0, 0, 0, 0, 0, 0, 1, 2, 3)))


def somebody_moves(state: State, chance: Random) -> Any:
    """Now and then somebody joins or leaves while a question is open."""
    luck = chance.random()
    after = chance.choice(state.players)
    if luck < 0.004:
        return e.PlayerLeft(after)
    missing = [name for name in (*LATER, *state.away) if name not in state.players]
    if luck < 0.012 and missing and len(state.players) < 10:
        return e.PlayerJoined(chance.choice(missing), after)
    return None


def played_at_random(seed: int, moving: bool = True) -> Log:
    log = Log(seed, [begin(random_setup(Random(seed)))])
    if moving and seed % 2:
        steps(log, random_answer, same_opening, meanwhile=somebody_moves)
    else:
        steps(log, random_answer, same_opening)
    return log


class Bookkeeper:
    """Counts a game from its log alone: who earned what by the rulebook's words, and how full the sheets must be."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.seats = list(setup.players)
        self.present = set(setup.players)
        self.ticks = Counter(dict.fromkeys(setup.players, 0))
        self.leader = setup.first or ""
        self.round_open = False
        self.won = ""
        self.rounds = 0
        self._new_round()

    def _new_round(self) -> None:
        self.watching: set[str] = set()
        self.broken_off = False
        self._new_card()

    def _new_card(self) -> None:
        self.card_open = False
        self.scoring = False
        self.correct: tuple[str, ...] = ()
        self.equal = False
        self.letters: dict[str, str | None] = {}
        self.guesses: dict[str, str] = {}
        self.expected: list[tuple[str, int]] = []
        self.logo_for = ""

    def around(self, first: str) -> list[str]:
        start = self.seats.index(first)
        return self.seats[start:] + self.seats[:start]

    def _pass_on(self) -> None:
        self.leader = next(seat for seat in self.around(self.leader)[1:] if seat in self.present)

    def read(self, event: Any) -> None:
        match event:
            case e.LeaderSettled(player):
                self.leader = player
            case e.CardDrawn() | e.CardTaken():
                assert self.leader in self.present
                self.card_open = True
            case e.CorrectFound(writers):
                self.correct = writers
                left = [*self.around(self.leader)[1:], self.leader]
                self.expected = [(name, 3) for name in left if name in writers]
            case e.EqualFound(writers):
                assert len(writers) != 1
                self.equal = bool(writers)
            case e.CardBrokenOff():
                assert self.equal or len(self.correct) > 1
                assert not self.expected
                self._new_card()
                self.broken_off = True
                if self.leader not in self.present:
                    self._pass_on()
            case e.ExplanationsLettered(order):
                self._listed()
                self.letters = dict(zip(r.LETTERS, order, strict=False))
            case r.AllRead():
                self._listed()
            case r.TruthNamed(letter):
                self.letters[letter] = None
            case r.AuthorsNamed(letter, (author,)):
                assert letter not in self.letters, "an author for two sheets"
                assert author not in self.letters.values(), "two authors for one sheet"
                self.letters[letter] = author
            case e.Guessed(player, letter):
                assert player not in self.guesses
                assert player not in self.correct
                self.guesses[player] = letter
            case e.TruthRevealed():
                self.expected = self.earned()
                self.scoring = True
            case e.BoxesTicked(player, boxes, reason):
                self._tick(player, boxes, reason)
            case e.RoundEnded():
                assert self.scoring
                assert not self.expected
                self.rounds += 1
                if self.rounds != self.setup.rounds:
                    self._pass_on()
                    self._new_round()
            case e.PlayerJoined(player, after):
                self._join(player, after)
            case e.PlayerLeft(player):
                self._leave(player)

    def _listed(self) -> None:
        assert not self.equal
        assert len(self.correct) < 2
        assert not self.expected, "immediate ticks come first"

    def earned(self) -> list[tuple[str, int]]:
        points = Counter[str]()
        right = False
        for player, letter in self.guesses.items():
            author = self.letters[letter]
            if author is None:
                points[player] += 2
                right = True
            elif author != player:
                points[author] += 1
        if self.guesses and not right and not self.correct and self.setup.leader == "seat":
            points[self.leader] += 3
        return [(name, points[name]) for name in self.around(self.leader) if points[name] and name in self.present]

    def _tick(self, player: str, boxes: int, reason: str) -> None:
        assert not self.won, "somebody ticked after the end"
        if reason == "logo":
            assert (player, boxes) == (self.logo_for, 1)
        else:
            assert not self.logo_for, "a logo was overlooked"
            assert self.expected.pop(0) == (player, boxes)
            assert (reason == "correct") == (not self.scoring)
        self.ticks[player] += boxes
        sheet = self.setup.score_sheet
        self.logo_for = player if reason != "logo" and self.ticks[player] in sheet.logos else ""
        if self.ticks[player] >= sheet.target:
            self.ticks[player] = sheet.target
            self.won = player

    def _join(self, player: str, after: str) -> None:
        last = min(self.ticks[name] for name in self.present)
        if player in self.seats:
            self.seats.remove(player)
        else:
            self.ticks[player] = last
        self.seats.insert(self.seats.index(after) + 1, player)
        self.present.add(player)
        if self.card_open or self.broken_off:
            self.watching.add(player)

    def _leave(self, player: str) -> None:
        self.present.discard(player)
        if len(self.present) < 3:
            return
        if player == self.leader and (self.setup.leader == "seat" or not self.card_open):
            self._pass_on()
            self._new_round()
        elif not self.letters and not self.guesses and self._nobody_writes():
            if self.leader not in self.present:
                self._pass_on()
            self._new_round()

    def _nobody_writes(self) -> bool:
        writers = self.present - self.watching - ({self.leader} if self.setup.leader == "seat" else set())
        return self.card_open and not writers

    def winner(self) -> str:
        if self.won:
            return self.won
        best = max(self.ticks.values())
        order = self.around(self.leader) if self.leader else self.seats
        return next(name for name in order if self.ticks[name] == best)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games_end_and_no_point_is_lost_or_invented(batch: int) -> None:
    for seed in range(batch * GAMES // BATCHES, (batch + 1) * GAMES // BATCHES):
        log = played_at_random(seed)
        setup, last = log.states[0].setup, log.states[-1]
        books = Bookkeeper(setup)
        for event, after in zip(log.events, log.states[1:], strict=True):
            books.read(event)
            assert after.ticks == dict(books.ticks), (seed, event)
            assert set(after.players) == books.present
        assert over(last)
        assert last.winners == (books.winner(),)
        assert books.won or last.rounds == setup.rounds or len(books.present) < 3
        assert standings(last)[0].points == last.ticks[last.winners[0]]
        assert all(state.phase.name in ("RESULT", "OVER") for state in log.states if _full(state))


def _full(state: State) -> bool:
    return max(state.ticks.values()) >= state.setup.score_sheet.target


def test_every_simulated_game_ends_with_answers_that_the_rules_allow() -> None:
    """As at a rehearsal: nobody is ever refused anything."""
    for seed in range(0, GAMES, 9):
        log = Log(seed, [begin(random_setup(Random(seed)))])
        steps(log, lambda state, question, chance: wish(state, question, None, chance), same_opening)
        assert over(log.states[-1])
        assert not log.refused


def test_the_fold_of_the_log_is_the_live_state() -> None:
    for seed in range(0, GAMES, 20):
        log = played_at_random(seed)
        folded = begin(log.states[0].setup)
        for event, live in zip(log.events, log.states[1:], strict=True):
            folded = apply(folded, event)
            assert folded == live


def test_somebody_may_leave_or_join_after_any_event() -> None:
    """Whatever the game waits for, it still ends."""
    for seed in range(0, GAMES, 90):
        log = played_at_random(seed, moving=False)
        for length in range(seed % 9, len(log.states), 9):
            state = log.states[length]
            for event in (
                e.PlayerLeft(state.players[seed % len(state.players)]),
                e.PlayerJoined("Kim", state.seats[0]),
            ):
                anew = Log(seed, [_or_refused(state, event)])
                steps(anew, random_answer, same_opening)
                assert over(anew.states[-1])


def _or_refused(state: State, event: Any) -> State:
    try:
        return apply(state, event)
    except Illegal:
        return state


def test_the_random_games_reach_every_corner() -> None:
    """Whatever the games above prove, they prove it about these too."""
    seen: Counter[str] = Counter()
    for seed in range(0, GAMES, 5):
        log = played_at_random(seed)
        seen.update(type(event).__name__ for event in log.events)
        seen.update(request.key for request in log.said)
        seen.update(why.key for why in log.refused)
        seen.update(f"ticked for {event.reason}" for event in log.events if isinstance(event, e.BoxesTicked))
        seen.update(["host"] * (log.states[0].setup.leader == "host"))
    wanted = {event.__name__ for event in (*e.EVENTS, *r.EVENTS)}
    wanted |= {"ticked for correct", "ticked for round", "ticked for logo", "host", "used_up", "void", "victory"}
    wanted |= {"no_guessing", "no_guessing_own_card", "leader_earns", "nobody_found_it", "truth_letter", "write_anew"}
    wanted |= {"equal_alone", "empty_sheet", "false_is_there", "not_open", "recital_claimed"}
    assert wanted <= set(seen), wanted - set(seen)
