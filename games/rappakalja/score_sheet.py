"""The score sheet: a row of boxes, some with a logo, and the large target square at its end."""

from __future__ import annotations

from dataclasses import dataclass

from games.game import BrokenMaterial


@dataclass(frozen=True)
class ScoreSheet:
    """The field names are those of the score sheet's TOML file."""

    target: int
    """The box that wins."""
    logos: tuple[int, ...] = ()
    """Boxes on which the last tick is worth one more."""
    title: str = ""
    licence: str = ""


def check(sheet: ScoreSheet) -> None:
    """Look for what the types alone cannot tell.

    Raises:
        BrokenMaterial: the first fault, in the order of the file.
    """
    if sheet.target < 1:
        raise BrokenMaterial("score_sheet", "target", f"nobody can fill a sheet of {sheet.target} boxes")
    for index, logo in enumerate(sheet.logos):
        if not 0 < logo < sheet.target:
            raise BrokenMaterial(
                "score_sheet", f"logos[{index}]", f"a logo lies before the target {sheet.target}, not on {logo}"
            )
        if logo in sheet.logos[:index]:
            raise BrokenMaterial("score_sheet", f"logos[{index}]", f"box {logo} has a logo already")
