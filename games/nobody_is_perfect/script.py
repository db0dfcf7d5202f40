"""The conversation, top to bottom, as the rulebook's page has it.

Every part asks only for what the state still lacks, so that the script can be started again from any state.
"""

from __future__ import annotations

from games.nobody_is_perfect import award
from games.nobody_is_perfect.answers import Answer, letters
from games.nobody_is_perfect.award import Move
from games.nobody_is_perfect.deck import COLOURS, QUESTIONS_ON_A_CARD
from games.nobody_is_perfect.events import (
    AlikeSettled,
    AnswersLettered,
    AnswersRead,
    CardDrawn,
    ColourChosen,
    FoundAlike,
    GameEnded,
    LeaderDrawn,
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
    WritingEnded,
)
from games.nobody_is_perfect.reading import in_brief, in_full
from games.nobody_is_perfect.rules import ahead, mergeable, missing, number_after, open_letters, texts
from games.nobody_is_perfect.shortening import sentence
from games.nobody_is_perfect.state import Phase, State
from games.table import (
    Ballot,
    Choice,
    FreeText,
    Number,
    Script,
    Words,
    YesNo,
    ask,
    compare,
    countdown,
    draw,
    note,
    say,
    say_all,
    shuffle,
)

NOTHING_ALIKE = "none"
THE_TRUTH = "the truth"


def script(state: State) -> Script[None]:
    """The rest of the game from ``state`` on ("Flow of Play")."""
    state = yield from _opening(state)
    while state.phase not in (Phase.RESULT, Phase.OVER):
        state = yield from _card(state)
        state = yield from _writing(state)
        state = yield from _sheets(state)
        state = yield from _alike(state)
        state = yield from _letters(state)
        state = yield from _readings(state)
        state = yield from _choices(state)
        state = yield from _tips(state)
        state = yield from _truth(state)
        state = yield from _moves(state)
        state = yield from _end_of_question(state)
    if state.phase is Phase.RESULT:
        state = yield from note(GameEnded(ahead(state)))
    yield from say("victory", names=state.winners, n=len(state.winners), space=state.track[state.winners[0]])


def _opening(state: State) -> Script[State]:
    """Who begins ("Flow of Play"), and with which question of each card ("Which question should it be?")."""
    if state.leader is None:
        state = yield from draw(state.setup.players, LeaderDrawn)
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
    colour = state.colour
    if state.stacks.get(colour) == ():
        state = yield from note(NumberAdvanced(colour, number_after(state, colour)))
        yield from say("stack_used_up", number=state.number_of(colour))
    if colour not in state.stacks:
        state = yield from shuffle(state.setup.deck.stack(colour), lambda order: StackShuffled(colour, order))
    state = yield from note(CardDrawn(state.stacks[colour][0]))
    return state


def _writing(state: State) -> Script[State]:
    """The question; invented answers ("Procedure for blue, pink and yellow cards", "… for orange cards")."""
    if state.phase is not Phase.WRITING:
        return state
    yield from say(f"card_{state.colour}")
    key = "write_orange" if state.orange else f"write_{state.setup.leader}"
    yield from countdown(key, state.setup.writing_s, question=sentence(state.question.ask), name=state.lead)
    state = yield from note(WritingEnded())
    return state


def _sheets(state: State) -> Script[State]:
    """The same section: each player hands in the sheet face down."""
    if state.phase is not Phase.SHEETS:
        return state
    yield from say("hand_in")
    for writer in state.writers:
        while writer not in state.round.sheets:
            text = yield from ask("your_sheet", FreeText(), of=writer, quiet=True, name=writer)
            if text.strip():
                state = yield from note(SheetHandedIn(writer, text))
    return state


def _alike(state: State) -> Script[State]:
    """Which sheets say the same ("Double lie", "Lucky hit").

    The leader, who sees all sheets, decides; where the host leads, whoever types the sheets and tips later on.
    """
    while state.phase is Phase.ALIKE:
        pairs = {wording: pair for pair in mergeable(state) for wording in (_pair(*pair), _pair(*pair[::-1]))}
        if not pairs:
            state = yield from note(AlikeSettled())
            return state
        likely = yield from _likely(state)
        offered = Words((*pairs, NOTHING_ALIKE))
        if state.setup.leader == "seat":
            sheets = "; ".join(f"{sheet or THE_TRUTH}: {text}" for sheet, text in texts(state).items())
            found = yield from ask("alike", offered, of=state.lead, quiet=True, likely=likely, sheets=sheets)
        else:
            found = yield from ask("alike_blind", offered, quiet=True, likely=likely)
        state = yield from note(AlikeSettled() if found == NOTHING_ALIKE else FoundAlike(*pairs[found]))
    return state


def _likely(state: State) -> Script[str]:
    """The pairs that the table proposes, likeliest first, worded as they may be chosen."""
    sheets = texts(state)
    proposed = yield from compare(tuple(sheets.values()))
    pairs = [(tuple(sheets)[i], tuple(sheets)[j]) for i, j in proposed]
    offered = [pair for pair in pairs if pair in mergeable(state)]
    return "; ".join(_pair(*pair) for pair in offered) or NOTHING_ALIKE


def _pair(first: Sheet, second: Sheet) -> str:
    """How the two are called at the keyboard."""
    return f"{first or THE_TRUTH} and {second or THE_TRUTH}"


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
    offered = letters(state.round.answers)
    while asked := tuple(voter for voter in missing(state) if len(open_letters(state, voter)) > 1):
        ballot = Ballot("letter", offered, asked)
        told = yield from ask("your_tip", ballot, of=asked[0], again=in_brief(state), name=asked[0])
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


def _truth(state: State) -> Script[State]:
    """The same section: the correct answer, the points, and who wrote what."""
    if state.phase is not Phase.TRUTH:
        return state
    answers = state.round.answers
    true = next(answer for answer in answers if answer.true)
    if len(answers) == 1:
        yield from say("one_answer_only", text=sentence(true.text))
    else:
        yield from _revealed(state, true)
        for letter, answer in zip(letters(answers), answers, strict=True):
            if not answer.true:
                yield from _unmasked(state, letter, answer)
        if true.lucky:
            yield from say("lucky_hit", names=true.lucky)
    state = yield from note(TruthRevealed())
    return state


def _revealed(state: State, true: Answer) -> Script[None]:
    """Which answer it was and who found it ("Correct tip", "Game leader")."""
    letter = letters(state.round.answers)[state.round.answers.index(true)]
    if state.orange:
        yield from say("truth_orange", letter=letter, text=sentence(true.text), name=state.lead)
    else:
        yield from say("truth", letter=letter, text=sentence(true.text))
    found = award.tippers(state.round.tips, letter)
    rewarded = tuple(voter for voter in found if voter not in true.lucky)
    if rewarded:
        yield from say("found_it", names=rewarded, n=len(rewarded), spaces=award.CORRECT_TIP)
    if not found:
        yield from say("nobody_found_it")
    if state.orange and found:
        yield from say("leader_found", name=state.lead, n=award.LEADER_FOUND * len(found))


def _unmasked(state: State, letter: str, bluff: Answer) -> Script[None]:
    """Whose answer it was and who fell for it ("Well spun", "Double lie")."""
    fooled = award.tippers(state.round.tips, letter)
    spaces = award.WELL_SPUN * len(fooled)
    count = len(bluff.writers)
    if fooled:
        yield from say("well_spun", letter=letter, names=bluff.writers, n=count, fooled=fooled, spaces=spaces)
    else:
        yield from say("written_by", letter=letter, names=bluff.writers, n=count)


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
