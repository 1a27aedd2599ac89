"""A lopsided test says so; one that is balanced by construction does not."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

import planted
from corefair.auditing.building import build_suites
from corefair.auditing.imbalance import check, imbalance
from corefair.auditing.run import audit
from corefair.types import Cluster, Document, Measure, Suite, cluster_up

LONGER = "the number of words in the text, 9.00 and 11.00"


def uneven(suite: Suite) -> list[str]:
    return [each.name for each in imbalance(suite) if each.found]


def test_twins_that_differ_in_the_pronoun_only_are_even() -> None:
    assert uneven(planted.suite()) == []
    assert all(each.p == 1 for each in imbalance(planted.suite()))


def longer_half() -> Suite:
    """With two more words where he is the pronoun."""
    suite = planted.suite()
    cases = [
        replace(case, given=replace(case.given, words=(*case.given.words, "at", "last")))
        if case.groups["stereotype"] == "anti"
        else case
        for case in suite.cases
    ]
    return replace(suite, cases=cases)


def test_a_longer_half_is_found() -> None:
    lopsided = longer_half()
    assert set(uneven(lopsided)) == {"text_length", "sentence_length"}
    report = audit(planted.Planted(30), [lopsided], resamples=200)
    assert any(LONGER in warning for warning in report.results[0].warnings)
    (card,) = report.suites
    assert card.imbalance[0].means == (9, 11) and card.weights is not None
    # Every case of one half is longer than any of the other: nothing can be balanced, and it is said.
    assert "no weights balance these properties" in card.weights.problem


def test_what_can_be_balanced_is_and_the_planted_gap_goes() -> None:
    """A system that fails on long texts only, which one half has more of: a gap, and none when weighed."""
    suite = planted.suite()
    cases = [
        replace(case, given=replace(case.given, words=(*case.given.words, "at", "last")))
        if number // 2 % 4 < (3 if case.groups["stereotype"] == "anti" else 1)
        else case
        for number, case in enumerate(suite.cases)
    ]
    mixed = replace(suite, cases=[replace(case, unit=case.id) for case in cases])
    assert "text_length" in uneven(mixed)

    class ShortOnly:
        self_tested = False  # it knows the sentences of this suite only

        def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[Cluster, ...]]:
            right = {case.id: case.gold for case in mixed.cases}
            for doc in docs:
                gold = right.get(doc.id)
                if gold is None:  # the self-test
                    yield cluster_up([[(0, 2), (len(doc.words) - 2, len(doc.words) - 1)]])
                    continue
                chosen = gold.right if len(doc.words) < 11 else 1 - gold.right
                yield cluster_up([[gold.pronoun, gold.candidates[chosen]]])

    report = audit(ShortOnly(), [mixed], resamples=500)
    scores = {score.name: score for score in report.results[0].scores}
    gap, weighted = scores["gap"], scores["weighted gap"]
    assert abs(gap.value or 0) > 0.4 and gap.p is not None and gap.p < 0.001
    assert weighted.value == pytest.approx(0, abs=1e-9) and weighted.p == 1 and weighted.weighted
    assert report.suites[0].weights is not None
    assert 0 < report.suites[0].weights.effective < len(mixed.cases)
    (verdict,) = report.verdicts
    assert verdict.level == "unclear" and "weights that balance it move the gap by" in verdict.sentence


@pytest.mark.parametrize("name", ["occupations", "participants"])
def test_our_own_suites_are_even(name: str) -> None:
    (suite,), _ = build_suites([name])
    assert uneven(suite) == []


def test_kinds_and_a_vocabulary() -> None:
    suite = planted.suite()
    known = [word for case in suite.cases for word in case.given.words if word != "he"]
    found = {each.name: each for each in imbalance(suite, vocabulary=known)}
    assert found["unknown_words"].means == pytest.approx((0, 1 / 9)) and found["unknown_words"].found
    assert "unknown_words" not in {each.name for each in imbalance(suite)}
    assert found["pronoun_case"].label.startswith("the case of the pronoun being ")


@pytest.mark.skipif(
    not os.environ.get("COREFAIR_DATA"), reason="set COREFAIR_DATA to a folder that holds gap/"
)
def test_gap_is_lopsided_as_published() -> None:
    """Kocijan et al. 2021, 3.3: more names in feminine examples, and the right one further down the line."""
    (suite,), _ = build_suites(["gap"])
    found = {each.name: each for each in imbalance(suite)}
    assert found["place"].means == pytest.approx((2.32, 1.86), abs=0.005) and found["place"].found
    assert found["candidates"].found and found["candidates"].effect > 0.2


def test_groups_of_other_headlines_are_looked_at_where_no_unit_has_both() -> None:
    made = longer_half()
    sides = {"gender": "feminine"}, {"gender": "masculine"}
    genders = Measure("genders", "accuracy", *sides, how="difference", role="headline")
    swapped = [
        replace(case, groups={**case.groups, "stereotype": "pro" if i % 4 < 2 else "anti"}, unit=case.id)
        for i, case in enumerate(made.cases)
    ]
    told = check(replace(made, cases=swapped, measures=(*made.measures, genders))).warnings
    assert any("different means for feminine and masculine" in each for each in told)
    assert not check(replace(made, cases=swapped)).warnings
