"""The rulebook as a fold: what each event needs, and what it changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games import recital
from games.game import Standing
from games.nobody_is_perfect import aloud, answers, award, cards, seats, setup
from games.nobody_is_perfect.answers import Answer
from games.nobody_is_perfect.deck import QUESTIONS_ON_A_CARD
from games.nobody_is_perfect.events import (
    AlikeSettled,
    AnswersLettered,
    AnswersRead,
    CardDrawn,
    CardTaken,
    ColourChosen,
    FoundAlike,
    GameEnded,
    LeaderDrawn,
    LeaderNamed,
    MoveDeclined,
    NumberAdvanced,
    NumberAgreed,
    PawnMoved,
    PlayerJoined,
    PlayerLeft,
    RoundEnded,
    Sheet,
    SheetHandedIn,
    StackShuffled,
    TipsSettled,
    TipsTold,
    TruthRevealed,
    TruthShown,
    WritingEnded,
)
from games.nobody_is_perfect.setup import Setup
from games.nobody_is_perfect.state import Phase, Round, State
from games.table import Illegal


def begin(agreed: Setup) -> State:
    """All pawns on the start ("Setup"). Raises ``ValueError`` where no game can come of what was agreed."""
    setup.check(agreed)
    track = dict.fromkeys(agreed.players, 0)
    first = Round(track, agreed.players)
    return _opened(State(agreed, agreed.players, track, first, leader=agreed.first, number=agreed.number))


def apply(state: State, event: Any) -> State:
    """The state after ``event``.

    Raises:
        Illegal: the rules do not allow it now; the message is a key of the lines under ``[illegal]``.
    """
    match event:
        case LeaderDrawn() | LeaderNamed() | NumberAgreed():
            return _opening(state, event)
        case ColourChosen() | NumberAdvanced() | StackShuffled() | CardDrawn() | CardTaken():
            return cards.drawn(state, event)
        case SheetHandedIn():
            return _handed_in(state, event)
        case FoundAlike():
            return _found_alike(state, event)
        case AnswersLettered():
            return _lettered(state, event)
        case TipsTold():
            return _tipped(state, event)
        case PlayerJoined():
            return seats.joined(state, event)
        case PlayerLeft():
            return _left(state, event)
        case PawnMoved() | MoveDeclined():
            return _moved(state, event)
        case GameEnded():
            _need(state.phase is Phase.RESULT, "not_now")
            _need(event.winners == ahead(state), "not_winners")
            return replace(state, phase=Phase.OVER, winners=event.winners)
        case _ if isinstance(event, recital.EVENTS):
            return _recited(state, event)
        case _:
            return _went_on(state, event)


def _need(allowed: bool, otherwise: str) -> None:
    if not allowed:
        raise Illegal(otherwise)


def _went_on(state: State, event: Any) -> State:
    """The events that only close one phase and open the next."""
    match event, state.phase:
        case TruthShown(), Phase.WRITING:
            return replace(state, round=replace(state.round, shown=True))
        case WritingEnded(), Phase.WRITING if state.aloud:
            return aloud.opened(state)
        case WritingEnded(), Phase.WRITING:
            return replace(state, phase=Phase.SHEETS)
        case AlikeSettled(), Phase.ALIKE:
            listed = merged(state)
            after = Phase.LETTERS if len(listed) > 1 else Phase.TRUTH
            return replace(state, phase=after, round=replace(state.round, answers=listed))
        case AnswersRead(), Phase.READING:
            return replace(state, phase=Phase.CHOOSING)
        case TipsSettled(), Phase.CHOOSING:
            return replace(state, phase=Phase.TIPS)
        case TruthRevealed(), Phase.TRUTH:
            due = award.for_tips(state.round.answers, state.round.tips)
            return _onward(replace(state, phase=Phase.POINTS, round=replace(state.round, due=due)))
        case RoundEnded(), Phase.SCORED:
            return _next_question(state)
        case _:
            raise Illegal("not_now")


# --------------------------------------------------------------------------------------- up to the question


def _opening(state: State, event: LeaderDrawn | LeaderNamed | NumberAgreed) -> State:
    _need(state.phase is Phase.OPENING, "not_now")
    match event:
        case LeaderDrawn(player) | LeaderNamed(player):
            _need(state.leader is None, "not_now")
            _need(player in state.players, "not_playing")
            return _opened(replace(state, leader=player))
        case NumberAgreed(number):
            _need(state.number is None, "not_now")
            _need(1 <= number <= QUESTIONS_ON_A_CARD, "no_such_number")
            return _opened(replace(state, number=number))


def _opened(state: State) -> State:
    known = state.leader is not None and state.number is not None
    return replace(state, phase=Phase.CARD if known else Phase.OPENING)


# ------------------------------------------------------------------------------------ from sheets to answers


def _handed_in(state: State, event: SheetHandedIn) -> State:
    _need(state.phase is Phase.SHEETS, "not_now")
    _need(event.writer in state.writers, "not_writing")
    _need(event.writer not in state.round.sheets, "handed_in_already")
    _need(bool(event.text.strip()), "empty_sheet")
    sheets = {**state.round.sheets, event.writer: event.text}
    return _collected(replace(state, round=replace(state.round, sheets=sheets)))


def _collected(state: State) -> State:
    """On, when no sheet is missing any more."""
    complete = state.phase is Phase.SHEETS and len(state.round.sheets) == len(state.writers)
    return replace(state, phase=Phase.ALIKE) if complete else state


def texts(state: State) -> dict[Sheet, str]:
    """What stands on each sheet, the true answer's last."""
    all_sheets: dict[Sheet, str] = {writer: state.round.sheets[writer] for writer in state.writers}
    if state.target is None:
        all_sheets[None] = state.question.truth
    return all_sheets


