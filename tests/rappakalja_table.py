"""A small table for the tests of Rappakalja: a deck, a seated game, and a way through its script."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from games import recital as r
from games.rappakalja import events as e
from games.rappakalja.deck import CATEGORIES, Bluffs, Card, Deck, Question
from games.rappakalja.rules import apply, begin
from games.rappakalja.score_sheet import ScoreSheet
from games.rappakalja.script import script
from games.rappakalja.setup import Setup
from games.rappakalja.state import Phase, Round, State
from games.table import (
    Ask,
    Compare,
    Countdown,
    Draw,
    ForgetClips,
    Illegal,
    Note,
    ReadAloud,
    Reading,
    Say,
    Show,
    Shuffle,
)

FIVE = ("Anna", "Ben", "Cy", "Dora", "Emil")
TEN = (*FIVE, "Finn", "Gus", "Hal", "Ida", "Jo")
SHEET = ScoreSheet(30, (5, 11, 17, 23, 28))
"""The default score sheet of the rulings."""


def deck(cards: int = 4) -> Deck:
    """Full cards, the stack as it lies in the file."""
    full = [
        Card(**{one: Question(f"{one} {n}", f"the truth of {one} {n}", "here") for one in CATEGORIES})
        for n in range(cards)
    ]
    return Deck("Test", "en", "CC0-1.0", tuple(full), Bluffs(words=tuple(f"bluff {n}" for n in range(12))))


def seated(players: int = 5, ticks: Mapping[str, int] | None = None, **agreed: Any) -> State:
    """A game in which Anna leads, the host rolls, and the sheets are filled as in ``ticks``."""
    agreed = {"deck": deck(), "score_sheet": SHEET, "first": "Anna", "die": "host", **agreed}
    state = begin(Setup(TEN[:players], **agreed))
    return replace(state, ticks={**state.ticks, **(ticks or {})})


def played(state: State, *events: Any) -> State:
    for event in events:
        state = apply(state, event)
    return state


def card_drawn(state: State, face: int = 1) -> State:
    """A card of the die's category."""
    state = apply(state, e.DieRolled(face))
    if state.setup.own_cards:
        return apply(state, e.CardTaken())
    if not state.fitting:
        state = apply(state, e.StackShuffled(tuple(range(len(state.setup.deck.card)))))
    return apply(state, e.CardDrawn(state.fitting[0]))


def handed_in(state: State) -> State:
    """Up to the leader's judgement: everybody's idea is on their sheet."""
    if state.phase is Phase.CARD:
        state = card_drawn(state)
    state = apply(state, e.WritingEnded())
    if state.aloud:
        return state
    return played(state, *(e.SheetHandedIn(writer, f"{writer}'s idea") for writer in state.unwritten))


def judged(state: State, correct: tuple[str, ...] = (), equal: tuple[str, ...] = ()) -> State:
    """All are complete; some are ``correct`` or ``equal``. No tick has been made."""
    if state.phase is not Phase.COMPLETE:
        state = handed_in(state)
    state = played(state, e.SheetsSentBack(()), e.CorrectFound(correct))
    return apply(state, e.EqualFound(equal)) if state.phase is Phase.EQUAL else state


def ticked(state: State) -> State:
    """All ticks that are due are made."""
    while state.phase in (Phase.REWARDS, Phase.TICKS):
        due = state.round.due[0]
        state = apply(state, e.BoxesTicked(due.player, due.boxes, due.reason))
    return state


def read_out(state: State, correct: tuple[str, ...] = (), false: str = "") -> State:
    """Up to the guesses: the explanations as handed in, the leader's ``false`` one behind them, the truth last."""
    state = ticked(judged(state, correct))
    if state.phase is Phase.FALSE:
        state = apply(state, e.FalseSettled(bool(false)))
    if state.phase is Phase.FALSE:
        state = apply(state, e.FalseWritten(false))
    if state.phase is Phase.LETTERS:
        state = played(state, e.ExplanationsLettered(state.listed), e.ExplanationsRead())
    return state


def letter_of(state: State, author: str | None) -> str:
    """The letter under which somebody's explanation is read; ``None`` is the truth."""
    return next(letter for letter, one in state.round.authors.items() if one == author)


def guessed(state: State, guesses: Mapping[str, str | None]) -> State:
    """Each guesses somebody's explanation (``None``: the truth), in turn; then the truth."""
    for player in state.unguessed:
        state = apply(state, e.Guessed(player, letter_of(state, guesses[player])))
    return apply(state, e.TruthRevealed())


