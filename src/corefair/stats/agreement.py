"""Agreement of raters beyond chance: Krippendorff's α for names, with an interval over the things rated.

α = 1 − observed / expected disagreement (Krippendorff 2011, Computing Krippendorff's Alpha-Reliability).
Every thing that two raters or more have answered counts; raters need not have answered all. It is a function
of additive totals, so things are resampled as everything else is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.stats.intervals import Interval, bootstrap


def krippendorff(
    ratings: Sequence[Sequence[Hashable]],
    *,
    units: Sequence[str] | None = None,
    resamples: int = 2000,
    seed: int = 0,
) -> Interval:
    """α of the values that each thing was given; a DataError where it is not defined.

    >>> round(krippendorff([["a", "a"], ["b", "b"], ["a", "b"], ["b", "b"]]).value, 3)
    0.533
    """
    rated = [(i, values) for i, values in enumerate(ratings) if len(values) > 1]
    names = sorted({value for _, values in rated for value in values}, key=repr)
    if len(names) < 2:
        raise DataError("agreement is not defined: nothing was rated twice, or all ratings are the same")
    totals = np.array([_totals(values, names) for _, values in rated], dtype=float)
    of = [units[i] if units else str(i) for i, _ in rated]
    if len(set(of)) < 2:
        raise DataError("agreement needs two things that were rated twice")
    return bootstrap(totals, _alpha, units=of, resamples=resamples, seed=seed)


def _totals(values: Sequence[Hashable], names: Sequence[Hashable]) -> list[float]:
    """The disagreement of one thing, and how often each name was given."""
    counts = Counter(values)
    n = len(values)
    disagreement = (n * n - sum(count * count for count in counts.values())) / (n - 1)
    return [disagreement, *(counts[name] for name in names)]


def _alpha(totals: NDArray[np.float64]) -> NDArray[np.float64]:
    """[..., 1 + n_names] -> [...]"""
    observed, given = totals[..., 0], totals[..., 1:]
    n = given.sum(axis=-1)
    expected = (n * n - (given * given).sum(axis=-1)) / (n - 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(1 - observed / expected)
