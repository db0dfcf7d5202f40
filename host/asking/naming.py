"""Naming: each player's name is said once, so that the ear knows how this table says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.table import Ask, Person
from host.language.language import Language
from host.language.orders import Command
from host.language.phrasebook import Phrasebook
from host.ledger.ledger import Ledger
from host.seats.audience import Listening
from host.seats.table import NobodyThere, Table
from speech.ear import VoiceEar
from speech.hearing import Hearing
from speech.result import Closed, Heard, TimeUp

_WAITS_S = 12.0


@dataclass(frozen=True)
class NameHeard:
    """An event of the host's own: what the recogniser writes when it hears this player's name; "" for nothing."""

    player: str
    written: str


def spellings(ledger: Ledger) -> Mapping[str, str]:
    """What was learned so far, by name."""
    return {event.player: event.written for event in ledger.own_events if isinstance(event, NameHeard)}


class Naming:
    """Asks for the names that have not been heard yet. Whoever stays silent is not asked again."""

    def __init__(self, table: Table, ear: VoiceEar, language: Language, ledger: Ledger) -> None:
        self._table = table
        self._ear = ear
        self._language = language
        self._ledger = ledger

    def learn(self, names: tuple[str, ...]) -> None:
        """Hear each name once; "go on" leaves the rest as they are.

        Raises:
            NobodyThere: there is nothing more to hear.
        """
        known = spellings(self._ledger)
        for name in names:
            if name in known:
                continue
            written = self._hear(name)
            if written is None:
                return
            self._ledger.note(NameHeard(name, written))

    def _hear(self, name: str) -> str | None:
        """What the ear writes; ``None`` when the table wants to go on without."""
        request = Ask("say_your_name", Person((name,)), {"name": name}, of=name)
        self._table.say(self._language.line(request.key, request.slots))
        self._table.audience.listens(Listening(request, "name"))
        phrasebook = Phrasebook(self._language)
        vocabulary = phrasebook.vocabulary(request.expect, name)
        match self._ear.overhear(vocabulary, self._table.clock.now_s + _WAITS_S):
            case Closed():
                raise NobodyThere
            case TimeUp():
                return ""
            case Hearing(result=Heard(Command.GO_ON)):
                return None
            case Hearing(scores=scores):
                return _kept(scores.free if scores else "", phrasebook)


def _kept(written: str, phrasebook: Phrasebook) -> str:
    """What was written, in small letters; "" where it would be taken for something else."""
    letters = "".join(sign for sign in written.lower() if sign.isalpha() or sign in " '-").strip()
    elsewhere = {phrase.text for phrase in phrasebook.reserved()}
    return letters if letters not in elsewhere else ""
