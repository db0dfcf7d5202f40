"""The question and its answers as the host reads them, and reads them again when somebody asks."""

from __future__ import annotations

from games.same_same.state import State
from games.table import Say

BETWEEN_ANSWERS_S = 0.6


def in_full(state: State) -> tuple[Say, ...]:
    """What a match is worth, the question, and every answer that is read tonight under its letter ("Game Flow")."""
    return _question(state), *in_brief(state)


def in_brief(state: State) -> tuple[Say, ...]:
    """The answers alone."""
    listed = zip(state.letters, state.card.options, strict=False)
    return tuple(Say("option", {"letter": letter, "text": _bare(text)}, BETWEEN_ANSWERS_S) for letter, text in listed)


def _question(state: State) -> Say:
    """In the variant every question is worth the same, so that nothing need be said about it."""
    if state.points == "one":
        return Say("question", {"question": state.question})
    return Say("question_for", {"question": state.question, "n": state.worth})


def _bare(text: str) -> str:
    """Without the full stop that the line brings along."""
    return text.strip().rstrip(".")
