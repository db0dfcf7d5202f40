"""Moonshine's decoder over a tree of token prefixes, all of them listening to the same sound."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from speech.phrases.weights import DecoderWeights, Floats

Rows = NDArray[np.intp]

_HEADS = 8


class Decoder:
    """Pure arithmetic without a state: may be shared by threads, and each decision uses two.

    The linear-algebra library's own threads wait in a busy loop: on two cores with anything else to do, a decision
    that takes a tenth of a second takes half a minute. So they are switched off for the process.
    """

    def __init__(self, weights: DecoderWeights) -> None:
        threadpool_limits(limits=1, user_api="blas")
        self._weights = weights

    def listen(self, states: Floats) -> Tree:
        """Begin with the encoder's states of a sound, shape ``(frames, width)``."""
        return Tree(self._weights, states)


class Tree:
    """Prefixes that grow level by level. A prefix is a row; its keys and values are computed once and shared."""

    def __init__(self, weights: DecoderWeights, states: Floats) -> None:
        self._weights = weights
        self._head = states.shape[1] // _HEADS
        self._scale = np.float32(1 / np.sqrt(self._head))
        self._cross = [self._cross_cache(states @ layer.cross_kv) for layer in weights.layers]
        self._keys: list[list[Floats]] = [[] for _ in weights.layers]
        self._values: list[list[Floats]] = [[] for _ in weights.layers]
        self._lineage: Rows = np.zeros((1, 0), dtype=np.intp)

    def grow(self, parents: Rows, tokens: Rows) -> Floats:
        """Add one row for each token below ``parents`` (row numbers of the level before; 0 at the first).

        Returns the log-probabilities of what comes next, shape ``(rows, tokens)``.
        """
        weights, rows = self._weights, len(tokens)
        lineage = np.concatenate([self._lineage[parents], np.arange(rows)[:, None]], axis=1)
        self._lineage = lineage
        state: Floats = weights.embedding[tokens]
        turn = _turn(weights.rotation, lineage.shape[1] - 1)
        for number, layer in enumerate(weights.layers):
            qkv = (_norm(state, layer.self_norm) @ layer.self_qkv).reshape(rows, 3, _HEADS, self._head)
            self._keys[number].append(_rotate(qkv[:, 1], turn))
            self._values[number].append(qkv[:, 2])
            query = _rotate(qkv[:, 0], turn)[:, :, None]
            past_keys = _past(self._keys[number], lineage)
            past_values = _past(self._values[number], lineage)
            mixed: Floats = _softmax((query @ past_keys.swapaxes(2, 3)) * self._scale) @ past_values
            state = state + mixed.reshape(rows, -1) @ layer.self_out
            state = state + self._attend(number, _norm(state, layer.cross_norm) @ layer.cross_q) @ layer.cross_out
            up = _norm(state, layer.mlp_norm) @ layer.mlp_up + layer.mlp_up_bias
            state = state + _gated(up) @ layer.mlp_down + layer.mlp_down_bias
        return _log_softmax(_norm(state, weights.norm) @ weights.embedding.T)

    def _cross_cache(self, both: Floats) -> tuple[Floats, Floats]:
        heads = both.reshape(len(both), 2, _HEADS, self._head)
        return np.ascontiguousarray(heads[:, 0].transpose(1, 2, 0)), np.ascontiguousarray(heads[:, 1].swapaxes(0, 1))

    def _attend(self, number: int, query: Floats) -> Floats:
        keys, values = self._cross[number]
        heads = query.reshape(len(query), _HEADS, self._head).swapaxes(0, 1)
        mixed: Floats = _softmax((heads @ keys) * self._scale) @ values
        result: Floats = mixed.swapaxes(0, 1).reshape(query.shape)
        return result


def _past(levels: list[Floats], lineage: Rows) -> Floats:
    """Shape ``(rows, heads, levels, head)``."""
    return np.stack([level[lineage[:, depth]] for depth, level in enumerate(levels)], axis=2)


def _norm(state: Floats, weight: Floats) -> Floats:
    centred = state - state.mean(axis=-1, keepdims=True)
    variance = np.square(centred).mean(axis=-1, keepdims=True)
    result: Floats = centred / np.sqrt(variance + 1e-5) * weight
    return result


def _gated(up: Floats) -> Floats:
    """The first half, opened by the second half's SiLU."""
    half = up.shape[1] // 2
    gate = up[:, half:]
    result: Floats = up[:, :half] * gate / (1 + np.exp(-gate))
    return result


def _softmax(fit: Floats) -> Floats:
    weight = np.exp(fit - fit.max(axis=-1, keepdims=True))
    result: Floats = weight / weight.sum(axis=-1, keepdims=True)
    return result


def _log_softmax(logits: Floats) -> Floats:
    logits -= logits.max(axis=-1, keepdims=True)
    logits -= np.log(np.exp(logits).sum(axis=-1, keepdims=True))
    return logits


def _turn(rotation: Floats, position: int) -> tuple[Floats, Floats]:
    angle = np.float32(position) * rotation
    return np.cos(angle), np.sin(angle)


def _rotate(heads: Floats, turn: tuple[Floats, Floats]) -> Floats:
    """Rotate neighbouring pairs of the first dimensions; the rest of a head carries no position."""
    cosine, sine = turn
    size = 2 * len(cosine)
    even, odd = heads[..., 0:size:2], heads[..., 1:size:2]
    result = heads.copy()
    result[..., 0:size:2] = even * cosine - odd * sine
    result[..., 1:size:2] = odd * cosine + even * sine
    return result
