"""GIPE: a mean of η weighted by γ."""

from __future__ import annotations

import numpy as np
import pytest

from corefair.metrics import evaluate, totals_of


@pytest.mark.parametrize("tag", ["03", "05", "07"])
def test_gipe_is_a_weighted_mean(tag: str) -> None:
    eta, gamma = np.array([0.0, 0.5, 1.0]), np.array([1.0, 1.5, 2.0])
    assert totals_of(f"gipe_{tag}") == (f"gamma_eta_{tag}", f"gamma_{tag}")
    totals = {f"gamma_eta_{tag}": gamma @ eta, f"gamma_{tag}": gamma.sum()}
    assert evaluate(f"gipe_{tag}", totals) == pytest.approx((0.75 + 2) / 4.5)
    assert evaluate(f"gipe_{tag}", dict.fromkeys(totals, 0.0)) == 0


def test_mean_eta() -> None:
    assert evaluate("mean_eta_03", {"eta_03": 1.5, "words": 3}) == 0.5
