"""The list of answers as the host reads it, and reads it again when somebody asks."""

from __future__ import annotations

from games.nobody_is_perfect.answers import letters
from games.nobody_is_perfect.shortening import sentence, shorter
from games.nobody_is_perfect.state import State
from games.table import Say

BETWEEN_ANSWERS_S = 0.8


def in_full(state: State) -> tuple[Say, ...]:
    """The question and every answer under its letter."""
    question = Say("first_reading", {"question": sentence(state.question.ask)})
    return question, *_listed(state, "answer", [sentence(answer.text) for answer in state.round.answers])


def in_brief(state: State) -> tuple[Say, ...]:
    """The same answers under the same letters, in a shorter form."""
    texts = [answer.text for answer in state.round.answers]
    return _listed(state, "answer_in_brief", shorter(texts, state.setup.deck.language))


def _listed(state: State, key: str, texts: list[str] | tuple[str, ...]) -> tuple[Say, ...]:
    pairs = zip(letters(state.round.answers), texts, strict=True)
    return tuple(Say(key, {"letter": letter, "text": text}, BETWEEN_ANSWERS_S) for letter, text in pairs)
