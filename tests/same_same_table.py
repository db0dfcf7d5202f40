"""A small table for the tests of same same: a deck, a game in play, and a way through its script."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from games.same_same import events as e
from games.same_same.deck import Card, Deck
from games.same_same.pairs import Pair
from games.same_same.rules import LAST_CARD, apply, begin
from games.same_same.script import script
from games.same_same.setup import Setup
from games.same_same.state import Phase, State
from games.table import Ask, Countdown, Draw, Note, Say, Shuffle

LINUS, VANESSA, EMMA, LOLA = FOUR = ("Linus", "Vanessa", "Emma", "Lola")
"""Red, yellow, green and blue, in the order in which the rulebook lists their chips."""
THREE = FOUR[:3]
SIX = (*FOUR, "Mats", "Nora")


def deck(*points: int) -> Deck:
    """One card for each number of points on a back."""
    return Deck("Test", "en", "Apache-2.0", tuple(_card(number, worth) for number, worth in enumerate(points)))


def _card(number: int, points: int) -> Card:
    options = tuple(f"answer {place} of {number}" for place in (1, 2, 3, 4))
    return Card(f"What do you like about {number}?", f"What do you dislike about {number}?", options, points)


TWOS = deck(*[2] * 12)


def seated(players: tuple[str, ...] = FOUR, **agreed: Any) -> State:
    """A game before its first card: positive wording and the stack's points unless agreed otherwise."""
    return begin(Setup(players, **{"deck": TWOS, "wording": "positive", "points": "stack", **agreed}))


def played(state: State, *events: Any) -> State:
    for event in events:
        state = apply(state, event)
    return state


def turned(state: State) -> State:
    """The top card lies face up; where the stack needs it, it is shuffled into the order of the deck."""
    if len(state.stack) <= LAST_CARD:
        state = apply(state, e.StackShuffled(tuple(range(len(state.setup.deck.card)))))
    return apply(state, e.CardTurned(state.stack[0]))


def laid(state: State) -> State:
    """Everybody's card lies face down."""
    return apply(turned(state), e.LettersLaid())


def told(state: State, letters: str | Mapping[str, str]) -> State:
    """Each player's letter, clockwise where it is a plain string: "BBBD"."""
    if isinstance(letters, str):
        letters = dict(zip(state.players, letters, strict=True))
    return played(state, *(e.LetterTold(player, letter) for player, letter in letters.items()))


def scored(state: State, *questions: str | Mapping[str, str]) -> State:
    """One question after another, from the card to the chips."""
    for letters in questions:
        state = apply(told(laid(state), letters), e.PairsMoved())
    return state


def with_chips(state: State, **others: int) -> State:
    """The chips where the test wants them: ``Linus_Emma=24``."""
    moved: dict[Pair, int] = {(one, other): n for pair, n in others.items() for one, other in [pair.split("_")]}
    assert set(moved) <= set(state.track)
    return replace(state, track={**state.track, **moved})


# --------------------------------------------------------------------------------- through the script


@dataclass
class Log:
    """A game as it was played: events, all states, what was said and asked."""

    seed: int
    states: list[State]
    events: list[Any] = field(default_factory=list)
    said: list[Say | Ask[Any] | Countdown] = field(default_factory=list)
    asked: list[tuple[int, Ask[Any] | Countdown]] = field(default_factory=list)
    """Every question with the number of events before it."""
    answers: list[Any] = field(default_factory=list)
    """What each of them was answered."""
    chance: Random = field(init=False)
    """What the players answer by."""

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)

    def note(self, event: Any) -> State:
        self.states.append(apply(self.states[-1], event))
        self.events.append(event)
        return self.states[-1]

    def spoken(self) -> list[str]:
        return [request.key for request in self.said]


Answering = Callable[[State, Ask[Any], Random], Any]
Visiting = Callable[[State, Random], Any]
"""An event of somebody who comes or goes while the host waits, or ``None``."""


def steps(log: Log, answering: Answering, visiting: Visiting | None = None, *, stop_at_question: bool = False) -> None:
    """Run the script from the log's last state to its end or to the next question; who visits starts it anew."""
    run, answer = script(log.states[-1]), None
    while True:
        try:
            request = run.send(answer)
        except StopIteration:
            return
        answer = None
        match request:
            case Say():
                log.said.append(request)
            case Ask() | Countdown():
                log.said.append(request)
                visit = visiting(log.states[-1], log.chance) if visiting else None
                if visit is not None:
                    log.note(visit)
                    run = script(log.states[-1])
                    continue
                log.asked.append((len(log.events), request))
                if stop_at_question:
                    return
                answer = True if isinstance(request, Countdown) else answering(log.states[-1], request, log.chance)
                log.answers.append(answer)
            case Note(event):
                try:
                    answer = log.note(event)
                except Exception as illegal:
                    refused = run.throw(illegal)
                    assert isinstance(refused, Say)
                    log.said.append(refused)
            case Draw(options, event):
                answer = log.note(event(Random(f"{log.seed} {len(log.events)}").choice(options)))
            case Shuffle(items, event):
                order = list(items)
                Random(f"{log.seed} {len(log.events)}").shuffle(order)
                answer = log.note(event(tuple(order)))


def letters_in_turn(*questions: str) -> Answering:
    """Answers the ballots of one question after another, each in a single breath; other questions by their first."""
    left = list(questions)

    def answering(state: State, question: Ask[Any], chance: Random) -> Any:
        del state, chance
        if question.key == "your_letter":
            return tuple(zip(question.expect.voters, left.pop(0), strict=False))
        return question.expect.options[0]

    return answering


def led(state: State, *questions: str) -> Log:
    """The script from ``state`` on, with the letters of each question in one breath."""
    log = Log(1, [state])
    steps(log, letters_in_turn(*questions))
    assert log.states[-1].phase is Phase.OVER
    return log
