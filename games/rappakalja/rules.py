"""The rulebook as a fold: what each event needs, and what it changes."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from games import recital
from games.game import Standing
from games.rappakalja import course, seating, setup
from games.rappakalja.deck import CATEGORIES
from games.rappakalja.events import (
    BoxesTicked,
    CardBrokenOff,
    CardDrawn,
    CardTaken,
    CategoryChosen,
    CorrectFound,
    DieRolled,
    DieSettled,
    EqualFound,
    ExplanationsLettered,
    ExplanationsRead,
    FalseSettled,
    FalseWritten,
    GameEnded,
    Guessed,
    LeaderSettled,
    PlayerJoined,
    PlayerLeft,
    RoundEnded,
    SheetHandedIn,
    SheetsSentBack,
    StackShuffled,
    TruthRevealed,
    TruthShown,
    WritingEnded,
)
from games.rappakalja.setup import Setup
from games.rappakalja.state import Explanation, Phase, State
from games.rappakalja.ticking import ticked
from games.table import Illegal

FACES = 6
FREE_CHOICE = 6
"""The face after which the leader chooses the category."""


def begin(agreed: Setup) -> State:
    """No box is ticked ("Preparations"). Raises ``ValueError`` where no game can come of what was agreed."""
    setup.check(agreed)
    ticks = dict.fromkeys(agreed.players, 0)
    return course.onward(State(agreed, agreed.players, ticks, leader=agreed.first, die=agreed.die))


def apply(state: State, event: Any) -> State:
    """The state after ``event``.

    Raises:
        Illegal: the rules do not allow it now; the key is one of the lines under ``[illegal]``.
    """
    match event:
        case LeaderSettled() | DieSettled():
            return course.onward(_opening(state, event))
        case DieRolled() | CategoryChosen() | StackShuffled() | CardDrawn() | CardTaken():
            return _card(state, event)
        case SheetHandedIn():
            return course.onward(_handed_in(state, event))
        case SheetsSentBack() | CorrectFound() | EqualFound():
            return course.onward(_judged(state, event))
        case FalseSettled() | FalseWritten():
            return course.onward(_false(state, event))
        case ExplanationsLettered():
            return _lettered(state, event)
        case Guessed():
            return course.onward(_guessed(state, event))
        case BoxesTicked():
            return _ticked(state, event)
        case GameEnded(name):
            _need(state.phase is Phase.RESULT, "not_now")
            _need(name == winner(state), "not_the_winner")
            return replace(state, phase=Phase.OVER, winners=(name,), rounds=state.rounds + filled(state))
        case PlayerJoined():
            return seating.joined(state, event)
        case PlayerLeft():
            return seating.left(state, event)
        case _ if isinstance(event, recital.EVENTS):
            return _recited(state, event)
        case _:
            return _went_on(state, event)


def _need(allowed: bool, otherwise: str, **slots: Any) -> None:
    if not allowed:
        raise Illegal(otherwise, **slots)


def _went_on(state: State, event: Any) -> State:
    """The events that only close one phase and open the next."""
    match event, state.phase:
        case TruthShown(), Phase.WRITING if state.aloud and state.question and not state.round.shown:
            return replace(state, round=replace(state.round, shown=True))
        case WritingEnded(), Phase.WRITING:
            return course.onward(replace(state, phase=Phase.SHEETS))
        case CardBrokenOff(), Phase.BROKEN_OFF:
            return course.card_again(state)
        case ExplanationsRead(), Phase.READING:
            return course.onward(replace(state, phase=Phase.GUESSES))
        case TruthRevealed(), Phase.TRUTH:
            return course.scoring(state)
        case RoundEnded(), Phase.SCORED:
            scored = replace(state, rounds=state.rounds + 1)
            if scored.rounds == state.setup.rounds:
                return replace(scored, phase=Phase.RESULT)
            return course.led_by(scored, course.neighbour(scored))
    raise Illegal("not_now")


# --------------------------------------------------------------------------------------- up to the question


def _opening(state: State, event: LeaderSettled | DieSettled) -> State:
    _need(state.phase is Phase.OPENING, "not_now")
    match event:
        case LeaderSettled(player):
            _need(state.leader is None, "not_now")
            _need(player in state.players, "not_playing", name=player)
            return replace(state, leader=player)
        case DieSettled(die):
            _need(state.die is None, "not_now")
            return replace(state, die=die)


def _card(state: State, event: DieRolled | CategoryChosen | StackShuffled | CardDrawn | CardTaken) -> State:
    """A roll, after a 6 a choice, and the top card that asks something in that category ("First Half of a Round").

    When there is no such card any more, all are shuffled together.
    """
    _need(state.phase is Phase.CARD, "not_now")
    now = state.round
    match event:
        case DieRolled(face):
            _need(now.face is None, "not_now")
            _need(1 <= face <= FACES, "no_such_face", most=FACES)
            return replace(state, round=replace(now, face=face))
        case CategoryChosen(category):
            _need(now.face == FREE_CHOICE and now.category is None, "not_now")
            _need(category in CATEGORIES, "no_such_category")
            return replace(state, round=replace(now, category=category))
    _need(state.category is not None, "not_now")
    _need(state.setup.own_cards == isinstance(event, CardTaken), "not_the_cards")
    match event:
        case StackShuffled(order):
            _need(not state.fitting, "not_now")
            _need(sorted(order) == list(range(len(state.setup.deck.card))), "not_the_stack")
            return replace(state, stack=order)
        case CardDrawn(card):
            _need(state.fitting[:1] == (card,), "not_the_top_card")
            stack = tuple(other for other in state.stack or () if other != card)
            return replace(state, phase=Phase.WRITING, stack=stack, round=replace(now, card=card))
    return replace(state, phase=Phase.WRITING)


# ------------------------------------------------------------------------------- what is done with the sheets


def _handed_in(state: State, event: SheetHandedIn) -> State:
    _need(state.phase is Phase.SHEETS, "not_now")
    _need(event.writer in state.writers, "not_writing", name=event.writer)
    _need(event.writer in state.unwritten, "handed_in_already", name=event.writer)
    _need(bool(event.text.strip()), "empty_sheet", name=event.writer)
    sheets = {**state.round.sheets, event.writer: event.text}
    return replace(state, round=replace(state.round, sheets=sheets))


def _judged(state: State, event: SheetsSentBack | CorrectFound | EqualFound) -> State:
    """Not complete enough ("'Good' Definitions"), correct ("Nearly Correct"), equal ("Special Cases")."""
    now, names = state.round, event.writers
    for name in names:
        _need(name in state.writers and names.count(name) == 1, "not_writing", name=name)
    match event, state.phase:
        case SheetsSentBack(), Phase.COMPLETE:
            sheets = {writer: text for writer, text in now.sheets.items() if writer not in names}
            after = Phase.WRITING if names else Phase.CORRECT
            return replace(state, phase=after, round=replace(now, sent_back=names, sheets=sheets))
        case CorrectFound(), Phase.CORRECT:
            return replace(state, phase=Phase.EQUAL, round=replace(now, correct=names))
        case EqualFound(), Phase.EQUAL:
            for name in names:
                _need(name in state.wrong, "equal_but_correct", name=name)
            _need(len(names) != 1, "equal_alone")
            return course.rewards(replace(state, round=replace(now, equal=names)))
    raise Illegal("not_now")


def _false(state: State, event: FalseSettled | FalseWritten) -> State:
    """The leader's own bluff; one that is there already is replaced ("Tips for 3-4 Players")."""
    _need(state.phase is Phase.FALSE, "not_now")
    now = state.round
    match event:
        case FalseSettled(added):
            _need(now.adds_false is None, "not_now")
            return replace(state, round=replace(now, adds_false=added))
        case FalseWritten(text):
            _need(now.adds_false is True and not state.aloud, "not_now")
            _need(bool(text.strip()), "empty_sheet", name=state.lead)
            taken = [now.sheets[writer] for writer in state.writers]
            taken += [state.question.truth] if state.question else []
            _need(_bare(text) not in map(_bare, taken), "false_is_there")
            return replace(state, round=replace(now, false=text))


