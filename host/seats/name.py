"""A name: what somebody at the table may be called."""

from __future__ import annotations

LONGEST_NAME = 20


def is_name(text: str) -> bool:
    """Whether it can be said and shown: letters, and what stands between them, at most ``LONGEST_NAME``."""
    return 0 < len(text) <= LONGEST_NAME and is_spelled(text)


def is_spelled(text: str) -> bool:
    """Whether it consists of what names are written with, a letter at least."""
    return any(sign.isalpha() for sign in text) and all(sign.isalpha() or sign in " '’-." for sign in text)
