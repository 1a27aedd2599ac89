"""Division as scores need it: nothing of nothing is 0, never NaN; recall, precision and F1 together."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class Prf(NamedTuple):
    """Recall, precision and F1, as numbers or as arrays of one shape."""

    recall: Any
    precision: Any
    f1: Any


def divide(part: Any, whole: Any) -> Any:
    """part / whole, and 0 where the whole is 0, as the reference scorer has it.

    >>> divide(3, 4), divide(0, 0)
    (0.75, 0.0)
    """
    whole = np.asarray(whole, dtype=float)
    ratio = np.divide(part, whole, out=np.zeros(np.broadcast(part, whole).shape), where=whole != 0)
    return float(ratio) if ratio.ndim == 0 else ratio


def prf(recall: Any, precision: Any) -> Prf:
    """With F1, the harmonic mean of the two.

    >>> prf(0.5, 1.0).f1 == 2 / 3
    True
    """
    return Prf(recall, precision, divide(2 * recall * precision, recall + precision))


def shared(part: Any, key: Any, response: Any) -> Prf:
    """Recall and precision of what the two have in common."""
    return prf(divide(part, key), divide(part, response))
