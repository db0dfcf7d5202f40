"""A Vosk model's folder: what must be in it before ``vosk.Model`` may see it.

Vosk answers a missing file with a bare exception or by ending the process, so the look comes first.
"""

from __future__ import annotations

import re
from pathlib import Path

# Without any of these a model does not load, or the first grammar ends the process.
NEEDED = (
    "am/final.mdl",
    "conf/mfcc.conf",
    "conf/model.conf",
    "graph/Gr.fst",
    "graph/HCLr.fst",
    "graph/disambig_tid.int",
)
# Models with speaker adaptation have this folder, and then all of it.
NEEDED_IN_IVECTOR = (
    "final.dubm",
    "final.ie",
    "final.mat",
    "global_cmvn.stats",
    "online_cmvn.conf",
    "splice.conf",
)


def lack(folder: Path) -> str | None:
    """What keeps the model from taking a runtime grammar, as half a sentence, or None."""
    needed = list(NEEDED)
    if (folder / "ivector").is_dir():
        needed += [f"ivector/{name}" for name in NEEDED_IN_IVECTOR]
    for name in needed:
        path = folder / name
        if not path.is_file():
            if name.startswith("graph/") and (folder / "graph" / "HCLG.fst").is_file():
                return "it has a fixed graph (HCLG.fst) and takes no grammar"
            return f"{name} is missing"
        if path.stat().st_size == 0:
            return f"{name} is empty"
    return None


def speaks(name: str, language: str) -> bool:
    """Whether a folder called ``name`` is, by Vosk's own way of naming, a model for ``language`` (``"en"``)."""
    return re.match(rf"vosk-model-(?:small-)?{re.escape(language)}(?:-|\Z)", name) is not None
