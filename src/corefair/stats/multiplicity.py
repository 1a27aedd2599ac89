"""P-values adjusted for having run many tests, in the order given."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from corefair.errors import DataError
from corefair.stats.units import FloatArray, finite


def holm(ps: ArrayLike) -> FloatArray:
    """Holm (1979): below alpha, with chance at most alpha of even one false alarm in the family.

    >>> holm([0.01, 0.04, 0.03])
    array([0.03, 0.06, 0.06])
    """
    p, order = _ordered(ps)
    adjusted = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    return _in_place(adjusted, order)


def benjamini_hochberg(ps: ArrayLike) -> FloatArray:
    """Benjamini & Hochberg (1995): below q, with an expected share of at most q false among those found.

    >>> benjamini_hochberg([0.01, 0.04, 0.03])
    array([0.03, 0.04, 0.04])
    """
    p, order = _ordered(ps)
    raised = p[order] * len(p) / np.arange(1, len(p) + 1)
    return _in_place(np.minimum.accumulate(raised[::-1])[::-1], order)


def _ordered(ps: ArrayLike) -> tuple[FloatArray, np.ndarray[tuple[int], np.dtype[np.intp]]]:
    p = finite(ps, "p-values")
    if p.ndim != 1:
        raise DataError("p-values must be a flat list")
    if p.size and not (p.min() >= 0 and p.max() <= 1):
        raise DataError("p-values must lie between 0 and 1")
    return p, np.argsort(p, kind="stable")


def _in_place(adjusted: FloatArray, order: np.ndarray[tuple[int], np.dtype[np.intp]]) -> FloatArray:
    placed = np.empty(len(order))
    placed[order] = np.minimum(adjusted, 1.0)
    return placed
