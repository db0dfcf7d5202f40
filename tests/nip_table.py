"""A small table for the tests of Nobody is Perfect: a deck, a seated game, and a way through its script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from games.nobody_is_perfect import events as e
from games.nobody_is_perfect.answers import LETTERS
from games.nobody_is_perfect.board import Board, Sign
from games.nobody_is_perfect.deck import COLOURS, Card, Deck, Question
from games.nobody_is_perfect.rules import apply, begin
from games.nobody_is_perfect.script import script
from games.nobody_is_perfect.setup import Setup
from games.nobody_is_perfect.state import Phase, Round, State
from games.nobody_is_perfect.wishes import piles
from games.table import Ask, Compare, Countdown, Draw, Illegal, Note, Say, Show, Shuffle

FIVE = ("Anna", "Ben", "Charlie", "Dora", "Emil")
TRACK = Board(40, jokers=(10, 20, 30), sign=(Sign(7, 2), Sign(15, 3), Sign(23, 2), Sign(31, 3)))
"""The default board of the rulings: position modulo 4 is blue, pink, yellow, orange."""

START = dict.fromkeys(FIVE, 0)
BLUE, PINK, YELLOW, ORANGE = 0, 1, 2, 3


def at(leader: int, others: int = 0, *, players: int = 5, **named: int) -> dict[str, int]:
    """Anna leads from space ``leader``, everybody else stands on ``others`` unless named."""
    track = {name: leader if name == "Anna" else others for name in FIVE[:players]}
    return track | named


def deck(cards: int = 2) -> Deck:
    """``cards`` cards of each colour."""
    return Deck("Test", "en", "Apache-2.0", tuple(_card(colour, n) for colour in COLOURS for n in range(cards)))


def _card(colour: Any, n: int) -> Card:
    numbers = (1, 2, 3)
    if colour == "orange":
        return Card(colour, tuple(Question(f"Prompt {n}.{number}") for number in numbers))
    return Card(
        colour,
        tuple(Question(f"Why {colour} {n}.{number}?", f"Because of {colour} {n}.{number}") for number in numbers),
    )


def seated(track: Mapping[str, int], **agreed: Any) -> State:
    """A game in which the pawns stand as in ``track``, whose first name leads the next question."""
    names = tuple(track)
    agreed = {"deck": deck(), "board": TRACK, "first": names[0], "number": 2, **agreed}
    state = begin(Setup(names, **agreed))
    return replace(state, track=dict(track), round=Round(dict(track), names))


def played(state: State, *events: Any) -> State:
    for event in events:
        state = apply(state, event)
    return state


def card_drawn(state: State) -> State:
    """The stack of the leader's colour as it lies in the deck, and its top card."""
    if state.colour not in state.stacks:
        state = apply(state, e.StackShuffled(state.colour, state.setup.deck.stack(state.colour)))
    return apply(state, e.CardDrawn(state.stacks[state.colour][0]))


def read_out(state: State, *alike: tuple[str, str | None], order: tuple[str | None, ...] | None = None) -> State:
    """Up to the tips: everybody's sheet, what is ``alike``, and the answers in ``order`` (as handed in, truth last)."""
    state = apply(card_drawn(state), e.WritingEnded())
    for writer in state.writers:
        state = apply(state, e.SheetHandedIn(writer, f"{writer}'s idea"))
    state = played(state, *(e.FoundAlike(*pair) for pair in alike), e.AlikeSettled())
    if state.phase is not Phase.LETTERS:
        return state
    sheets = order or tuple(answer.sheet for answer in state.round.answers)
    return played(state, e.AnswersLettered(sheets), e.AnswersRead(), e.TipsSettled())


def letter_of(state: State, sheet: str | None) -> str:
    """The letter under which a sheet is read; ``None`` is the true one."""
    for letter, answer in zip(LETTERS, state.round.answers, strict=False):
        if sheet in answer.writers or sheet in answer.lucky or (sheet is None and answer.true):
            return letter
    raise LookupError(sheet)


def revealed(state: State, tips: Mapping[str, str | None]) -> State:
    """Each voter tips the answer on somebody's sheet (``None``: the true one); then the truth."""
    told = tuple((voter, letter_of(state, sheet)) for voter, sheet in tips.items())
    return played(state, e.TipsTold(told), e.TruthRevealed())


