"""Faults of models. Each message is one plain sentence that names the remedy."""

from __future__ import annotations

import errno
from pathlib import Path


class ModelFault(Exception):
    """A model, an archive or the catalogue is missing, broken or out of reach. ``str()`` is the sentence for people."""


def disk_fault(error: OSError, folder: Path) -> ModelFault:
    """What to say when the user's models in ``folder`` could not be read or written."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return ModelFault(
            f"The disk is full: make room for {folder} and run the command again; what was fetched is kept."
        )
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return ModelFault(f"{folder} may not be used: allow it, or set SPIELLEITER_MODELS to a folder that may.")
    return ModelFault(
        f"{folder} cannot be used ({error.strerror or error}): correct that, or set SPIELLEITER_MODELS to another one."
    )
