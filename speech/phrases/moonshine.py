"""The bundled English model: sound to states, states to what may be said next."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from speech.fault import SpeechFault
from speech.phrases.decoder import Decoder
from speech.phrases.weights import Floats, read_decoder
from speech.sound import Samples

START, END = 1, 2
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
