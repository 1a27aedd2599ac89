"""The smallest gap a run could have seen: by hand, and found in four of five simulations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.stats import (
    bootstrap,
    effective_sample_size,
    minimum_detectable_gap,
    minimum_detectable_gap_of_pairs,
    standard_error,
)

Z = 1.959964 + 0.841621
SIMS = 20_000
TOLERANCE = 0.02  # three standard deviations of 20,000 simulations are 0.009; the rest is the normal's


def test_by_hand():
    assert minimum_detectable_gap(0.01) == pytest.approx(0.01 * Z, rel=1e-5)
    assert minimum_detectable_gap(0.01, alpha=0.1, power=0.5) == pytest.approx(0.0164485, rel=1e-5)
    assert standard_error(0.1, 0.1 + 2 * 1.959964) == pytest.approx(1, rel=1e-5)
    assert standard_error(0, 2 * 1.644854, level=0.9) == pytest.approx(1, rel=1e-5)


@given(st.floats(0.0, 1.0), st.integers(30, 5000))
def test_the_gap_of_pairs_solves_its_equation(discordance, n):
    gap = minimum_detectable_gap_of_pairs(discordance, n)
    psi = max(discordance, gap)
    assert gap * np.sqrt(n) == pytest.approx(
        1.959964 * np.sqrt(psi) + 0.841621 * np.sqrt(psi - gap**2), rel=1e-5
    )


@given(st.floats(0.0, 1.0), st.integers(2, 2000))
def test_more_cases_see_smaller_gaps_and_a_gap_is_at_most_one(share, n):
    found = [minimum_detectable_gap_of_pairs(share, size) for size in (2 * n, n)]
    assert 0 < found[0] <= found[1] <= 1


def test_too_few_cases_see_no_gap_at_all():
    assert minimum_detectable_gap_of_pairs(0.5, 1) == 1


@pytest.mark.parametrize(("discordance", "n"), [(0.1, 1600), (0.3, 400), (0.8, 200)])
def test_a_gap_of_pairs_is_found_four_times_in_five(discordance, n):
    rng = np.random.default_rng(0)
    gap = minimum_detectable_gap_of_pairs(discordance, n)
    only_a, only_b = (discordance + gap) / 2, (discordance - gap) / 2
    a, b, _ = rng.multinomial(n, [only_a, only_b, 1 - discordance], size=SIMS).T
    assert (np.abs(a - b) > 1.959964 * np.sqrt(a + b)).mean() == pytest.approx(0.8, abs=TOLERANCE)


def test_a_gap_read_off_an_interval_is_found_four_times_in_five():
    rng = np.random.default_rng(0)
    one_run = np.stack([rng.normal(size=400), np.ones(400)], axis=1)
    found = bootstrap(one_run, lambda t: t[..., 0] / t[..., 1])
    se = standard_error(found.low, found.high)
    assert se == pytest.approx(1 / np.sqrt(400), rel=0.1)
    means = rng.normal(minimum_detectable_gap(se), 1 / np.sqrt(400), SIMS)
    assert (np.abs(means) > 1.959964 / np.sqrt(400)).mean() == pytest.approx(
        0.8, abs=0.1
    )  # se itself is ± 10 %


@given(st.lists(st.floats(0.01, 100), min_size=1, max_size=20), st.floats(0.1, 10))
def test_effective_sample_size(weights, scale):
    size = effective_sample_size(weights)
    assert 1 - 1e-12 <= size <= len(weights) + 1e-12
    assert effective_sample_size(np.multiply(weights, scale)) == pytest.approx(size)
    assert effective_sample_size([*weights, 0]) == pytest.approx(size)
    assert effective_sample_size([1, 1, 1, 0]) == 3


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: minimum_detectable_gap(0), "says nothing"),
        (lambda: minimum_detectable_gap(float("nan")), "says nothing"),
        (lambda: minimum_detectable_gap(1, alpha=0), "alpha must lie between 0 and 1"),
        (lambda: minimum_detectable_gap(1, power=1), "power must lie between 0 and 1"),
        (lambda: minimum_detectable_gap_of_pairs(0.5, 0), "at least one case, not 0"),
        (lambda: minimum_detectable_gap_of_pairs(-0.1, 5), "discordance is a share"),
        (lambda: standard_error(1, 0), "from low to high"),
        (lambda: standard_error(0, 1, level=2), "level"),
        (lambda: effective_sample_size([]), "every weight is 0"),
        (lambda: effective_sample_size([-1, 2]), "must not be negative"),
    ],
)
def test_bad_input_gets_one_clear_sentence(call, message):
    with pytest.raises(DataError, match=message):
        call()
