"""A lopsided test says so; one that is balanced by construction does not."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

import planted
from corefair.auditing import audit, build_suites
from corefair.auditing.imbalance import imbalance

LONGER = "the length of the text in words is 9.00 on average for pro and 11.00 for anti"


def test_twins_that_differ_in_the_pronoun_only_are_even() -> None:
    assert imbalance(planted.suite()) == []


def test_a_longer_half_is_found() -> None:
    suite = planted.suite()
    cases = [
        replace(case, given=replace(case.given, words=(*case.given.words, "at", "last")))
        if case.groups["stereotype"] == "anti"
        else case
        for case in suite.cases
    ]
    lopsided = replace(suite, cases=cases)
    (said,) = imbalance(lopsided)
    assert LONGER in said
    (result,) = audit(planted.Planted(30), [lopsided], resamples=200).data["results"]
    assert said in result["warnings"]


@pytest.mark.parametrize("name", ["occupations", "participants"])
def test_our_own_suites_are_even(name: str) -> None:
    (suite,), _ = build_suites([name])
    assert imbalance(suite) == []


@pytest.mark.skipif(
    not os.environ.get("COREFAIR_DATA"), reason="set COREFAIR_DATA to a folder that holds gap/"
)
def test_gap_is_lopsided_as_published() -> None:
    """Kocijan et al. 2021: more names in feminine examples, and the right one further down the line."""
    (suite,), _ = build_suites(["gap"])
    said = " ".join(imbalance(suite))
    assert "the number of candidates" in said and "the place of the right one by distance" in said
