"""The conversation, top to bottom, as the rulebook's page has it.

Every part asks only for what the state still lacks, so that the script can be started again from any state.
"""

from __future__ import annotations

from games.beginning import who_begins
from games.rappakalja.deck import CATEGORIES
from games.rappakalja.events import (
    BoxesTicked,
    CardBrokenOff,
    CardDrawn,
    CardTaken,
    CategoryChosen,
    DieRolled,
    DieSettled,
    ExplanationsLettered,
    ExplanationsRead,
    FalseSettled,
    FalseWritten,
    GameEnded,
    Guessed,
    LeaderSettled,
    RoundEnded,
    SheetHandedIn,
    StackShuffled,
    TruthRevealed,
    TruthShown,
    WritingEnded,
)
from games.rappakalja.judging import complete, correct, equal
from games.rappakalja.reading import listed, question, sheets
from games.rappakalja.rules import FACES, FREE_CHOICE, filled, winner
from games.rappakalja.state import Phase, State
from games.rappakalja.telling import revealed
from games.recital import Recital, read_aloud, unmask
from games.table import (
    Choice,
    FreeText,
    Illegal,
    Number,
    Say,
    Script,
    YesNo,
    ask,
    countdown,
    draw,
    explain,
    forget_clips,
    note,
    say,
    say_all,
    show,
    shuffle,
)


def script(state: State) -> Script[None]:
    """The rest of the game from ``state`` on."""
    state = yield from _preparations(state)
    while state.phase not in (Phase.RESULT, Phase.OVER):
        state = yield from _die(state)
        state = yield from _card(state)
        state = yield from _writing(state)
        state = yield from _sheets(state)
        state = yield from complete(state)
        state = yield from correct(state)
        state = yield from equal(state)
        state = yield from _ticks(state, Phase.REWARDS)
        state = yield from _broken_off(state)
        state = yield from _false(state)
        state = yield from _list(state)
        state = yield from _guesses(state)
        state = yield from _truth(state)
        state = yield from _ticks(state, Phase.TICKS)
        state = yield from _end_of_round(state)
    if state.phase is Phase.RESULT:
        state = yield from note(GameEnded(winner(state)))
    won = state.winners[0]
    yield from say("victory_full" if filled(state) else "victory", name=won, n=state.ticks[won])


def _preparations(state: State) -> Script[State]:
    """Who leads first ("Preparations"), and whose die is rolled."""
    if state.phase is not Phase.OPENING:
        return state
    if state.leader is None:
        named = yield from who_begins(state.players)
        if named:
            state = yield from note(LeaderSettled(named))
        else:
            state = yield from draw(state.players, LeaderSettled)
            yield from say("leader_drawn", name=state.lead)
    if state.die is None:
        die = yield from ask("whose_die", Choice("die", ("host", "table")))
        state = yield from note(DieSettled("host" if die == "host" else "table"))
    return state


def _die(state: State) -> Script[State]:
    """The die decides the category, and on a 6 the leader ("First Half of a Round")."""
    if state.phase is not Phase.CARD or state.category:
        return state
    if state.round.face is None:
        yield from say("card_again" if state.round.broken_off else f"turn_{state.setup.leader}", name=state.lead)
        if state.die == "host":
            state = yield from draw(range(1, FACES + 1), DieRolled)
        else:
            face = yield from ask("your_roll", Number(1, FACES), of=state.lead, name=state.lead)
            state = yield from note(DieRolled(face))
    if state.round.face == FREE_CHOICE:
        chosen = yield from ask("your_choice", Choice("category", CATEGORIES), of=state.lead, name=state.lead)
        state = yield from note(CategoryChosen(next(one for one in CATEGORIES if one == chosen)))
        return state
    yield from say(f"rolled_{state.category}", face=str(state.round.face))
    return state


def _card(state: State) -> Script[State]:
    """The top card; when there is none for the category, all are shuffled again ("First Half of a Round")."""
    if state.phase is not Phase.CARD:
        return state
    if state.setup.own_cards:
        state = yield from note(CardTaken())
        return state
    if not state.fitting:
        if state.stack is not None:
            yield from say("used_up")
        state = yield from shuffle(range(len(state.setup.deck.card)), StackShuffled)
    state = yield from note(CardDrawn(state.fitting[0]))
    return state


def _writing(state: State) -> Script[State]:
    """The question; who knows the truth writes it down, all others invent one ("First Half of a Round").

    Until the pencils are down, what was read last may still be needed: somebody may take an author back.
    """
    if state.phase is not Phase.WRITING:
        return state
    asked, seconds = question(state), state.setup.writing_s
    if state.round.sent_back:
        yield from countdown("write_anew", seconds, again=asked, names=state.round.sent_back)
    else:
        if not state.round.shown:
            yield from say_all(asked)
            if _first_round(state) and not state.round.broken_off:
                yield from say("write_first")
            state = yield from _truth_in_secret(state)
        yield from countdown(f"write_{state.setup.leader}", seconds, again=asked, name=state.lead)
    yield from forget_clips()
    state = yield from note(WritingEnded())
    return state


