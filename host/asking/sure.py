"""Sure: a yes or a no to something that the host has just said."""

from __future__ import annotations

from host.asking.speaking import Speaking
from host.language.phrasebook import Answer, Phrasebook
from host.seats.table import Table
from speech.result import Heard, Unheard
from speech.vocabulary import Vocabulary

_TRIES = 2


def sure(table: Table, speaking: Speaking, phrasebook: Phrasebook) -> bool:
    """Whether somebody says yes. Table talk is left alone; what stays unclear is no yes."""
    yes_or_no = Vocabulary(phrasebook.answers(Answer.YES, Answer.NO))
    tries = 0
    while True:
        match table.hear(yes_or_no, None):
            case Heard(value):
                return value is Answer.YES
            case Unheard(meant=False):
                continue
        tries += 1
        if tries == _TRIES:
            return False
        speaking.line("again")
