"""same same: random legal games, counted over again by a bookkeeper who shares no code with the rules."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest
from same_same_table import Log, deck, steps

from games.same_same import events as e
from games.same_same.deck import LETTERS
from games.same_same.rules import apply, begin, over, standings
from games.same_same.setup import Setup
from games.same_same.state import State
from games.table import Ask, Ballot, Choice, Countdown

GAMES = 1200
BATCHES = 8
NAMES = ("Anna", "Ben", "Cy", "Dora", "Emil", "Finn", "Grace", "Henry")


def random_setup(chance: Random) -> Setup:
    """Any table with any deck; short games are likelier, because ends are what goes wrong."""
    return Setup(
        tuple(chance.sample(NAMES, chance.randint(3, 6))),
        deck(*(chance.randint(1, 3) for _ in range(chance.randint(2, 9)))),
        wording=chance.choice((None, "positive", "negative", "each")),
        points=chance.choice((None, "stack", "one")),
        target=chance.choice((None, None, 1, 3, 10)),
        rounds=chance.choice((None, None, None, 1, 4)),
        thinking_s=chance.choice((None, 30.0)),
    )


def random_answer(state: State, question: Ask[Any], chance: Random) -> Any:
    """Legal, but also: letters that no card has, several in one breath in any order."""
    match question.expect:
        case Ballot(_, _, voters):
            told = chance.sample(voters, chance.randint(1, len(voters)))
            liked = chance.choice(state.letters)
            return tuple((name, liked if chance.random() < 0.3 else chance.choice(LETTERS)) for name in told)
        case Choice(_, options):
            return chance.choice(options)
    raise AssertionError(question)


def random_visit(state: State, chance: Random) -> Any:
    """Now and then somebody comes or goes, where the rules allow it."""
    if chance.random() > 0.02:
        return None
    away = [name for name in NAMES if name not in state.players]
    if len(state.players) < 6 and chance.random() < 0.6:
        return e.PlayerJoined(chance.choice(away), chance.choice(state.players))
    return e.PlayerLeft(chance.choice(state.players))


@cache
def played_at_random(seed: int) -> Log:
    log = Log(seed, [begin(random_setup(Random(seed)))])
    steps(log, random_answer, random_visit if seed % 3 == 0 else None)
    return log


class Bookkeeper:
    """Counts a game from its log alone, by the rulebook's words: who has what, and when it must be over."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.points = setup.points
        self.here = set(setup.players)
        self.chips: dict[frozenset[str], int] = {}
        self._meet()
        self.order: list[int] = []
        self.letters: dict[str, str] = {}
        self.d_is_read = True
        self.asked: set[str] = set()
        self.revealed = False
        self.scored = 0

    def _meet(self) -> None:
        for one in self.here:
            for other in self.here - {one}:
                self.chips.setdefault(frozenset((one, other)), 0)

    @property
    def target(self) -> int:
        return self.setup.target or (10 if self.points == "one" else 25)

    @property
    def ended(self) -> bool:
        return max(self.chips.values()) >= self.target or self.scored == self.setup.rounds or len(self.here) < 3

    def read(self, event: Any) -> None:
        match event:
            case e.PointsAgreed(points):
                self.points = points
            case e.StackShuffled(order):
                assert len(self.order) < 2, "shuffled too early"
                self.order = list(order)
            case e.CardTurned(card):
                assert card == self.order.pop(0)
                assert self.order, "no card is left that shows the points"
                self.d_is_read = len(self.here) > 3
                self.asked, self.letters, self.revealed = set(self.here), {}, False
            case e.LettersLaid():
                self.revealed = True
            case e.LetterTold(player, letter):
                assert player in self.asked - set(self.letters)
                assert letter in ("ABCD" if self.d_is_read else "ABC")
                self.letters[player] = letter
            case e.PairsMoved():
                assert self.asked == set(self.letters), "somebody's letter is missing, or one too many"
                self._move()
            case e.PlayerJoined(player, _):
                self.here.add(player)
                self._meet()
                if not self.revealed:
                    self.asked.add(player)
            case e.PlayerLeft(player):
                self.here.remove(player)
                if player not in self.letters:
                    self.asked.discard(player)

    def _move(self) -> None:
        worth = 1 if self.points == "one" else self.setup.deck.card[self.order[0]].points
        for pair in self.chips:
            one, other = pair
            if one in self.letters and self.letters[one] == self.letters.get(other):
                self.chips[pair] += worth
        self.scored += 1
        self.asked, self.letters, self.revealed = set(), {}, False

    def winners(self) -> set[frozenset[str]]:
        most = min(max(self.chips.values()), self.target)
        return {pair for pair, points in self.chips.items() if points >= most}


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games_end_and_no_point_is_lost_or_invented(batch: int) -> None:
    for seed in range(batch * GAMES // BATCHES, (batch + 1) * GAMES // BATCHES):
        log = played_at_random(seed)
        books = Bookkeeper(log.states[0].setup)
        for event in log.events:
            assert books.ended == isinstance(event, e.GameEnded), "over too early or too late"
            books.read(event)
        last = log.states[-1]
        assert over(last)
        assert {frozenset(pair): n for pair, n in last.track.items()} == {
            pair: min(points, books.target) for pair, points in books.chips.items()
        }
        assert {frozenset(pair) for pair in last.winners} == books.winners()
        assert tuple(line.names for line in standings(last) if line.place == 1) == last.winners
        assert last.players == tuple(name for name in last.seats if name in books.here)


def test_the_fold_of_the_log_is_the_live_state() -> None:
    for seed in range(0, GAMES, 20):
        log = played_at_random(seed)
        folded = begin(log.states[0].setup)
        for event, live in zip(log.events, log.states[1:], strict=True):
            folded = apply(folded, event)
            assert folded == live


def test_chips_never_go_back_and_move_only_when_pairs_move() -> None:
    for seed in range(0, GAMES, 10):
        log = played_at_random(seed)
        for event, before, after in zip(log.events, log.states, log.states[1:], strict=False):
            moved = {frozenset(pair): n for pair, n in after.track.items()}
            for pair, n in before.track.items():
                step = moved[frozenset(pair)] - n
                assert 0 <= step <= 3
                assert step == 0 or isinstance(event, e.PairsMoved)


def test_the_random_games_reach_every_corner() -> None:
    """Whatever the games above prove, they prove it about these too."""
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        log = played_at_random(seed)
        first, last = log.states[0], log.states[-1]
        seen.update(type(event).__name__ for event in log.events)
        seen.update(log.spoken())
        seen.update(f"{len(state.players)} players" for state in log.states)
        seen.update(["shared"] * (len(last.winners) > 1))
        seen.update(["too few"] * (len(last.players) < 3))
        seen.update(["shuffled again"] * (sum(isinstance(event, e.StackShuffled) for event in log.events) > 1))
        seen.update(["to 25"] * (first.setup.target is None and last.target == 25 == max(last.track.values())))
        seen.update(["to 10"] * (first.setup.target is None and last.target == 10 == max(last.track.values())))
        seen.update(["timed"] * any(isinstance(one, Countdown) and one.seconds == 30.0 for _, one in log.asked))
    wanted = {event.__name__ for event in e.EVENTS} | {f"{n} players" for n in (2, 3, 4, 5, 6)}
    wanted |= {"shared", "too few", "shuffled again", "to 25", "to 10", "timed", "letter_not_read"}
    wanted |= {"no_match", "all_match", "group_matches", "victory", "victory_of_all", "nobody_matched", "with_last"}
    assert wanted <= set(seen)
