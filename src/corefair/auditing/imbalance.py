"""Is a test itself lopsided? Where one group's cases are harder for other reasons, a gap may come from those.

Kocijan et al. (2021) showed it for GAP: the feminine half has more names, and the right one further away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair import stats
from corefair.types import Case, Choice, Mention, Suite

Array = NDArray[Any]
_SURE = 0.05  # of p after Holm's correction over the properties


def imbalance(suite: Suite) -> list[str]:
    """A sentence for each property whose mean differs between the two groups of the suite's contrast."""
    grouping, one, other = suite.contrast
    cases = [case for case in suite.cases if case.groups.get(grouping) in (one, other)]
    asked = [case for case in cases if isinstance(case.gold, Choice) and case.gold.right is not None]
    groups = np.array([case.groups[grouping] for case in asked])
    if set(groups) != {one, other}:
        return []
    uneven: dict[str, Array] = {}
    for name, measure in PROPERTIES.items():
        values = np.array([measure(case) for case in asked], dtype=float)
        if _mean(values, groups, one) != _mean(values, groups, other):
            uneven[name] = values
    ps = stats.holm([_p(values, groups, (one, other), asked) for values in uneven.values()])
    return [
        f"the test is lopsided: {name} is {_mean(values, groups, one):.2f} on average for {one} and "
        f"{_mean(values, groups, other):.2f} for {other}; a gap may come from that"
        for (name, values), p in zip(uneven.items(), ps, strict=True)
        if p < _SURE
    ]


def _mean(values: Array, groups: Array, group: str) -> float:
    return float(values[groups == group].mean())


def _p(values: Array, groups: Array, of: tuple[str, str], cases: Sequence[Case]) -> float:
    """By swapping within units that have both groups, else by regrouping whole units."""
    units = np.array([case.unit or case.id for case in cases])
    on_left = groups == of[0]
    if set(units[on_left]).isdisjoint(units[~on_left]):
        return float(stats.permutation_test(values, groups, of=of, units=units).p)
    counted = np.column_stack([values, np.ones(len(values))])
    left, right = (counted * side[:, None] for side in (on_left, ~on_left))
    return float(stats.paired_randomisation(left, right, lambda t: t[..., 0] / t[..., 1], units=units).p)


def _between(case: Case, name: Mention) -> int:
    pronoun: Mention = case.gold.pronoun
    return max(name.start - pronoun.end, pronoun.start - name.end)


def _names(case: Case) -> list[Mention]:
    return [Mention(start, end) for start, end, _ in case.given.entities] or list(case.gold.candidates)


def _distance(case: Case) -> int:
    return _between(case, case.gold.candidates[case.gold.right])


def _place(case: Case) -> int:
    return 1 + sum(_between(case, name) < _distance(case) for name in _names(case))


PROPERTIES: Mapping[str, Callable[[Case], float]] = {
    "the number of candidates": lambda case: len(_names(case)),
    "the distance to the right one in words": lambda case: _between(
        case, case.gold.candidates[case.gold.right]
    ),
    "the place of the right one by distance": _place,
    "the length of the text in words": lambda case: len(case.given.words),
}
