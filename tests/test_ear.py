"""The ears: typed lines, and a microphone with voices in it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from models.store import Store
from speech.decision import decide, read_thresholds
from speech.ear import Ear, VoiceEar
from speech.hearing import Decide, Hearing
from speech.noise import Background
from speech.phrases.scorer import PhraseScorer
from speech.recogniser import Hypothesis, Scores
from speech.result import Closed, Heard, Result, TimeUp, Unheard, Unsure
from speech.simulated_room import SimulatedRoom
from speech.sound import RATE_HZ, Samples, seconds
from speech.sound_file import read_sound
from speech.typed_ear import Said, TypedEar
from speech.vocabulary import OneOf, Phrase, Repeat, Sequence, Vocabulary
from speech.voice import Pyttsx3Synthesiser, Synthesiser, player_voices
from speech.wav_room import WavRoom

WORDS = ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot")
LETTERS = OneOf(tuple(Phrase(word, word[0].upper()) for word in WORDS))
QUESTION = Vocabulary((*LETTERS.phrases, Phrase("repeat", "repeat"), Phrase("stop the game", "stop")))
NAMES = OneOf((Phrase("anna", "Anna"), Phrase("ben", "Ben")))
VOTES = Vocabulary(QUESTION.phrases, (Repeat(Sequence((NAMES, LETTERS)), most=2),))


class TestTypedEar:
    def test_a_small_conversation(self) -> None:
        typed = io.StringIO("# a question\n\nAnna: Bravo!\nben :  ALPHA\nNobody: bravo\nStop the game.\nwhat?")
        ear: Ear = TypedEar(typed, people=("Anna", "Ben"))
        answers = [(ear.listen(QUESTION), ear.speaker) for _ in range(6)]
        assert answers == [
            (Heard("B", "Bravo!"), "Anna"),
            (Heard("A", "ALPHA"), "Ben"),
            (Unheard(meant=True), None),
            (Heard("stop", "Stop the game."), None),
            (Unheard(meant=True), None),
            (Closed(), None),
        ]

    def test_who_said_it_is_part_of_a_vote(self) -> None:
        ear = TypedEar(["Anna: bravo", "Anna bravo, Ben echo", "bravo"], people=("Anna", "Ben"))
        values = [result.value for _ in range(3) if isinstance(result := ear.listen(VOTES), Heard)]
        assert values == [(("Anna", "B"),), (("Anna", "B"), ("Ben", "E")), "B"]

    def test_who_said_it_is_no_part_of_a_list_of_names(self) -> None:
        ear = TypedEar(["Anna: Ben", "Anna: Anna and Ben"], people=("Anna", "Ben"))
        names = Vocabulary((), (Repeat(NAMES, most=2),))
        values = [result.value for _ in range(2) if isinstance(result := ear.listen(names), Heard)]
        assert values == [("Ben",), ("Anna", "Ben")]

    def test_an_ambiguous_line_is_unsure_of_its_values(self) -> None:
        phrases = (Phrase("right", "yes"), Phrase("right", "direction"))
        result = TypedEar(["right"]).listen(Vocabulary(phrases))
        assert result == Unsure((Heard("yes", "right"), Heard("direction", "right")))

    def test_only_the_line_that_is_listened_to_is_taken(self) -> None:
        lines: Iterator[str] = iter(["bravo", "echo"])
        TypedEar(lines).listen(QUESTION)
        assert list(lines) == ["echo"]

    def test_free_text_comes_as_it_was_typed(self) -> None:
        ear = TypedEar(["Anna:  A fish-trap: of Willow! "], people=("Anna",))
        assert ear.next_line() == Said("A fish-trap: of Willow!", "Anna")
        assert ear.next_line() is None

    def test_time_does_not_pass(self) -> None:
        assert TypedEar(["bravo"]).listen(QUESTION, until_s=0.0) == Heard("B", "bravo")


class Prompter:
    """A recogniser that is told beforehand what it hears, utterance by utterance; ``""`` is nothing."""

    name = "prompter"
    language = "en"

    def __init__(self, *heard: str) -> None:
        self.utterances: list[Samples] = []
        self._heard = list(heard)

    def missing(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        del vocabulary
        return ()

    def question(self, vocabulary: Vocabulary) -> Prompter:
        self._values = {phrase.text: phrase.value for phrase in vocabulary.phrases}
        return self

    def follow(self, block: Samples) -> str:
        del block
        return ""

    def score(self, utterance: Samples) -> Scores:
        self.utterances.append(utterance)
        text = self._heard.pop(0)
        return Scores((Hypothesis(self._values.get(text, text), text, -1.0),) if text else (), -5.0, text)


def plainly(scores: Scores) -> Heard | Unheard:
    """Whatever fits was said; a question mark at the end makes it a near miss."""
    if not scores.hypotheses:
        return Unheard()
    best = scores.hypotheses[0]
    return Unheard(meant=True) if best.phrase.endswith("?") else Heard(best.value, best.phrase)


@pytest.fixture(scope="module")
def synthesiser() -> Iterator[Synthesiser]:
    with Pyttsx3Synthesiser() as engine:
        yield engine


@pytest.fixture
def say(synthesiser: Synthesiser) -> Samples:
    return synthesiser.render("bravo", player_voices("en")[0])


class TestVoiceEar:
    def test_an_answer_is_cut_out_whole_and_decided_soon(self, say: Samples) -> None:
        recogniser = Prompter("bravo")
        with SimulatedRoom() as room:
            room.speak(say, at_s=3.0)
            ear = VoiceEar(room, recogniser, plainly)
            assert ear.listen(QUESTION) == Heard("B", "bravo")
            end_s = 3.0 + seconds(say)
            last = ear.last
            assert last is not None
            assert 2.6 <= last.start_s <= 2.9
            assert end_s <= last.end_s <= end_s + 0.25
            assert last.decided_s == room.now_s <= end_s + 0.4
            assert seconds(last.sound) == pytest.approx(last.end_s - last.start_s)
            assert ear.speaker is None

    def test_a_phrase_that_could_go_on_is_waited_for(self, say: Samples) -> None:
        with SimulatedRoom() as room:
            room.speak(say, at_s=1.0)
            ear = VoiceEar(room, Prompter("anna bravo"), plainly)
            ear.listen(VOTES)
            assert room.now_s >= 1.0 + seconds(say) + 0.5

    def test_what_goes_on_after_a_pause_is_heard_as_one(self, say: Samples) -> None:
        recogniser = Prompter("anna bravo", "anna bravo ben bravo")
        with SimulatedRoom() as room:
            room.speak(say, at_s=1.0)
            room.speak(say, at_s=1.0 + seconds(say) + 0.5)
            assert VoiceEar(room, recogniser, plainly).listen(VOTES) == Heard(*["anna bravo ben bravo"] * 2)
        first, second = recogniser.utterances
        assert seconds(second) == pytest.approx(seconds(first) + 0.5 + seconds(say), abs=0.2)

    def test_side_talk_costs_nobody_anything_and_a_near_miss_is_told(self, say: Samples) -> None:
        heard: list[Hearing] = []
        with SimulatedRoom() as room:
            for at_s in (1.0, 4.0, 7.0):
                room.speak(say, at_s)
            ear = VoiceEar(room, Prompter("", "", "bra?"), plainly, heard=heard.append)
            assert ear.listen(QUESTION) == Unheard(meant=True)
            assert room.now_s > 7.0
        assert [hearing.result for hearing in heard] == [Unheard(), Unheard(), Unheard(meant=True)]

    def test_after_a_hesitation_the_answer_itself_is_looked_at(self, say: Samples) -> None:
        recogniser = Prompter("", "", "bravo")
        with SimulatedRoom() as room:
            room.speak(say[: RATE_HZ // 4], at_s=1.0)
            room.speak(say, at_s=1.75)
            assert VoiceEar(room, recogniser, plainly).listen(QUESTION) == Heard("B", "bravo")
        _, whole, answer = recogniser.utterances
        assert seconds(answer) < seconds(whole) - 0.4

    def test_the_time_is_up_in_silence_but_never_in_an_answer(self, say: Samples) -> None:
        with SimulatedRoom() as room:
            ear = VoiceEar(room, Prompter("bravo"), plainly)
            assert ear.listen(QUESTION, until_s=2.0) == TimeUp()
            assert 2.0 <= room.now_s < 2.1
            room.speak(say, at_s=2.5)
            assert ear.listen(QUESTION, until_s=2.7) == Heard("B", "bravo")
            assert ear.listen(QUESTION, until_s=room.now_s) == TimeUp()

    def test_a_recording_closes_at_its_end_after_its_last_words(self, say: Samples, tmp_path: Path) -> None:
        recording = tmp_path / "mic.wav"
        with SimulatedRoom(recording=recording) as room:
            room.speak(say, at_s=1.0)
            while room.now_s < 1.0 + seconds(say):
                room.block()
        with WavRoom(recording, None) as table:
            ear = VoiceEar(table, Prompter("bravo"), plainly)
            assert ear.listen(QUESTION) == Heard("B", "bravo")
            assert ear.listen(QUESTION) == Closed()

    @pytest.mark.parametrize(
        ("snr_db", "results"), [(18.0, [Heard("B", "bravo")]), (9.0, [Unsure((Heard("B", "bravo"),))]), (0.0, [])]
    )
    def test_a_faint_voice_is_asked_back_and_a_far_one_left_alone(
        self, say: Samples, snr_db: float, results: list[Result]
    ) -> None:
        """In a room with a steady rush of noise."""
        noise = np.random.default_rng(5).normal(0.0, 0.1, RATE_HZ * 3).astype(np.float32)
        with SimulatedRoom(Background(noise, snr_db)) as room:
            room.speak(say, at_s=4.0)
            ear = VoiceEar(room, Prompter("bravo"), plainly)
            result = ear.listen(QUESTION, until_s=6.0)
        assert [result] == (results or [TimeUp()])

    def test_long_talk_never_reaches_the_recogniser(self, say: Samples, corpus: Path) -> None:
        heard: list[Hearing] = []
        reading = read_sound(corpus / "oov_en" / "en_librivox_0870.flac")
        talk = np.concatenate([piece for piece in np.array_split(reading, 40) if np.abs(piece).max() > 0.1] * 4)
        recogniser = Prompter("bravo")
        with SimulatedRoom() as room:
            room.speak(talk, at_s=1.0)
            room.speak(say, at_s=1.0 + seconds(talk) + 1.5)
            ear = VoiceEar(room, recogniser, plainly, heard=heard.append)
            assert ear.listen(QUESTION) == Heard("B", "bravo")
            assert room.now_s > 1.0 + seconds(talk) + 1.5
        assert len(recogniser.utterances) == 1
        assert heard[0].scores is None
        assert seconds(heard[0].sound) == pytest.approx(12.0, abs=0.1)


@pytest.fixture(scope="module")
def scorer() -> tuple[PhraseScorer, Decide]:
    folder = Store.usual().need("phrases", "en")
    thresholds = read_thresholds(folder / "decision.toml")
    return PhraseScorer(folder), lambda scores: decide(scores, thresholds)


class TestWithThePhraseScorer:
    def test_spelling_words_in_silence(self, scorer: tuple[PhraseScorer, Decide], synthesiser: Synthesiser) -> None:
        wanted = [Heard(word[0].upper(), word) for word in WORDS]
        got: list[Result] = []
        with SimulatedRoom() as room:
            ear = VoiceEar(room, *scorer)
            for word, voice in zip(WORDS, player_voices("en"), strict=False):
                room.speak(synthesiser.render(word, voice), at_s=room.now_s + 0.7)
                got.append(ear.listen(QUESTION, until_s=room.now_s + 5.0))
        assert right(wanted, got) >= 4

    def test_people_over_babble(self, scorer: tuple[PhraseScorer, Decide], corpus: Path) -> None:
        """12 dB between the loudest moments: nothing wrong may be taken, and most of it must get through."""
        babble = Background(read_sound(corpus / "noise" / "babble-ami-a.flac"), 12.0)
        wanted: list[Heard] = []
        got: list[Result] = []
        with SimulatedRoom(babble) as room:
            ear = VoiceEar(room, *scorer)
            for speaker in ("allison", "hansen"):
                for word in WORDS:
                    room.speak(read_sound(corpus / "nato_en" / f"en_{speaker}_{word}.flac"), at_s=room.now_s + 1.5)
                    wanted.append(Heard(word[0].upper(), word))
                    until_s = room.now_s + 4.0
                    while not isinstance(result := ear.listen(QUESTION, until_s), Heard | TimeUp):
                        pass
                    got.append(result)
        assert right(wanted, got) >= 9

    def test_a_vote_of_two_in_one_breath(self, scorer: tuple[PhraseScorer, Decide], synthesiser: Synthesiser) -> None:
        sound = synthesiser.render("Anna bravo, Ben echo.", player_voices("en")[2])
        with SimulatedRoom() as room:
            room.speak(sound, at_s=1.0)
            ear = VoiceEar(room, *scorer)
            result = ear.listen(VOTES, until_s=8.0)
        assert ear.last is not None
        assert seconds(ear.last.sound) >= seconds(sound)
        candidates = (result,) if isinstance(result, Heard) else result.candidates if isinstance(result, Unsure) else ()
        assert (("Anna", "B"), ("Ben", "E")) in [candidate.value for candidate in candidates]

    def test_the_radio_is_no_answer(self, scorer: tuple[PhraseScorer, Decide], corpus: Path) -> None:
        with SimulatedRoom() as room:
            room.speak(read_sound(corpus / "noise" / "music-morning-coffee.flac"), at_s=0.5)
            room.speak(read_sound(corpus / "oov_en" / "en_librivox_0930.flac"), at_s=27.0)
            assert VoiceEar(room, *scorer).listen(QUESTION, until_s=31.5) == TimeUp()


def right(wanted: list[Heard], got: list[Result]) -> int:
    """How many were taken at once; none of them may be wrong."""
    taken = [(want, result) for want, result in zip(wanted, got, strict=True) if isinstance(result, Heard)]
    assert all(want == result for want, result in taken)
    return len(taken)
