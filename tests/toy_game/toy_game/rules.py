"""State, events, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from games.game import BrokenMaterial, Side, Standing
from games.option import material, option
from games.table import Illegal

HIGHER, LOWER = "higher", "lower"


@dataclass(frozen=True)
class Deck:
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Setup:
    players: tuple[str, ...]
    deck: Deck = material("Other numbers than one to ten.")
    rounds: int = option("The game lasts so many rounds.", default=3, least=1, most=20)
    mood: Literal["plain", "cheerful"] = option("How a right guess is greeted.", default="plain")
    ties: bool = option("The same number again counts as right.", default=True)
    starts_at: int | None = option("The first number; drawn otherwise.", default=None)
    pause_s: float = option("Seconds of silence before a number.", default=0.0, least=0, most=10)


@dataclass(frozen=True)
class NumberDrawn:
    number: int


@dataclass(frozen=True)
class Guessed:
    player: str
    guess: str


@dataclass(frozen=True)
class RoundEnded:
    pass


@dataclass(frozen=True)
class State:
    setup: Setup
    last: int | None
    """The number on the table; ``None`` before the first is drawn."""
    number: int | None = None
    """The one that was guessed at, until the round ends."""
    guesses: dict[str, str] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    rounds: int = 0


def begin(setup: Setup) -> State:
    if not setup.deck.numbers:
        raise BrokenMaterial("deck", "numbers", "there is no number")
    return State(setup, setup.starts_at, points=dict.fromkeys(setup.players, 0))


def apply(state: State, event: Any) -> State:
    match event:
        case NumberDrawn(number) if state.last is None:
            return replace(state, last=number)
        case NumberDrawn(number) if turn(state) is None and state.number is None:
            return replace(state, number=number)
        case Guessed(player, guess) if player == turn(state):
            return replace(state, guesses={**state.guesses, player: guess})
        case RoundEnded() if state.number is not None:
            points = {name: points + (name in right(state)) for name, points in state.points.items()}
            return State(state.setup, state.number, points=points, rounds=state.rounds + 1)
    raise Illegal("not_now")


def turn(state: State) -> str | None:
    return next((name for name in state.setup.players if name not in state.guesses), None)


def right(state: State) -> tuple[str, ...]:
    """Who guessed right in this round."""
    assert state.last is not None
    assert state.number is not None
    true = {HIGHER} if state.number > state.last else {LOWER}
    if state.number == state.last:
        true = {HIGHER, LOWER} if state.setup.ties else set()
    return tuple(name for name, guess in state.guesses.items() if guess in true)


def standings(state: State) -> tuple[Standing, ...]:
    best_first = sorted(state.points.items(), key=lambda line: -line[1])
    return tuple(
        Standing((name,), points, 1 + sum(other > points for other in state.points.values()))
        for name, points in best_first
    )


def over(state: State) -> bool:
    return state.rounds >= state.setup.rounds


def winners(state: State) -> tuple[Side, ...]:
    return tuple(one.names for one in standings(state) if one.place == 1) if over(state) else ()
