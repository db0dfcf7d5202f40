"""The scoreboard, printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.game import Standing


def board_lines(standings: Sequence[Standing]) -> Iterator[str]:
    """One line a name: place, name, points, and a bar as long as the points (40 signs at the most)."""
    width = max((len(standing.name) for standing in standings), default=0)
    most = max((standing.points for standing in standings), default=0)
    scale = 1 if most <= 40 else 40 / most
    for standing in standings:
        bar = "█" * round(standing.points * scale)
        yield f"| {standing.place}. {standing.name:<{width}} {standing.points:>4} {bar}".rstrip()
