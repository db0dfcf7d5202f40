"""A game in a package of its own, laid out in a folder as an installer would: no pip, no network."""

from __future__ import annotations

import shutil
from pathlib import Path

TOY = Path(__file__).parent / "toy_game"


def lay_out_toy(site: Path) -> Path:
    """The toy game in the folder ``site``, which then belongs on ``sys.path``."""
    shutil.copytree(TOY / "toy_game", site / "toy_game", ignore=shutil.ignore_patterns("__pycache__"))
    return offer(site, "toy-game", "toy = toy_game:GAME")


def lay_out(site: Path, package: str, entry: str, source: str) -> Path:
    """A package of one module, which has the name that ``entry`` ("toy = toy_game:GAME") says."""
    site.mkdir(parents=True, exist_ok=True)
    module = entry.partition("=")[2].partition(":")[0].strip()
    (site / f"{module}.py").write_text(source, encoding="utf-8")
    return offer(site, package, entry)


def offer(site: Path, package: str, entry: str) -> Path:
    """Say in ``site`` that ``package`` is installed there, version 1.0, and offers the game ``entry``."""
    info = site / f"{package.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[spielleiter.games]\n{entry}\n", encoding="utf-8")
    (info / "RECORD").write_text("", encoding="utf-8")
    return site
