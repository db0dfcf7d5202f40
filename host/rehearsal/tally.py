"""The tally of a rehearsal: how well the simulated players were understood."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Tally:
    """Counts as the evening goes on."""

    questions: int = 0
    """Spoken questions and countdowns that the host put."""
    answers: int = 0
    """Answers that a simulated player meant and the host accepted in the end, right or wrong."""
    heard_at_once: int = 0
    """Of these, the ones that needed neither asking again nor a confirmation, and were right."""
    reasked: int = 0
    confirmed: int = 0
    misheard: int = 0
    """Values and commands that were accepted though nobody meant them."""
