"""The ear: what the host listens with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from speech.dictation import Dictated, Dictation, ReadingTiming
from speech.endpoint import Endpoint, Timing
from speech.hearing import Decide, Hearing, Listening
from speech.matching import Matcher
from speech.noise_floor import NoiseFloor
from speech.recogniser import Recogniser
from speech.result import Closed, Heard, Result, TimeUp
from speech.room import Room
from speech.sound import Samples
from speech.vocabulary import Vocabulary
from speech.voice_activity import VoiceActivity


class Ear(Protocol):
    """Waits for the answer to one closed question."""

    @property
    def speaker(self) -> str | None:
        """Who gave the last answer, where the ear can tell (a typed line may); ``None`` otherwise."""
        ...

    def listen(self, vocabulary: Vocabulary, until_s: float | None = None) -> Result:
        """Wait through silence and side talk, without a word, until somebody answers.

        ``until_s`` is the room's ``now_s`` at which the time is up (``None``: wait for ever); an answer that began
        before is heard to its end. ``Unheard`` is returned only with ``meant``: an answer that could not be placed.

        Raises:
            VocabularyFault: the recogniser cannot hear this vocabulary.
            DeviceFault: the microphone is gone.
        """
        ...

    def dictate(self, vocabulary: Vocabulary) -> Dictated | Heard | Closed:
        """Wait until somebody has read something aloud, whatever it was, or has said a phrase of the vocabulary.

        What is not certain to be a phrase is a reading. ``Closed`` only if nothing was said before the end.

        Raises:
            VocabularyFault: the recogniser cannot hear this vocabulary.
            DeviceFault: the microphone is gone.
        """
        ...


class VoiceEar:
    """A microphone, a recogniser, and between them the endpoint. Lives in one thread.

    ``heard`` is told of every utterance that may have been an answer, also of those that end in nothing.
    """

    def __init__(
        self,
        room: Room,
        recogniser: Recogniser,
        decide: Decide,
        *,
        heard: Callable[[Hearing], None] | None = None,
        timing: Timing | None = None,
        reading: ReadingTiming | None = None,
    ) -> None:
        self.last: Hearing | None = None
        """The newest utterance that may have been an answer."""
        self._room = room
        self._recogniser = recogniser
        self._decide = decide
        self._heard = heard
        self._timing = timing or Timing()
        self._reading = reading
        self._activity = VoiceActivity()
        self._floor = NoiseFloor()

    @property
    def speaker(self) -> str | None:
        """Voices are not told apart."""
        return None

    def listen(self, vocabulary: Vocabulary, until_s: float | None = None) -> Result:
        """See ``Ear``."""
        for hearing in self._utterances(vocabulary, until_s):
            if isinstance(hearing, Closed | TimeUp):
                return hearing
            if hearing.ends_listening:
                return hearing.result
        raise AssertionError("the utterances end with TimeUp or Closed")

    def overhear(self, vocabulary: Vocabulary, until_s: float | None = None) -> Hearing | TimeUp | Closed:
        """The next near utterance that a recogniser looked at, answer or not: for learning how a name is said."""
        for hearing in self._utterances(vocabulary, until_s):
            if isinstance(hearing, Closed | TimeUp) or hearing.scores is not None:
                return hearing
        raise AssertionError("the utterances end with TimeUp or Closed")

    def dictate(self, vocabulary: Vocabulary) -> Dictated | Heard | Closed:
        """See ``Ear``."""
        question = self._recogniser.question(vocabulary)

        def phrase(sound: Samples) -> Heard | None:
            result = self._decide(question.score(sound))
            return result if isinstance(result, Heard) else None

        dictation = Dictation(self._floor, phrase, self._recogniser.transcribe, self._reading)
        self._activity.reset()
        while (block := self._room.block()) is not None:
            said = dictation.take(block, self._activity.speech(block))
            if said:
                return said
        return dictation.last_words() or Closed()

    def _utterances(self, vocabulary: Vocabulary, until_s: float | None) -> Iterator[Hearing | TimeUp | Closed]:
        """Every utterance as it is decided; ``TimeUp`` or ``Closed`` comes last."""
        question = self._recogniser.question(vocabulary)
        matcher = Matcher(vocabulary, self._recogniser.language)
        listening = Listening(question, matcher, self._decide, Endpoint(self._floor, self._timing))
        self._activity.reset()
        while until_s is None or listening.speaking or self._room.now_s < until_s:
            block = self._room.block()
            if block is None:
                hearing = listening.last_words()
            else:
                hearing = listening.take(block, self._activity.speech(block), self._room.now_s)
            if hearing is not None:
                self._remember(hearing)
                yield hearing
            if block is None:
                yield Closed()
        yield TimeUp()

    def _remember(self, hearing: Hearing) -> None:
        self.last = hearing
        if self._heard:
            self._heard(hearing)