def _truth_in_secret(state: State) -> Script[State]:
    """Sheets that stay on paper: the leader writes the correct explanation on one of them (the same section)."""
    now = state.question
    if not state.aloud or now is None:
        return state
    yield from countdown("look", None, again=question(state), name=state.lead)
    page = Say("truth_page", {"ask": now.ask, "truth": now.truth})
    yield from show(page, "truth_shown", of=state.lead, name=state.lead)
    state = yield from note(TruthShown())
    return state


def _first_round(state: State) -> bool:
    """In which the host says a little more."""
    return not state.rounds


def _sheets(state: State) -> Script[State]:
    """The leader collects all explanations (the same section)."""
    if state.phase is not Phase.SHEETS:
        return state
    if not state.round.sent_back:
        yield from say("hand_in")
    while state.phase is Phase.SHEETS:
        writer = state.unwritten[0]
        text = yield from ask("your_sheet", FreeText(), of=writer, quiet=True, again=question(state), name=writer)
        try:
            state = yield from note(SheetHandedIn(writer, text))
        except Illegal as why:
            yield from explain(why)
    return state


def _broken_off(state: State) -> Script[State]:
    """Several are right, or several wrong in the same way: a new card for the same leader ("Special Cases")."""
    if state.phase is not Phase.BROKEN_OFF:
        return state
    if state.round.equal:
        yield from say("broken_off_equal", names=state.round.equal)
    else:
        yield from say("broken_off_correct", names=state.round.correct)
    state = yield from note(CardBrokenOff())
    return state


def _false(state: State) -> Script[State]:
    """With three or four players the leader may bluff too ("Tips for 3-4 Players")."""
    if state.phase is Phase.FALSE and state.round.adds_false is None:
        key = "add_false_aloud" if state.aloud else "add_false"
        added = yield from ask(key, YesNo(), of=state.lead, quiet=not state.aloud, name=state.lead)
        state = yield from note(FalseSettled(added))
    while state.phase is Phase.FALSE:
        truth = state.question.truth if state.question else ""
        text = yield from ask(
            "your_false", FreeText(), of=state.lead, quiet=True, name=state.lead, sheets=sheets(state), truth=truth
        )
        try:
            state = yield from note(FalseWritten(text))
        except Illegal as why:
            yield from explain(why)
    return state


def _list(state: State) -> Script[State]:
    """All explanations in random order, the truth among them ("First Half of a Round")."""
    if state.phase is Phase.LETTERS:
        state = yield from shuffle(state.listed, ExplanationsLettered)
    if state.phase is Phase.READING:
        yield from say_all(question(state)[:1])
        yield from say("list_begins")
        yield from say_all(listed(state))
        state = yield from note(ExplanationsRead())
    if state.phase is Phase.RECITAL:
        state = yield from read_aloud(state, _recital, state.lead, known=not _first_round(state))
    return state


def _recital(state: State) -> Recital:
    return state.recital


def _guesses(state: State) -> Script[State]:
    """One after another, from the leader's left ("Second Half of a Round")."""
    if state.phase is Phase.GUESSES and not state.round.guesses:
        yield from say("guess_first" if _first_round(state) else "guess")
    while state.phase is Phase.GUESSES:
        player = state.unguessed[0]
        letters = Choice("letter", state.round.letters)
        letter = yield from ask("your_guess", letters, of=player, again=listed(state), name=player)
        try:
            state = yield from note(Guessed(player, letter))
        except Illegal as why:
            yield from explain(why)
    if state.phase is Phase.UNMASKING:
        state = yield from unmask(state, _recital, state.lead)
    return state


def _truth(state: State) -> Script[State]:
    """Which one it was, who found it and who believed what ("Calculating Points and Ticking Boxes")."""
    if state.phase is not Phase.TRUTH:
        return state
    yield from revealed(state)
    state = yield from note(TruthRevealed())
    return state


def _ticks(state: State, phase: Phase) -> Script[State]:
    """One player after another; a logo under the last tick is worth one more (the same section)."""
    if state.phase is phase is Phase.TICKS and _first_round(state):
        yield from say("tick_first")
    while state.phase is phase:
        due, before = state.round.due[0], state.ticks
        state = yield from note(BoxesTicked(due.player, due.boxes, due.reason))
        box = state.ticks[due.player]
        yield from say(f"ticked_{due.reason}", name=due.player, n=box - before[due.player], box=box)
    return state


def _end_of_round(state: State) -> Script[State]:
    """The left-hand neighbour leads the next round ("New Round")."""
    if state.phase is not Phase.SCORED:
        return state
    state = yield from note(RoundEnded())
    if state.phase is Phase.CARD and any(state.ticks.values()):
        most = max(state.ticks.values())
        ahead = tuple(seat for seat in state.seats if state.ticks[seat] == most)
        yield from say("ahead", names=ahead, n=len(ahead), box=most)
    return state
