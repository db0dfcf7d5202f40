"""The leader of the evening: one loop that steps a game's script over the ledger."""

from __future__ import annotations

from enum import Enum
from typing import Any

from games.table import Ask, Compare, Countdown, Draw, Note, Say, Script, Shuffle
from host.asking.asking import Asking
from host.asking.interjections import Interjections, StopGame, TakeBack
from host.asking.naming import Naming, spellings
from host.language.alike import alike_names, alike_texts
from host.language.language import Language
from host.language.phrasebook import Phrasebook
from host.ledger.ledger import Ledger
from host.seats.table import NobodyThere, Table
from speech.ear import VoiceEar


class Ending(Enum):
    """How an evening ended; except for ``OVER`` it can be resumed."""

    OVER = "over"
    STOPPED = "stopped"
    LEFT = "left"
    """Nobody was there any more: the end of the standard input or of the recording."""


class Leader:
    """Leads one game. The ledger is the truth: whatever happens, the script can be started again from its state."""

    def __init__(self, ledger: Ledger, language: Language, table: Table, *, learn_names: bool = False) -> None:
        """``learn_names``: have each name said once at the beginning, where the table has a microphone."""
        self._ledger = ledger
        self._game = ledger.game
        self._language = language
        self._table = table
        self._learn_names = learn_names
        self._asking = self._new_asking()

    def _new_asking(self) -> Asking:
        phrasebook = Phrasebook(self._language, spellings(self._ledger))
        return Asking(self._table, self._language, Interjections(self._ledger, self._language), phrasebook)

    def lead(self) -> Ending:
        """Lead to the end of the game, or until the table stops.

        Raises:
            HostFault, SpeechFault: the evening cannot go on; what was noted is kept.
        """
        try:
            self._greet()
        except NobodyThere:
            self._asking.line("closed")
            return Ending.LEFT
        while not self._game.over(self._ledger.state):
            try:
                self._step(self._game.script(self._ledger.state))
            except TakeBack:
                self._asking.line("undone" if self._ledger.undo() else "nothing_to_undo")
            except StopGame:
                self._asking.line("stopped")
                return Ending.STOPPED
            except NobodyThere:
                self._asking.line("closed")
                return Ending.LEFT
        self._asking.line("farewell")
        return Ending.OVER

    def _greet(self) -> None:
        names = tuple(self._ledger.session.opening.setup["players"])
        self._asking.line("welcome_back" if len(self._ledger) else "welcome", players=names, title=self._game.title)
        for one, other in alike_names(names):
            self._asking.line("names_alike", one=one, other=other)
        if self._learn_names and isinstance(self._table.ear, VoiceEar):
            Naming(self._table, self._table.ear, self._language, self._ledger).learn(names)
            self._asking = self._new_asking()

    def _step(self, script: Script[None]) -> None:
        """Send the script its answers until it returns."""
        answer: Any = None
        while True:
            try:
                request = script.send(answer)
            except StopIteration:
                return
            answer = self._answer(request)

    def _answer(self, request: Any) -> Any:
        match request:
            case Say():
                self._asking.say(request)
                return None
            case Ask():
                answer = self._asking.ask(request)
                self._ledger.answered()
                return answer
            case Countdown():
                ready = self._asking.count_down(request)
                self._ledger.answered()
                return ready
            case Note(event):
                return self._note(event)
            case Draw(options, event):
                return self._note(event(self._ledger.draw(options)))
            case Shuffle(items, event):
                return self._note(event(self._ledger.shuffled(items)))
            case Compare(texts):
                return alike_texts(texts)
        raise TypeError(f"no script may ask for {request}")

    def _note(self, event: Any) -> Any:
        before = self._game.rounds(self._ledger.state)
        state = self._ledger.note(event)
        if self._game.rounds(state) != before:
            self._table.audience.scored(self._game.standings(state))
        return state
