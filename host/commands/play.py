"""`spielleiter play`: host a real table."""

from __future__ import annotations

import secrets
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from host.commands.options import Ear, LearnNames, Mic, Speaker, TranscriptFile, Typed
from host.evening.evening import Evening, Wish, find_game, new_session_path
from host.evening.leader import Leader
from host.seats.ears import EarKind
from host.seats.seating import Seating


class HandIn(Enum):
    """How answers get from paper to the host."""

    TYPED = "typed"


class LeaderKind(Enum):
    """Who leads a question."""

    SEAT = "seat"
    HOST = "host"


def play(
    game: Annotated[str, typer.Argument(help="The game, for example nobody-is-perfect.")] = "nobody-is-perfect",
    players: Annotated[str, typer.Option(help="Names in clockwise order, with commas between.")] = "",
    lang: Annotated[str, typer.Option(help="The host's language.")] = "en",
    deck: Annotated[Path | None, typer.Option(help="Another deck than ours.")] = None,
    board: Annotated[Path | None, typer.Option(help="Another board than ours.")] = None,
    hand_in: Annotated[HandIn, typer.Option(help="How the sheets reach the host.")] = HandIn.TYPED,  # noqa: ARG001 - one way so far, the name is settled
    leader: Annotated[
        LeaderKind, typer.Option(help="The seat whose turn it is leads, or the host alone.")
    ] = LeaderKind.SEAT,
    first: Annotated[str | None, typer.Option(help="Who leads first; drawn otherwise.")] = None,
    number: Annotated[int | None, typer.Option(help="Question number of the evening; asked otherwise.")] = None,
    rounds: Annotated[int | None, typer.Option(help="Stop after so many rounds.")] = None,
    writing_s: Annotated[float | None, typer.Option(help="Seconds for writing; no limit otherwise.")] = None,
    ask_moves: Annotated[bool, typer.Option("--ask-moves", help="Ask before each move that may be declined.")] = False,
    seed: Annotated[int | None, typer.Option(help="Chance begins here; the same seed deals the same cards.")] = None,
    session: Annotated[Path | None, typer.Option(help="Where to keep the evening.")] = None,
    typed: Typed = False,
    mic: Mic = None,
    speaker: Speaker = None,
    ear: Ear = EarKind.AUTO,
    transcript: TranscriptFile = None,
    learn_names: LearnNames = True,
) -> None:
    """Host a real table."""
    options = {
        "deck": deck, "board": board, "leader": leader.value, "first": first, "number": number, "rounds": rounds,
        "writing_s": writing_s, "ask_moves": ask_moves or None,
    }  # fmt: skip
    wish = Wish(game, players, lang, secrets.randbelow(2**31) if seed is None else seed, options)
    opening = wish.opening()
    seating = Seating(typed, mic, speaker, ear, transcript)
    path = session or new_session_path(find_game(game).name, datetime.now())
    names = tuple(opening.setup["players"])
    with seating.open(lang, names) as table, Evening.begin(opening, path) as evening:
        Leader(evening.ledger, evening.language, table, learn_names=learn_names).lead()
