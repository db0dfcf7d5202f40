"""Who begins: asked aloud where nobody was named beforehand; the table names somebody, or leaves it to chance."""

from __future__ import annotations

from games.table import People, Script, ask, say


def who_begins(players: tuple[str, ...]) -> Script[str | None]:
    """The one who begins, or ``None`` when chance is to draw. The lines are the host's own."""
    while True:
        named = yield from ask("who_begins", People(players, none="draw"))
        if len(named) < 2:
            return named[0] if named else None
        yield from say("one_begins", names=named)
