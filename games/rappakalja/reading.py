"""What is read aloud: the question, spelled where it is hard, and the list; and the sheets, for one pair of eyes."""

from __future__ import annotations

import re

from games.rappakalja.state import State
from games.recital import heard
from games.table import Rows, Say

BETWEEN_EXPLANATIONS_S = 0.8
AFTER_SPELLING_S = 0.4

_END = re.compile(r"[.!?…][\"'”’»)\]]*$")


def sentence(text: str) -> str:
    """``text`` as it is read out: a capital at the beginning and a full stop, so that its typing tells nothing."""
    tidy = " ".join(text.split()).rstrip(",;: ")
    tidy = tidy[:1].upper() + tidy[1:]
    return tidy if _END.search(tidy) else f"{tidy}."


def question(state: State) -> tuple[Say, ...]:
    """What is asked in the card's category; words and abbreviations are spelled ("First Half of a Round")."""
    asked, category = state.question, state.category
    if asked is None:
        return (Say(f"own_card_{category}", {"name": state.lead}),)
    line = Say(f"question_{category}", {"ask": asked.ask, "spelled": asked.ask}, AFTER_SPELLING_S)
    if category == "words":
        return line, Say("spelling", {"spelled": asked.ask}, AFTER_SPELLING_S)
    return (line,)


def listed(state: State) -> tuple[Say, ...]:
    """Every explanation under its letter."""
    if state.round.recital:
        return heard(state.round.recital)
    pairs = zip(state.round.letters, state.round.explanations, strict=True)
    return tuple(
        Say("explanation", {"letter": letter, "text": sentence(one.text)}, BETWEEN_EXPLANATIONS_S)
        for letter, one in pairs
    )


def sheets(state: State) -> Rows:
    """Who has written what."""
    texts = state.round.sheets
    return Rows(tuple(Say("sheet", {"name": name, "text": texts[name]}) for name in state.writers))
