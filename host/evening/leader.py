"""The leader of the evening: one loop that steps a game's script over the ledger."""

from __future__ import annotations

from enum import Enum
from typing import Any

from games.table import Ask, Compare, Countdown, Draw, ForgetClips, Illegal, Note, Say, Script, Show, Shuffle
from host.asking.asking import Asking
from host.asking.interjections import Interjections, Interruption, Joins, Leaves, StopGame, TakeBack
from host.asking.naming import Naming, spellings
from host.evening.roster import alike_names
from host.handin.alike import alike_texts
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
        phrasebook = Phrasebook(self._language, spellings(self._ledger), self._people())
        return Asking(self._table, self._language, Interjections(self._ledger, self._language), phrasebook)

    def _people(self) -> tuple[str, ...]:
        people: tuple[str, ...] = self._game.people(self._ledger.state)
        return people

    def lead(self) -> Ending:
        """Lead to the end of the game, or until the table stops.

        Raises:
            HostFault, SpeechFault: the evening cannot go on; what was noted is kept.
        """
        try:
            self._greet()
            while not self._game.over(self._ledger.state):
                try:
                    self._step(self._game.script(self._ledger.state))
                except StopGame:
                    self._asking.line("stopped")
                    return Ending.STOPPED
                except Interruption as interruption:
                    self._go_elsewhere(interruption)
        except NobodyThere:
            self._asking.line("closed")
            return Ending.LEFT
        self._table.clips.forget()
        self._asking.line("farewell")
        return Ending.OVER

    def _greet(self) -> None:
        names = self._people()
        self._asking.line("welcome_back" if len(self._ledger) else "welcome", players=names, title=self._game.title)
        for one, other in alike_names(names):
            self._asking.line("names_alike", one=one, other=other)
        if self._learn_names and isinstance(self._table.ear, VoiceEar):
            Naming(self._table, self._table.ear, self._language, self._ledger).learn(names)
            self._asking = self._new_asking()

    def _step(self, script: Script[None]) -> None:
        """Send the script its answers until it returns; what its rules do not allow is thrown into it."""
        request = _next(script.send, None)
        while request is not None:
            try:
                answer = self._answer(request)
            except Illegal as why:
                request = _next(script.throw, why)
            else:
                request = _next(script.send, answer)

    def _answer(self, request: Any) -> Any:
        match request:
            case Say():
                return self._asking.say(request)
            case Ask():
                answer = self._asking.ask(request)
                self._ledger.answered()
                return answer
            case Countdown():
                ready = self._asking.count_down(request)
                self._ledger.answered()
                return ready
            case Show():
                self._asking.show(request)
                return self._ledger.answered()
            case Note(event):
                return self._note(event)
            case Draw(options, event):
                return self._note(event(self._ledger.draw(options)))
            case Shuffle(items, event):
                return self._note(event(self._ledger.shuffled(items)))
            case Compare(texts):
                return alike_texts(texts)
            case ForgetClips():
                return self._table.clips.forget()
        raise TypeError(f"no script may ask for {request}")

    def _note(self, event: Any) -> Any:
        before = self._game.rounds(self._ledger.state)
        state = self._ledger.note(event)
        if self._game.rounds(state) != before:
            self._table.audience.scored(self._game.standings(state))
        return state

    # -- the evening goes on elsewhere

    def _go_elsewhere(self, interruption: Interruption) -> None:
        """One step back, or on with other people; the script then starts again from the state."""
        match interruption:
            case TakeBack():
                self._asking.line("undone" if self._ledger.undo() else "nothing_to_undo")
            case Leaves(name=name) if self._game.left is not None:
                self._seat(self._game.left(name), "left", name)
            case Joins(name=name, neighbour=neighbour) if self._game.joined is not None:
                self._seat(self._game.joined(name, neighbour), "joined", name)
            case _:
                self._asking.line("seats_fixed")
        self._asking = self._new_asking()
        self._table.seat(self._people())

    def _seat(self, event: Any, line: str, name: str) -> None:
        """Somebody comes or goes, if the rules allow it."""
        self._ledger.answered()
        try:
            self._note(event)
        except Illegal as why:
            self._asking.line(why.key, **why.slots)
        else:
            self._asking.line(line, name=name)


def _next(step: Any, sent: Any) -> Any:
    """The script's next request; ``None`` when it has returned."""
    try:
        return step(sent)
    except StopIteration:
        return None
