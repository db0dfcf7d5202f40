"""The scoreboard, printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.game import Side, Standing


def board_lines(standings: Sequence[Standing]) -> Iterator[str]:
    """One line a side: place, names, points, and a bar as long as the points (40 signs at the most)."""
    width = max((len(written(standing.names)) for standing in standings), default=0)
    most = max((standing.points for standing in standings), default=0)
    scale = 1 if most <= 40 else 40 / most
    for standing in standings:
        bar = "█" * round(standing.points * scale)
        yield f"| {standing.place}. {written(standing.names):<{width}} {standing.points:>4} {bar}".rstrip()


def written(side: Side) -> str:
    """A side for the eye, in any language: "Anna & Ben"."""
    return " & ".join(side)
