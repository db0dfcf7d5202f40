"""The conversation, and what simulated players say in it."""

from __future__ import annotations

from random import Random
from typing import Any

from games.table import Ask, Choice, Script, ask, draw, note, say
from toy_game.rules import HIGHER, LOWER, Guessed, NumberDrawn, RoundEnded, State, over, right, turn, winners


def script(state: State) -> Script[None]:
    numbers = state.setup.deck.numbers
    while not over(state):
        if state.last is None:
            state = yield from draw(numbers, NumberDrawn)
        yield from say("last", number=state.last or 0)
        while player := turn(state):
            guess = yield from ask("guess", Choice("guess", (HIGHER, LOWER)), of=player, name=player)
            state = yield from note(Guessed(player, guess))
        if state.number is None:
            state = yield from draw(numbers, NumberDrawn)
        yield from say("next", state.setup.pause_s, number=state.number or 0)
        if right(state):
            yield from say(f"right_{state.setup.mood}", names=right(state))
        state = yield from note(RoundEnded())
    yield from say("won", names=tuple(name for side in winners(state) for name in side))


def wish(state: State, question: Ask[Any], player: str | None, chance: Random) -> Any:
    del state, player
    return chance.choice(question.expect.options)
