"""Training: the phone reader learns from lessons. Needs PyTorch, an extra; hearing does not.

Connectionist temporal classification: the reader is told which phones there are, and finds out itself where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from random import Random
from typing import Any

import numpy as np

from host.bench.lessons import Lesson
from host.fault import HostFault
from speech.phrases.pronunciation import PHONES
from speech.phrases.reader import Layer, Network

_WIDTH, _FRAMES = 160, 3
_EPOCHS, _BATCH = 14, 32
_FASTEST, _DECAY, _DROPPED = 3e-3, 1e-2, 0.2


def need_pytorch() -> None:
    """Raises: HostFault: PyTorch is not installed; better known before the lessons than after them."""
    if find_spec("torch") is None:
        raise HostFault("PyTorch is not installed: pip install 'spielleiter[train]'.")


def training(lessons: Sequence[Lesson], seed: int = 0) -> Iterator[tuple[float, Network]]:
    """After each epoch the mean loss (nats a lesson) and the network as it is by then; some minutes in all."""
    import torch  # an extra: see need_pytorch
    from torch import nn

    usable = [lesson for lesson in lessons if lesson.phones and len(lesson.states) > _steps(lesson)]
    seen = np.concatenate([lesson.states[::5] for lesson in usable[::5]]).astype(np.float32)
    mean, scale = seen.mean(axis=0), 1 / (seen.std(axis=0) + 1e-3)
    torch.manual_seed(seed)
    middle = _FRAMES // 2
    first = nn.Conv1d(len(mean), _WIDTH, _FRAMES, padding=middle)
    second = nn.Conv1d(_WIDTH, _WIDTH, _FRAMES, padding=middle)
    names = nn.Conv1d(_WIDTH, 1 + len(PHONES), 1)
    dropout = nn.Dropout(_DROPPED)
    net = nn.Sequential(dropout, first, nn.ReLU(), dropout, second, nn.ReLU(), dropout, names)
    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=_DECAY)
    steps = _EPOCHS * -(-len(usable) // _BATCH)
    pace = torch.optim.lr_scheduler.OneCycleLR(optimiser, _FASTEST, total_steps=steps)
    loss_of = nn.CTCLoss(reduction="sum", zero_infinity=True)
    chance = Random(seed)
    for _ in range(_EPOCHS):
        net.train()
        total = 0.0
        for batch in _batches(usable, chance):
            lengths = [len(lesson.states) for lesson in batch]
            states = np.zeros((len(batch), max(lengths), len(mean)), dtype=np.float32)
            for row, lesson in enumerate(batch):
                states[row, : lengths[row]] = (lesson.states.astype(np.float32) - mean) * scale
            told = net(torch.from_numpy(states).transpose(1, 2)).permute(2, 0, 1).log_softmax(-1)
            meant = torch.tensor([phone for lesson in batch for phone in lesson.phones])
            counts = torch.tensor([len(lesson.phones) for lesson in batch])
            loss = loss_of(told, meant, torch.tensor(lengths), counts) / len(batch)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimiser.step()
            pace.step()
            total += float(loss.detach()) * len(batch)
        yield total / len(usable), Network(mean, scale, *map(_layer, (first, second, names)))


def _steps(lesson: Lesson) -> int:
    """Frames that the phones need at least: one each, and one between two that are alike."""
    return len(lesson.phones) + sum(one == next_ for one, next_ in zip(lesson.phones, lesson.phones[1:], strict=False))


def _batches(lessons: Sequence[Lesson], chance: Random) -> Iterator[list[Lesson]]:
    """All of them once, about equally long ones together, in random order."""
    order = sorted(lessons, key=lambda lesson: len(lesson.states) + 20 * chance.random())
    starts = list(range(0, len(order), _BATCH))
    chance.shuffle(starts)
    for start in starts:
        yield order[start : start + _BATCH]


def _layer(convolution: Any) -> Layer:
    kernel, bias = (part.detach().numpy().copy() for part in (convolution.weight, convolution.bias))
    return Layer(np.ascontiguousarray(kernel.transpose(2, 1, 0)), bias)
