"""Balanced weights by level sets against the programs with a variable for each pair: ratios of one run."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.stats.balanced import balanced_contrast
from corefair.weighting import Property, balance, design, numbers

Array = NDArray[Any]
LIMIT = 10.0  # seconds for 100,000 examples with 6 properties


def main() -> None:
    """Print how many times faster, then how time grows; processor time, for other work may be going on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="200 examples a group too: the reference is slow")
    full = parser.parse_args().full
    by_pairs(*like_gap(100), merge=True)  # loads the solver
    print(f"{'task':<64}{'by pairs':>12}{'ours':>12}{'times':>8}{'apart':>9}")
    times = [
        compare(f"a variable for each pair of {2 * n} examples", *like_gap(2 * n), merge=False)
        for n in ((50, 100, 200) if full else (50, 100))
    ]
    for (slow, fast), (slower, later) in pairwise(times):
        print(f"{'  growth when doubled':<64}{slower / slow:>9.1f} ×{later / fast:>9.1f} ×")
    compare("a variable for each pair of cells, about as in GAP", *like_gap(1774), merge=True)
    if os.environ.get("COREFAIR_DATA"):
        for name, groups, properties in real_gap():
            compare(f"a variable for each pair of cells of {name}", groups, properties, merge=True)

    groups, properties = like_gap(1774)
    intervals(groups, properties)

    print(f"\n{'growth: 6 properties of 10 values':<64}{'cells':>12}{'ours':>12}{'times':>8}")
    before = 0.0
    for n in (1000, 10_000, 100_000):
        took, found = timed(partial(balance, *uneven(n)))
        times_more = f"{took / before:.1f}" if before else ""
        print(f"{f'{n:,} examples':<64}{found.n_cells:>12,}{1000 * took:>9.0f} ms{times_more:>8}")
        before = took
    print(f"{'the limit for the last over ours':<64}{1000 * LIMIT:>9.0f} ms{1000 * before:>9.0f} ms", end="")
    print(f"{LIMIT / before:>8.1f}")


def compare(
    task: str, groups: Sequence[str], properties: Sequence[Property], *, merge: bool
) -> tuple[float, float]:
    """One line: the time of each, their ratio, and how far apart the optima are, relatively."""
    slow, reference = timed(lambda: by_pairs(groups, properties, merge=merge))
    fast, found = min(
        (timed(lambda: balance(groups, properties)) for _ in range(3)), key=lambda each: each[0]
    )
    of = f", {found.n_cells} cells" if merge else ""
    apart = abs(found.objective / reference - 1)
    print(f"{task + of:<64}{1000 * slow:>9.0f} ms{1000 * fast:>9.0f} ms{slow / fast:>8.1f}{apart:>9.0e}")
    return slow, fast


def intervals(groups: Sequence[str], properties: Sequence[Property], *, resamples: int = 10) -> None:
    """An interval that knows of the weights: solving anew for each of 200 resamples, against residuals."""
    rng = np.random.default_rng(0)
    right = (rng.random(len(groups)) < 0.6).astype(float)
    totals = np.stack([right, np.ones(len(groups))], axis=1)
    weights = balance(groups, properties).weights

    def anew() -> None:
        for _ in range(resamples):
            at = rng.integers(len(groups), size=len(groups))
            drawn = [Property(each.name, tuple(each.labels[i] for i in at)) for each in properties]
            balance([groups[i] for i in at], drawn)

    def residuals() -> Any:
        of = ("feminine", "masculine")
        columns = design(groups, properties)
        return balanced_contrast(totals, groups, _gap, of=of, weights=weights, design=columns)

    slow, _ = timed(anew)
    slow *= 200 / resamples
    fast, _ = min((timed(residuals) for _ in range(3)), key=lambda each: each[0])
    task = "an interval: weights anew for 200 resamples (from 10), or residuals"
    print(f"{task:<64}{1000 * slow:>9.0f} ms{1000 * fast:>9.0f} ms{slow / fast:>8.1f}")


def _gap(totals: Array) -> Array:
    return np.asarray(totals[..., 0] / totals[..., 1] - totals[..., 2] / totals[..., 3])


