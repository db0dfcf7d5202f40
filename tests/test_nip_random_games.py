"""Nobody is Perfect: random legal games, counted over again by a bookkeeper who shares no code with the rules."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from nip_table import FIVE, Log, deck, same_opening, steps

from games.nobody_is_perfect import events as e
from games.nobody_is_perfect.board import Board, Sign
from games.nobody_is_perfect.deck import COLOURS
from games.nobody_is_perfect.rules import apply, begin, open_letters, over, standings
from games.nobody_is_perfect.setup import Setup
from games.nobody_is_perfect.state import State
from games.table import Ask, Ballot, Choice, FreeText, Number, Pair, People, YesNo

GAMES = 1000
BATCHES = 8
NAMES = (*FIVE, "Finn")


def random_setup(chance: Random) -> Setup:
    """Any table, any board on which a game can be played."""
    players = tuple(chance.sample(NAMES, chance.randint(3, 6)))
    spaces = chance.randint(4, 44)
    some = chance.sample(range(1, spaces), chance.randint(0, 2))
    signs = chance.sample(range(spaces), chance.randint(0, min(6, spaces)))
    cycle = ("blue", *(chance.choice(COLOURS) for _ in range(chance.randint(0, 3))))
    return Setup(
        players,
        deck(cards=chance.randint(1, 3)),
        Board(spaces, cycle, tuple(some), tuple(Sign(after, chance.randint(1, 5)) for after in signs)),
        leader=chance.choice(("seat", "host")),
        first=chance.choice((None, players[-1])),
        number=chance.choice((None, 1, 3)),
        rounds=chance.choice((None, None, 1, 4)),
        orange_lucky_hit=chance.random() < 0.5,
        ask_moves=chance.random() < 0.5,
    )


def random_answer(state: State, question: Ask[Any], chance: Random) -> Any:
    """Legal, but also: barred letters, tips in one breath, blank sheets, many alike."""
    match question.expect:
        case Ballot(_, options, voters):
            told = voters[: chance.randint(1, len(voters))]
            pick = options if chance.random() < 0.2 else None
            return tuple((voter, chance.choice(pick or open_letters(state, voter))) for voter in told)
        case FreeText():
            return chance.choice(("red hat", "red bag", "blue hat", "a b c", "x", " "))
        case Choice(_, options):
            return chance.choice(options)
        case Pair(among):
            return chance.choice(among) if chance.random() < 0.4 else None
        case People(among, "draw"):
            return tuple(chance.sample(among, chance.choice((0, 1, 1, 2))))
        case Number(least, most):
            return chance.randint(least, most)
        case YesNo():
            return chance.random() < 0.7
    raise AssertionError(question)


def played_at_random(seed: int) -> Log:
    log = Log(seed, [begin(random_setup(Random(seed)))])
    steps(log, random_answer, same_opening)
    return log


class Bookkeeper:
    """Counts a game from its log alone: who earned what by the rulebook's words, and where the pawns must stand."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.pawns = Counter(dict.fromkeys(setup.players, 0))
        self.leader = setup.players.index(setup.first) if setup.first else -1
        self._new_question()

    def _new_question(self) -> None:
        self.before = dict(self.pawns)
        self.orange = False
        self.groups: list[set[str | None]] = []
        self.order: tuple[str | None, ...] = ()
        self.tips: dict[str, str] = {}
        self.moved: dict[str, Counter[str]] = {}
        self.declined: set[tuple[str, str]] = set()

    def read(self, event: Any) -> None:
        match event:
            case e.LeaderDrawn(player) | e.LeaderNamed(player):
                self.leader = self.setup.players.index(player)
            case e.CardDrawn(card):
                self.orange = self.setup.deck.card[card].colour == "orange"
                self.groups = [] if self.orange else [{None}]
            case e.SheetHandedIn(writer, _):
                self.groups.append({writer})
            case e.FoundAlike(first, second):
                joined = [group for group in self.groups if first in group or second in group]
                self.groups = [group for group in self.groups if group not in joined] + [set().union(*joined)]
            case e.AnswersLettered(order):
                self.order = order
            case e.TipsTold(tips):
                assert not {voter for voter, _ in tips} & set(self.tips), "somebody tipped twice"
                self.tips |= dict(tips)
            case e.PawnMoved(player, spaces, reason):
                self.pawns[player] += spaces
                self.moved.setdefault(reason, Counter())[player] += spaces
            case e.MoveDeclined(player, reason):
                self.declined.add((player, reason))
            case e.RoundEnded():
                self.close_question()
                self.leader = (self.leader + 1) % len(self.setup.players)
                self._new_question()

    def close_question(self) -> None:
        leader = self.setup.players[self.leader]
        sought = leader if self.orange else None
        earned: dict[str, Counter[str]] = {"truth": Counter(), "bluff": Counter(), "leader": Counter()}
        for voter, letter in self.tips.items():
            sheet = self.order["ABCDEFG".index(letter)]
            group = next(group for group in self.groups if sheet in group)
            if sought not in group:
                assert voter not in group, "somebody tipped an answer of their own"
                for inventor in group:
                    earned["bluff"][str(inventor)] += 3
            else:
                if voter not in group:
                    earned["truth"][voter] += 2
                if self.orange:
                    earned["leader"][leader] += 1
        for reason, points in earned.items():
            taken = self.moved.get(reason, Counter())
            refused = {player for player, why in self.declined if why == reason}
            assert taken == Counter({player: n for player, n in points.items() if player not in refused})
        self._close_signs()

    def _close_signs(self) -> None:
        signs = self.moved.get("sign", Counter())
        after_points = {player: self.pawns[player] - signs[player] for player in self.setup.players}
        expected = Counter[str]()
        for player, position in after_points.items():
            worth = 0
            for space in range(self.before[player], position):
                worth = next((sign.spaces for sign in self.setup.board.sign if sign.after == space), worth)
            if worth and position == min(after_points.values()) and (player, "sign") not in self.declined:
                expected[player] = worth
        assert signs == expected


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games_end_and_no_point_is_lost_or_invented(batch: int) -> None:
    for seed in range(batch * GAMES // BATCHES, (batch + 1) * GAMES // BATCHES):
        log = played_at_random(seed)
        setup, last = log.states[0].setup, log.states[-1]
        books = Bookkeeper(setup)
        for event in log.events:
            books.read(event)
        assert over(last)
        assert last.track == dict(books.pawns)
        assert max(last.track.values()) >= setup.board.spaces or last.rounds == setup.rounds
        assert last.winners == tuple(name for name in setup.players if books.pawns[name] == max(books.pawns.values()))
        assert {line.names for line in standings(last) if line.place == 1} == {(name,) for name in last.winners}
        earlier = [state for state in log.states if state.phase.name == "CARD"]
        assert all(max(state.track.values()) < setup.board.spaces for state in earlier)


def test_the_fold_of_the_log_is_the_live_state() -> None:
    for seed in range(0, GAMES, 20):
        log = played_at_random(seed)
        folded = begin(log.states[0].setup)
        for event, live in zip(log.events, log.states[1:], strict=True):
            folded = apply(folded, event)
            assert folded == live


def test_the_random_games_reach_every_corner() -> None:
    """Whatever the games above prove, they prove it about these too."""
    seen: Counter[str] = Counter()
    for seed in range(0, GAMES, 4):
        log = played_at_random(seed)
        seen.update(type(event).__name__ for event in log.events)
        seen.update(request.key for request in log.said)
        seen.update(f"moved for {event.reason}" for event in log.events if isinstance(event, e.PawnMoved))
        seen.update(["shared"] * (len(log.states[-1].winners) > 1))
        seen.update(["host"] * (log.states[0].setup.leader == "host"))
    wanted = {"MoveDeclined", "NumberAdvanced", "ColourChosen", "FoundAlike", "moved for sign", "moved for leader"}
    wanted |= {"not_open", "one_answer_only", "one_letter_left", "lucky_hit", "write_orange", "shared", "host"}
    assert wanted <= set(seen)
