"""The objective of Kocijan et al. 2021 (theorem 2.1): how far weights could move any score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def spread(weights: Sequence[float] | NDArray[Any], groups: Sequence[str] | NDArray[Any]) -> float:
    """Σ max(w_i, w_j) over the pairs within each group: half its Gini mean difference, and a constant.

    In ascending order the i-th weight is the larger one in i pairs, so no pair has to be looked at.

    >>> spread([1, 2, 4], ["f", "f", "f"])  # 2 + 4 + 4
    10.0
    """
    weights, groups = np.asarray(weights, dtype=float), np.asarray(groups)
    return float(
        sum(
            np.sort(weights[groups == group]) @ np.arange(np.count_nonzero(groups == group))
            for group in np.unique(groups)
        )
    )


def pairs_of(n: float | NDArray[Any], of: float) -> Any:
    """How many pairs of `of` examples have at least one among the first n.

    >>> pairs_of(1, 3), pairs_of(3, 3)
    (2.0, 3.0)
    """
    return n * (2 * of - n - 1) / 2