def due(state: State) -> list[tuple[str, int]]:
    """Who ticks how many boxes, in order."""
    return [(one.player, one.boxes) for one in state.round.due]


def scored(state: State, guesses: Mapping[str, str | None], correct: tuple[str, ...] = (), false: str = "") -> State:
    """One card from the die to the last tick."""
    return ticked(guessed(read_out(state, correct, false), guesses))


def everybody(state: State, believes: str | None) -> dict[str, str | None]:
    """All guess the same; its author the truth."""
    return {player: None if player == believes else believes for player in state.seats}


def whole_round(state: State) -> State:
    """A round in which everybody finds the truth, so that all but the leader tick two."""
    return apply(scored(state, everybody(state, None)), e.RoundEnded())


def recited(state: State) -> State:
    """The leader has read all sheets aloud: the writers' in order, the truth last."""
    count = len(state.round.recital.writers) + 1 if state.round.recital else 0
    state = played(state, *(r.SheetRead(letter, f"clip {letter}", letter) for letter in r.LETTERS[:count]))
    return played(state, r.AllRead(), r.ListSettled())


def fresh(state: State) -> State:
    """The same table before the next card."""
    return replace(state, phase=Phase.CARD, round=Round())


# --------------------------------------------------------------------------------- through the script


@dataclass
class Log:
    """A game as it was played: events, all states, what was said and asked."""

    seed: int
    states: list[State]
    events: list[Any] = field(default_factory=list)
    said: list[Say | Ask[Any] | Countdown | Show] = field(default_factory=list)
    asked: list[tuple[int, Ask[Any] | Countdown]] = field(default_factory=list)
    """Every question with the number of events before it."""
    answers: list[Any] = field(default_factory=list)
    """What each of them was answered."""
    refused: list[Illegal] = field(default_factory=list)
    """What was thrown into the script."""
    wishes: Random = field(init=False)
    """What the players answer by."""

    def __post_init__(self) -> None:
        self.wishes = Random(self.seed)

    def note(self, event: Any) -> State:
        self.states.append(apply(self.states[-1], event))
        self.events.append(event)
        return self.states[-1]

    def chance(self) -> Random:
        """As the host has it: from the seed and the length of the log."""
        return Random(f"{self.seed} {len(self.events)}")


Answering = Callable[[State, Ask[Any], Random], Any]
Proposing = Callable[[tuple[str, ...]], tuple[tuple[int, int], ...]]
Meanwhile = Callable[[State, Random], Any]
"""What happens while a question is open: an event for somebody who joins or leaves, or ``None``."""


def steps(
    log: Log,
    answering: Answering,
    proposing: Proposing = lambda _: (),
    stop_at_question: bool = False,
    meanwhile: Meanwhile = lambda *_: None,
) -> None:
    """Run the script from the log's last state, to its end or to the next question."""
    run = script(log.states[-1])
    send: Callable[[Any], Any] = run.send
    answer: Any = None
    while True:
        try:
            request = send(answer)
        except StopIteration:
            return
        send, answer = run.send, None
        match request:
            case Say() | Show():
                log.said.append(request)
            case Ask() | Countdown():
                log.said.append(request)
                log.asked.append((len(log.events), request))
                if stop_at_question:
                    return
                happened = meanwhile(log.states[-1], log.wishes)
                if happened is not None:
                    log.note(happened)
                    log.answers.append(None)
                    run = script(log.states[-1])
                    send = run.send
                    continue
                answer = True if isinstance(request, Countdown) else answering(log.states[-1], request, log.wishes)
                log.answers.append(answer)
                if isinstance(request, Ask) and isinstance(request.expect, ReadAloud):
                    whole = answer not in request.expect.or_else
                    answer = Reading(f"clip {len(log.events)}", answer) if whole else answer
            case Compare(texts):
                answer = proposing(texts)
            case Note() | Draw() | Shuffle():
                try:
                    answer = log.note(_event(request, log.chance()))
                except Illegal as why:
                    log.refused.append(why)
                    send, answer = run.throw, why
            case ForgetClips():
                pass


def _event(request: Note | Draw | Shuffle, chance: Random) -> Any:
    match request:
        case Note(event):
            return event
        case Draw(options, event):
            return event(chance.choice(options))
        case Shuffle(items, event):
            order = list(items)
            chance.shuffle(order)
            return event(tuple(order))


def same_opening(texts: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Proposes texts that begin with the same word."""
    first = [text.split()[0].casefold() for text in texts]
    return tuple((i, j) for i in range(len(texts)) for j in range(i + 1, len(texts)) if first[i] == first[j])
