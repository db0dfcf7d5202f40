"""The end of a round, told: which one was true, who found it, whose the others were and who believed them."""

from __future__ import annotations

from games.rappakalja.reading import sentence
from games.rappakalja.state import State
from games.rappakalja.ticking import BELIEVED, NOBODY_RIGHT, RIGHT_GUESS, believers, void
from games.table import Script, say


def revealed(state: State) -> Script[None]:
    """Everything that earns points in the second half ("Calculating Points and Ticking Boxes")."""
    now = state.round
    if not now.letters:
        yield from _unguessed(state)
        return
    if state.question:
        yield from say("truth", letter=now.true_letter, text=sentence(state.question.truth))
    else:
        yield from say("truth_letter", letter=now.true_letter)
    yield from _found(state)
    for letter in now.letters:
        author = now.authors[letter]
        if author is not None:
            yield from _believed(state, letter, author)
    voided = void(now.guesses, now.authors)
    if voided:
        yield from say("void", names=voided, n=len(voided))


def _unguessed(state: State) -> Script[None]:
    """Nobody had more than the truth to choose from."""
    if state.question:
        yield from say("no_guessing", text=sentence(state.question.truth))
    else:
        yield from say("no_guessing_own_card", name=state.lead)


def _found(state: State) -> Script[None]:
    """Two points for each right guess; three for the leader if nobody knew and nobody found it."""
    now = state.round
    found = believers(now.guesses, now.authors, now.true_letter)
    if found:
        yield from say("found_it", names=found, n=len(found), points=RIGHT_GUESS)
    elif now.guesses and not now.correct and state.setup.leader == "seat":
        yield from say("leader_earns", name=state.lead, n=NOBODY_RIGHT)
    else:
        yield from say("nobody_found_it")


def _believed(state: State, letter: str, author: str) -> Script[None]:
    """One point for each other participant who believed it."""
    fooled = believers(state.round.guesses, state.round.authors, letter)
    if fooled:
        yield from say("believed", letter=letter, name=author, fooled=fooled, n=BELIEVED * len(fooled))
    else:
        yield from say("written_by", letter=letter, name=author)
