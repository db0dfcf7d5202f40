"""Who speaks with which voice: ``voices.toml``, read."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from speech.voice.voice import Voice


def host_voice(language: str) -> Voice:
    """The host's voice; a language that is not in the table gets eSpeak's plain voice of that language."""
    entry = _entry(language)
    return Voice(**entry["host"]) if entry else Voice(language)


def player_voices(language: str) -> tuple[Voice, ...]:
    """Voices for simulated players, none of them the host's and no two alike; at least eight."""
    entry = _entry(language)
    if entry:
        return tuple(Voice(**voice) for voice in entry["players"])
    return tuple(Voice(f"{language}+{variant}") for variant in _table()["variants"])


def _entry(language: str) -> dict[str, Any] | None:
    entry: dict[str, Any] | None = _table()["languages"].get(language)
    return entry


def _table() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("voices.toml").read_text(encoding="utf-8"))
