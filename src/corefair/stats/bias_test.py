"""Do two systems differ in bias? The randomisation test of Kocijan et al. 2021 (3.6), under weights."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
from numpy.typing import ArrayLike

from corefair.errors import DataError
from corefair.stats.detection import answers
from corefair.stats.drawing import FEWEST, MOST
from corefair.stats.p_values import Test
from corefair.stats.randomisation import paired_randomisation
from corefair.stats.units import FloatArray, Labels, chosen


def compare_bias(
    right_a: ArrayLike,
    right_b: ArrayLike,
    groups: Labels,
    *,
    of: tuple[Hashable, Hashable],
    asked: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    units: Labels | None = None,
    resamples: int = FEWEST,
    most: int = MOST,
    seed: int = 0,
) -> Test:
    """System a's bias less b's: the accuracy in the first group of `of` over that in the second, weighted.

    The two systems' answers to each example are swapped by a coin, as Yeh (2000) has it, and p is the share
    of swaps that leave their biases at least as far apart. Weights belong to examples and stay where they
    are. With the weights Wt of GAP this is the test of the paper between two rows of its Table 2; without, of
    acc-Bias.

    >>> a, b = [1, 1, 1, 0, 1, 1, 1, 1], [1, 0, 0, 0, 1, 1, 1, 1]
    >>> found = compare_bias(a, b, ["f"] * 4 + ["m"] * 4, of=("f", "m"))  # 3/4 and 1/4, and two to swap
    >>> found.statistic, found.p
    (0.5, 0.5)
    """
    hits_a, tried = answers(right_a, asked)
    hits_b, _ = answers(right_b, asked)
    if hits_a.shape != hits_b.shape:
        raise DataError(f"the two systems answered {len(hits_a)} and {len(hits_b)} examples")
    first, second = chosen(groups, of, len(hits_a))

    def sides(hits: FloatArray) -> FloatArray:
        return np.stack([hits * first, tried * first, hits * second, tried * second], axis=1)

    used = first | second
    return paired_randomisation(
        sides(hits_a)[used],
        sides(hits_b)[used],
        _bias,
        units=None if units is None else [unit for unit, keep in zip(units, used, strict=True) if keep],
        weights=None if weights is None else np.asarray(weights)[used],
        resamples=resamples,
        most=most,
        seed=seed,
    )


def _bias(totals: FloatArray) -> FloatArray:
    return np.asarray((totals[..., 0] / totals[..., 1]) / (totals[..., 2] / totals[..., 3]))