def by_pairs(groups: Sequence[str], properties: Sequence[Property], *, merge: bool) -> float:
    """The optimum of the program of Kocijan et al. 2021 (2.2): m_ij ≥ w_i, m_ij ≥ w_j for pairs in a group.

    With `merge`, of cells instead of examples: those of one group with the same properties get one weight.
    """
    from scipy.optimize import linprog
    from scipy.sparse import coo_matrix

    keys = [
        (group, tuple(each.labels[i] for each in properties), 0 if merge else i)
        for i, group in enumerate(groups)
    ]
    at = {key: i for i, key in enumerate(dict.fromkeys(keys))}
    size = np.bincount([at[key] for key in keys]).astype(float)
    group = np.array([key for key, _, _ in at])
    first, second = np.unique(group)
    n = len(at)
    i, j = np.triu_indices(n, 1)
    i, j = i[group[i] == group[j]], j[group[i] == group[j]]
    pair = np.arange(len(i))
    rows = np.concatenate([pair, pair, pair + len(i), pair + len(i)])
    columns = np.concatenate([i, n + pair, j, n + pair])
    signs = np.repeat([1.0, -1.0, 1.0, -1.0], len(i))
    at_most = coo_matrix((signs, (rows, columns)), shape=(2 * len(i), n + len(i))).tocsr()
    side = np.where(group == first, size, -size)
    sets = [
        [label in labels[which] for _, labels, _ in at]
        for which, each in enumerate(properties)
        for label in each.sets
    ]
    equal = np.vstack([size * (group == first), size * (group == second), np.array(sets) * side])
    solved = linprog(
        np.concatenate([size * (size - 1) / 2, size[i] * size[j]]),
        A_ub=at_most,
        b_ub=np.zeros(2 * len(i)),
        A_eq=np.hstack([equal, np.zeros((len(equal), len(i)))]),
        b_eq=np.repeat([size.sum() / 2, 0.0], [2, len(sets)]),
        method="highs-ipm",
    )
    assert solved.status == 0, solved.message
    return float(solved.fun)


def like_gap(n: int) -> tuple[list[str], list[Property]]:
    """Examples with about as many names, and the right one about as far, as in GAP."""
    rng = np.random.default_rng(0)
    groups = ["feminine", "masculine"] * (n // 2)
    extra = rng.negative_binomial(2.2, np.where(np.arange(n) % 2, 0.35, 0.33))
    names = 2 + extra
    place = np.minimum(rng.geometric(np.where(np.arange(n) % 2, 0.52, 0.43)), names)
    return groups, [numbers("names", names.tolist()), numbers("place", place.tolist())]


def real_gap() -> list[tuple[str, list[str], list[Property]]]:
    """GAP's test split with the weights W, and trimmed, Wt."""
    from corefair.suites.coref.gap import build
    from corefair.suites.coref.gap_weights import FURTHEST, MOST_NAMES
    from corefair.suites.coref.properties import as_property, asked, values

    cases = asked(build("test").cases)
    names: list[Any] = values("candidates", cases)
    place: list[Any] = values("place", cases)
    usual = [i for i in range(len(cases)) if names[i] <= MOST_NAMES and (place[i] or 0) <= FURTHEST]
    return [
        (
            name,
            [cases[i].groups["gender"] for i in kept],
            [as_property("names", [names[i] for i in kept]), as_property("place", [place[i] for i in kept])],
        )
        for name, kept in (("GAP", list(range(len(cases)))), ("GAP, trimmed", usual))
    ]


def uneven(n: int) -> tuple[list[str], list[Property]]:
    """Six properties of ten values, each more common in one group than in the other."""
    rng = np.random.default_rng(0)
    feminine = rng.random(n) < 0.5
    found = [np.minimum(rng.poisson(np.where(feminine, 3.5, 3.0)), 9) for _ in range(6)]
    groups = np.where(feminine, "feminine", "masculine").tolist()
    return groups, [numbers(f"property {i}", each.tolist()) for i, each in enumerate(found)]


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """Processor seconds for one run, and what it gave."""
    start = process_time()
    given = run()
    return process_time() - start, given


if __name__ == "__main__":
    main()
