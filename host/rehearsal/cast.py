"""The cast: simulated players who hear what the host asks and answer into the room.

Nothing is passed around the ear: the cast only makes sound, and learns what was understood as a player would, by
what the host says next. The tally compares that with what was meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.table import Ask, Ballot, Countdown, Done, FreeText, People, ReadAloud, Reading
from host.fault import HostFault
from host.language.orders import Command, Leaving, Reread, is_order
from host.language.phrasebook import Answer, Phrasebook
from host.ledger.ledger import Ledger
from host.rehearsal.player import Player
from host.rehearsal.tally import Tally
from host.seats.audience import Audience, Listening
from host.seats.transcript import Transcript
from speech.result import Heard, Result
from speech.room import PeopledRoom
from speech.sound import seconds
from speech.vocabulary import Phrase
from speech.voice import Synthesiser

_ONE_BREATH = 0.25
"""How often one player tells all the tips that are still missing."""
_AFTER_ANOTHER_S = 1.2
"""From the end of a cough or a mumble to the answer."""
_MUMBLING_DB = -12.0
_GIVES_UP_AFTER = 12
"""Times that one answer is said again to a host that does not react."""


class Cast(Audience):
    """All simulated players. It is also the desk: whoever is asked there types what they wish."""

    def __init__(
        self,
        players: tuple[Player, ...],
        room: PeopledRoom,
        synthesiser: Synthesiser,
        phrasebook: Phrasebook,
        transcripts: Sequence[Transcript],
        ledger: Ledger,
    ) -> None:
        self.tally = Tally()
        self._players = {player.name: player for player in players}
        self._room = room
        self._synthesiser = synthesiser
        self._phrasebook = phrasebook
        self._transcripts = transcripts
        self._ledger = ledger
        self._chance = Random(f"cast {ledger.session.opening.seed}")
        self._speaker = players[0]
        self._listening = Listening(Countdown("", None), "asked")
        self._meant: Any = None
        self._command: Command | None = None
        self._answers_at_s = 0.0
        self._smoothly = True
        self._said_again = 0

    # -- hearing the host

    def listens(self, listening: Listening) -> None:
        self._listening = listening
        if listening.turn == "asked":
            self._take_in(listening.request)
        if listening.turn == "name" and isinstance(listening.request, Ask) and listening.request.of:
            self._speaker = self._players[listening.request.of]
        if self._is_quiet(listening.request):
            return
        self._smoothly = self._smoothly and listening.turn not in ("again", "confirm")
        self.tally.reasked += listening.turn == "again"
        self.tally.confirmed += listening.turn == "confirm"
        self._react(listening)

    def _react(self, listening: Listening, *, again: bool = False) -> None:
        """Say what there is to say; ``again`` when it was said before and the host does not seem to have heard."""
        request = listening.request
        match listening.turn:
            case "name":
                self._say(self._speaker.name, after_s=0.8)
            case "confirm":
                self._say(self._confirmation(listening), after_s=0.6)
            case "break":
                self._command = Command.GO_ON
                self._say(self._words(Command.GO_ON, self._phrasebook.commands()), after_s=1.0)
            case "asked" if not again:
                self._answer(request, self._speaker.delivery())
            case "asked" | "again":
                self._say_meant(request, plain=True)
            case "still" if again or self._answers_at_s <= self._room.now_s:
                self._say_meant(request, plain=True)

    def not_answered(self) -> None:
        """The host has not reacted to what was said: say it again."""
        self._smoothly = False
        self._said_again += 1
        if self._said_again > _GIVES_UP_AFTER:
            raise HostFault(f"The rehearsal is stuck: {self._speaker.name} is not understood. Try another --seed.")
        self._react(self._listening, again=True)

    def heard(self, result: Result, speaker: str | None) -> None:  # noqa: ARG002 - voices are not told apart
        if isinstance(result, Heard) and isinstance(result.value, Command | Reread | Leaving):
            if result.value is not self._command:
                self.tally.misheard += 1
            self._command = None

    def settled(self, request: Ask[Any] | Countdown, answer: Any) -> None:
        if self._is_quiet(request):
            return
        self.tally.answers += 1
        if not self._is_what_was_meant(request, answer):
            self.tally.misheard += 1
        elif self._smoothly:
            self.tally.heard_at_once += 1

    def _is_what_was_meant(self, request: Ask[Any] | Countdown, answer: Any) -> bool:
        if isinstance(request, Countdown):
            return answer is True
        if isinstance(request.expect, ReadAloud):  # the words read are a guess that decides nothing
            return isinstance(answer, Reading) == (self._meant not in request.expect.or_else)
        return self._fits(answer, self._meant)

    # -- deciding what to say

    @staticmethod
    def _is_quiet(request: Ask[Any] | Countdown) -> bool:
        return isinstance(request, Ask) and request.quiet

    def _take_in(self, request: Ask[Any] | Countdown) -> None:
        self.tally.questions += not self._is_quiet(request)
        self._said_again = 0
        self._smoothly = True
        self._command = None
        who = request.of if isinstance(request, Ask) and request.of else self._chance.choice(list(self._players))
        self._speaker = self._players[who]
        self._meant = self._wish(request)

    def _wish(self, request: Ask[Any] | Countdown) -> Any:
        if isinstance(request, Countdown):
            return Answer.DONE
        first = self._wish_of(request, self._speaker)
        if isinstance(request.expect, Ballot) and self._chance.random() < _ONE_BREATH:
            others = [self._players[voter] for voter in request.expect.voters if voter != self._speaker.name]
            return (*first, *(pair for other in others for pair in self._wish_of(request, other)))
        return first

    def _wish_of(self, request: Ask[Any], player: Player) -> Any:
        return self._ledger.game.wish(self._ledger.state, request, player.name, player.chance)

    def _answer(self, request: Ask[Any] | Countdown, delivery: Any) -> None:
        after_s = delivery.thinks_s
        match delivery.before:
            case "cough":
                cough = self._speaker.cough()
                self._sound(cough, after_s, "[coughs]")
                after_s += seconds(cough) + _AFTER_ANOTHER_S
            case "mumble":
                mumble = self._speaker.say(self._synthesiser, "hmm, mm")
                self._sound(mumble, after_s, "[mumbles]", _MUMBLING_DB)
                after_s += seconds(mumble) + _AFTER_ANOTHER_S
            case "repeat":
                self._command = Command.REPEAT
                self._say(self._words(Command.REPEAT, self._phrasebook.commands()), after_s)
                self._answers_at_s = 0.0
                return
        self._say_meant(request, plain=delivery.plain, after_s=after_s)

    def _say_meant(self, request: Ask[Any] | Countdown, *, plain: bool, after_s: float = 0.8) -> None:
        words = self._wording(request, plain)
        reads = isinstance(request, Ask) and isinstance(request.expect, ReadAloud) and words == self._meant
        sound = self._speaker.read_out(self._synthesiser, words) if reads else None
        self._answers_at_s = self._say(words, after_s) if sound is None else self._sound(sound, after_s, words)

    def _wording(self, request: Ask[Any] | Countdown, plain: bool) -> str:
        expect = Done() if isinstance(request, Countdown) else request.expect
        if isinstance(expect, ReadAloud) and self._meant not in expect.or_else:
            return str(self._meant)
        if isinstance(expect, People) and len(self._meant) > 1:
            *head, last = self._meant
            return f"{', '.join(head)}, and {last}" if self._smoothly else ", ".join(self._meant)
        if isinstance(expect, Ballot) and len(self._meant) > 1:
            named = {voter: self._option_words(expect, option, plain=True) for voter, option in self._meant}
            *head, last = [f"{voter} {words}" for voter, words in named.items()]
            return f"{', '.join(head)} and {last}"
        of = request.of if isinstance(request, Ask) else None
        vocabulary = self._phrasebook.vocabulary(expect, of)
        value = self._spoken_value()
        return self._chosen([phrase.text for phrase in vocabulary.phrases if phrase.value == value], plain)

    def _chosen(self, wordings: list[str], plain: bool) -> str:
        return wordings[0] if plain else self._chance.choice(wordings)

    def _spoken_value(self) -> Any:
        """What a plain meant value is called in a vocabulary."""
        if isinstance(self._meant, bool):
            return Answer.YES if self._meant else Answer.NO
        return self._meant

    def _option_words(self, expect: Ballot, option: str, *, plain: bool) -> str:
        phrases = self._phrasebook.vocabulary(expect, "").phrases
        return self._chosen([phrase.text for phrase in phrases if phrase.value == ((expect.voters[0], option),)], plain)

    def _confirmation(self, listening: Listening) -> str:
        """ "yes", "no", or which of two."""
        request = listening.request
        right = [value for value in listening.candidates if self._means(value)]
        if len(listening.candidates) == 1:
            return self._words(Answer.YES if right else Answer.NO, self._phrasebook.answers(Answer.YES, Answer.NO))
        if right and isinstance(request, Ask) and isinstance(request.expect, Ballot) and len(right[0]) == 1:
            return self._option_words(request.expect, right[0][0][1], plain=True)
        if right:
            return self._wording(request, plain=True)
        return self._words(Answer.NEITHER, self._phrasebook.answers(Answer.NEITHER))

    def _means(self, value: Any) -> bool:
        if is_order(value):
            return value is self._command
        return self._fits(value, self._spoken_value())

    @staticmethod
    def _fits(answer: Any, meant: Any) -> bool:
        """Whether it is what was meant, or of several tips some, which are then asked one by one."""
        if isinstance(answer, tuple) and isinstance(meant, tuple):
            told = all(isinstance(vote, tuple) for vote in answer)
            return set(answer) <= set(meant) if told and answer else set(answer) == set(meant)
        return bool(answer == meant)

    @staticmethod
    def _words(value: Any, phrases: tuple[Phrase, ...]) -> str:
        return next(phrase.text for phrase in phrases if phrase.value == value)

    # -- making sound

    def _say(self, words: str, after_s: float) -> float:
        return self._sound(self._speaker.say(self._synthesiser, words), after_s, words)

    def _sound(self, sound: Any, after_s: float, words: str, level_db: float = 0.0) -> float:
        """Schedule it; the moment at which it begins."""
        at_s = self._room.now_s + after_s
        self._room.speak(sound, at_s, level_db)
        for transcript in self._transcripts:
            transcript.write(self._speaker.name, words)
        return at_s

    # -- typing

    def read(self, line: str, of: str | None) -> str:  # noqa: ARG002 - the question is known
        """The desk: what ``of`` types."""
        request = self._listening.request
        if isinstance(request, Ask) and isinstance(request.expect, FreeText):
            return str(self._meant)
        if self._meant is None:
            return self._words(Answer.NONE, self._phrasebook.answers(Answer.NONE))
        return self._wording(request, plain=True)

    def show(self, text: str) -> None:
        """The leader knows the truth already."""

    def wipe(self) -> None:
        """Nothing was shown."""
