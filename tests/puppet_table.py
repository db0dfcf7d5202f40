"""A table without sound: everybody answers at once, with a legal wish that depends on the state alone."""

from __future__ import annotations

from random import Random
from typing import Any

from games.table import Ask, Countdown, ReadAloud, YesNo
from host.evening.evening import Evening
from host.evening.leader import Ending, Leader
from host.handin.clips import Clips
from host.language.phrasebook import Answer
from host.seats.audience import Audience, Gallery, Listening
from host.seats.clock import StillClock
from host.seats.table import Table
from speech.dictation import Dictated
from speech.result import Heard, Result
from speech.sound import Samples
from speech.vocabulary import Vocabulary


class Puppets(Audience):
    """Ear, desk and players in one. Asked the same question in the same state, they answer the same."""

    speaker: str | None = None

    def __init__(self, evening: Evening) -> None:
        self._ledger = evening.ledger
        self._request: Ask[Any] | Countdown = Countdown("", None)
        self.lines: list[str] = []

    def said(self, line: str) -> None:
        self.lines.append(line)

    def listens(self, listening: Listening) -> None:
        self._request = listening.request

    def _wish(self, request: Ask[Any]) -> Any:
        chance = Random(f"{len(self._ledger)} {request.key} {request.of}")
        return self._ledger.game.wish(self._ledger.state, request, request.of, chance)

    def listen(self, vocabulary: Vocabulary, until_s: float | None = None) -> Result:
        """The ear: what the asked person means is heard."""
        del until_s
        if isinstance(self._request, Countdown):
            value: Any = Answer.DONE
        else:
            value = self._wish(self._request)
            if isinstance(self._request.expect, YesNo):
                value = Answer.YES if value else Answer.NO
        assert value in vocabulary.values or vocabulary.runs
        return Heard(value, "")

    def dictate(self, vocabulary: Vocabulary) -> Dictated | Heard:
        """The ear: the leader reads what stands on the sheet, or says something else."""
        if not (isinstance(self._request, Ask) and isinstance(self._request.expect, ReadAloud)):
            return Dictated(None, "read once more, for the recording is gone")
        said = self._wish(self._request)
        return Heard(said, "") if said in vocabulary.values else Dictated(None, said)

    def read(self, line: str, of: str | None) -> str | None:
        """The desk: the sheet is written."""
        del line, of
        assert isinstance(self._request, Ask)
        match self._wish(self._request):
            case None:
                return "none"
            case bool(agreed):
                return "yes" if agreed else "no"
            case ():
                return "nobody"
            case tuple(names):
                return " and ".join(names)
            case wish:
                return str(wish)

    def show(self, text: str) -> None:
        """The desk: somebody looks at the screen."""
        self.lines.append(text)

    def wipe(self) -> None:
        """The screen is empty."""

    def play(self, sound: Samples) -> None:
        """The mouth: nobody listens to a clip."""

    def say(self, text: str) -> None:
        """The mouth: nobody listens."""

    def rest(self, duration_s: float) -> None:
        """Nobody waits."""


def play_on(evening: Evening) -> Ending:
    """Let the puppets play the evening to its end."""
    puppets = Puppets(evening)
    return lead(evening, puppets)


def lead(evening: Evening, puppets: Puppets) -> Ending:
    """Let these puppets play it; readings are kept beside the session."""
    clips = Clips.beside(evening.session.path)
    table = Table(puppets, puppets, puppets, StillClock(), Gallery([puppets]), clips)
    return Leader(evening.ledger, evening.language, table).lead()