def mergeable(state: State) -> tuple[tuple[str, Sheet], ...]:
    """Pairs of sheets that may still be found alike ("Double lie", "Lucky hit")."""
    sheets = tuple(texts(state))
    families = answers.families(sheets, state.round.alike)
    family = {sheet: number for number, members in enumerate(families) for sheet in members}
    alone = state.target if state.orange and not state.setup.orange_lucky_hit else None
    return tuple(
        (first, second)
        for place, first in enumerate(sheets)
        for second in sheets[place + 1 :]
        if first is not None and family[first] != family[second] and (alone is None or alone not in (first, second))
    )


def merged(state: State) -> tuple[Answer, ...]:
    """The answers that are left when sheets that are alike are read once."""
    return answers.merged(texts(state), state.round.alike, state.target)


def _found_alike(state: State, event: FoundAlike) -> State:
    _need(state.phase is Phase.ALIKE, "not_now")
    pair = (event.first, event.second)
    _need(pair in mergeable(state), "not_alike")
    return replace(state, round=replace(state.round, alike=(*state.round.alike, pair)))


def _lettered(state: State, event: AnswersLettered) -> State:
    _need(state.phase is Phase.LETTERS, "not_now")
    by_sheet = {answer.sheet: answer for answer in state.round.answers}
    _need(len(event.order) == len(by_sheet) and set(event.order) == set(by_sheet), "not_the_sheets")
    ordered = answers.lettered([by_sheet[sheet] for sheet in event.order])
    return replace(state, phase=Phase.READING, round=replace(state.round, answers=ordered))


def _recited(state: State, event: Any) -> State:
    """Sheets that stay on paper: read aloud before the tips, owned up to behind them."""
    _need(state.phase in (Phase.RECITAL, Phase.UNMASKING), "not_now")
    return aloud.recited(state, event)


# ----------------------------------------------------------------------------------------- from tips to moves


def missing(state: State) -> tuple[str, ...]:
    """Whose tip is not known yet, clockwise."""
    return tuple(voter for voter in state.voters if voter not in state.round.tips)


def open_letters(state: State, voter: str) -> tuple[str, ...]:
    """What ``voter`` may tip; never nothing as long as there are two answers.

    Where the sheets stay on paper nobody knows yet whose they are.
    """
    return state.letters if state.aloud else answers.open_to(voter, state.round.answers)


def _tipped(state: State, event: TipsTold) -> State:
    _need(state.phase is Phase.TIPS, "not_now")
    _need(bool(event.tips), "not_tipping")
    tips = dict(state.round.tips)
    for voter, letter in event.tips:
        _need(voter in state.voters, "not_tipping")
        _need(voter not in tips, "tipped_already")
        _need(letter in open_letters(state, voter), "not_open")
        tips[voter] = letter
    in_order = {voter: tips[voter] for voter in state.voters if voter in tips}
    return _all_told(replace(state, round=replace(state.round, tips=in_order)))


def _all_told(state: State) -> State:
    """On, when no tip is missing any more."""
    if state.phase is not Phase.TIPS or missing(state):
        return state
    return replace(state, phase=Phase.UNMASKING if state.aloud else Phase.TRUTH)


def _moved(state: State, event: PawnMoved | MoveDeclined) -> State:
    _need(state.phase in (Phase.POINTS, Phase.SIGNS), "not_now")
    due = state.round.due[0]
    _need((due.player, due.reason) == (event.player, event.reason), "not_that_move")
    track = state.track
    if isinstance(event, PawnMoved):
        _need(due.spaces == event.spaces, "not_that_move")
        track = {**track, due.player: track[due.player] + due.spaces}
    else:
        _need(due.may and state.setup.ask_moves, "not_that_move")
    return _onward(replace(state, track=track, round=replace(state.round, due=state.round.due[1:])))


def _onward(state: State) -> State:
    """Past the phases in which nothing is due (any more)."""
    if state.round.due:
        return state
    if state.phase is Phase.POINTS:
        now = {player: state.track[player] for player in state.players}
        due = award.for_signs(state.setup.board, state.round.before, now)
        return _onward(replace(state, phase=Phase.SIGNS, round=replace(state.round, due=due)))
    return replace(state, phase=Phase.SCORED)


# ------------------------------------------------------------------------------------------------------ ends


def _next_question(state: State) -> State:
    """The left-hand neighbour leads, unless the game is at its end ("End of the Game")."""
    rounds = state.rounds + 1
    home = max(state.track.values()) >= state.setup.board.spaces
    phase = Phase.RESULT if home or rounds == state.setup.rounds else Phase.CARD
    following = Round(state.track, state.players)
    return replace(state, phase=phase, rounds=rounds, leader=state.clockwise[0], round=following)


def _left(state: State, event: PlayerLeft) -> State:
    """Nobody waits for what they still owe; what they gave stays. Fewer than three cannot go on."""
    stayed = seats.left(state, event)
    return _all_told(_collected(stayed))


def ahead(state: State) -> tuple[str, ...]:
    """Whoever is furthest ahead, in seating order."""
    return tuple(player for player, position in state.track.items() if position == max(state.track.values()))


def standings(state: State) -> tuple[Standing, ...]:
    """By position on the track; those behind the finish count on."""
    places = _places(tuple(state.track.values()))
    lines = [Standing((player,), position, places[position]) for player, position in state.track.items()]
    return tuple(sorted(lines, key=lambda line: line.place))


def _places(positions: Sequence[int]) -> dict[int, int]:
    return {position: 1 + sum(other > position for other in positions) for position in positions}


def turn(state: State) -> str | None:
    """The leader of the question."""
    return None if state.phase in (Phase.RESULT, Phase.OVER) else state.leader


def over(state: State) -> bool:
    return state.phase is Phase.OVER
