"""A sheet: what stands on it must be there, be short enough, and be something that can be spoken."""

from __future__ import annotations

from games.table import Say


def refusal(text: str, longest: int) -> Say | None:
    """Why ``text`` cannot be taken, as a line of the host's; ``None`` when it can."""
    if not text.strip():
        return Say("sheet_empty")
    if len(text) > longest:
        return Say("sheet_too_long", {"longest": longest, "length": len(text)})
    if not any(sign.isalnum() for sign in text):
        return Say("sheet_unspeakable")
    return None
