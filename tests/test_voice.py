"""The voices, spoken for real, and a worker that may die or hang."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest

import speech.voice.worker
from speech.fault import VoiceFault
from speech.sound import Samples, seconds
from speech.voice import Pyttsx3Synthesiser, Voice, host_voice, player_voices

ENGLISH = Voice("en-us")


@pytest.fixture(scope="module")
def synthesiser() -> Iterator[Pyttsx3Synthesiser]:
    with Pyttsx3Synthesiser() as opened:
        yield opened


def test_a_sentence_is_sound_from_its_first_to_its_last_sample(synthesiser: Pyttsx3Synthesiser) -> None:
    sound = synthesiser.render("Anna, which answer do you think is true?", ENGLISH)
    assert sound.dtype == np.float32
    assert 1.5 < seconds(sound) < 4.0
    assert 0.1 < np.abs(sound).max() <= 1.0
    assert abs(sound[0]) > 1e-3
    assert abs(sound[-1]) > 1e-3
    assert not sound.flags.writeable


def test_rate_volume_and_pitch_are_heard(synthesiser: Pyttsx3Synthesiser) -> None:
    sentence = "The ship sailed at dawn with all her crew aboard."
    plain, slow, soft, high = (
        synthesiser.render(sentence, voice)
        for voice in (ENGLISH, Voice("en-us", rate_wpm=100), Voice("en-us", volume=0.4), Voice("en-us", pitch=90))
    )
    assert len(slow) > 1.4 * len(plain)
    assert np.abs(soft).max() < 0.6 * np.abs(plain).max()
    assert _pitch_hz(high) > 1.2 * _pitch_hz(plain)


def test_no_property_is_lost_between_two_sentences(synthesiser: Pyttsx3Synthesiser) -> None:
    # eSpeak takes properties on a thread of its own; pyttsx3 was seen to cancel every third change.
    names = ("en-us", "de", "en-gb+f2")
    for turn in range(30):
        quick, slow = (
            synthesiser.render(f"Number {turn} of thirty sentences.", Voice(names[turn % 3], rate_wpm))
            for rate_wpm in (300, 100)
        )
        assert len(slow) > 2.0 * len(quick), f"turn {turn}"


def test_nothing_to_say_is_no_sound(synthesiser: Pyttsx3Synthesiser) -> None:
    assert len(synthesiser.render("  ", ENGLISH)) == 0
    assert len(synthesiser.render("...", ENGLISH)) == 0


def test_umlauts_and_hangul_are_spoken(synthesiser: Pyttsx3Synthesiser) -> None:
    assert seconds(synthesiser.render("Zwölf Boxkämpfer jagen Viktor quer über den großen Deich.", Voice("de"))) > 2.0
    assert seconds(synthesiser.render("안녕하세요", Voice("ko"))) > 0.5


@pytest.mark.parametrize("name", ["xx", "en-us+nobody", "mb/mb-en1", ""])
def test_an_unknown_voice_is_refused_instead_of_speaking_english(synthesiser: Pyttsx3Synthesiser, name: str) -> None:
    with pytest.raises(VoiceFault, match=f'no voice "{name}".*choose a language'.replace("+", r"\+")):
        synthesiser.render("Good evening.", Voice(name))
    assert len(synthesiser.render("Good evening.", ENGLISH)) > 0


def test_a_sentence_is_rendered_once(synthesiser: Pyttsx3Synthesiser) -> None:
    first = synthesiser.render("Time is up.", ENGLISH)
    assert synthesiser.render("Time is up.", ENGLISH) is first
    for number in range(256):
        synthesiser.render(f"{number}", ENGLISH)
    assert synthesiser.render("Time is up.", ENGLISH) is not first


def test_standard_output_stays_clean(capfd: pytest.CaptureFixture[str]) -> None:
    with Pyttsx3Synthesiser() as opened:
        opened.render("Nobody is perfect.", ENGLISH)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("language", ["en", "de", "ko"])
def test_eight_players_and_the_host_all_sound_different(synthesiser: Pyttsx3Synthesiser, language: str) -> None:
    voices = (host_voice(language), *player_voices(language))
    assert len(voices) >= 9
    profiles = [_profile(synthesiser.render("bravo", voice)) for voice in voices]
    for (one, a), (other, b) in combinations(zip(voices, profiles, strict=True), 2):
        assert _distance_db(a, b) > 2.0, f"{one} and {other} sound alike"


def test_a_killed_worker_is_replaced(synthesiser: Pyttsx3Synthesiser) -> None:
    synthesiser.render("Round one.", ENGLISH)
    before = synthesiser.worker_pid
    assert before is not None
    os.kill(before, signal.SIGTERM)
    assert seconds(synthesiser.render("Round two.", ENGLISH)) > 0.4
    assert synthesiser.worker_pid not in (None, before)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot stop a process")
def test_a_hung_worker_is_replaced_after_the_limit() -> None:
    with Pyttsx3Synthesiser(limit_s=3.0) as opened:
        opened.render("Round one.", ENGLISH)
        before = opened.worker_pid
        assert before is not None
        os.kill(before, signal.SIGSTOP)
        assert seconds(opened.render("Round two.", ENGLISH)) > 0.4
        assert opened.worker_pid not in (None, before)


@pytest.mark.parametrize(
    ("program", "limit_s", "reason"),
    [
        ("import time; time.sleep(60)", 0.3, "no answer within 0.3 seconds"),
        ("raise SystemExit", 20.0, "it died or|it is gone"),
        ("input(); print('{}')", 20.0, "no sound"),
        ("""input(); print('{"failed": "no eSpeak library"}')""", 20.0, "no eSpeak library"),
    ],
    ids=["hangs", "dies", "renders nothing", "reports"],
)
def test_failing_twice_is_a_plain_sentence(program: str, limit_s: float, reason: str) -> None:
    with (
        Pyttsx3Synthesiser(limit_s, command=(sys.executable, "-c", program)) as opened,
        pytest.raises(VoiceFault, match=f"failed twice in a row .*({reason}).*: check that .*reinstall"),
    ):
        opened.render("Good evening.", ENGLISH)


def test_a_worker_that_cannot_be_started_is_a_plain_sentence() -> None:
    with (
        Pyttsx3Synthesiser(command=("there-is-no-such-program",)) as opened,
        pytest.raises(VoiceFault, match="failed twice"),
    ):
        opened.render("Good evening.", ENGLISH)


WINDOWS = [
    SimpleNamespace(id=f"HKEY_LOCAL_MACHINE\\TTS_{name}", languages=[language], gender=gender)
    for name, language, gender in [
        ("DAVID", "en-US", "Male"),
        ("ZIRA", "en-US", "Female"),
        ("HAZEL", "en-GB", "Female"),
        ("STEFAN", "de-DE", "Male"),
    ]
]
MACOS = [
    SimpleNamespace(id=f"com.apple.voice.{name}", languages=[language], gender=f"VoiceGender{gender}")
    for name, language, gender in [("Alex", "en_US", "Male"), ("Anna", "de_DE", "Female")]
]


@pytest.mark.parametrize(
    ("voices", "name", "chosen"),
    [
        (WINDOWS, "en-us", r"_DAVID$"),
        (WINDOWS, "en-gb+f2", r"_(ZIRA|HAZEL)$"),
        (WINDOWS, "de+f1", r"_STEFAN$"),
        (WINDOWS, "HKEY_LOCAL_MACHINE\\TTS_HAZEL", r"_HAZEL$"),
        (MACOS, "en-gb-scotland+m3", r"\.Alex$"),
        (MACOS, "de", r"\.Anna$"),
        (MACOS, "ko", None),
    ],
)
def test_other_systems_pick_their_own_voice_of_the_language(
    voices: list[SimpleNamespace], name: str, chosen: str | None
) -> None:
    found = speech.voice.worker.identifier(voices, name, espeak=False)
    assert found == speech.voice.worker.identifier(voices, name, espeak=False)
    assert found is None if chosen is None else re.search(chosen, found or "")


def test_a_worker_ends_with_its_parent() -> None:
    worker = subprocess.Popen(
        [sys.executable, "-P", speech.voice.worker.__file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    output, _ = worker.communicate(timeout=30)  # closes the worker's standard input, as a dying parent does
    assert (worker.returncode, output) == (0, b"")


def test_closing_ends_the_worker() -> None:
    with Pyttsx3Synthesiser() as opened:
        opened.render("Good night.", ENGLISH)
        pid = opened.worker_pid
        assert pid is not None
    assert opened.worker_pid is None
    if sys.platform != "win32":
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def _pitch_hz(sound: Samples) -> float:
    """The strongest period between 60 and 400 Hz in the middle of the sound."""
    middle = sound[len(sound) // 2 - 4000 : len(sound) // 2 + 4000].astype(np.float64)
    correlation = np.fft.irfft(np.abs(np.fft.rfft(middle, 16_384)) ** 2)[40:267]
    return 16_000 / (40 + float(correlation.argmax()))


def _profile(sound: Samples) -> Samples:
    """Level of the whole sound in 24 bands up to 6 kHz, in decibels around their mean."""
    power = np.abs(np.fft.rfft(sound, 32_768)) ** 2
    bands = np.log10([band.sum() for band in np.array_split(power[:12_288], 24)]) * 10
    return np.asarray(bands - bands.mean(), dtype=np.float32)


def _distance_db(one: Samples, other: Samples) -> float:
    return float(np.sqrt(np.mean((one - other) ** 2)))