def tip(voter: str, letter: str) -> e.TipsTold:
    """One voter's tip."""
    return e.TipsTold(((voter, letter),))


def due(state: State) -> dict[str, dict[str, int]]:
    """Who may move how far for what."""
    moves: dict[str, dict[str, int]] = {}
    for move in state.round.due:
        moves.setdefault(move.player, {})
        moves[move.player][move.reason] = moves[move.player].get(move.reason, 0) + move.spaces
    return moves


def counted(state: State) -> dict[str, int]:
    """What the tips of a question are worth by the sheets as they really lay, slips of the leader not counted."""
    held = dict(zip(state.recital.letters, piles(state), strict=False))
    target = state.target
    points = Counter[str]()
    for voter, letter in state.round.tips.items():
        pile = held[letter]
        if target in pile:
            points[voter] += 0 if voter in pile else 2
            points[state.lead] += target is not None
        else:
            for writer in pile:
                points[str(writer)] += 3
    return {player: spaces for player, spaces in points.items() if spaces}


def moved(state: State, until: tuple[Phase, ...] = (Phase.SCORED,)) -> State:
    """All moves that are due are made, up to a phase."""
    while state.phase not in until:
        move = state.round.due[0]
        state = apply(state, e.PawnMoved(move.player, move.spaces, move.reason))
    return state


def scored(track: dict[str, int], tips: dict[str, str | None], *alike: tuple[str, str | None], **agreed: Any) -> State:
    """All points of a question are taken, nothing else yet."""
    return moved(revealed(read_out(seated(track, **agreed), *alike), tips), (Phase.SIGNS, Phase.SCORED))


# --------------------------------------------------------------------------------- through the script


@dataclass
class Log:
    """A game as it was played: events, all states, what was said and asked."""

    seed: int
    states: list[State]
    events: list[Any] = field(default_factory=list)
    said: list[Say | Ask[Any] | Countdown | Show] = field(default_factory=list)
    asked: list[tuple[int, Ask[Any] | Countdown | Show]] = field(default_factory=list)
    """Every question with the number of events before it."""
    answers: list[Any] = field(default_factory=list)
    """What each of them was answered."""
    wishes: Random = field(init=False)
    """What the players answer by."""

    def __post_init__(self) -> None:
        self.wishes = Random(self.seed)

    def note(self, event: Any) -> State:
        self.states.append(apply(self.states[-1], event))
        self.events.append(event)
        return self.states[-1]

    def chance(self) -> Random:
        """As the host has it: from the seed and the length of the log."""
        return Random(f"{self.seed} {len(self.events)}")


Answering = Callable[[State, Ask[Any], Random], Any]
Proposing = Callable[[tuple[str, ...]], tuple[tuple[int, int], ...]]


def steps(log: Log, answering: Answering, proposing: Proposing, stop_at_question: bool = False) -> None:
    """Run the script from the log's last state, to its end or to the next question."""
    run = script(log.states[-1])
    step: Any = run.send
    sent: Any = None
    while True:
        try:
            request = step(sent)
        except StopIteration:
            return
        step, sent = run.send, None
        match request:
            case Say():
                log.said.append(request)
            case Ask() | Countdown() | Show():
                log.said.append(request)
                log.asked.append((len(log.events), request))
                if stop_at_question:
                    return
                sent = answering(log.states[-1], request, log.wishes) if isinstance(request, Ask) else True
                log.answers.append(sent)
            case Compare(texts):
                sent = proposing(texts)
            case Note(event):
                try:
                    sent = log.note(event)
                except Illegal as why:
                    step, sent = run.throw, why
            case Draw(options, event):
                sent = log.note(event(log.chance().choice(options)))
            case Shuffle(items, event):
                order = list(items)
                log.chance().shuffle(order)
                sent = log.note(event(tuple(order)))


def same_opening(texts: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Proposes texts that begin with the same word."""
    first = [text.split()[0].casefold() for text in texts]
    return tuple((i, j) for i in range(len(texts)) for j in range(i + 1, len(texts)) if first[i] == first[j])
