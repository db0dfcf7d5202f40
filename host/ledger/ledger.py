"""The ledger: the events of one evening, and the state that is their fold."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from games.game import Game
from host.ledger.session import Session


class Ledger:
    """Notes events: checked by the rules first, then on disk, then in the state."""

    def __init__(self, game: Game[Any, Any], session: Session, setup: Any) -> None:
        self.game = game
        self.session = session
        self._setup = setup
        self._after_answer = False
        self.state = self._fold()

    def __len__(self) -> int:
        return len(self.session.entries)

    def _fold(self) -> Any:
        state = self.game.open(self._setup)
        for entry in self.session.entries:
            if isinstance(entry.event, self.game.events):
                state = self.game.apply(state, entry.event)
        return state

    @property
    def own_events(self) -> tuple[Any, ...]:
        """The host's own events, which no game knows of, in order."""
        return tuple(entry.event for entry in self.session.entries if not isinstance(entry.event, self.game.events))

    def answered(self) -> None:
        """Somebody has just answered: the next event is theirs, and undo takes it back."""
        self._after_answer = True

    def note(self, event: Any) -> Any:
        """Write an event down and return the state after it.

        Raises:
            Illegal: the rules do not allow it; nothing was written.
            SessionFault: the log cannot be written; the state is as before.
        """
        state = self.game.apply(self.state, event) if isinstance(event, self.game.events) else self.state
        self.session.append(event, after_answer=self._after_answer)
        self._after_answer = False
        self.state = state
        return state

    def chance(self) -> random.Random:
        """A generator that depends on nothing but the evening's seed and the length of the log."""
        return random.Random(f"{self.session.opening.seed} {len(self)}")

    def draw(self, options: Sequence[Any]) -> Any:
        """One of the options."""
        return self.chance().choice(list(options))

    def shuffled(self, items: Sequence[Any]) -> tuple[Any, ...]:
        """The items in a new order."""
        order = list(items)
        self.chance().shuffle(order)
        return tuple(order)

    def undo(self) -> bool:
        """Drop the events back through the last answer. ``False`` when no answer is left to take back."""
        self._after_answer = False
        answers = [place for place, entry in enumerate(self.session.entries) if entry.after_answer]
        if not answers:
            return False
        self.session.cut(answers[-1])
        self.state = self._fold()
        return True
