"""The most even weights under balance constraints, exactly, at a cost that grows with cells, not their pairs.

A group's weights are a sum of level sets, w = Σ m_S·1_S over a chain of sets S, and the objective of such a
sum is Σ m_S·pairs(S), where pairs(S) counts the pairs of examples with one in S. So the program has a
variable for each set of cells, and a constraint only for each property set. Few of those variables are ever
needed: given prices of the constraints, the sets that could improve the sum are prefixes of the cells in
order of price per example, found by one sort (pairs(S) is a concave function of the examples in S). We add
those, solve again, and stop when none is left: the prices then prove that nothing is better.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.errors import CorefairError
from corefair.weighting.cells import Cells
from corefair.weighting.spread import pairs_of

Array = NDArray[Any]
_CLOSE = 1e-11  # of the objective: how near the proof has to come
_PREFIXES = 20  # added for each group in a round: the best, and as many at even distances
_ROUNDS = 2000


class Infeasible(CorefairError):
    """No weights balance these sets."""


@dataclass(frozen=True)
class Solution:
    """Weights of the cells, what the objective is, and what it cannot be below."""

    weights: Array  # [n_cells]
    objective: float
    bound: float
    rounds: int


def most_even(cells: Cells, alive: Array) -> Solution:
    """Minimise Σ max(w_i, w_j) over the pairs within groups; cells that are not `alive` get no weight."""
    groups = [_Group(cells, index, alive) for index in range(len(cells.groups))]
    used = np.concatenate([group.cells for group in groups])
    rows = cells.rows(used)
    keep = _independent(rows, cells, used)
    column = np.empty(len(cells.size), dtype=int)
    column[used] = np.arange(len(used))
    for group in groups:
        group.rows = rows[keep][:, column[group.cells]].T.tocsr()
        group.means = np.empty((0, len(keep)))
    # Half the box's width in each direction; prices are per example, and so between 0 and the largest group.
    width = np.full(len(keep), 0.1 * max(group.n for group in groups))
    # However uneven, the larger of two weights is at most their sum, which bounds what can be proved.
    most = cells.total * sum(group.n for group in groups)
    centre = _start(cells, groups, rows[keep], used)
    best = _offer(groups, centre, cells.total)
    for rounds in range(1, _ROUNDS):
        amounts, boxed, prices, found = _master(groups, centre, width, cells.total)
        value = _offer(groups, prices, cells.total)
        promised, gained = found - best, value - best
        if value > best:
            best, centre = value, prices
        if best > most:
            raise Infeasible("no weights balance these sets")
        if found - best <= _CLOSE * abs(found):
            if not boxed.any():
                weights = _polish(cells, groups, amounts)
                return Solution(weights, found, best, rounds)
            width[boxed] *= 4
        elif gained > 0.1 * promised:
            width[boxed] *= 2
        for group in groups:
            group.forget(prices, centre, keep=200 + 6 * len(keep) + 2 * rounds)
    raise CorefairError(f"the weights did not settle in {_ROUNDS} rounds; balance fewer sets, or trim")


class _Group:
    """A group's cells and the level sets tried for it so far."""

    rows: Any  # sparse [n_cells, n_rows]
    means: Array  # [n_tried, n_rows]: a level set's rows, per example

    def __init__(self, cells: Cells, index: int, alive: Array) -> None:
        self.cells = np.flatnonzero((cells.group == index) & alive)
        self.size = cells.size[self.cells].astype(float)
        # Examples without weight still count in pairs with the others: for the objective they are there.
        self.n = float(cells.size[cells.group == index].sum())
        self.tried: list[Array] = []  # the cells of each level set
        self.costs = np.empty(0)  # its pairs per example

    def prefixes(self, prices: Array) -> float:
        """Try the prefixes that look best at these prices; what the best of them costs per example."""
        value = self.rows @ prices
        order = np.argsort(-value / self.size, kind="stable")
        count = np.cumsum(self.size[order])
        costs = pairs_of(count, self.n) / count
        reduced = costs - np.cumsum(value[order]) / count
        padded = np.pad(reduced, 1, constant_values=np.inf)
        low = np.flatnonzero((reduced <= padded[:-2]) & (reduced <= padded[2:]))
        low = low[np.argsort(reduced[low], kind="stable")[:_PREFIXES]]
        even = np.linspace(0, len(order) - 1, _PREFIXES).astype(int)
        near = np.clip(low[0] + np.arange(-3, 4), 0, len(order) - 1)
        ends = np.unique(np.concatenate([low, even, near]))
        self.tried += [order[: end + 1] for end in ends]
        self.means = np.vstack([self.means, self._sums(order, ends) / count[ends, None]])
        self.costs = np.append(self.costs, costs[ends])
        return float(reduced[low[0]])

    def _sums(self, order: Array, ends: Array) -> Array:
        """[n_ends, n_rows]: the rows of each prefix."""
        from scipy.sparse import csr_matrix

        used = order[: ends[-1] + 1]
        piece = np.searchsorted(ends, np.arange(len(used)))
        pick = csr_matrix((np.ones(len(used)), (piece, used)), shape=(len(ends), len(order)))
        return np.asarray(np.cumsum((pick @ self.rows).toarray(), axis=0))

    def forget(self, prices: Array, centre: Array, *, keep: int) -> None:
        """Drop the level sets that are furthest from being of use at both prices."""
        if len(self.costs) > keep:
            reduced = [self.costs - self.means @ each for each in (prices, centre)]
            slack = np.minimum(*(each - each.min() for each in reduced))
            kept = np.sort(np.argsort(slack, kind="stable")[:keep])
            self.tried = [self.tried[i] for i in kept]
            self.means, self.costs = self.means[kept], self.costs[kept]


