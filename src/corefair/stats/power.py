"""How large a test has to be: what gap so many pairs would find, and what weighted cases are worth."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from corefair.errors import DataError
from corefair.stats.units import check_share, row_weights


def minimum_detectable_gap(se: float, *, alpha: float = 0.05, power: float = 0.8) -> float:
    """From the gap's standard error: (z_{1-α/2} + z_power) · se, 2.8 standard errors unless told otherwise.

    >>> round(minimum_detectable_gap(0.01), 4)
    0.028
    """
    z_alpha, z_power = _z(alpha, power)
    if not 0 < se < float("inf"):
        raise DataError(f"a standard error of {se} says nothing about what could have been found")
    return (z_alpha + z_power) * se


def minimum_detectable_gap_of_pairs(
    discordance: float, n_pairs: float, *, alpha: float = 0.05, power: float = 0.8
) -> float:
    """Between two right-or-wrong outcomes on the same pairs, of which the share `discordance` disagree.

    The gap d solves d √n = z_{1-α/2} √ψ + z_power √(ψ - d²), the power of McNemar's test at discordance ψ
    (Connor 1987). A gap cannot exceed the discordance; where it would, ψ is raised to meet it, so that pairs
    without any disagreement still have an answer, about 8/n. 1.0 when no gap would do.

    >>> round(minimum_detectable_gap_of_pairs(0.25, 1600), 3)  # about 2.8 · √(0.25 / 1600)
    0.035
    """
    z_alpha, z_power = _z(alpha, power)
    if not 0 <= discordance <= 1:
        raise DataError(f"discordance is a share of pairs between 0 and 1, not {discordance}")
    _check_sizes(n_pairs)
    inside = n_pairs + z_power**2 - z_alpha**2
    if inside < 0:
        return 1.0
    per_root = (z_alpha * sqrt(n_pairs) + z_power * sqrt(inside)) / (n_pairs + z_power**2)  # d / √ψ
    return min(1.0, per_root * max(sqrt(discordance), per_root))


def standard_error(low: float, high: float, *, level: float = 0.95) -> float:
    """The standard error of a normal estimate with this interval: its width over twice z.

    >>> round(standard_error(-0.0196, 0.0196), 4)
    0.01
    """
    check_share(level, "level")
    if not -float("inf") < low <= high < float("inf"):
        raise DataError(f"an interval runs from low to high, not from {low} to {high}")
    return (high - low) / (2 * NormalDist().inv_cdf((1 + level) / 2))


def effective_sample_size(weights: ArrayLike) -> float:
    """How many equally weighted rows would be as precise: (Σw)² / Σw² (Kish 1965).

    >>> effective_sample_size([1, 1, 2])
    2.6666666666666665
    """
    weight = row_weights(weights, np.size(weights))
    weight = np.sort(weight / weight.max())
    return float(weight.sum() ** 2 / (weight**2).sum())


def _z(alpha: float, power: float) -> tuple[float, float]:
    check_share(alpha, "alpha")
    check_share(power, "power")
    return NormalDist().inv_cdf(1 - alpha / 2), NormalDist().inv_cdf(power)


def _check_sizes(*sizes: float) -> None:
    for n in sizes:
        if not 1 <= n < float("inf"):
            raise DataError(f"a sample has at least one case, not {n}")
