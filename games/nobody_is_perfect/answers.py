"""From the sheets to the lettered answers: what is read once, and who may tip what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.nobody_is_perfect.events import Sheet
from games.recital import Recital
from games.recital import Sheet as ReadSheet

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
    letter: str = ""
    """Under which it is read, once that is settled."""

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
            answers.append(Answer(texts[target], True, () if target is None else (target,), lucky=names))
        else:
            answers.append(Answer(texts[family[0]], False, names))
    return tuple(answers)


def lettered(answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """The answers as A, B, C … in this order."""
    return tuple(replace(answer, letter=letter) for answer, letter in zip(answers, LETTERS, strict=False))


def letters(answers: Sequence[Answer]) -> tuple[str, ...]:
    """The letters of answers that have some."""
    return tuple(answer.letter for answer in answers)


def open_to(voter: str, answers: Sequence[Answer]) -> tuple[str, ...]:
    """The letters ``voter`` may tip: all but that of an answer of their own. A lucky hit bars nothing."""
    return tuple(answer.letter for answer in answers if voter not in answer.writers)


def read_aloud(recital: Recital, truth: str) -> tuple[Answer, ...]:
    """What was read, now that every author is known; ``truth`` is the card's, as far as the host knows it."""
    return tuple(_unmasked(recital, sheet, truth) for sheet in recital.sheets)


def _unmasked(recital: Recital, sheet: ReadSheet, truth: str) -> Answer:
    authors = recital.authors.get(sheet.letter, ())
    if sheet.letter != recital.true:
        return Answer(sheet.words, False, authors, letter=sheet.letter)
    writers = () if recital.target is None else (recital.target,)
    return Answer(truth or sheet.words, True, writers, authors, sheet.letter)
