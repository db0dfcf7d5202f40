"""The truth comes out: which answer it was, who found it, whose the others were and who fell for them."""

from __future__ import annotations

from games.nobody_is_perfect import award
from games.nobody_is_perfect.answers import Answer
from games.nobody_is_perfect.shortening import sentence
from games.nobody_is_perfect.state import State
from games.table import Say, Script, say, say_all


def revealed(state: State) -> Script[None]:
    """The last part of "Procedure for blue, pink and yellow cards", and of "… for orange cards"."""
    answers = state.round.answers
    true = next(answer for answer in answers if answer.true)
    if len(answers) == 1:
        yield from _only_one(state, true)
        return
    if state.round.void:
        yield from say("tip_void", names=state.round.void, n=len(state.round.void))
    yield from _found(state, true)
    for answer in answers:
        if not answer.true:
            yield from _unmasked(state, answer)
    if true.lucky:
        yield from say("lucky_hit", names=true.lucky)


def _only_one(state: State, true: Answer) -> Script[None]:
    if state.aloud:
        yield from say("one_answer_aloud")
    else:
        yield from say("one_answer_only", text=sentence(true.text))


def _found(state: State, true: Answer) -> Script[None]:
    """Which answer it was and who found it ("Correct tip", "Game leader")."""
    yield from say_all([_truth(state, true)])
    found = award.tippers(state.round.tips, true.letter)
    rewarded = tuple(voter for voter in found if voter not in true.lucky)
    if rewarded:
        yield from say("found_it", names=rewarded, n=len(rewarded), spaces=award.CORRECT_TIP)
    if not found:
        yield from say("nobody_found_it")
    if state.orange and found:
        yield from say("leader_found", name=state.lead, n=award.LEADER_FOUND * len(found))


def _truth(state: State, true: Answer) -> Say:
    """Its words; a sheet that stayed on paper is played as it was read."""
    key = "truth_orange" if state.orange else "truth"
    if state.aloud:
        clip = next(sheet.clip for sheet in state.recital.sheets if sheet.letter == true.letter)
        return Say(f"{key}_aloud", {"letter": true.letter, "name": state.lead}, clip=clip)
    return Say(key, {"letter": true.letter, "text": sentence(true.text), "name": state.lead})


def _unmasked(state: State, bluff: Answer) -> Script[None]:
    """Whose answer it was and who fell for it ("Well spun", "Double lie")."""
    fooled = award.tippers(state.round.tips, bluff.letter)
    spaces = award.WELL_SPUN * len(fooled)
    letter, names, count = bluff.letter, bluff.writers, len(bluff.writers)
    if fooled:
        yield from say("well_spun", letter=letter, names=names, n=count, fooled=fooled, spaces=spaces)
    else:
        yield from say("written_by", letter=letter, names=names, n=count)
