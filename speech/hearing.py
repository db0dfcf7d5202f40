"""Hearing: one question's stream of blocks, cut into utterances and put to the recogniser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from speech.endpoint import BLOCK_S, Began, Ended, Endpoint, Overran, Paused, Resumed, blocks
from speech.matching import Matcher
from speech.recogniser import Question, Scores
from speech.result import Heard, Unheard, Unsure
from speech.sound import Samples
from speech.voice_activity import level_db

Decide = Callable[[Scores], Heard | Unsure | Unheard]
"""Turns scores into one of the three."""

_KEPT_WHILE_WAITING_S = 1.5
_HESITATION_S = 1.2  # "erm", then a pause: what follows is looked at by itself too
_NEAR_DB = 7.0  # over the background; what is fainter is said to somebody else
_CLEAR_DB = 10.0  # over the background; what is fainter is at best worth asking back


@dataclass(frozen=True)
class Hearing:
    """One utterance and what came of it, for the transcript and for diagnosis."""

    sound: Samples
    """As it was cut for the recogniser."""
    start_s: float
    """On the room's clock."""
    end_s: float
    """The end of the cut on the room's clock, some 0.2 s behind the last sample of speech."""
    decided_s: float
    """On the room's clock: how long the endpoint waited."""
    scores: Scores | None
    """``None`` for talk that ran over the limit or was far away: no recogniser looked at it."""
    result: Heard | Unsure | Unheard

    @property
    def ends_listening(self) -> bool:
        """Whether it was meant as an answer."""
        return not isinstance(self.result, Unheard) or self.result.meant


class Listening:
    """Follows the blocks of one question until an utterance is decided; then for the next one."""

    def __init__(self, question: Question, matcher: Matcher, decide: Decide, endpoint: Endpoint) -> None:
        self._question = question
        self._matcher = matcher
        self._decide = decide
        self._endpoint = endpoint
        self._sound: list[Samples] = []
        self._taken = 0
        self._now_s = 0.0
        self._start = 0
        self._newest_piece = 0
        self._paused: Hearing | None = None
        self._hint = ""

    @property
    def speaking(self) -> bool:
        """Whether somebody near is speaking, pauses in an utterance included."""
        return self._endpoint.speaking and self._endpoint.above_db >= _NEAR_DB

    def take(self, block: Samples, speech: float, now_s: float) -> Hearing | None:
        """The next block, its probability of speech, and the room's clock at its end; an utterance if it is over."""
        self._sound.append(block)
        self._taken += 1
        self._now_s = now_s
        event = self._endpoint.take(speech, level_db(block))
        match event:
            case Began(start):
                self._begin(start)
            case Resumed(start):
                self._newest_piece = start
                self._paused = None
            case Paused(start, end):
                return self._pause(start, end)
            case Ended():
                return self._end()
            case Overran(start, end):
                return self._hearing(start, end, None, Unheard())
            case None if not self._endpoint.speaking:
                del self._sound[: -blocks(_KEPT_WHILE_WAITING_S)]
                return None
        return self._follow(block) if self._paused is None else None

    def last_words(self) -> Hearing | None:
        """There will be no more blocks: decide about the utterance that is under way, if one is."""
        if not self._endpoint.speaking:
            return None
        if self._paused is None:
            self._paused = self._score(self._start, self._taken)
        return self._end()

    # ---------------------------------------------------------------------------------------------- utterance

    def _begin(self, start: int) -> None:
        self._start = self._newest_piece = start
        self._paused = None
        self._hint = ""
        for block in self._between(start, self._taken - 1):
            self._question.follow(block)

    def _follow(self, block: Samples) -> Hearing | None:
        """A complete phrase that a streaming recogniser has heard before and after this block shortens the pause."""
        before, self._hint = self._hint, self._question.follow(block)
        if self._hint and self._hint == before and not self._matcher.may_go_on(self._hint):
            early = self._endpoint.pause_early()
            return self._pause(early.start, early.end) if early else None
        return None

    def _pause(self, start: int, end: int) -> Hearing | None:
        """Look at what was said so far; a certain answer that cannot go on is taken at once."""
        self._paused = self._score(start, end)
        result = self._paused.result
        if isinstance(result, Heard) and not self._matcher.may_go_on(result.phrase):
            return self._end()
        return None

    def _end(self) -> Hearing | None:
        self._endpoint.finish()
        hearing = self._paused
        self._paused = None
        return hearing

    def _score(self, start: int, end: int) -> Hearing:
        if self._endpoint.above_db < _NEAR_DB:
            return self._hearing(start, end, None, Unheard())
        whole = self._look_at(start, end)
        hesitation_s = (self._newest_piece - start) * BLOCK_S
        part_of_a_run = self._matcher.takes_runs
        if isinstance(whole.result, Heard) or part_of_a_run or not 0 < hesitation_s <= _HESITATION_S:
            return whole
        piece = self._look_at(self._newest_piece, end)
        return piece if isinstance(piece.result, Heard) else whole

    def _look_at(self, start: int, end: int) -> Hearing:
        scores = self._question.score(np.concatenate(self._between(start, end)))
        result = self._decide(scores)
        if self._endpoint.above_db < _CLEAR_DB:
            result = Unsure((result,)) if isinstance(result, Heard) else Unheard()
        return self._hearing(start, end, scores, result)

    def _hearing(self, start: int, end: int, scores: Scores | None, result: Heard | Unsure | Unheard) -> Hearing:
        sound = np.concatenate(self._between(start, end))
        start_s = self._now_s - (self._taken - start) * BLOCK_S
        return Hearing(sound, start_s, start_s + (end - start) * BLOCK_S, self._now_s, scores, result)

    def _between(self, start: int, end: int) -> list[Samples]:
        first = self._taken - len(self._sound)
        return self._sound[max(0, start - first) : end - first]
