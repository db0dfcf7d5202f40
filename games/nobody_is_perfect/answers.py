"""From the sheets to the lettered answers: what is read once, and who may tip what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.nobody_is_perfect.events import Sheet

LETTERS = "ABCDEFG"


@dataclass(frozen=True)
class Answer:
    """What is read out under one letter."""

    text: str
    true: bool
    """It is the one that is searched for."""
    writers: tuple[str, ...]
    """Who earns for the tips on it: all inventors, or on orange the leader. Nobody for a card's true answer."""
    lucky: tuple[str, ...] = ()
    """Who wrote nearly the same as the one that is searched for ("Lucky hit")."""

    @property
    def sheet(self) -> Sheet:
        """The sheet that stands for this answer."""
        return self.writers[0] if self.writers else None


def families(sheets: Sequence[Sheet], alike: Sequence[tuple[Sheet, Sheet]]) -> tuple[tuple[Sheet, ...], ...]:
    """The sheets in groups that say the same; what is alike one sheet is alike all of its group."""
    groups = [[sheet] for sheet in sheets]
    for first, second in alike:
        one = next(group for group in groups if first in group)
        other = next(group for group in groups if second in group)
        if one is not other:
            groups.remove(other)
            one.extend(other)
    return tuple(tuple(sheet for sheet in sheets if sheet in group) for group in groups)


def merged(texts: Mapping[Sheet, str], alike: Sequence[tuple[Sheet, Sheet]], target: Sheet) -> tuple[Answer, ...]:
    """One answer for each group of sheets that are alike ("Double lie", "Lucky hit").

    A lucky hit is read as the target's text, a double lie as the first writer's.
    """
    answers = []
    for family in families(tuple(texts), alike):
        names = tuple(sheet for sheet in family if sheet is not None and sheet != target)
        if target in family:
            answers.append(Answer(texts[target], True, () if target is None else (target,), names))
        else:
            answers.append(Answer(texts[family[0]], False, names))
    return tuple(answers)


def letters(answers: Sequence[Answer]) -> tuple[str, ...]:
    """A, B, C … as many as there are answers."""
    return tuple(LETTERS[: len(answers)])


def open_to(voter: str, answers: Sequence[Answer]) -> tuple[str, ...]:
    """The letters ``voter`` may tip: all but that of an answer of their own. A lucky hit bars nothing."""
    return tuple(
        letter for letter, answer in zip(letters(answers), answers, strict=True) if voter not in answer.writers
    )