def _bare(text: str) -> str:
    """Capitals, punctuation and spaces make no other text."""
    return " ".join(re.findall(r"\w+", text.casefold())) or text


def _lettered(state: State, event: ExplanationsLettered) -> State:
    """All that are read out, in random order; a player's correct one is not ("First Half of a Round")."""
    _need(state.phase is Phase.LETTERS, "not_now")
    _need(len(event.order) == len(state.listed) and set(event.order) == set(state.listed), "not_the_sheets")
    texts = {**state.round.sheets, **({state.lead: state.round.false} if state.round.adds_false else {})}
    truth = state.question.truth if state.question else ""
    listed = tuple(Explanation(truth if sheet is None else texts[sheet], sheet) for sheet in event.order)
    return replace(state, phase=Phase.READING, round=replace(state.round, explanations=listed))


def _recited(state: State, event: Any) -> State:
    """The leader reads the sheets, and unmasks them when all have guessed."""
    now = state.round.recital
    if now is None or state.phase not in (Phase.RECITAL, Phase.UNMASKING):
        raise Illegal("not_now")
    return course.onward(replace(state, round=replace(state.round, recital=recital.apply(now, event))))


# --------------------------------------------------------------------------------------- from guesses to ticks


def _guessed(state: State, event: Guessed) -> State:
    """In turn; one's own explanation is barred, as far as anybody can know ("Second Half of a Round")."""
    _need(state.phase is Phase.GUESSES, "not_now")
    _need(event.player in state.wrong, "not_guessing", name=event.player)
    _need(event.player in state.unguessed, "guessed_already", name=event.player)
    _need(event.player == state.unguessed[0], "not_their_turn", name=state.unguessed[0])
    _need(event.letter in state.round.letters, "letter_not_listed")
    _need(state.round.authors.get(event.letter) != event.player, "not_open", name=event.player)
    guesses = {**state.round.guesses, event.player: event.letter}
    return replace(state, round=replace(state.round, guesses=guesses))


