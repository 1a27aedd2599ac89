"""Values of every method with their intervals, and of every two methods how far they are apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair import stats
from corefair.metrics import evaluate, totals_of

RESAMPLES, SEED = 2000, 0
Array = NDArray[Any]
Cases = tuple[Array, Array, Array]  # ids [n], units [n], counts [n, n_totals]
Json = dict[str, Any]


def compare(metric: str, rows: Mapping[str, Cases]) -> tuple[Json, Json]:
    """Of every row its value, and of two rows how far the first is above the second, on the same resamples.

    Two methods on the same words differ far less from each other than either would from itself on other
    words, so whether they differ is asked of the difference. Without a metric it is a rank correlation.
    """
    if not rows:
        return {}, {}
    ids, units, _ = next(iter(rows.values()))
    for row, (other, _, _) in rows.items():
        assert (other == ids).all(), f"{row} has other cases than {next(iter(rows))}"
    counts = np.stack([each for _, _, each in rows.values()], axis=1)  # [n, n_rows, n_totals]
    one, other = np.array(list(combinations(range(len(rows)), 2)), dtype=np.int64).reshape(-1, 2).T

    def with_differences(values: Array) -> Array:  # [..., n_rows] -> [..., n_rows + n_pairs]
        return np.concatenate([values, values[..., one] - values[..., other]], axis=-1)

    if metric:
        three = _bootstrap(metric, counts, units, with_differences)
    else:
        three = _rank_correlations(counts, with_differences)
    made = [dict(zip(("value", "low", "high"), map(float, each), strict=True)) for each in three.T]
    size = {"n": len(ids), "units": len(set(units.tolist()))}
    values = {row: {**each, **size} for row, each in zip(rows, made, strict=False)}
    pairs = combinations(rows, 2)
    return values, {f"{a} - {b}": each for (a, b), each in zip(pairs, made[len(rows) :], strict=True)}


def _bootstrap(metric: str, counts: Array, units: Array, shown: Callable[[Array], Array]) -> Array:
    """[3, n]: value, low, high."""
    names = totals_of(metric)

    def of_totals(summed: Array) -> Array:
        of_rows = summed.reshape(*summed.shape[:-1], -1, len(names))
        return shown(np.asarray(evaluate(metric, {name: of_rows[..., at] for at, name in enumerate(names)})))

    flat = counts.reshape(len(counts), -1)
    return np.array(stats.bootstrap(flat, of_totals, units=units, resamples=RESAMPLES, seed=SEED))


def _rank_correlations(counts: Array, shown: Callable[[Array], Array]) -> Array:
    """Spearman's ρ of every row [n, n_rows, (cosine, rating)], the pairs drawn and ranked again each time."""
    from scipy.stats import rankdata

    cosines, ratings = counts[..., 0].T, counts[:, 0, 1]  # [n_rows, n], [n]
    n = len(ratings)

    def spearman(drawn: Array) -> Array:
        x, y = rankdata(cosines[:, drawn], axis=1), rankdata(ratings[drawn])
        x, y = x - x.mean(axis=1, keepdims=True), y - y.mean()
        return np.asarray((x @ y) / np.sqrt((x**2).sum(axis=1) * (y**2).sum()))

    rng = np.random.default_rng(SEED)
    value = shown(spearman(np.arange(n)))
    resampled = shown(np.array([spearman(rng.integers(n, size=n)) for _ in range(RESAMPLES)]))
    low, high = np.quantile(resampled, [0.025, 0.975], axis=0)
    return np.stack([value, np.minimum(low, value), np.maximum(high, value)])
