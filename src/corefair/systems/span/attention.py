"""Head attention by prefix sums: the weighted mean inside every span, without a tensor of all their words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor

_REACH = 6.0  # logits are bent into ±6, so that no word outweighs another by more than e^12


def bent(logits: Tensor) -> Tensor:
    """Logits within bounds, nearly as they are when they are small."""
    return _REACH * (logits / _REACH).tanh()


class Heads:
    """Sums up to each word, from which the mean inside any span is one difference.

    Sums are in double precision: a span of light words after heavy ones is the small difference of two large
    numbers, and in single precision little of it would be left.
    """

    def __init__(self, logits: Tensor, values: Tensor) -> None:
        weights = bent(logits).double().exp()  # [n]
        self.weights = _from_zero(weights[:, None])
        self.values = _from_zero(weights[:, None] * values.double())  # [n + 1, dim]

    def mean(self, start: Tensor, end: Tensor) -> Tensor:
        """The weighted mean of the words of each span: [spans, dim]."""
        total = self.values.index_select(0, end) - self.values.index_select(0, start)
        weight = self.weights.index_select(0, end) - self.weights.index_select(0, start)
        return (total / weight).float()


def _from_zero(values: Tensor) -> Tensor:
    from torch import cat

    return cat([values.new_zeros(1, values.shape[1]), values.cumsum(0)])
