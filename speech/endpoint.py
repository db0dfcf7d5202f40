"""The endpoint: where an utterance begins, pauses and ends in a stream of blocks.

It looks at two numbers a block, the probability of speech and the level, and never at sound. In a quiet room the
probability decides. Over babble or music the detector may say "speech" for minutes; then the level does: a near
answer begins where the level rises above the background and is over when it has fallen back to it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from speech.noise_floor import NoiseFloor
from speech.sound import BLOCK, RATE_HZ

BLOCK_S = BLOCK / RATE_HZ


def blocks(duration_s: float) -> int:
    """So many whole blocks, rounded."""
    return round(duration_s / BLOCK_S)


@dataclass(frozen=True)
class Timing:
    """How long an endpoint waits."""

    pre_roll_s: float = 0.25
    """Kept before the onset."""
    post_roll_s: float = 0.2
    """Kept behind the last block of speech."""
    tight_roll_s: float = 0.1
    """Both of these over a loud background, which would only confuse the recogniser."""
    early_s: float = 0.2
    """Silence that makes a pause when a complete phrase is known to have been said."""
    pause_s: float = 0.3
    """Silence that makes a pause: time to look whether the answer is complete."""
    end_s: float = 0.7
    """Silence that ends an utterance in any case."""
    limit_s: float = 12.0
    """An utterance that goes on for longer is no answer."""


@dataclass(frozen=True)
class Began:
    """Somebody began to speak; the utterance starts, pre-roll included, with block ``start``.

    May come a second time: what was taken for speech was the background, and now a near voice rises above it.
    """

    start: int


@dataclass(frozen=True)
class Paused:
    """No speech for ``pause_s``: the blocks from ``start`` to before ``end`` may be the whole utterance."""

    start: int
    end: int


@dataclass(frozen=True)
class Resumed:
    """Speech again after a pause: the same utterance goes on, its newest piece starting with block ``start``."""

    start: int


@dataclass(frozen=True)
class Ended:
    """No speech for ``end_s``: the utterance is what it was at the pause just before."""

    start: int
    end: int


@dataclass(frozen=True)
class Overran:
    """The limit was passed without an end. The talk is swallowed until it pauses; no part of it is an answer."""

    start: int
    end: int


Event = Began | Paused | Resumed | Ended | Overran

_SPEECH = 0.5
_STILL_SPEECH = 0.35
_CERTAIN = 0.9
_WINDOW = 5  # blocks that are looked at for an onset
_ONSET_DB = 4.0  # over the background
_FALLEN_DB = 2.0  # over the background: the level has fallen back to it
_FADED_DB = 24.0  # below the utterance's loudest block: echo, or somebody farther away
_SAME_VOICE_DB = 16.0  # below the loudest block: the same voice is now and then at least so loud
_FAR_TALK_S = 0.4  # of softer speech before the answer was somebody farther away
_TAIL_S = 0.35  # of a soft ending, or of a loud fricative that the detector doubts
_LOUD_ROOM_DB = 35.0  # a background nearer than this below the loudest block calls for tight rolls
_QUIET_ROOM_DB = -58.0  # no room is loud below this
_REACH_BACK_S = 0.5  # how far before the onset a loud fricative may begin
_NEARER_DB = 9.0  # a voice so far over what came before is another, nearer one
_NEARER_AFTER_S = 1.2


@dataclass
class _Utterance:
    start: int
    onset: int
    last_speech: int
    last_strong: int
    loudest_db: float
    loudest_at: int
    paused: bool = False
    unbroken: bool = True
    own: NoiseFloor = field(default_factory=NoiseFloor)
    course: list[tuple[float, float]] = field(default_factory=list)
    """Speech and level of each block after the onset."""


class Endpoint:
    """Follows one stream of blocks, numbered from 0. Pure logic without a clock.

    An endpoint is made for each question; ``floor`` is shared by the questions of an evening.
    """

    def __init__(self, floor: NoiseFloor, timing: Timing | None = None) -> None:
        self._floor = floor
        self._timing = timing or Timing()
        self._at = -1
        self._recent: deque[tuple[float, float]] = deque(maxlen=_WINDOW)
        self._levels: deque[float] = deque(maxlen=blocks(_REACH_BACK_S) + _WINDOW)
        self._utterance: _Utterance | None = None
        self._swallowing = False
        self._still = 0

    @property
    def speaking(self) -> bool:
        """Whether an utterance is under way, pauses in it included."""
        return self._utterance is not None

    @property
    def above_db(self) -> float:
        """How far the loudest block of the utterance under way is over the background; 0 when there is none."""
        return self._utterance.loudest_db - self._floor.high_db if self._utterance else 0.0

    def finish(self) -> None:
        """The utterance is taken, its answer is known: wait for the next one."""
        self._utterance = None
        self._recent.clear()
        self._levels.clear()

    def pause_early(self) -> Paused | None:
        """The pause that would come at ``pause_s``, if there were ``early_s`` of silence so far."""
        utterance = self._utterance
        if utterance is None or utterance.paused or self._at - utterance.last_speech < blocks(self._timing.early_s):
            return None
        utterance.paused, utterance.unbroken = True, False
        return Paused(self._start_of(utterance), self._end_of(utterance))

    def take(self, speech: float, level_db: float) -> Event | None:
        """The next block: its probability of speech (0 to 1) and its level in dB."""
        self._at += 1
        self._recent.append((speech, level_db))
        self._levels.append(level_db)
        if self._utterance is not None:
            return self._while_speaking(self._utterance, speech, level_db)
        self._floor.take(level_db)
        if self._swallowing and not self._rises_by(_NEARER_DB):
            self._swallow(speech)
            return None
        return self._begin() if self._rises_by(_ONSET_DB) else None

    # ------------------------------------------------------------------------------------------------ waiting

    def _rises_by(self, gate_db: float, over: NoiseFloor | None = None) -> bool:
        """Three of five blocks with speech over the background, or two certain ones: a click has fewer."""
        gate_db += (over or self._floor).high_db
        risen = [speech for speech, level_db in self._recent if speech >= _SPEECH and level_db >= gate_db]
        return len(risen) >= 3 or sum(speech >= _CERTAIN for speech in risen) >= 2

    def _begin(self) -> Began:
        loudest_db = max(level_db for _, level_db in self._recent)
        start = max(0, self._at - self._blocks_since_rise() - blocks(self._roll_s(loudest_db, self._timing.pre_roll_s)))
        self._utterance = _Utterance(start, self._at, self._at, self._at, loudest_db, self._at)
        self._swallowing = False
        self._floor.drop_newest()
        return Began(start)

    def _blocks_since_rise(self) -> int:
        gate_db = self._floor.high_db + _ONSET_DB
        since = below = 0
        for back, level_db in enumerate(reversed(self._levels)):
            below = below + 1 if level_db < gate_db else 0
            if below == 2:
                break
            if below == 0:
                since = back
        return since

    def _roll_s(self, loudest_db: float, quiet_room_s: float) -> float:
        loud_room = self._floor.high_db > max(_QUIET_ROOM_DB, loudest_db - _LOUD_ROOM_DB)
        return self._timing.tight_roll_s if loud_room else quiet_room_s

    # ----------------------------------------------------------------------------------------------- speaking

    def _while_speaking(self, utterance: _Utterance, speech: float, level_db: float) -> Event | None:
        utterance.own.take(level_db)
        utterance.course.append((speech, level_db))
        going_on = self._at - utterance.onset >= blocks(_NEARER_AFTER_S) and utterance.unbroken
        if going_on and self._rises_by(_NEARER_DB, utterance.own):
            self._floor.become(utterance.own)
            return self._begin()
        if self._is_speech(utterance, speech, level_db):
            utterance.last_speech = self._at
            if level_db > utterance.loudest_db:
                utterance.loudest_db, utterance.loudest_at = level_db, self._at
        if self._at - utterance.start >= blocks(self._timing.limit_s):
            self._floor.become(utterance.own)
            self.finish()
            self._swallowing, self._still = True, 0
            return Overran(utterance.start, self._at + 1)
        return self._after_silence(utterance, self._at - utterance.last_speech)

    def _is_speech(self, utterance: _Utterance, speech: float, level_db: float) -> bool:
        """In the flow of speech a block suffices; after a gap speech must rise again as it does at an onset."""
        if self._at - utterance.last_speech > 3:
            return level_db > utterance.loudest_db - _SAME_VOICE_DB and self._rises_by(_ONSET_DB)
        fallen_db = max(self._floor.high_db + _FALLEN_DB, utterance.loudest_db - _FADED_DB)
        if level_db < fallen_db:
            return False
        if speech >= _STILL_SPEECH and level_db >= utterance.loudest_db - _SAME_VOICE_DB:
            utterance.last_strong = self._at
        return self._at - utterance.last_strong <= blocks(_TAIL_S)

    def _after_silence(self, utterance: _Utterance, silent: int) -> Event | None:
        if silent == 0 and utterance.paused:
            utterance.paused = False
            rise = self._at - self._blocks_since_rise()
            return Resumed(max(utterance.start, rise - blocks(self._timing.tight_roll_s)))
        if silent >= blocks(self._timing.pause_s) and not utterance.paused:
            utterance.paused, utterance.unbroken = True, False
            return Paused(self._start_of(utterance), self._end_of(utterance))
        if silent >= blocks(self._timing.end_s):
            ended = Ended(self._start_of(utterance), self._end_of(utterance))
            self.finish()
            return ended
        return None

    def _start_of(self, utterance: _Utterance) -> int:
        """Where this voice begins: what was said before it, softer and for a while, was somebody farther away."""
        voice = utterance.loudest_at
        far = 0
        for at in range(utterance.loudest_at, utterance.onset, -1):
            speech, level_db = utterance.course[at - utterance.onset - 1]
            if level_db >= utterance.loudest_db - _SAME_VOICE_DB:
                voice, far = at, 0
            elif speech >= _SPEECH:
                far += 1
            if far >= blocks(_FAR_TALK_S):
                return max(utterance.start, voice - blocks(self._timing.tight_roll_s))
        return utterance.start

    def _end_of(self, utterance: _Utterance) -> int:
        post_roll_s = self._roll_s(utterance.loudest_db, self._timing.post_roll_s)
        return utterance.last_speech + min(blocks(post_roll_s), blocks(self._timing.early_s)) + 1

    # --------------------------------------------------------------------------------------------- swallowing

    def _swallow(self, speech: float) -> None:
        """Until a pause; what is swallowed meanwhile counts as background, so that a nearer voice gets through."""
        self._still = self._still + 1 if speech < _STILL_SPEECH else 0
        if self._still >= blocks(self._timing.pause_s):
            self._swallowing = False
            self._floor.forget()
            self._recent.clear()
