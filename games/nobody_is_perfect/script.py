"""The conversation, top to bottom, as the rulebook's page has it.

Every part asks only for what the state still lacks, so that the script can be started again from any state.
"""

from __future__ import annotations

from games import recital
from games.beginning import who_begins
from games.nobody_is_perfect.award import Move
from games.nobody_is_perfect.cards import number_after
from games.nobody_is_perfect.deck import COLOURS, QUESTIONS_ON_A_CARD, Colour
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
from games.nobody_is_perfect.reading import asked, in_brief, in_full
from games.nobody_is_perfect.revealing import revealed
from games.nobody_is_perfect.rules import ahead, mergeable, missing, open_letters, texts
from games.nobody_is_perfect.shortening import sentence
from games.nobody_is_perfect.state import Phase, State
from games.table import (
    Ballot,
    Choice,
    FreeText,
    Illegal,
    Number,
    Pair,
    Rows,
    Say,
    Script,
    YesNo,
    ask,
    compare,
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
    """The rest of the game from ``state`` on ("Flow of Play")."""
    state = yield from _opening(state)
    while state.phase not in (Phase.RESULT, Phase.OVER):
        state = yield from _card(state)
        state = yield from _writing(state)
        state = yield from _sheets(state)
        state = yield from _alike(state)
        state = yield from _read_aloud(state)
        state = yield from _letters(state)
        state = yield from _readings(state)
        state = yield from _choices(state)
        state = yield from _tips(state)
        state = yield from _unmasking(state)
        state = yield from _truth(state)
        state = yield from _moves(state)
        state = yield from _end_of_question(state)
    if state.phase is Phase.RESULT:
        state = yield from note(GameEnded(ahead(state)))
    yield from say("victory", names=state.winners, n=len(state.winners), space=state.track[state.winners[0]])


def _opening(state: State) -> Script[State]:
    """Who begins ("Flow of Play"), and with which question of each card ("Which question should it be?")."""
    if state.phase is not Phase.OPENING:
        return state
    if state.leader is None:
        named = yield from who_begins(state.players)
        if named is not None:
            state = yield from note(LeaderNamed(named))
    if state.leader is None:
        state = yield from draw(state.players, LeaderDrawn)
        yield from say("leader_drawn", name=state.lead)
    if state.number is None:
        number = yield from ask("number", Number(1, QUESTIONS_ON_A_CARD))
        state = yield from note(NumberAgreed(number))
    return state


def _card(state: State) -> Script[State]:
    """The space under the leader's pawn decides the colour, and on a joker the leader ("Flow of Play")."""
    if state.phase is not Phase.CARD:
        return state
    yield from say(f"turn_{state.setup.leader}", name=state.lead)
    if state.space == "joker":
        chosen = yield from ask("joker", Choice("colour", COLOURS), of=state.lead, name=state.lead)
        state = yield from note(ColourChosen(next(colour for colour in COLOURS if colour == chosen)))
    if state.setup.own_cards:
        state = yield from note(CardTaken())
    else:
        state = yield from _top_card(state, state.colour)
    if state.rounds == 0:
        yield from say(f"first_{state.setup.hand_in}")
    return state


def _top_card(state: State, colour: Colour) -> Script[State]:
    """The top card of the stack; one that is used up is shuffled ("Which question should it be?")."""
    if state.stacks.get(colour) == ():
        state = yield from note(NumberAdvanced(colour, number_after(state, colour)))
        yield from say("stack_used_up", number=state.number_of(colour))
    if colour not in state.stacks:
        state = yield from shuffle(state.setup.deck.stack(colour), lambda order: StackShuffled(colour, order))
    state = yield from note(CardDrawn(state.stacks[colour][0]))
    return state


def _writing(state: State) -> Script[State]:
    """The question; invented answers ("Procedure for blue, pink and yellow cards", "… for orange cards").

    Until the pencils are down, what was read last may still be needed: somebody may take an author back.
    """
    if state.phase is not Phase.WRITING:
        return state
    if state.setup.own_cards:
        yield from say(f"take_{state.colour}", name=state.lead, number=state.number_of(state.colour))
        yield from countdown("write_own_card", state.setup.writing_s)
    elif state.aloud and not state.orange:
        state = yield from _truth_in_secret(state)
        yield from countdown("write_on", state.setup.writing_s, again=asked(state))
    else:
        yield from say(f"card_{state.colour}")
        key = "write_orange" if state.orange else f"write_{state.setup.leader}"
        yield from countdown(key, state.setup.writing_s, question=sentence(state.question.ask), name=state.lead)
    yield from forget_clips()
    state = yield from note(WritingEnded())
    return state


def _truth_in_secret(state: State) -> Script[State]:
    """The same section: meanwhile the leader decodes the correct answer and writes it on a sheet of their own."""
    if state.round.shown:
        return state
    yield from say(f"card_{state.colour}")
    yield from countdown("write_and_look", None, question=sentence(state.question.ask), name=state.lead)
    page = Say("truth_page", {"text": sentence(state.question.truth)})
    yield from show(page, "truth_shown", of=state.lead, name=state.lead)
    state = yield from note(TruthShown())
    return state


def _sheets(state: State) -> Script[State]:
    """The same section: each player hands in the sheet face down."""
    if state.phase is not Phase.SHEETS:
        return state
    yield from say("hand_in")
    while state.phase is Phase.SHEETS:
        writer = next(writer for writer in state.writers if writer not in state.round.sheets)
        text = yield from ask("your_sheet", FreeText(), of=writer, quiet=True, again=asked(state), name=writer)
        try:
            state = yield from note(SheetHandedIn(writer, text))
        except Illegal as why:
            yield from explain(why)
    return state


def _alike(state: State) -> Script[State]:
    """Which sheets say the same ("Double lie", "Lucky hit").

    The leader, who sees all sheets, decides; where the host leads, whoever types the sheets and tips later on.
    """
    while state.phase is Phase.ALIKE:
        pairs = {(first, second or ""): (first, second) for first, second in mergeable(state)}
        if not pairs:
            state = yield from note(AlikeSettled())
            return state
        likely = yield from _likely(state)
        if state.setup.leader == "seat":
            sheets = Rows(
                tuple(Say("sheet", {"name": _whose(sheet), "text": text}) for sheet, text in texts(state).items())
            )
            found = yield from ask("alike", Pair(tuple(pairs)), of=state.lead, quiet=True, likely=likely, sheets=sheets)
        else:
            found = yield from ask("alike_blind", Pair(tuple(pairs)), quiet=True, likely=likely)
        state = yield from note(AlikeSettled() if found is None else FoundAlike(*pairs[found]))
    return state


def _likely(state: State) -> Script[Rows | Say]:
    """The pairs that the table proposes, likeliest first, worded as they may be chosen."""
    sheets = texts(state)
    proposed = yield from compare(tuple(sheets.values()))
    pairs = [(tuple(sheets)[i], tuple(sheets)[j]) for i, j in proposed]
    offered = [(_whose(first), _whose(second)) for first, second in pairs if (first, second) in mergeable(state)]
    return Rows(tuple(offered)) if offered else Say("nothing_likely")


def _whose(sheet: Sheet) -> str | Say:
    """How a sheet is called at the keyboard."""
    return sheet or Say("truth_sheet")


def _read_aloud(state: State) -> Script[State]:
    """The same section, for sheets that stay on paper: the leader reads them, the host gives the letters."""
    if state.phase is not Phase.RECITAL:
        return state
    state = yield from recital.read_aloud(state, _recital_of, state.lead, known=state.rounds > 0)
    return state


def _recital_of(state: State) -> recital.Recital:
    return state.recital


def _letters(state: State) -> Script[State]:
    """The same section: the leader shuffles all sheets and gives every answer a letter."""
    if state.phase is not Phase.LETTERS:
        return state
    sheets = tuple(answer.sheet for answer in state.round.answers)
    state = yield from shuffle(sheets, AnswersLettered)
    return state


def _readings(state: State) -> Script[State]:
    """The same section: the answers with their letters, then once more in the same order and in brief."""
    if state.phase is not Phase.READING:
        return state
    if state.aloud:
        yield from say("second_reading_aloud")
    else:
        yield from say_all(in_full(state))
        yield from say("second_reading")
    yield from say_all(in_brief(state))
    state = yield from note(AnswersRead())
    return state


def _choices(state: State) -> Script[State]:
    """The same section: all tips are settled at the same time, before the first is told."""
    if state.phase is not Phase.CHOOSING:
        return state
    key = "choose_orange" if state.orange else "choose"
    yield from countdown(key, None, again=in_full(state), name=state.lead)
    state = yield from note(TipsSettled())
    return state


def _tips(state: State) -> Script[State]:
    """The same section: the tips, one by one or in one breath. Nobody may tip an answer of their own.

    A letter that is not open gets one sentence for every reason. Whoever has a single letter left is not asked;
    their chip lies on it when all others have spoken.
    """
    if state.phase is not Phase.TIPS:
        return state
    while open_to := tuple(voter for voter in missing(state) if len(open_letters(state, voter)) > 1):
        ballot = Ballot("letter", state.letters, open_to)
        told = yield from ask("your_tip", ballot, of=open_to[0], again=in_brief(state), name=open_to[0])
        tips = tuple((voter, letter) for voter, letter in dict(told).items() if letter in open_letters(state, voter))
        if tips:
            state = yield from note(TipsTold(tips))
        for voter in dict(told):
            if voter in missing(state):
                yield from say("not_open", name=voter)
    if forced := missing(state):
        yield from say("one_letter_left", names=forced, n=len(forced))
        state = yield from note(TipsTold(tuple((voter, open_letters(state, voter)[0]) for voter in forced)))
    return state


def _unmasking(state: State) -> Script[State]:
    """Where the sheets stay on paper the leader owns up: which one was true, whose each was."""
    if state.phase is not Phase.UNMASKING:
        return state
    state = yield from recital.unmask(state, _recital_of, state.lead)
    return state


def _truth(state: State) -> Script[State]:
    """The same section: the correct answer, the points, and who wrote what."""
    if state.phase is not Phase.TRUTH:
        return state
    yield from revealed(state)
    state = yield from note(TruthRevealed())
    return state


def _moves(state: State) -> Script[State]:
    """All points of the question first, then "The last shall be first"."""
    while state.phase in (Phase.POINTS, Phase.SIGNS):
        move = state.round.due[0]
        if move.may and state.setup.ask_moves:
            wanted = yield from ask(f"move_for_{move.reason}", YesNo(), of=move.player, name=move.player, n=move.spaces)
        else:
            wanted = True
            if move.reason == "sign":
                yield from say("sign", name=move.player, n=move.spaces)
        state = yield from note(_settled(move, wanted))
    return state


def _settled(move: Move, wanted: bool) -> PawnMoved | MoveDeclined:
    if wanted:
        return PawnMoved(move.player, move.spaces, move.reason)
    return MoveDeclined(move.player, move.reason)


def _end_of_question(state: State) -> Script[State]:
    """The left-hand neighbour leads on, unless a pawn has come home ("End of the Game")."""
    state = yield from note(RoundEnded())
    if state.phase is Phase.CARD and max(state.track.values()) > 0:
        leading = ahead(state)
        yield from say("ahead", names=leading, n=len(leading), space=state.track[leading[0]])
    return state
