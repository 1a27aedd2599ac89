"""Weights with which every group has the same share of every property set, as even as that allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.weighting.cells import Cells, collapse
from corefair.weighting.levels import Infeasible, most_even
from corefair.weighting.properties import Property, check
from corefair.weighting.spread import spread
from corefair.weighting.trouble import advice, empty_sets

Array = NDArray[Any]


@dataclass(frozen=True)
class SetTotals:
    """What one property set holds in each group, before and after weighting."""

    property: str
    label: str
    count: Mapping[str, int]
    weight: Mapping[str, float]


@dataclass(frozen=True)
class Balance:
    """The weights of the examples, in order, and how they came about."""

    weights: Array  # [n], of mean 1
    objective: float  # Σ max(w_i, w_j) over pairs within groups; no weights can have less than `bound`
    bound: float
    n_cells: int
    rounds: int
    sets: tuple[SetTotals, ...]
    zero: tuple[str, ...]  # sentences: which sets lost all weight because a group has none of them

    @property
    def worst(self) -> float:
        """The largest difference between two groups in the weight of a set: what rounding left."""
        return max((max(each.weight.values()) - min(each.weight.values()) for each in self.sets), default=0.0)

    @property
    def share_zero(self) -> float:
        """The share of examples without weight."""
        return float(np.mean(self.weights == 0))

    @property
    def sway(self) -> float:
        """How far one answer can move the weighted share of its group: the largest weight over the total."""
        n_groups = len(self.sets[0].weight) if self.sets else 2
        return float(self.weights.max() * n_groups / len(self.weights))

    def largest(self, n: int = 10) -> Array:
        """The n largest weights."""
        return np.sort(self.weights)[::-1][:n]

    def histogram(self, groups: Sequence[str], *, step: float = 0.1) -> dict[str, list[tuple[float, int]]]:
        """How many weights of each group are in each interval, by its lower end; empty intervals left out."""
        at = np.floor(self.weights / step + 1e-9).astype(int)
        return {
            group: [
                (float(place * step), int(count))
                for place, count in zip(
                    *np.unique(at[np.asarray(groups) == group], return_counts=True), strict=True
                )
            ]
            for group in dict.fromkeys(groups)
        }


def balance(groups: Sequence[str], properties: Sequence[Property]) -> Balance:
    """The weights for examples in these groups, with these properties.

    The weights add up to the same in every group and to n together, none is negative, every property set has
    the same weight in every group, and of all such weights these have the least Σ max(w_i, w_j) over pairs
    within groups: the least that a score can be moved by anything but the properties (Kocijan 2021, 2.1).

    >>> from corefair.weighting import numbers
    >>> found = balance(["f", "f", "m", "m", "m"], [numbers("names", [2, 3, 2, 2, 3])])
    >>> [round(weight, 3) for weight in found.weights.tolist()]
    [1.667, 0.833, 0.833, 0.833, 0.833]
    """
    check(groups, properties)
    cells = collapse(groups, properties)
    alive, zero = empty_sets(cells)
    try:
        if not all(alive[cells.of_group(group)].any() for group in range(len(cells.groups))):
            raise Infeasible("a group would be left without weight")
        solved = most_even(cells, alive)
    except Infeasible:
        raise DataError(advice(cells, alive, zero)) from None
    weights = solved.weights[cells.of_example]
    return Balance(
        weights,
        spread(weights, groups),
        solved.bound,
        len(cells.size),
        solved.rounds,
        _totals(cells, solved.weights),
        tuple(zero),
    )


def _totals(cells: Cells, weights: Array) -> tuple[SetTotals, ...]:
    inside = np.equal.outer(np.arange(len(cells.groups)), cells.group)  # [n_groups, n_cells]
    counts = np.rint(cells.member @ (inside * cells.size).T).astype(int)
    held = cells.member @ (inside * (cells.size * weights)).T
    return tuple(
        SetTotals(
            name,
            label,
            dict(zip(cells.groups, counts[i].tolist(), strict=True)),
            dict(zip(cells.groups, held[i].tolist(), strict=True)),
        )
        for i, (name, label) in enumerate(cells.sets)
    )
