"""A BiLSTM over many sentences at once, both ways in one product, its weights' gradient in one at the end.

torch's own adds up the gradient of the recurrent weights after every word; benchmarks/bench_span.py has both.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn


class BiLSTM(nn.Module):
    """Each sentence read from both ends: [n_words, dim] → [n_words, 2 · size]."""

    def __init__(self, dim: int, size: int) -> None:
        super().__init__()
        self.size = size
        self.into = nn.Linear(dim, 8 * size)  # gates of both ways: input, forget, cell, output
        self.again = nn.Parameter(torch.empty(2, size, 4 * size))
        with torch.no_grad():
            for way in self.again:
                for gate in way.chunk(4, dim=1):
                    nn.init.orthogonal_(gate)
            self.into.weight.uniform_(-1 / math.sqrt(size), 1 / math.sqrt(size))
            self.into.bias.zero_()
            self.into.bias.view(2, 4, size)[:, 1] = 1.0  # what is remembered stays, until it learns better

    def forward(self, words: Tensor, lengths: Sequence[int]) -> Tensor:
        order, mirrored, sizes = packing(lengths)
        ways = torch.from_numpy(np.stack([order, mirrored]))  # [2, n]
        gates = self.into(words).view(len(words), 2, 4 * self.size)
        packed = torch.stack([gates[:, way].index_select(0, ways[way]) for way in (0, 1)])
        out: Tensor = _Recurrence.apply(packed, self.again, sizes)  # type: ignore[no-untyped-call]
        back = torch.empty_like(ways)
        back.scatter_(1, ways, torch.arange(len(words)).expand(2, -1))
        return torch.cat([out[way].index_select(0, back[way]) for way in (0, 1)], dim=1)


def packing(lengths: Sequence[int]) -> tuple[np.ndarray, np.ndarray, list[int]]:
    """Words step by step, long sentences first; the same from the ends; and how many words a step has.

    >>> order, mirrored, sizes = packing([1, 3])
    >>> order.tolist(), mirrored.tolist(), sizes
    ([1, 0, 2, 3], [3, 0, 2, 1], [2, 1, 1])
    """
    of = np.asarray(lengths, dtype=np.int64)
    longest_first = np.argsort(-of, kind="stable")
    starts, ends = (np.cumsum(of) - of)[longest_first], np.cumsum(of)[longest_first]
    sizes = [int((of > step).sum()) for step in range(of.max(initial=0))]
    order = np.concatenate([starts[:size] + step for step, size in enumerate(sizes)])
    mirrored = np.concatenate([ends[:size] - 1 - step for step, size in enumerate(sizes)])
    return order, mirrored, sizes


class _Recurrence(torch.autograd.Function):
    """h_t = o · tanh(c_t), c_t = f · c_{t−1} + i · g, for words in packed order, both ways side by side."""

    @staticmethod
    def forward(ctx: Any, gates: Tensor, again: Tensor, sizes: list[int]) -> Tensor:
        n, size = gates.shape[1], again.shape[1]
        acts = torch.empty_like(gates)  # [2, n, 4 · size]
        cells, bent, out = (gates.new_empty(2, n, size) for _ in range(3))
        hidden = cell = gates.new_zeros(2, sizes[0], size)
        at = 0
        for width in sizes:
            here = slice(at, at + width)
            now = acts[:, here]
            torch.baddbmm(gates[:, here], hidden[:, :width], again, out=now)
            now[..., : 2 * size].sigmoid_()
            now[..., 2 * size : 3 * size].tanh_()
            now[..., 3 * size :].sigmoid_()
            enter, forget, new, show = torch.chunk(now, 4, dim=2)
            cell = torch.addcmul(forget * cell[:, :width], enter, new)
            cells[:, here] = cell
            bent[:, here] = cell.tanh()
            hidden = show * bent[:, here]
            out[:, here] = hidden
            at += width
        ctx.save_for_backward(acts, cells, bent, out, again)
        ctx.sizes = sizes
        return out

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, Tensor, None]:
        acts, cells, bent, out, again = ctx.saved_tensors
        sizes, size = ctx.sizes, again.shape[1]
        into = torch.empty_like(acts)  # the gradient of the gates
        before = torch.zeros_like(out)  # h_{t−1} of each word
        back = again.transpose(1, 2)
        later_hidden = later_cell = grad.new_zeros(2, 0, size)
        at = acts.shape[1]
        for step in range(len(sizes) - 1, -1, -1):
            width = sizes[step]
            here = slice(at - width, at)
            at -= width
            enter, forget, new, show = torch.chunk(acts[:, here], 4, dim=2)
            hidden = grad[:, here].clone()
            hidden[:, : later_hidden.shape[1]] += later_hidden
            shown = bent[:, here]
            cell = hidden * show * (1 - shown * shown)
            cell[:, : later_cell.shape[1]] += later_cell
            slopes = into[:, here]
            slopes[..., :size] = cell * new * enter * (1 - enter)
            slopes[..., 2 * size : 3 * size] = cell * enter * (1 - new * new)
            slopes[..., 3 * size :] = hidden * shown * show * (1 - show)
            if step:
                earlier = slice(at - sizes[step - 1], at - sizes[step - 1] + width)
                slopes[..., size : 2 * size] = cell * cells[:, earlier] * forget * (1 - forget)
                before[:, here] = out[:, earlier]
                later_cell = cell * forget
                later_hidden = torch.bmm(slopes, back)
            else:
                slopes[..., size : 2 * size] = 0
        return into, torch.bmm(before.transpose(1, 2), into), None
