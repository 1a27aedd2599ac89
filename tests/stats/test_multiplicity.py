"""Adjusted p-values: by hand, against scipy, and in the order given."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.stats import benjamini_hochberg, holm

some_ps = st.lists(st.floats(0, 1), max_size=12)


def test_by_hand():
    # Sorted .01 .02 .03 .5: Holm multiplies by 4, 3, 2, 1 and lets none fall below the one before;
    assert holm([0.5, 0.01, 0.03, 0.02]) == pytest.approx([0.5, 0.04, 0.06, 0.06])
    # Benjamini and Hochberg by 4/1, 4/2, 4/3, 4/4 and let none rise above the one after.
    assert benjamini_hochberg([0.5, 0.01, 0.03, 0.02]) == pytest.approx([0.5, 0.04, 0.04, 0.04])


@given(some_ps, st.randoms(use_true_random=False))
def test_laws(ps, shuffler):
    order = list(range(len(ps)))
    shuffler.shuffle(order)
    for adjust in (holm, benjamini_hochberg):
        adjusted = adjust(ps)
        assert (adjusted >= np.array(ps) - 1e-15).all() and (adjusted <= 1).all()
        assert (np.diff(adjusted[np.argsort(ps, kind="stable")]) >= 0).all()  # order-preserving
        assert (adjust([ps[i] for i in order]) == adjusted[order]).all()
    assert (benjamini_hochberg(ps) <= holm(ps) + 1e-15).all()


@given(some_ps.filter(len))
def test_benjamini_hochberg_agrees_with_scipy(ps):
    assert benjamini_hochberg(ps) == pytest.approx(scipy.stats.false_discovery_control(ps))


@given(some_ps.filter(len))
def test_holm_rejects_step_by_step(ps):
    rejected = set()
    for step, i in enumerate(np.argsort(ps, kind="stable")):
        if ps[i] * (len(ps) - step) > 0.05:
            break
        rejected.add(int(i))
    assert set(np.flatnonzero(holm(ps) <= 0.05).tolist()) == rejected


def test_one_test_stays_as_it_is_and_none_is_no_error():
    assert holm([0.03]) == benjamini_hochberg([0.03]) == 0.03
    assert holm([]).shape == benjamini_hochberg([]).shape == (0,)


@pytest.mark.parametrize("ps", [[0.1, np.nan], [1.2], [-0.1], [[0.1]]])
def test_what_is_no_p_value_is_refused(ps):
    for adjust in (holm, benjamini_hochberg):
        with pytest.raises(DataError, match="p-values"):
            adjust(ps)


def test_false_alarms_stay_within_their_rates():
    rng = np.random.default_rng(0)
    families, found, false = 2000, 0, []
    for _ in range(families):
        null = rng.random(10)
        real = scipy.stats.norm.sf(rng.normal(3, 1, size=10))
        ps = np.concatenate([null, real])
        found += (holm(ps)[:10] <= 0.05).any()
        discovered = benjamini_hochberg(ps) <= 0.1
        false.append(discovered[:10].sum() / max(1, discovered.sum()))
    assert found / families <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / families)
    assert np.mean(false) == pytest.approx(0.1 * 10 / 20, abs=3 * np.std(false) / np.sqrt(families))
