"""Is a share of right answers above what guessing gives?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from corefair.errors import DataError
from corefair.stats.detection import answers
from corefair.stats.intervals import bootstrap
from corefair.stats.randomisation import paired_randomisation
from corefair.stats.units import FloatArray, Labels, finite, row_weights, unit_codes


@dataclass(frozen=True)
class Guessing:
    """A share of right answers with its interval, beside the share that guessing gives."""

    value: float
    low: float
    high: float
    chance: float
    p: float  # of a share as high as this, or higher, by guessing
    n: float  # answers
    n_units: int
    exact: bool  # whether p is, or was drawn


def better_than_guessing(
    right: ArrayLike,
    chance: ArrayLike,
    *,
    asked: ArrayLike | None = None,
    units: Labels | None = None,
    weights: ArrayLike | None = None,
    level: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> Guessing:
    """A share of right answers against the chance of guessing each, 1 over the number of candidates.

    `right` counts right answers of each row, out of `asked` (one unless told); `chance` is one number, or one
    a row. The interval resamples units; where all are right, or none is, it is the exact one for as many
    units; of one unit it is all from 0 to 1. If every unit is one answer, p is exact: the chance that so many
    or more are guessed, each on its own. If answers hang together in units, or are weighted, each unit's
    excess over chance has its sign turned by a coin instead: guesses are as often lucky as not, however many
    a unit makes at once. That holds to the letter for two candidates, and nearly for more.

    >>> better_than_guessing([1] * 9 + [0], 0.5).p == (1 + 10) / 2**10
    True
    """
    hits, tried = answers(right, asked)
    by_chance = _chances(chance, len(hits))
    weight = row_weights(weights, len(hits))
    used = weight * tried > 0
    if not used.any():
        raise DataError("nothing was asked that has weight")
    hits, tried, by_chance, weight = (each[used] for each in (hits, tried, by_chance, weight))
    codes = np.unique(unit_codes(units, len(used))[used], return_inverse=True)[1]
    n_units = int(codes.max()) + 1

    def share(totals: FloatArray) -> FloatArray:
        return np.asarray(totals[..., 0] / totals[..., 1])

    seen, guessed = (np.stack([each, tried], axis=1) for each in (hits, by_chance * tried))
    value, expected = (float(share(weight @ each)) for each in (seen, guessed))
    low, high = 0.0, 1.0
    if n_units > 1:
        _, low, high = bootstrap(
            seen, share, units=codes, weights=weight, resamples=resamples, level=level, seed=seed
        )
    if value in (0, 1):  # then no resample differs
        bound = ((1 - level) / 2) ** (1 / n_units)
        low, high = (bound, 1.0) if value == 1 else (0.0, 1 - bound)
    if n_units == len(hits) and (tried == 1).all() and np.ptp(weight) == 0 and set(hits.tolist()) <= {0, 1}:
        p, exact = _at_least(int(hits.sum()), by_chance), True
    else:
        test = paired_randomisation(
            seen, guessed, share, units=codes, weights=weight, alternative="greater", seed=seed
        )
        p, exact = float(test.p), test.exact
    return Guessing(value, low, high, expected, p, float(tried.sum()), n_units, exact)


def _chances(chance: ArrayLike, n_rows: int) -> FloatArray:
    given = finite(chance, "chances")
    if given.ndim and given.shape != (n_rows,):
        raise DataError(f"{given.size} chances for {n_rows} rows")
    if given.size and not (given.min() >= 0 and given.max() <= 1):
        raise DataError("a chance lies between 0 and 1")
    return np.broadcast_to(given, n_rows)


def _at_least(n_right: int, chances: FloatArray) -> float:
    """P(so many or more of these events happen), each on its own."""
    counts = np.ones(1)  # the chance of each number of them so far
    for chance in np.sort(chances).tolist():
        counts = np.append((1 - chance) * counts, 0.0) + np.append(0.0, chance * counts)
    return float(min(1.0, counts[n_right:].sum()))
