"""What several tests share: where the recordings are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of human recordings; the test skips where it is missing."""
    default = Path(__file__).parents[1] / ".." / "shared" / "corpus"
    folder = Path(os.environ.get("SPIELLEITER_CORPUS", default)).resolve()
    if not (folder / "manifest.csv").is_file():
        pytest.skip("the recordings of ../shared/corpus are not here")
    return folder
