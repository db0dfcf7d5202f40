"""The phone reader: which phones are heard when, read from the encoder's states without knowing any words.

The decoder has read a great deal and hears sentences; the reader has read nothing and hears sounds. Where the two
agree, an answer is an answer. ``host/bench/phones.py`` trains it.
"""

from __future__ import annotations

import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from speech.fault import SpeechFault
from speech.phrases.pronunciation import PHONES
from speech.phrases.weights import Floats

_LAYERS = ("first", "second", "names")
_NEVER = 1e-12


@dataclass(frozen=True)
class Layer:
    """One convolution over time. ``kernel`` has the shape ``(frames, inputs, outputs)``, an odd number of frames."""

    kernel: Floats
    bias: Floats

    def __call__(self, seen: Floats) -> Floats:
        """``(time, inputs)`` to ``(time, outputs)``."""
        frames = len(self.kernel)
        padded = np.pad(seen, ((frames // 2, frames // 2), (0, 0)))
        parts = (padded[offset : offset + len(seen)] @ self.kernel[offset] for offset in range(frames))
        told: Floats = sum(parts, self.bias)
        return told


@dataclass(frozen=True)
class Network:
    """Two layers that look at some 120 ms, and one that names the phones."""

    mean: Floats
    scale: Floats
    first: Layer
    second: Layer
    names: Layer

    def read(self, states: Floats) -> Floats:
        """See ``Reader.read``."""
        seen = np.maximum(self.first((states - self.mean) * self.scale), 0)
        told = self.names(np.maximum(self.second(seen), 0))
        told = told - told.max(axis=1, keepdims=True)
        return np.asarray(told - np.log(np.exp(told).sum(axis=1, keepdims=True)), dtype=np.float32)


@dataclass(frozen=True)
class Reader:
    """Networks that were trained on other lessons each: where one is sure of a mistake, the others are not."""

    networks: tuple[Network, ...]

    def read(self, states: Floats) -> Floats:
        """``log P(phone | sound)`` for each frame, shape ``(frames, 1 + len(PHONES))``; place 0 is "nothing new"."""
        likely = np.mean([np.exp(network.read(states)) for network in self.networks], axis=0)
        return np.asarray(np.log(likely + _NEVER), dtype=np.float32)


def read_reader(path: Path) -> Reader:
    """Read ``phones.npz``.

    Raises:
        SpeechFault: it is missing, broken, or names other phones.
    """
    try:
        with np.load(path) as stored:
            held = {name: stored[name].astype(np.float32) for name in stored.files}
        reader = Reader(tuple(_network(held, number) for number in range(len(held["mean"]))))
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise SpeechFault(f"{path} cannot be read ({error}): install Spielleiter again.") from error
    if any(network.names.kernel.shape[2] != 1 + len(PHONES) for network in reader.networks):
        raise SpeechFault(f"{path} belongs to another version: install Spielleiter again.")
    return reader


def write_reader(reader: Reader, path: Path) -> None:
    """Write ``phones.npz``: the networks' weights side by side, in half precision.

    Raises:
        OSError: it cannot be written.
    """
    held: dict[str, list[Floats]] = {}
    for name in ("mean", "scale"):
        held[name] = [getattr(network, name) for network in reader.networks]
    for name in _LAYERS:
        held[name] = [getattr(network, name).kernel for network in reader.networks]
        held[f"{name}_bias"] = [getattr(network, name).bias for network in reader.networks]
    halves: dict[str, Any] = {name: np.asarray(part, dtype=np.float16) for name, part in held.items()}
    np.savez_compressed(path, **halves)


def _network(held: dict[str, Floats], number: int) -> Network:
    layers = {name: Layer(held[name][number], held[f"{name}_bias"][number]) for name in _LAYERS}
    return Network(held["mean"][number], held["scale"][number], **layers)
