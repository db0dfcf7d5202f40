"""What several tests share: where the recordings are, and a game from elsewhere on the shelf."""

from __future__ import annotations

import os
import sys
from importlib import invalidate_caches
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from game_package import lay_out_toy


def pytest_configure(config: pytest.Config) -> None:
    """Before anything is collected: what every game must keep to, a game of an installed package keeps to as well."""
    site = TemporaryDirectory(prefix="spielleiter-toy-")
    config.add_cleanup(site.cleanup)
    sys.path.append(str(lay_out_toy(Path(site.name))))
    invalidate_caches()


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of human recordings; the test skips where it is missing."""
    default = Path(__file__).parents[1] / ".." / "shared" / "corpus"
    folder = Path(os.environ.get("SPIELLEITER_CORPUS", default)).resolve()
    if not (folder / "manifest.csv").is_file():
        pytest.skip("the recordings of ../shared/corpus are not here")
    return folder