def _offer(groups: list[_Group], prices: Array, total: float) -> float:
    """The bound these prices prove; what they suggest is tried."""
    return total * sum(group.prefixes(prices) for group in groups)


def _master(
    groups: list[_Group], centre: Array, width: Array, total: float
) -> tuple[Any, Array, Array, float]:
    """The best mix of the level sets tried, with prices in a box around the best so far.

    Without the box prices leap about while few sets are known (Marsten's boxstep); it grows with success and
    never shrinks, or the search could stop short. It is a penalty on a constraint that is not met: where none
    is paid, the box made no difference.
    """
    from scipy.optimize import linprog

    n_rows, n_tried = len(centre), [len(group.costs) for group in groups]
    means = np.vstack([group.means for group in groups])
    share = np.repeat(np.eye(len(groups)), n_tried, axis=0)
    box = np.vstack([np.eye(n_rows), np.zeros((len(groups), n_rows))])
    solved = linprog(
        np.concatenate([*(group.costs for group in groups), centre + width, width - centre]),
        A_eq=np.hstack([np.vstack([means.T, share.T]), box, -box]),
        b_eq=np.concatenate([np.zeros(n_rows), np.full(len(groups), total)]),
        method="highs",
    )
    if solved.x is None:
        raise CorefairError(f"HiGHS gave up: {solved.message}")
    amounts = np.split(solved.x, np.cumsum([*n_tried, n_rows]))
    boxed = (amounts[-2] + amounts[-1]) > 1e-9 * total
    prices = np.clip(solved.eqlin.marginals[:n_rows], centre - width, centre + width)
    return amounts[: len(groups)], boxed, prices, float(solved.fun)


def _polish(cells: Cells, groups: list[_Group], amounts: list[Array]) -> Array:
    """The weights, with the constraints met as well as 64 bits allow: the solver stops at 1e-7."""
    weights = np.zeros(len(cells.size))
    used = [np.flatnonzero(amount > 0) for amount in amounts]
    system = np.vstack([group.means[at] for group, at in zip(groups, used, strict=True)]).T
    share = np.repeat(np.eye(len(groups)), [len(at) for at in used], axis=0).T
    target = np.concatenate([np.zeros(len(system)), np.full(len(groups), cells.total)])
    matrix, found = (
        np.vstack([system, share]),
        np.concatenate([a[at] for a, at in zip(amounts, used, strict=True)]),
    )
    found = found + np.linalg.lstsq(matrix, target - matrix @ found, rcond=None)[0]
    pieces = np.split(np.maximum(found, 0), np.cumsum([len(at) for at in used])[:-1])
    for group, at, amount in zip(groups, used, pieces, strict=True):
        for which, much in zip(at, amount, strict=True):
            level = group.tried[which]
            weights[group.cells[level]] += much / group.size[level].sum()
    return weights


def _independent(rows: Any, cells: Cells, used: Array) -> list[int]:
    """The constraints that do not follow from others and the equal totals, by Gram–Schmidt."""
    from scipy.sparse import csr_matrix, diags, vstack

    n_groups = len(cells.groups)
    totals = csr_matrix(np.equal.outer(np.arange(n_groups), cells.group[used]) * cells.size[used])
    matrix = vstack([totals, rows])
    gram = (matrix @ diags(1 / cells.size[used]) @ matrix.T).toarray()
    right = np.repeat([cells.total, 0.0], [n_groups, len(gram) - n_groups])
    kept: list[int] = []
    factor, sides = np.zeros((0, len(gram))), np.zeros(0)  # of the kept ones, as in Cholesky's
    for row in range(len(gram)):
        rest, side = gram[row] - factor[:, row] @ factor, right[row] - factor[:, row] @ sides
        if rest[row] > 1e-10 * gram[row, row]:
            length = np.sqrt(rest[row])
            factor, sides = np.vstack([factor, rest / length]), np.append(sides, side / length)
            kept.append(row)
        elif abs(side) > 1e-9 * cells.total:  # what the others imply is not what this one asks for
            raise Infeasible("two constraints contradict each other")
    return [row - n_groups for row in kept if row >= n_groups]


def _start(cells: Cells, groups: list[_Group], rows: Any, used: Array) -> Array:
    """Prices to begin with: those that fit the ranks of the weights with the least squares instead.

    Any will do; these bring level sets of about the right shape, and halve the rounds or better.
    """
    from scipy.sparse import csr_matrix, diags, vstack

    group = cells.group[used]
    size = cells.size[used].astype(float)
    totals = csr_matrix(np.equal.outer(np.arange(len(groups)), group) * size)
    matrix = csr_matrix(vstack([rows, totals]))
    target = np.concatenate([np.zeros(rows.shape[0]), np.full(len(groups), cells.total)])

    def fit(on: Array, goal: Array) -> Array:
        part = matrix[:, on] @ diags(1 / size[on])
        return np.asarray(np.linalg.lstsq((part @ matrix[:, on].T).toarray(), goal, rcond=1e-12)[0])

    weights, on = np.ones(len(used)), np.ones(len(used), dtype=bool)
    for _ in range(50):
        weights = np.where(on, 1 + (matrix.T @ fit(on, target - matrix @ on)) / size, 0)
        if (weights >= 0).all() or not (on & (weights > 0)).any():
            break
        on &= weights > 0
    smaller = np.zeros(len(used))  # how many pairs each weight is the larger one in, per example
    for index in range(len(groups)):
        inside = group == index
        _, level = np.unique(weights[inside], return_inverse=True)
        count = np.bincount(level, size[inside])
        smaller[inside] = (np.cumsum(count) - count / 2 - 0.5)[level]
    return fit(on, matrix[:, on] @ smaller[on])[: rows.shape[0]]
