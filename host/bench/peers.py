"""Other ways to hear the same clips, for comparison: the best phrase of each, right or wrong, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from rapidfuzz import fuzz, process

from host.bench.corpus import noisy
from host.bench.measure import Course, closed_question
from host.fault import HostFault
from speech.phrases.scorer import PhraseScorer
from speech.sound import RATE_HZ, Samples
from speech.vocabulary import Value, Vocabulary

Hear = Callable[[Samples], Value | None]
"""The value of the phrase that was heard."""
Peer = Callable[[Vocabulary], Hear]


def compare(peers: dict[str, Peer], course: Course) -> dict[str, dict[str, dict[str, int]]]:
    """For each peer and set: how many clips, and for how many the best phrase was the right one."""
    told: dict[str, dict[str, dict[str, int]]] = {}
    for name, peer in peers.items():
        for set_name, clips in course.corpus.sets.items():
            hear = peer(closed_question(clips, course.always))
            tried = course.clips(clips)
            right = sum(hear(noisy(clip, course.background)) == clip.text for clip in tried)
            told.setdefault(name, {})[set_name] = {"n": len(tried), "right": right}
    return told


def transcript(scorer: PhraseScorer) -> Peer:
    """The same model's free transcript, and the phrase that is spelled most like it."""

    def peer(vocabulary: Vocabulary) -> Hear:
        values = {phrase.text: phrase.value for phrase in vocabulary.phrases}

        def hear(sound: Samples) -> Value | None:
            written = scorer.transcribe(sound).lower().strip(" .,?!…")
            found = process.extractOne(written, values.keys(), scorer=fuzz.ratio)
            return values[found[0]] if found else None

        return hear

    return peer


def pocketsphinx(folder: Path) -> Peer:
    """PocketSphinx with its own English model and a JSGF grammar; the grammars are written to ``folder``.

    Raises:
        HostFault: it is not installed.
    """
    try:
        from pocketsphinx import Decoder  # an extra: only for this comparison
    except ImportError as error:
        raise HostFault("PocketSphinx is not installed: pip install 'spielleiter[bench]'.") from error

    def peer(vocabulary: Vocabulary) -> Hear:
        known = Decoder(lm=None, samprate=RATE_HZ, loglevel="FATAL")
        values = {
            phrase.text: phrase.value
            for phrase in vocabulary.phrases
            if all(known.lookup_word(word) for word in phrase.text.split())
        }
        grammar = folder / "question.jsgf"
        grammar.write_text(
            f"#JSGF V1.0;\ngrammar question;\npublic <phrase> = {' | '.join(values)};\n", encoding="utf-8"
        )
        decoder = Decoder(jsgf=str(grammar), samprate=RATE_HZ, loglevel="FATAL")

        def hear(sound: Samples) -> Value | None:
            decoder.start_utt()
            decoder.process_raw((np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes(), full_utt=True)
            decoder.end_utt()
            found = decoder.hyp()
            return values.get(found.hypstr) if found else None

        return hear

    return peer
