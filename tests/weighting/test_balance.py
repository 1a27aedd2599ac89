"""Balanced weights: those of the full program on small problems, sums by hand, trouble explained."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from corefair.weighting import Property, balance, categories, cross, numbers, spread
from full_program import full_optimum

examples = st.lists(
    st.tuples(st.sampled_from("fm"), st.sampled_from([1, 2, 3, None]), st.sets(st.sampled_from("xy"))),
    min_size=2,
    max_size=14,
)


def check(groups: list[str], properties: list[Property]) -> None:
    """Every constraint to 1e-8, and the optimum of the program with a variable for each pair to 1e-9."""
    expected = full_optimum(groups, properties)
    try:
        found = balance(groups, properties)
    except DataError as error:
        assert expected is None or len(set(groups)) < 2, f"there are weights ({expected}): {error}"
        return
    assert expected is not None and found.objective == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert found.bound == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert found.worst < 1e-8 and (found.weights >= 0).all()
    for group in set(groups):
        held = found.weights[np.array(groups) == group].sum()
        assert held == pytest.approx(len(groups) / len(set(groups)), abs=1e-8)


@settings(max_examples=150, deadline=None)
@given(examples)
def test_as_the_full_program(drawn: list[tuple[str, int | None, set[str]]]) -> None:
    groups, values, overlapping = zip(*drawn, strict=True)
    check(list(groups), [numbers("names", values), categories("kind", map(sorted, overlapping))])


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("fmn"), st.integers(1, 3)), min_size=3, max_size=14))
def test_three_groups(drawn: list[tuple[str, int]]) -> None:
    groups, values = zip(*drawn, strict=True)
    check(list(groups), [numbers("names", values)])


@pytest.mark.parametrize("seed", range(5))
def test_as_the_full_program_with_many_cells(seed: int) -> None:
    rng = np.random.default_rng(seed)
    groups = ["f"] * 30 + ["m"] * 35
    columns = [rng.integers(0, 4, 65) + (np.arange(65) < 30) * rng.integers(0, 2, 65) for _ in range(3)]
    check(groups, [numbers(f"p{i}", column.tolist()) for i, column in enumerate(columns)])


def test_by_hand() -> None:
    """With t on three names in each group, the objective falls with t while t < (5/2 - t) / 2, then rises."""
    found = balance(["f", "f", "m", "m", "m"], [numbers("names", [2, 3, 2, 2, 3])])
    assert found.weights == pytest.approx([5 / 3, 5 / 6, 5 / 6, 5 / 6, 5 / 6])
    assert found.objective == pytest.approx(5 / 3 + 3 * 5 / 6)
    assert [dict(each.count) for each in found.sets] == [{"f": 1, "m": 2}, {"f": 1, "m": 1}]
    assert found.worst < 1e-12 and found.share_zero == 0
    assert found.largest(1) == pytest.approx([5 / 3])
    assert found.histogram(["f", "f", "m", "m", "m"]) == {"f": [(0.8, 1), (1.6, 1)], "m": [(0.8, 3)]}


def test_balanced_already_stays_as_it_is() -> None:
    found = balance(["f", "m"] * 3, [categories("kind", "aabbcc")])
    assert found.weights == pytest.approx(np.ones(6)) and found.zero == ()


def test_a_property_of_everyone_and_a_property_twice_change_nothing() -> None:
    groups, names = ["f", "f", "m", "m", "m"], numbers("names", [2, 3, 2, 2, 3])
    alone = balance(groups, [names]).weights
    everyone = categories("everyone", ["yes"] * 5)
    twice = Property("again", names.labels)
    assert balance(groups, [names, everyone, twice]).weights == pytest.approx(alone)
    assert balance(groups, []).weights == pytest.approx([1.25, 1.25, 5 / 6, 5 / 6, 5 / 6])


def test_what_one_group_lacks_gets_no_weight() -> None:
    found = balance(["f", "f", "m", "m"], [categories("kind", ["a", "b", "a", "a"])])
    assert found.weights == pytest.approx([2, 0, 1, 1]) and found.share_zero == 1 / 4
    assert found.zero == ("kind b: none in m, so 1 example gets no weight",)


def test_what_is_emptied_empties_more() -> None:
    """b is feminine only; without it so is y."""
    kinds = categories("kind", ["a", "b", "a", "c", "c"])
    other = categories("other", ["x", "y", "x", "y", "x"])
    found = balance(["f", "f", "m", "m", "f"], [kinds, other])
    assert [sentence.split(":")[0] for sentence in found.zero] == ["kind b", "other y", "kind c"]
    assert found.weights == pytest.approx([2.5, 0, 2.5, 0, 0])


def test_unknown_values_are_in_no_set() -> None:
    found = balance(["f", "f", "m"], [numbers("place", [1, None, 1])])
    assert found.weights == pytest.approx([1.5, 0, 1.5])


def test_an_interaction_is_balanced_too() -> None:
    groups = ["f"] * 4 + ["m"] * 4
    one, other = categories("a", "xxyyxyxy"), categories("b", "ppqqpqqp")
    together = balance(groups, [one, other, cross(one, other)])
    assert together.worst < 1e-12
    assert {(each.property, each.label) for each in together.sets} >= {("a × b", "x × p"), ("a × b", "y × q")}
    assert together.weights == pytest.approx([1, 1, 1, 1, 2, 2, 0, 0])


@pytest.mark.parametrize(
    ("groups", "properties", "said"),
    [
        ([], [], "at least two groups are needed .* found none"),
        (["f", "f"], [], "at least two groups are needed .* found only 'f'"),
        (["f", "m"], [categories("kind", "a")], "kind has 1 values for 2 examples"),
        (["f", "m"], [categories("kind", "aa")] * 2, "two properties have the same name: kind, kind"),
        (
            ["f", "m"],
            [categories("kind", "ab"), categories("size", "aa")],
            "kind a: none in m, so 1 example gets no weight; .* nothing is left of f and m; "
            "it can be done without kind: leave it out, merge its values into wider bins, or trim",
        ),
        (
            ["f", "f", "m", "m"],
            [categories("kind", "abab"), categories("size", ["s", "t", "t", "s"]), categories("z", "ppqp")],
            "no weights balance these properties; z q: none in f",
        ),
    ],
)
def test_trouble_is_explained(groups: list[str], properties: list[Property], said: str) -> None:
    with pytest.raises(DataError, match=said):
        balance(groups, properties)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_no_number_is_no_value(value: float) -> None:
    for make in (numbers, categories):
        with pytest.raises(DataError, match=f"{value}.* leave it empty where it is not known"):
            make("names", [1.0, value])


def test_bins() -> None:
    values = [float(i) for i in range(100)]
    binned = numbers("length", [*values, None], bins=4)
    assert binned.cuts == (24.75, 49.5, 74.25) and binned.labels[-1] == ()
    assert [binned.labels.count((label,)) for label in binned.sets] == [25] * 4
    assert numbers("length", values).cuts == pytest.approx(np.arange(1, 10) * 9.9)
    assert numbers("same", [1.5] * 5).sets == ["all"]
    assert numbers("few", [3, 1, 3]).sets == ["3", "1"] and numbers("few", [3, 1, 3]).cuts == ()
    with pytest.raises(DataError, match="length: bins must be cut at rising numbers, found 5, 3"):
        numbers("length", values, bins=[5, 3])
    with pytest.raises(DataError, match="0 bins"):
        numbers("length", values, bins=0)
    assert numbers("change", [-2.0, 0.5], bins=[-1, 0]).labels == (("≤ -1",), ("> 0",))


@pytest.mark.parametrize("cut", [float("nan"), float("inf"), -float("inf")])
def test_nobody_cuts_at_no_number(cut: float) -> None:
    for bins in ([cut], [2, cut], [cut, 2]):
        with pytest.raises(DataError, match=f"length: {cut} is no finite number to cut at: .*positive"):
            numbers("length", [1.0, 2.0, 3.0], bins=bins)


@given(st.lists(st.tuples(st.sampled_from("fm"), st.integers(0, 9)), min_size=1))
def test_spread_is_the_larger_of_each_pair(drawn: list[tuple[str, int]]) -> None:
    groups, weights = zip(*drawn, strict=True)
    larger = [
        max(weights[i], weights[j]) for i in range(len(drawn)) for j in range(i) if groups[i] == groups[j]
    ]
    assert spread(weights, groups) == pytest.approx(sum(larger))


def test_order_of_examples_does_not_matter() -> None:
    rng = np.random.default_rng(1)
    groups, values = rng.choice(["f", "m"], 60), rng.integers(0, 5, 60)
    order = rng.permutation(60)
    plain = balance(groups.tolist(), [numbers("n", values.tolist())])
    mixed = balance(groups[order].tolist(), [numbers("n", values[order].tolist())])
    assert mixed.weights == pytest.approx(plain.weights[order], abs=1e-9)
    assert not re.search("nan", str(plain.weights))