def _ticked(state: State, event: BoxesTicked) -> State:
    """One after another; the first to fill the sheet wins, at once ("Who Wins Fuld Af Løgn")."""
    _need(state.phase in (Phase.REWARDS, Phase.TICKS), "not_now")
    due = state.round.due[0]
    _need((due.player, due.boxes, due.reason) == (event.player, event.boxes, event.reason), "not_that_tick")
    box, extra = ticked(state.setup.score_sheet, state.ticks[due.player], due)
    left = (*extra, *state.round.due[1:])
    state = replace(state, ticks={**state.ticks, due.player: box}, round=replace(state.round, due=left))
    if box == state.setup.score_sheet.target:
        return replace(state, phase=Phase.RESULT)
    return course.onward(state)


# -------------------------------------------------------------------------------------------------------- ends


def filled(state: State) -> bool:
    """Whether a sheet is full: that ends the game in the middle of a round, which counts."""
    return max(state.ticks.values()) == state.setup.score_sheet.target


def winner(state: State) -> str:
    """Exactly one: of equals the first in the order of ticking ("Who Wins Fuld Af Løgn")."""
    order = state.from_the_leader if state.leader else state.seats
    return max(order, key=lambda seat: state.ticks[seat])


def standings(state: State) -> tuple[Standing, ...]:
    """By boxes ticked; whoever has left keeps theirs."""
    boxes = [(seat, state.ticks[seat]) for seat in state.seats]
    lines = [Standing((seat,), n, 1 + sum(other > n for _, other in boxes)) for seat, n in boxes]
    return tuple(sorted(lines, key=lambda line: line.place))


def turn(state: State) -> str | None:
    """The leader of the round."""
    nobodys = state.phase in (Phase.OPENING, Phase.RESULT, Phase.OVER) or state.leader in state.away
    return None if nobodys else state.leader


def over(state: State) -> bool:
    return state.phase is Phase.OVER
