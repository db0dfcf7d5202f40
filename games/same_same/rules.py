"""The rulebook as a fold: what each event needs, and what it changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.game import Standing
from games.same_same import pairs, setup
from games.same_same.deck import LETTERS
from games.same_same.events import (
    CardTurned,
    GameEnded,
    LettersLaid,
    LetterTold,
    PairsMoved,
    PlayerJoined,
    PlayerLeft,
    PointsAgreed,
    QuestionWorded,
    StackShuffled,
    WordingAgreed,
)
from games.same_same.pairs import Pair
from games.same_same.setup import FEWEST_PLAYERS, MOST_PLAYERS, Setup
from games.same_same.state import Phase, Round, State
from games.table import Illegal, Slot

LAST_CARD = 1
"""So many cards on the stack, and it is shuffled anew: a turned card needs another one below that shows its points."""


def begin(agreed: Setup) -> State:
    """All chips on the start ("Setup"). Raises ``ValueError`` where no game can come of what was agreed."""
    setup.check(agreed)
    track = dict.fromkeys(pairs.among(agreed.players), 0)
    return _opened(State(agreed, agreed.players, agreed.players, track, agreed.wording, agreed.points))


def apply(state: State, event: Any) -> State:
    """The state after ``event``.

    Raises:
        Illegal: the rules do not allow it now; its key is a line under ``[illegal]``.
    """
    match event:
        case WordingAgreed() | PointsAgreed():
            return _agreed(state, event)
        case StackShuffled() | CardTurned():
            return _card(state, event)
        case QuestionWorded(wording):
            _need(state.phase is Phase.WORDING, "not_now")
            return replace(state, phase=Phase.CHOOSING, round=replace(state.round, wording=wording))
        case LettersLaid():
            _need(state.phase is Phase.CHOOSING, "not_now")
            return replace(state, phase=Phase.LETTERS)
        case LetterTold():
            return _told(state, event)
        case PairsMoved():
            return _moved(state)
        case PlayerJoined():
            return _joined(state, event)
        case PlayerLeft():
            return _left(state, event)
        case GameEnded(winners):
            _need(state.phase is Phase.RESULT, "not_now")
            _need(winners == ahead(state), "not_winners")
            return replace(state, phase=Phase.OVER, winners=winners)
    raise Illegal("not_now")


def _need(allowed: bool, otherwise: str, **slots: Slot) -> None:
    if not allowed:
        raise Illegal(otherwise, **slots)


# --------------------------------------------------------------------------------------- up to the question


def _agreed(state: State, event: WordingAgreed | PointsAgreed) -> State:
    """The wording of all questions ("Game Flow"), and what a match is worth ("Variant")."""
    _need(state.phase is Phase.OPENING, "not_now")
    match event:
        case WordingAgreed(wording):
            _need(state.wording is None, "not_now")
            return _opened(replace(state, wording=wording))
        case PointsAgreed(points):
            _need(state.points is None, "not_now")
            return _opened(replace(state, points=points))


def _opened(state: State) -> State:
    known = state.wording is not None and state.points is not None
    return replace(state, phase=Phase.CARD if known else Phase.OPENING)


def _card(state: State, event: StackShuffled | CardTurned) -> State:
    """The stack is shuffled ("Setup"), again before its last card; the top card is turned ("Game Flow")."""
    _need(state.phase is Phase.CARD, "not_now")
    if isinstance(event, StackShuffled):
        _need(len(state.stack) <= LAST_CARD, "not_now")
        _need(sorted(event.order) == list(range(len(state.setup.deck.card))), "not_the_stack")
        return replace(state, stack=event.order)
    _need(len(state.stack) > LAST_CARD and state.stack[0] == event.card, "not_the_top_card")
    wording = None if state.wording == "each" else state.wording
    return replace(
        state,
        phase=Phase.CHOOSING if wording else Phase.WORDING,
        stack=state.stack[1:],
        letters=letters_for(len(state.players)),
        round=Round(event.card, wording, state.players),
    )


def letters_for(players: int) -> tuple[str, ...]:
    """What is read out: three players do without D ("Setup", "Game Flow")."""
    return LETTERS[:3] if players == FEWEST_PLAYERS else LETTERS


# -------------------------------------------------------------------------------------- from letters to chips


def _told(state: State, event: LetterTold) -> State:
    """The letters are read aloud ("Game Flow"); their order does not matter."""
    _need(state.phase is Phase.LETTERS, "not_now")
    _need(event.player in state.round.voters, "not_answering", name=event.player)
    _need(event.player not in state.round.answers, "told_already", name=event.player)
    _need(event.letter in state.letters, "letter_not_read", name=event.player, letter=event.letter)
    answers = _clockwise({**state.round.answers, event.player: event.letter}, state.seats)
    return _all_told(replace(state, round=replace(state.round, answers=answers)))


def _clockwise(answers: Mapping[str, str], seats: tuple[str, ...]) -> dict[str, str]:
    return {player: answers[player] for player in seats if player in answers}


def _all_told(state: State) -> State:
    done = state.phase is Phase.LETTERS and not state.missing
    return replace(state, phase=Phase.MATCHES) if done else state


def _moved(state: State) -> State:
    """Every pair that matched moves ("Game Flow").

    The game ends on the target space ("Game End"): a chip stops there, so that overshooting breaks no tie.
    """
    _need(state.phase is Phase.MATCHES, "not_now")
    track = dict(state.track)
    for pair in pairs.matched(state.round.answers):
        track[pair] = min(track[pair] + state.worth, state.target)
    rounds = state.rounds + 1
    ended = max(track.values()) == state.target or rounds == state.setup.rounds
    return replace(state, phase=Phase.RESULT if ended else Phase.CARD, track=track, rounds=rounds, round=Round())


# ------------------------------------------------------------------------------------------ who comes and goes


def _joined(state: State, event: PlayerJoined) -> State:
    """A newcomer's chips stand on the start; whoever comes back finds theirs where they were.

    While the others still choose, the newcomer chooses too; once cards are turned over, from the next question on.
    """
    _need(not decided(state), "decided")
    _need(bool(event.player.strip()), "no_name")
    _need(event.player not in state.players, "plays_already", name=event.player)
    _need(event.after in state.players, "not_playing", name=event.after)
    _need(len(state.players) < MOST_PLAYERS, "table_full", n=MOST_PLAYERS)
    others = [name for name in state.seats if name != event.player]
    place = others.index(event.after) + 1
    seats = (*others[:place], event.player, *others[place:])
    players = tuple(name for name in seats if name in state.players or name == event.player)
    track = pairs.seated({**dict.fromkeys(pairs.among(players), 0), **state.track}, seats)
    voters = players if state.phase in (Phase.WORDING, Phase.CHOOSING) else state.round.voters
    question = replace(state.round, voters=voters, answers=_clockwise(state.round.answers, seats))
    return replace(state, seats=seats, players=players, track=track, round=question)


def _left(state: State, event: PlayerLeft) -> State:
    """Nobody waits for them any more; a letter that they have told already counts, and their chips stay.

    With fewer than three left the standings decide at once, and the question in play is not scored.
    """
    _need(not decided(state), "decided")
    _need(event.player in state.players, "not_playing", name=event.player)
    players = tuple(name for name in state.players if name != event.player)
    if len(players) < FEWEST_PLAYERS:
        return replace(state, players=players, phase=Phase.RESULT, round=Round())
    told = state.round.answers
    voters = tuple(name for name in state.round.voters if name != event.player or name in told)
    return _all_told(replace(state, players=players, round=replace(state.round, voters=voters)))


# ------------------------------------------------------------------------------------------------------ ends


def ahead(state: State) -> tuple[Pair, ...]:
    """The pairs with the most points, in seating order."""
    most = max(state.track.values())
    return tuple(pair for pair, points in state.track.items() if points == most)


def standings(state: State) -> tuple[Standing, ...]:
    """All pairs, best first."""
    points = tuple(state.track.values())
    lines = [Standing(pair, own, 1 + sum(other > own for other in points)) for pair, own in state.track.items()]
    return tuple(sorted(lines, key=lambda line: line.place))


def decided(state: State) -> bool:
    """Nothing more can change who has won."""
    return state.phase in (Phase.RESULT, Phase.OVER)


def over(state: State) -> bool:
    return state.phase is Phase.OVER
