"""The report of a bench: one JSON object, and each miss in words."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from host.bench.measure import Measured, Outcome
from speech.recogniser import Scores
from speech.result import Heard, Unsure


def report(ear: str, model: str, load_s: float, measured: dict[str, Measured]) -> dict[str, Any]:
    """The object of ``spielleiter bench recognition --json``."""
    return {
        "ear": ear,
        "model": model,
        "load_s": round(load_s, 2),
        "peak_mb": peak_mb(),
        "sets": {name: one.counts() for name, one in measured.items() if one.tries},
        "outside": {name: one.outside_counts() for name, one in measured.items() if one.outside},
    }


def misses(measured: dict[str, Measured]) -> Iterable[str]:
    """One line for each clip that was not right at once, and for each remark that was not ignored."""
    for name, one in measured.items():
        for tried in one.tries:
            if tried.outcome is not Outcome.RIGHT:
                yield f"{name}  {tried.clip.path.name}  {tried.clip.text}: {tried.outcome.value}  {_seen(tried.scores)}"
        for outside in one.outside:
            if isinstance(outside.result, Heard | Unsure):
                kind = "accepted" if isinstance(outside.result, Heard) else "confirmed"
                yield f"{name}  {outside.clip.path.name}  {outside.clip.text}: {kind}  {_seen(outside.scores)}"


def peak_mb() -> float | None:
    """The most memory this process ever held; ``None`` where the system does not tell."""
    if sys.platform == "win32":
        return None
    import resource  # only on Unix

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(used / (1024 * 1024 if sys.platform == "darwin" else 1024), 1)


def _seen(scores: Scores) -> str:
    best = ", ".join(f"{hypothesis.phrase} {hypothesis.log_p:.1f}" for hypothesis in scores.hypotheses[:2])
    return f"[{best}]  margin {scores.margin:.1f}  ratio {scores.ratio:.1f}  free “{scores.free}”"
