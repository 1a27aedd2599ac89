"""The program as Kocijan et al. 2021 (2.2) write it: a variable for each example and each pair in a group."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import lil_matrix

from corefair.weighting import Property


def full_optimum(groups: Sequence[str], properties: Sequence[Property]) -> float | None:
    """Its optimum; None if there is none."""
    n, names = len(groups), sorted(set(groups))
    pairs = [(i, j) for i, j in combinations(range(n), 2) if groups[i] == groups[j]]
    sets = [[label in labels for labels in each.labels] for each in properties for label in each.sets]
    at_most = lil_matrix((2 * len(pairs), n + len(pairs)))
    equal = lil_matrix((len(names) + len(sets) * (len(names) - 1), n + len(pairs)))
    for row, name in enumerate(names):
        equal[row, :n] = [float(group == name) for group in groups]
    row = len(names)
    for members in sets:
        for name in names[1:]:
            equal[row, :n] = [
                member * (float(group == name) - float(group == names[0]))
                for member, group in zip(members, groups, strict=True)
            ]
            row += 1
    for k, pair in enumerate(pairs):
        for side, i in enumerate(pair):
            at_most[2 * k + side, i], at_most[2 * k + side, n + k] = 1, -1
    solved = linprog(
        np.repeat([0.0, 1.0], [n, len(pairs)]),
        A_ub=at_most.tocsr() if pairs else None,
        b_ub=np.zeros(2 * len(pairs)) if pairs else None,
        A_eq=equal.tocsr(),
        b_eq=np.repeat([n / len(names), 0.0], [len(names), equal.shape[0] - len(names)]),
        method="highs",
    )
    return float(solved.fun) if solved.status == 0 else None
