"""Nothing of nothing is 0, for numbers and arrays."""

from __future__ import annotations

import numpy as np

from corefair.metrics.ratio import Prf, divide, prf, shared


def test_divide() -> None:
    assert divide(1, 4) == 0.25 and divide(0, 0) == 0 and divide(3, 0) == 0
    assert divide(np.array([1, 1, 0]), np.array([2, 0, 0])).tolist() == [0.5, 0, 0]
    assert divide(1, np.array([2, 4])).tolist() == [0.5, 0.25]


def test_prf() -> None:
    assert shared(3, 4, 6) == Prf(3 / 4, 3 / 6, 2 * (3 / 4) * (3 / 6) / (3 / 4 + 3 / 6))
    assert prf(np.array([0.0, 1.0]), np.array([0.0, 0.5])).f1.tolist() == [0, 2 / 3]
