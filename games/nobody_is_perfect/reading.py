"""The list of answers as the host reads it, and reads it again when somebody asks."""

from __future__ import annotations

from games import recital
from games.nobody_is_perfect.answers import letters
from games.nobody_is_perfect.shortening import sentence, shorter
from games.nobody_is_perfect.state import State
from games.table import Say

BETWEEN_ANSWERS_S = 0.8


def in_full(state: State) -> tuple[Say, ...]:
    """The question, as far as the host knows it, and every answer under its letter."""
    if state.aloud:
        return *asked(state), *recital.heard(state.recital)
    question = Say("first_reading", {"question": sentence(state.question.ask)})
    return question, *_listed(state, "answer", [sentence(answer.text) for answer in state.round.answers])


def in_brief(state: State) -> tuple[Say, ...]:
    """The same answers under the same letters, in a shorter form; a recording stays as long as it is."""
    if state.aloud:
        return recital.heard(state.recital)
    texts = [answer.text for answer in state.round.answers]
    return _listed(state, "answer_in_brief", shorter(texts, state.setup.deck.language))


def asked(state: State) -> tuple[Say, ...]:
    """The question alone; a real card's stays with the leader."""
    if state.setup.own_cards:
        return ()
    return (Say("question", {"question": sentence(state.question.ask)}),)


def _listed(state: State, key: str, texts: list[str] | tuple[str, ...]) -> tuple[Say, ...]:
    pairs = zip(letters(state.round.answers), texts, strict=True)
    return tuple(Say(key, {"letter": letter, "text": text}, BETWEEN_ANSWERS_S) for letter, text in pairs)
