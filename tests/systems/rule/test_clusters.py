"""Attributes of clusters as sets, and clusters that may not be joined."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from corefair.systems.rule.clusters import Clusters, Values
from hand_trees import document, resolve

NUMBERS = st.frozensets(st.sampled_from(("singular", "plural")))
GENDERS = st.frozensets(st.sampled_from(("feminine", "masculine", "neutral")))


def clusters(*values: Values) -> Clusters:
    """One phrase a value."""
    text = resolve(document(" ".join(["dog/NNS/0/root"] * len(values))), passes="speaker")
    made = Clusters(text.phrases)
    made.values = list(values)
    return made


def of(number: frozenset[str], gender: frozenset[str]) -> Values:
    return Values(number, gender, frozenset(), frozenset())


@given(NUMBERS, GENDERS, NUMBERS, GENDERS)
def test_agreement_is_mutual_and_unknown_agrees(
    n1: frozenset[str], g1: frozenset[str], n2: frozenset[str], g2: frozenset[str]
) -> None:
    made = clusters(of(n1, g1), of(n2, g2), of(frozenset(), frozenset()))
    assert made.agree(0, 1) == made.agree(1, 0)
    assert made.agree(0, 2) and made.agree(0, 0)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=20))
def test_joining_is_an_equivalence(pairs: list[tuple[int, int]]) -> None:
    made = clusters(*[of(frozenset(), frozenset())] * 10)
    group = list(range(10))
    for one, other in pairs:
        made.join(one, other)
        group = [group[one] if each == group[other] else each for each in group]
    for one in range(10):
        assert sorted(made.members[made.root(one)]) == [i for i in range(10) if group[i] == group[one]]
        assert made.first[made.root(one)] == group.index(group[one])


def test_they_joins_what_is_several_and_is_then_several() -> None:
    plural, either = frozenset({"plural"}), frozenset({"singular", "plural"})
    made = clusters(
        of(plural, frozenset()), of(either, frozenset()), of(frozenset({"singular"}), frozenset())
    )
    made.join(0, 1)
    assert made.values_of(1).number == plural and not made.agree(1, 2)


def test_what_is_kept_apart_stays_so_when_clusters_grow() -> None:
    made = clusters(*[of(frozenset(), frozenset())] * 4)
    made.keep_apart(0, 1)
    made.join(0, 2)
    made.join(1, 3)
    assert not made.may_join(2, 3) and made.may_join(0, 2)
