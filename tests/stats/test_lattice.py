"""Sums on a lattice: what has one, and the chance of each sum against all tosses."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.stats.lattice import coin_sums, is_small, on_axes, on_lattice, sums_of_grid

rows = st.lists(st.tuples(*[st.integers(-3, 3)] * 3), min_size=1, max_size=7)


@given(rows, st.floats(0.1, 0.9), st.integers(0, 9))
@settings(max_examples=80, deadline=None)
def test_every_toss_is_counted(steps, share, at_most):
    whole = np.array([(1, *step[1:]) for step in steps])
    once = np.ones(len(whole), dtype=int)
    expected: dict[tuple[int, ...], float] = {}
    for toss in product([0, 1], repeat=len(whole)):
        total = tuple((np.array(toss) @ whole).tolist())
        if total[0] <= at_most:
            chance = np.prod(np.where(toss, share, 1 - share))
            expected[total] = expected.get(total, 0.0) + float(chance)
    found = {}
    for sums, chances in sums_of_grid(*coin_sums(whole, once, share=share, at_most=at_most)):
        found |= {tuple(each): chance for each, chance in zip(sums.tolist(), chances.tolist(), strict=True)}
    assert found == pytest.approx(expected)


def test_kinds_are_tossed_as_often_as_they_stand_there():
    grid, corner = coin_sums(np.array([[2], [-1]]), np.array([1, 2]))
    # 0 or 2 from the first, 0, -1 (twice) or -2 from the others: -2 … 2, of eight tosses each
    assert corner.tolist() == [-2]
    assert grid.tolist() == [1 / 8, 2 / 8, (1 + 1) / 8, 2 / 8, 1 / 8]


@given(rows, st.sampled_from([1.0, 0.25, 1 / 3, 1e-9, 7e8]))
@settings(max_examples=80, deadline=None)
def test_whole_numbers_times_anything_are_on_a_lattice_and_come_back(steps, scale):
    values = scale * np.array(steps, dtype=float)
    found = on_lattice(values)
    assert found is not None
    assert found.whole @ found.back == pytest.approx(values, abs=1e-12 * scale)
    assert found.whole.shape[1] == np.linalg.matrix_rank(np.array(steps))


def test_weights_without_a_common_step_have_no_lattice():
    assert on_lattice(np.sqrt(np.arange(2.0, 9))[:, None]) is None
    assert on_lattice(np.array([[1.0], [1 + 1e-7]])) is None
    found = on_lattice(np.array([[0.1], [0.2], [0.1 + 0.2]]))  # 0.1 + 0.2 is not 0.3, but for rounding
    assert found is not None and found.whole.tolist() == [[1], [2], [3]]


def test_columns_that_follow_from_others_are_not_summed():
    rng = np.random.default_rng(0)
    one, other = rng.normal(size=(2, 30))
    table = np.stack([one, 0 * one, other, 2 * one - other, 1 - 1 * np.ones(30)], axis=1)
    kept, back = on_axes(table)
    assert (kept == table[:, [0, 2]]).all()
    assert kept @ back == pytest.approx(table)
    nothing, empty = on_axes(np.zeros((3, 2)))
    assert nothing.shape == (3, 0) and empty.shape == (0, 2)


def test_too_many_sums_are_not_tried():
    assert is_small(np.array([[1]]), np.array([10**6]))
    assert not is_small(np.array([[1]]), np.array([2 * 10**6]))
    apart, together = np.array([[1, 0], [0, 1]]), np.array([[1, 1]])
    assert is_small(apart, np.array([1000, 1000]))
    assert not is_small(together, np.array([1000]))  # a million sums, a thousand times
    assert is_small(np.array([[1, 5]]), np.array([1000]), at_most=3)
