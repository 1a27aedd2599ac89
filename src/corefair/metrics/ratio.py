"""Division as scores need it: nothing of nothing is 0, never NaN; recall, precision and F1 together.

Most metrics are one total over another: a `Quotient`.
"""

from __future__ import annotations

from inspect import Parameter, Signature
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

Number = float | NDArray[np.float64]  # a total, or many of them at once


class Prf(NamedTuple):
    """Recall, precision and F1, as numbers or as arrays of one shape."""

    recall: Number
    precision: Number
    f1: Number


@overload
def divide(part: float, whole: float) -> float: ...


@overload
def divide(part: NDArray[np.float64], whole: Number) -> NDArray[np.float64]: ...


@overload
def divide(part: Number, whole: Number) -> Number: ...


def divide(part: Number, whole: Number) -> Number:
    """part / whole, and 0 where the whole is 0, as the reference scorer has it.

    >>> divide(3, 4), divide(0, 0)
    (0.75, 0.0)
    """
    whole = np.asarray(whole, dtype=np.float64)
    ratio = np.divide(part, whole, out=np.zeros(np.broadcast(part, whole).shape), where=whole != 0)
    return float(ratio) if ratio.ndim == 0 else ratio


class Quotient:
    """The metric that is one total over another; `about` is what it says of itself.

    A share of nothing is 0, as the reference scorer has it; one that `needs_some` is not defined then, and
    resamples without any are left out of its interval.
    """

    def __init__(self, part: str, whole: str, about: str, *, needs_some: bool = False) -> None:
        self.per = whole  # what it divides by: how many cases a score of it rests on
        self.needs_some = needs_some
        self.__doc__ = about
        self.__signature__ = Signature(
            [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in (part, whole)]
        )

    def __call__(self, part: Number, whole: Number) -> Number:
        return divide(part, whole)


def prf(recall: Number, precision: Number) -> Prf:
    """With F1, the harmonic mean of the two.

    >>> prf(0.5, 1.0).f1 == 2 / 3
    True
    """
    return Prf(recall, precision, divide(2 * recall * precision, recall + precision))


def shared(part: Number, key: Number, response: Number) -> Prf:
    """Recall and precision of what the two have in common."""
    return prf(divide(part, key), divide(part, response))
