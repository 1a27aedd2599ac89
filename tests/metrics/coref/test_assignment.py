"""The pairing of clusters is the best there is, and one to one."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from corefair.metrics.coref.assignment import best_pairs


@pytest.mark.parametrize("whole", [True, False], ids=["ties", "floats"])
def test_as_heavy_as_scipys(whole: bool) -> None:
    rng = np.random.default_rng(1)
    for _ in range(400):
        table = rng.random(rng.integers(1, 12, size=2))
        table[rng.random(table.shape) > rng.random()] = 0
        if whole:
            table = np.ceil(3 * table)
        rows, columns = np.nonzero(table)
        chosen = best_pairs(rows, columns, table[rows, columns])
        assert len(set(rows[chosen])) == len(set(columns[chosen])) == chosen.sum()
        best = table[linear_sum_assignment(table, maximize=True)].sum()
        assert table[rows, columns][chosen].sum() == pytest.approx(best, abs=1e-12)


def test_many_clusters_that_differ_little() -> None:
    """Mentions thrown at random: nearly all weights are 1, and following every tie would take very long."""
    rng = np.random.default_rng(0)
    n_clusters, n_mentions = 3_000, 12_000
    code, shared = np.unique(rng.integers(n_clusters**2, size=n_mentions), return_counts=True)
    rows, columns = np.divmod(code, n_clusters)
    table = np.zeros((n_clusters, n_clusters))
    table[rows, columns] = shared
    best = table[linear_sum_assignment(table, maximize=True)].sum()
    assert shared[best_pairs(rows, columns, shared)].sum() == best


def test_nothing_to_pair() -> None:
    none = np.array([], dtype=np.int64)
    assert best_pairs(none, none, none).tolist() == []
