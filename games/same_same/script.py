"""The conversation, top to bottom, as the rulebook's page has it.

Every part asks only for what the state still lacks, so that the script can be started again from any state.
"""

from __future__ import annotations

from typing import TypeVar

from games.same_same.deck import LETTERS
from games.same_same.events import (
    CardTurned,
    GameEnded,
    LettersLaid,
    LetterTold,
    PairsMoved,
    PointsAgreed,
    QuestionWorded,
    StackShuffled,
    WordingAgreed,
)
from games.same_same.pairs import Pair, among, groups
from games.same_same.reading import in_brief, in_full
from games.same_same.rules import LAST_CARD, ahead, decided, letters_for
from games.same_same.setup import FEWEST_PLAYERS, POINTS, WORDING, WORDINGS
from games.same_same.state import Phase, State
from games.table import (
    Ballot,
    Choice,
    Illegal,
    Rows,
    Say,
    Script,
    ask,
    countdown,
    explain,
    note,
    say,
    say_all,
    shuffle,
)

A_PAIR = 2
LEADERS_WORTH_NAMING = 2
T = TypeVar("T")


def script(state: State) -> Script[None]:
    """The rest of the game from ``state`` on ("Game Flow")."""
    state = yield from _opening(state)
    while not decided(state):
        state = yield from _card(state)
        state = yield from _wording(state)
        state = yield from _choosing(state)
        state = yield from _letters(state)
        state = yield from _matches(state)
    if state.phase is Phase.RESULT:
        state = yield from note(GameEnded(ahead(state)))
    yield from _victory(state)


def _opening(state: State) -> Script[State]:
    """Which wording is asked ("Game Flow"), and what a match is worth ("Variant")."""
    if state.phase is not Phase.OPENING:
        return state
    if state.wording is None:
        wording = yield from ask("wording", Choice("wording", WORDINGS))
        state = yield from note(WordingAgreed(_one_of(WORDINGS, wording)))
    if state.points is None:
        points = yield from ask("points", Choice("points", POINTS))
        state = yield from note(PointsAgreed(_one_of(POINTS, points)))
    return state


def _card(state: State) -> Script[State]:
    """The stack is shuffled ("Setup") and its top card turned ("Game Flow"). Without a card below, none is turned."""
    if state.phase is not Phase.CARD:
        return state
    if state.rounds == 0:
        yield from say(f"first_{state.points}", target=state.target)
    if len(state.stack) <= LAST_CARD:
        if state.stack:
            yield from say("used_up")
        state = yield from shuffle(range(len(state.setup.deck.card)), StackShuffled)
    letters = letters_for(len(state.players))
    if letters != state.letters:
        three = len(state.players) == FEWEST_PLAYERS
        yield from say("without_last" if three else "with_last", letter=LETTERS[-1])
    state = yield from note(CardTurned(state.stack[0]))
    return state


def _wording(state: State) -> Script[State]:
    """Case by case, whichever wording is more interesting for the round ("Game Flow")."""
    if state.phase is not Phase.WORDING:
        return state
    both = Say("both_wordings", {"positive": state.card.positive, "negative": state.card.negative})
    yield from say_all((both,))
    wording = yield from ask("which_wording", Choice("form", WORDING), again=(both,))
    state = yield from note(QuestionWorded(_one_of(WORDING, wording)))
    return state


def _choosing(state: State) -> Script[State]:
    """The question and its answers; everybody answers secretly and honestly, cards face down ("Game Flow")."""
    if state.phase is not Phase.CHOOSING:
        return state
    yield from say_all(in_full(state))
    key = "lay" if state.rounds else "lay_first"
    yield from countdown(key, state.setup.thinking_s, again=in_full(state))
    state = yield from note(LettersLaid())
    return state


def _letters(state: State) -> Script[State]:
    """The cards are turned face up together and the letters told, one by one or in one breath ("Game Flow")."""
    if state.phase is Phase.LETTERS and not state.round.answers:
        one, other = state.players[:2]
        yield from say("reveal" if state.rounds else "reveal_first", one=one, other=other)
    while state.phase is Phase.LETTERS:
        ballot = Ballot("letter", state.letters, state.missing)
        asked = state.missing[0]
        told = yield from ask("your_letter", ballot, of=asked, again=in_brief(state), name=asked)
        for player, letter in told:
            try:
                state = yield from note(LetterTold(player, letter))
            except Illegal as why:
                yield from explain(why)
    return state


def _matches(state: State) -> Script[State]:
    """Every two with the same letter score together ("Game Flow")."""
    if state.phase is not Phase.MATCHES:
        return state
    found = groups(state.round.answers)
    for letter, names in found.items():
        yield from say(_match(names, state), letter=letter, names=names, n=state.worth)
    if not found:
        yield from say("no_match")
    before = ahead(state)
    state = yield from note(PairsMoved())
    yield from _in_front(state, before)
    return state


def _match(names: tuple[str, ...], state: State) -> str:
    if len(names) == A_PAIR:
        return "pair_matches"
    return "all_match" if len(names) == len(state.round.answers) else "group_matches"


def _in_front(state: State, before: tuple[Pair, ...]) -> Script[None]:
    """Who leads, where that has changed."""
    leading = ahead(state)
    if state.phase is Phase.CARD and leading != before and len(leading) <= LEADERS_WORTH_NAMING:
        yield from say("in_front", pairs=Rows(leading), n=len(leading), points=_points(state), target=state.target)


def _victory(state: State) -> Script[None]:
    """The pair on the target space has won ("Game End"); several at once share it."""
    if _points(state) == 0:
        yield from say("nobody_matched")
        return
    points = Say("points_told", {"n": _points(state)})
    together = tuple(name for name in state.seats if any(name in pair for pair in state.winners))
    if len(together) > A_PAIR and state.winners == among(together):
        yield from say("victory_of_all", names=together, points=points)
    else:
        yield from say("victory", pairs=Rows(state.winners), n=len(state.winners), points=points)


def _points(state: State) -> int:
    """Of the pairs in front."""
    return state.track[ahead(state)[0]]


def _one_of(options: tuple[T, ...], chosen: str) -> T:
    return next(option for option in options if option == chosen)
