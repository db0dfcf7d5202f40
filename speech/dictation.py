"""Dictation: one stream of blocks, followed until somebody has read a sheet of paper aloud, or said a phrase instead.

The words of a reading do not matter here: it is kept as sound. So the pauses in it are part of it, and a long silence
ends it, where an answer to a question ends with a short one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from speech.endpoint import Began, Ended, Endpoint, Overran, Paused, Resumed, Timing, blocks
from speech.noise_floor import NoiseFloor
from speech.result import Heard
from speech.sound import Samples
from speech.voice_activity import level_db

_ENOUGH = 8  # blocks of silence that tell how loud the background is
_KEPT_WHILE_WAITING_S = 1.5
_SPEECH = 0.5
_NEAR_DB = 7.0  # over the background; what is fainter is said to somebody else
_CLEAR_DB = 10.0  # over the background; what is fainter is never taken for a phrase
_RISEN_DB = 4.0  # over the background: somebody speaks, or the background is loud for a moment
_READER_DB = 9.0  # below the louder blocks of a reading: whoever reads is soon at least so loud
_SOFT_DB = 16.0  # below the louder blocks of a reading: its first words may be so soft
_BREATH_S = 0.3  # of quiet among these
_COUGH_S = 0.35  # of speech before a phrase: no reading
_MUMBLE_S = 1.5  # of softer speech before it: none either
_ASIDE_DB = 6.0  # so much softer
_ASIDE_GAP_S = 0.5  # of silence between the two


@dataclass(frozen=True)
class Dictated:
    """Free speech: a sheet that was read aloud, or typed."""

    sound: Samples | None
    """As it was spoken, with a little room before and behind; ``None`` at the keyboard."""
    words: str
    """What the ear guesses, ``""`` if nothing. At the keyboard what was typed."""


@dataclass(frozen=True)
class ReadingTiming:
    """How long is what in a reading."""

    before_s: float = 0.15
    """Kept before the first speech."""
    behind_s: float = 0.25
    """Kept behind the last speech."""
    end_s: float = 1.6
    """Silence that ends a reading; a shorter one is a pause in it."""
    limit_s: float = 60.0
    """A reading is over then, whatever is still being said."""
    shortest_s: float = 0.45
    """Near speech in all; less than this is no reading."""
    phrase_s: float = 2.5
    """From the first speech to the last; what is longer is no phrase of a vocabulary."""

    def bare(self) -> Timing:
        """For an endpoint that tells where the speech is, without any room around it."""
        return Timing(pre_roll_s=0.0, post_roll_s=0.0, tight_roll_s=0.0, end_s=self.end_s, limit_s=self.limit_s)


@dataclass(frozen=True)
class _Block:
    sound: Samples
    speech: float
    level_db: float


class Dictation:
    """Follows the blocks until a reading or a phrase is over. Pure but for the two that it asks.

    ``phrase`` is asked of a short utterance, and answers with what was heard for certain, or ``None``; ``words`` is
    asked of a reading, and guesses. Both get the sound as it would be kept. ``floor`` is shared with the questions of
    the evening.
    """

    def __init__(
        self,
        floor: NoiseFloor,
        phrase: Callable[[Samples], Heard | None],
        words: Callable[[Samples], str],
        timing: ReadingTiming | None = None,
    ) -> None:
        self._floor = floor
        self._phrase = phrase
        self._words = words
        self._timing = timing or ReadingTiming()
        self._endpoint = Endpoint(floor, self._timing.bare())
        self._kept: list[_Block] = []
        self._taken = 0
        self._start: int | None = None
        self._end: int | None = None
        self._newest_piece = 0

    def take(self, block: Samples, speech: float) -> Dictated | Heard | None:
        """The next block and its probability of speech; what was said if it is over, and then the dictation is, too."""
        self._kept.append(_Block(block, speech, level_db(block)))
        self._taken += 1
        before_db = self._floor.high_db
        match self._endpoint.take(speech, level_db(block)):
            case Began(start):
                self._start = start if self._start is None else self._start
                self._newest_piece = self._start
                self._end = None
            case Paused(_, end):
                self._end = end
            case Resumed(start):
                if self._end is not None and start - self._end >= blocks(_ASIDE_GAP_S):
                    self._newest_piece = start
                self._end = None
            case Ended(_, end):
                return self._over(end, before_db)
            case Overran(_, end):
                said = self._over(end, before_db)
                if said:
                    self._floor.forget()  # which the endpoint has made of the reader's own voice
                return said
        keep_s = _KEPT_WHILE_WAITING_S + (self._timing.limit_s if self._endpoint.speaking else 0.0)
        del self._kept[: -blocks(keep_s)]
        return None

    def last_words(self) -> Dictated | Heard | None:
        """There will be no more blocks: what was said if somebody is still speaking."""
        if self._start is None:
            return None
        return self._over(self._end or self._taken, self._floor.high_db)

    def _over(self, end: int, background_db: float) -> Dictated | Heard | None:
        """What was said up to before block ``end``; ``None`` if it was too little, and the next speech is awaited."""
        first = self._taken - len(self._kept)
        start, self._start = max(0, (self._start or 0) - first), None
        rest_db = self._rest_db(end - first)
        start += _before_the_reader(self._kept[start : end - first], background_db if rest_db is None else rest_db)
        background_db = background_db if rest_db is None else max(background_db, rest_db)
        said = self._kept[start : end - first]
        near_db = [block.level_db for block in said if block.speech >= _SPEECH]
        near_db = [level_db for level_db in near_db if level_db >= background_db + _NEAR_DB]
        if not near_db:
            return None
        sound = self._sound(start, end - first)
        short = len(said) <= blocks(self._timing.phrase_s)
        if short and max(near_db) >= background_db + _CLEAR_DB and (heard := self._phrase(sound)):
            return heard
        if heard := self._after_an_aside(start, end - first):
            return heard
        if len(near_db) < blocks(self._timing.shortest_s):
            return None
        return Dictated(sound, self._words(sound))

    def _after_an_aside(self, start: int, end: int) -> Heard | None:
        """A phrase behind a mumble, a cough or a laugh that was no reading by itself."""
        piece = self._newest_piece - (self._taken - len(self._kept))
        aside_db = [block.level_db for block in self._kept[start:piece] if block.speech >= _SPEECH]
        phrase_db = [block.level_db for block in self._kept[piece:end] if block.speech >= _SPEECH]
        if not aside_db or not phrase_db or end - piece > blocks(self._timing.phrase_s):
            return None
        softer = float(np.percentile(aside_db, 75)) < float(np.percentile(phrase_db, 75)) - _ASIDE_DB
        if len(aside_db) > blocks(_MUMBLE_S if softer else _COUGH_S):
            return None
        return self._phrase(self._sound(piece, end))

    def _rest_db(self, end: int) -> float | None:
        """How loud the silence was that has ended the speech: the background, even where none was known before.

        Better than the floor, too, where a soft beginning was taken for the background; ``None`` without a silence.
        """
        rest_db = [block.level_db for block in self._kept[end + blocks(self._timing.behind_s) :]]
        return float(np.percentile(rest_db, 90)) if len(rest_db) >= _ENOUGH else None

    def _sound(self, start: int, end: int) -> Samples:
        """The blocks kept from ``start`` to before ``end``, with a little room."""
        room = self._kept[max(0, start - blocks(self._timing.before_s)) : end + blocks(self._timing.behind_s)]
        return np.concatenate([block.sound for block in room])


def _before_the_reader(said: list[_Block], background_db: float) -> int:
    """How many blocks at the beginning are other people's, or the background's: softer than the reader ever is."""
    spoken_db = [block.level_db for block in said if block.speech >= _SPEECH]
    if not spoken_db:
        return 0
    reader_db = float(np.percentile(spoken_db, 90))
    soft_db = max(reader_db - _SOFT_DB, background_db + _RISEN_DB)
    loud_db = min(reader_db, max(reader_db - _READER_DB, background_db + _NEAR_DB))
    begin = next(at for at, block in enumerate(said) if block.level_db >= loud_db)
    quiet = 0
    for at in range(begin, -1, -1):
        quiet = 0 if said[at].level_db >= soft_db else quiet + 1
        if quiet > blocks(_BREATH_S):
            break
        begin = begin if quiet else at
    return begin
