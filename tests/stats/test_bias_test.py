"""Two systems' biases under weights: swaps by hand, planted biases, and systems that do not differ."""

from itertools import product

import numpy as np
import pytest
import scipy.stats

from corefair.errors import DataError
from corefair.stats.bias_test import compare_bias

FM = ("f", "m")


def bias(right, groups, weights):
    by_group = [np.average(right[groups == group], weights=weights[groups == group]) for group in FM]
    return by_group[0] / by_group[1]


def test_every_swap_by_hand():
    rng = np.random.default_rng(0)
    groups = np.array(["f"] * 6 + ["m"] * 6)
    weights = rng.random(12) + 0.5
    a, b = rng.random((2, 12)) < 0.6
    a[[0, 6]] = b[[0, 6]] = True  # so that no swap leaves a group without anything right
    seen = bias(a, groups, weights) - bias(b, groups, weights)
    reached = 0
    for swaps in product([False, True], repeat=12):
        swap = np.array(swaps)
        first, second = np.where(swap, b, a), np.where(swap, a, b)
        reached += abs(bias(first, groups, weights) - bias(second, groups, weights)) >= abs(seen) - 1e-9
    found = compare_bias(a, b, groups, of=FM, weights=weights)
    assert found.statistic == pytest.approx(seen)
    assert found.exact and found.p == pytest.approx(reached / 2**12)


def test_weights_say_which_examples_count():
    # The systems differ on light examples only, or on heavy ones only.
    groups = np.array(["f", "m"] * 100)
    same = np.arange(200) % 5 != 0
    light = np.arange(200) < 100
    weights = np.where(light, 0.01, 1.99)
    for differ, small in ((light, False), (~light, True)):
        worse = same & ~(differ & (groups == "f") & (np.arange(200) % 3 == 0))
        found = compare_bias(worse, same, groups, of=FM, weights=weights)
        assert found.p < 1e-3  # that they differ is as certain …
        assert (abs(found.statistic) > 0.1) == small  # … but not how much


def test_rows_of_other_groups_and_not_asked_are_left_out():
    rng = np.random.default_rng(1)
    groups = np.array(["f", "m", "n", "f", "m"] * 20)
    asked = np.tile([1, 1, 1, 1, 0], 20)
    a, b = (rng.random((2, 100)) < 0.6) * asked
    kept = (groups != "n") & (asked > 0)
    found = compare_bias(a, b, groups, of=FM, asked=asked, units=np.arange(100))
    assert found.p == compare_bias(a[kept], b[kept], groups[kept], of=FM).p


@pytest.mark.parametrize("weighted", [False, True])
def test_p_is_uniform_when_biases_do_not_differ(weighted):
    ps = []
    groups = np.array(["f", "m"] * 60)
    hard = np.random.default_rng(0).random(120)
    for number in range(300):
        rng = np.random.default_rng(number)
        weights = rng.exponential(size=120) + 0.2 if weighted else None
        a, b = rng.random((2, 120)) < 0.9 - 0.5 * hard - 0.2 * (groups == "f")  # both as biased
        ps.append(compare_bias(a, b, groups, of=FM, weights=weights, resamples=499, most=499, seed=number).p)
    assert scipy.stats.kstest(ps, "uniform").pvalue > 0.01


def test_bad_input_gets_one_clear_sentence():
    with pytest.raises(DataError, match="4 and 3 examples"):
        compare_bias([1, 0, 1, 1], [1, 0, 1], list("ffmm"), of=FM)
    with pytest.raises(DataError, match="no finite value"):
        compare_bias([1, 0, 0, 0], [1, 0, 1, 1], list("ffmm"), of=FM)  # nothing right in m: no ratio
