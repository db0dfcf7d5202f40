"""The decoder's weights, read out of the bundled ONNX Runtime file.

The exported decoder turns its 8-bit weights into floats at every call, which is four fifths of a call's time.
Read once and kept as floats (164 MB), a step costs a third of that, and all prefixes can share one sound.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnxruntime.tools.ort_format_model.ort_flatbuffers_py.fbs.InferenceSession import InferenceSession

from speech.fault import SpeechFault

Floats = NDArray[np.float32]

_MATMUL = re.compile(r"/model/decoder/layers\.(\d+)/(\w+)/(\w+)/MatMul")
_FLOAT, _INT8 = 1, 3  # ONNX's numbers for the two kinds of tensor that the file holds


@dataclass(frozen=True)
class Layer:
    """One of the decoder's layers. A matrix has shape ``(in, out)``; a norm has no bias."""

    self_norm: Floats
    self_qkv: Floats
    """Query, key and value side by side."""
    self_out: Floats
    cross_norm: Floats
    cross_q: Floats
    cross_kv: Floats
    cross_out: Floats
    mlp_norm: Floats
    mlp_up: Floats
    mlp_up_bias: Floats
    mlp_down: Floats
    mlp_down_bias: Floats


@dataclass(frozen=True)
class DecoderWeights:
    """All of the decoder."""

    embedding: Floats
    """Shape ``(tokens, width)``; its transpose turns a state into logits."""
    layers: tuple[Layer, ...]
    norm: Floats
    rotation: Floats
    """The rotary embedding's frequencies, radians a position."""


def read_decoder(path: Path) -> DecoderWeights:
    """Read ``decoder_model_merged.ort``.

    Raises:
        SpeechFault: the file is missing or is not this model.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SpeechFault(f"The speech model {path} cannot be read: run 'spielleiter models verify'.") from error
    if not InferenceSession.InferenceSessionBufferHasIdentifier(content, 0):
        raise SpeechFault(f"The speech model {path} is broken: run 'spielleiter models verify'.")
    try:
        return _decoder(InferenceSession.GetRootAs(content, 0).Model().Graph())
    except (KeyError, IndexError, ValueError, AttributeError, TypeError) as error:
        raise SpeechFault(f"The speech model {path} is broken: run 'spielleiter models verify'.") from error


def _decoder(graph: Any) -> DecoderWeights:
    tensors = {}
    for index in range(graph.InitializersLength()):
        tensor = graph.Initializers(index)
        tensors[tensor.Name().decode()] = tensor
    inputs = _matrix_names(graph)

    def plain(name: str) -> Floats:
        return _array(tensors[name]).astype(np.float32)

    def matrix(stem: str) -> Floats:
        quantized = _array(tensors[f"{stem}_quantized"])
        scale, offset = plain(f"{stem}_scale"), plain(f"{stem}_zero_point")
        result: Floats = quantized.astype(np.float32)
        result *= scale
        result += offset
        return result

    def layer(number: int) -> Layer:
        def part(*names: str) -> Floats:
            parts = [matrix(inputs[number, name]) for name in names]
            return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)

        def vector(name: str) -> Floats:
            return plain(f"model.decoder.layers.{number}.{name}_merged_0")

        return Layer(
            self_norm=vector("input_layernorm.weight"),
            self_qkv=part("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"),
            self_out=part("self_attn.dense"),
            cross_norm=vector("post_attention_layernorm.weight"),
            cross_q=part("encoder_attn.q_proj"),
            cross_kv=part("encoder_attn.k_proj", "encoder_attn.v_proj"),
            cross_out=part("encoder_attn.dense"),
            mlp_norm=vector("final_layernorm.weight"),
            mlp_up=part("mlp.up_proj"),
            mlp_up_bias=vector("mlp.up_proj.bias"),
            mlp_down=part("mlp.down_proj"),
            mlp_down_bias=vector("mlp.down_proj.bias"),
        )

    count = 1 + max(number for number, _ in inputs)
    return DecoderWeights(
        embedding=matrix("model.decoder.embed_tokens.weight_merged_0"),
        layers=tuple(layer(number) for number in range(count)),
        norm=plain("model.decoder.norm.weight_merged_0"),
        rotation=plain("/model/decoder/rotary_emb/Cast_1_output_0").ravel(),
    )


def _matrix_names(graph: Any) -> dict[tuple[int, str], str]:
    """Which tensor each projection multiplies with, read from the branch without a cache."""
    names = {}
    for node in _branch(graph):
        found = _MATMUL.fullmatch(node.Name().decode())
        if found:
            layer, block, projection = found.groups()
            names[int(layer), f"{block}.{projection}"] = node.Inputs(1).decode().removesuffix("_add_tensor")
    return names


def _branch(graph: Any) -> list[Any]:
    for index in range(graph.NodesLength()):
        node = graph.Nodes(index)
        if node.OpType() == b"If":
            for number in range(node.AttributesLength()):
                attribute = node.Attributes(number)
                if attribute.Name() == b"else_branch":
                    inner = attribute.G()
                    return [inner.Nodes(position) for position in range(inner.NodesLength())]
    raise ValueError("the decoder has no branch")


def _array(tensor: Any) -> NDArray[Any]:
    kinds: dict[int, np.dtype[Any]] = {_FLOAT: np.dtype("<f4"), _INT8: np.dtype("i1")}
    kind = kinds[tensor.DataType()]
    shape = tuple(tensor.Dims(index) for index in range(tensor.DimsLength()))
    content: bytes = tensor.RawDataAsNumpy().tobytes()
    return np.frombuffer(content, dtype=kind).reshape(shape)
