"""The compiled first layer as torch knows functions: with a gradient."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

Ints = NDArray[np.int32]
Values = NDArray[np.int16]


class _Pairs(torch.autograd.Function):
    """ReLU of this[of] + that[found] + the rows of `table` that the values name, with dropout."""

    @staticmethod
    def forward(
        ctx: Any, this: Tensor, that: Tensor, table: Tensor, of: Ints, found: Ints, values: Values,
        drop: int, seed: int,
    ) -> Tensor:  # fmt: skip
        from corefair.systems.ranking.first_layer_compiled import forward

        out = torch.from_numpy(
            forward(_array(this), _array(that), _array(table), of, found, values, drop, seed)
        )
        ctx.pairs, ctx.drop, ctx.sizes = (of, found, values), drop, (len(this), len(table))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Any:
        from corefair.systems.ranking.first_layer_compiled import backward

        (out,) = ctx.saved_tensors
        (n, n_values), (of, found, values) = ctx.sizes, ctx.pairs
        made = backward(_array(gradient), _array(out), n, n_values, of, found, values, ctx.drop)
        return (*map(torch.from_numpy, made), None, None, None, None, None)


class _Wide(torch.autograd.Function):
    """The sum of one number a template."""

    @staticmethod
    def forward(ctx: Any, table: Tensor, kinds: Ints, values: Values) -> Tensor:
        from corefair.systems.ranking.first_layer_compiled import wide_forward

        ctx.pairs, ctx.size = (kinds, values), tuple(table.shape)
        return torch.from_numpy(wide_forward(_array(table), kinds, values))

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Any:
        from corefair.systems.ranking.first_layer_compiled import wide_backward

        return torch.from_numpy(wide_backward(_array(gradient), *ctx.size, *ctx.pairs)), None, None


def pair_layer(
    this: Tensor, that: Tensor, table: Tensor, of: Ints, found: Ints, values: Values, *,
    dropout: float = 0.0, seed: int = 0,
) -> Tensor:  # fmt: skip
    """The first layer over pairs, [n_pairs, width]; dropout in steps of 1/256."""
    made: Tensor = _Pairs.apply(this, that, table, of, found, values, round(256 * dropout), seed)  # type: ignore[no-untyped-call]
    return made


def wide_layer(table: Tensor, kinds: Ints, values: Values) -> Tensor:
    """What the values of a pair weigh by themselves, given its kind: [n_pairs]."""
    made: Tensor = _Wide.apply(table, kinds, values)  # type: ignore[no-untyped-call]
    return made


def _array(tensor: Tensor) -> NDArray[np.float32]:
    return tensor.detach().contiguous().numpy()
