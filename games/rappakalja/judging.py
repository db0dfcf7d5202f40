"""The leader judges the sheets before any is read: is each complete, is one correct, are wrong ones equal?

Sheets on paper are judged by voice: their names give nothing away. Typed ones are on the screen before the leader;
where the host leads, whoever types them judges, without seeing the truth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rappakalja.events import CorrectFound, EqualFound, SheetsSentBack
from games.rappakalja.reading import sheets
from games.rappakalja.state import Phase, State
from games.table import Illegal, People, Say, Script, ask, compare, explain, note, say

Found = Callable[[tuple[str, ...]], Any]


def complete(state: State) -> Script[State]:
    """An explanation that says too little is sent back, once ("'Good' Definitions")."""
    if state.phase is Phase.COMPLETE:
        state = yield from _judged(state, "incomplete", state.writers, SheetsSentBack, ())
    return state


def correct(state: State) -> Script[State]:
    """Correct, or nearly; in doubt it is ("Nearly Correct"). Its author is told at once ("Special Cases")."""
    if state.phase is Phase.CORRECT:
        likely = yield from _likely_correct(state)
        state = yield from _judged(state, "correct", state.writers, CorrectFound, likely)
        if state.round.correct:
            yield from say("knew_it", names=state.round.correct, n=len(state.round.correct))
    return state


def equal(state: State) -> Script[State]:
    """Wrong explanations that say the same ("Special Cases")."""
    while state.phase is Phase.EQUAL:
        likely = yield from _likely_equal(state)
        state = yield from _judged(state, "equal", state.wrong, EqualFound, likely)
    return state


def _judged(state: State, key: str, among: tuple[str, ...], found: Found, likely: tuple[str, ...]) -> Script[State]:
    """The names that the leader says, written down; () is nobody."""
    expect = People(among, none="nobody")
    if state.aloud:
        names = yield from ask(f"{key}_aloud", expect, of=state.lead, name=state.lead)
    else:
        guess = Say("likely", {"names": likely}) if likely else Say("likely_nobody")
        if state.setup.leader == "host":
            names = yield from ask(f"{key}_blind", expect, quiet=True, likely=guess)
        else:
            truth = state.question.truth if state.question else ""
            names = yield from ask(
                key, expect, of=state.lead, quiet=True, name=state.lead, sheets=sheets(state), truth=truth, likely=guess
            )
    try:
        state = yield from note(found(names))
    except Illegal as why:
        yield from explain(why)
    return state


def _likely_correct(state: State) -> Script[tuple[str, ...]]:
    """Whose typed sheet is nearly the truth, by the table's proposal."""
    if state.aloud or state.question is None:
        return ()
    texts = [state.round.sheets[writer] for writer in state.writers]
    pairs = yield from compare((*texts, state.question.truth))
    return tuple(state.writers[i] for i, j in pairs if j == len(texts))


def _likely_equal(state: State) -> Script[tuple[str, ...]]:
    """Whose typed sheets say nearly the same, by the table's proposal."""
    if state.aloud:
        return ()
    pairs = yield from compare(tuple(state.round.sheets[writer] for writer in state.wrong))
    alike = {place for pair in pairs for place in pair}
    return tuple(writer for place, writer in enumerate(state.wrong) if place in alike)
