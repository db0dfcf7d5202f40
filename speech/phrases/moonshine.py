"""The bundled English model: sound to states, states to what may be said next."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from speech.fault import SpeechFault
from speech.phrases.decoder import Decoder
from speech.phrases.weights import Floats, read_decoder
from speech.sound import Samples, seconds

START, END = 1, 2
_TOKENS, _TOKENS_A_SECOND = 8, 7
"""More than the fastest speaker needs: the model that goes on beyond repeats itself for ever."""
_NOTHING = -0.2
"""So sure must it be that nothing is said: over babble it often gives up (-0.3 to -0.9) on what it would understand."""
_STOPS = frozenset(".,?!…;")


class Moonshine:
    """Encoder, decoder and tokens of Moonshine base-en. Loads in about half a second; 280 MB."""

    def __init__(self, folder: Path, threads: int = 1) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._encoder = onnxruntime.InferenceSession(str(folder / "encoder_model.ort"), options)
            self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        except Exception as error:  # both libraries raise bare or private exceptions for broken files
            raise SpeechFault(f"The speech model in {folder} is broken: run 'spielleiter models verify'.") from error
        self.decoder = Decoder(read_decoder(folder / "decoder_model_merged.ort"))
        vocabulary = self._tokenizer.get_vocab()
        self.ends = np.array(sorted({END} | {number for token, number in vocabulary.items() if set(token) <= _STOPS}))
        """An answer is over with any of these tokens: the end itself, or punctuation."""
        self.stops: tuple[int, ...] = tuple(vocabulary[sign] for sign in (",", ".", "?", "!", "..", "..."))
        self.joins: tuple[int, ...] = (vocabulary["▁and"],)

    def encode(self, sound: Samples) -> Floats:
        """A sound of at least 0.1 s to states of shape ``(frames, width)``, 24 ms a frame."""
        states: Floats = self._encoder.run(None, {"input_values": sound[None]})[0][0]
        return states

    def transcribe(self, sound: Samples) -> str:
        """What it would freely say, word for word the likeliest; for speech of up to 40 s."""
        tree = self.decoder.listen(self.encode(sound))
        said = [START]
        most = _TOKENS + round(_TOKENS_A_SECOND * seconds(sound))
        while said[-1] != END and len(said) < most:
            (log_p,) = tree.grow(np.zeros(1, np.intp), np.array(said[-1:]))
            if len(said) == 1 and log_p[END] < _NOTHING:
                log_p[self.ends] = -np.inf
            said.append(int(log_p.argmax()))
        return self.text(said[1:])

    def tokens(self, texts: list[str]) -> list[tuple[int, ...]]:
        """Each text's tokens."""
        return [tuple(found.ids) for found in self._tokenizer.encode_batch(texts, add_special_tokens=False)]

    def text(self, tokens: list[int]) -> str:
        """What the tokens say."""
        said: str = self._tokenizer.decode(tokens)
        return said

    def words(self) -> tuple[str, ...]:
        """The common words: those that the model writes with a single token."""
        tokens = (token.removeprefix("▁") for token in self._tokenizer.get_vocab() if token.startswith("▁"))
        return tuple(
            sorted({token.lower() for token in tokens if len(token) > 1 and token.isascii() and token.isalpha()})
        )

    def unknown(self, text: str) -> bool:
        """Whether the text has a sign that the model never writes."""
        return any(token.startswith("<0x") for token in self._tokenizer.encode(text, add_special_tokens=False).tokens)
