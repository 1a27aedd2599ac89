"""Clusters against labels: a table by hand, and scikit-learn's V-measure."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import v_measure_score

from corefair.metrics.recovered import cluster_accuracy, v_measure

counts = st.integers(0, 40)


def test_by_hand() -> None:
    assert cluster_accuracy(3, 1, 0, 4) == 7 / 8
    assert cluster_accuracy(1, 3, 4, 0) == 7 / 8, "the same clusters, named the other way round"
    assert v_measure(5, 0, 0, 5) == pytest.approx(1)
    assert v_measure(2, 2, 2, 2) == pytest.approx(0, abs=1e-12)
    # One cluster of 2 feminine, one of 1 and 1: labels 3 to 1, clusters 2 to 2.
    labels = -(3 / 4 * log(3 / 4) + 1 / 4 * log(1 / 4))
    shared = log(2) + labels - (1 / 2 * log(2) + 1 / 2 * log(4))
    assert v_measure(2, 0, 1, 1) == pytest.approx(2 * shared / (log(2) + labels))


@given(counts, counts, counts, counts)
def test_v_measure_is_scikit_learns(a: int, b: int, c: int, d: int) -> None:
    labels = [0] * a + [1] * b + [0] * c + [1] * d
    clusters = [0] * (a + b) + [1] * (c + d)
    if len(set(labels)) == len(set(clusters)) == 1 or not labels:
        assert v_measure(a, b, c, d) == 0  # where scikit-learn says 1: nothing could be recovered
    else:
        assert v_measure(a, b, c, d) == pytest.approx(v_measure_score(labels, clusters), abs=1e-9)
    assert cluster_accuracy(a, b, c, d) == cluster_accuracy(c, d, a, b)
    assert 0.5 <= cluster_accuracy(a, b, c, d) <= 1 or not labels


def test_many_at_once() -> None:
    table = np.array([[3, 1, 0, 4], [2, 0, 1, 1], [0, 0, 0, 0]]).T
    np.testing.assert_allclose(cluster_accuracy(*table), [7 / 8, 3 / 4, 0])
    np.testing.assert_allclose(v_measure(*table)[2], 0)
