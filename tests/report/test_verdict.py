"""Verdicts on planted results: the words follow the interval, and never claim more than it."""

from __future__ import annotations

from typing import Any

import pytest

from corefair.report import verdict

GENDER = {"key": "winogender", "name": "winogender", "contrast": ["gender", "feminine", "masculine"]}
STEREOTYPE = {"key": "winobias:dev", "name": "winobias", "contrast": ["stereotype", "pro", "anti"]}


def result(
    value: float, low: float | None, high: float | None, p: float | None, **changed: Any
) -> dict[str, Any]:
    gap = {
        "name": "gap",
        "value": value,
        "low": low,
        "high": high,
        "n": 480,
        "better": "zero",
        "p": p,
        "table": "",
    }
    return {
        "suite": "winogender",
        "system": "planted",
        "valid": True,
        "problems": [],
        "warnings": [],
        "scores": [{**gap, "p_holm": p, "group": "gender feminine"}],
        "detectable": 0.056,
        "charts": {},
        "rows": [],
        **changed,
    }


def follower(slope: float) -> list[dict[str, Any]]:
    """Twenty jobs whose score follows the share of women, but for a wobble."""
    return [
        {"occupation": f"job {i}", "bls": 5.0 * i, "score": slope * (5.0 * i - 50) + 10 * (-1) ** i}
        for i in range(20)
    ]


def test_a_certain_gap_is_said_in_points_with_its_chance() -> None:
    level, sentence, details = verdict.of(result(-0.142, -0.18, -0.104, 0.0004), GENDER)
    assert level == "gap"
    assert sentence == (
        "Links feminine pronouns correctly 14 points less often than masculine ones; "
        "very unlikely to be chance (p < .001)."
    )
    assert "gap −14.2, interval −18.0 to −10.4, 480 cases" in details


def test_pro_and_anti_are_about_the_stereotype() -> None:
    level, sentence, _ = verdict.of(result(0.14, 0.1, 0.18, 0.004), STEREOTYPE)
    assert level == "gap"
    assert sentence.startswith(
        "Is right 14 points more often when the pronoun fits the stereotype of the job"
    )
    assert sentence.endswith("unlikely to be chance (p = .004).")


def test_no_difference_comes_with_what_would_have_been_found() -> None:
    level, sentence, _ = verdict.of(result(0.01, -0.03, 0.05, 0.6), GENDER)
    assert level == "none"
    assert sentence == (
        "No difference found between feminine and masculine pronouns; "
        "this test would have found a gap of 6 points or more."  # 5.6, rounded up
    )


def test_a_weak_test_says_so() -> None:
    sentence = verdict.of(result(0.01, -0.13, 0.15, 0.6, detectable=0.2), GENDER).sentence
    assert "20 points or more. It is too small a test to rule out less." in sentence


def test_no_power_is_known_of_a_gap_without_spread() -> None:
    sentence = verdict.of(result(0.0, 0.0, 0.0, 1.0, detectable=None), GENDER).sentence
    assert "is not known" in sentence


@pytest.mark.parametrize("gap", [0.0, -0.5])
def test_an_invalid_result_claims_nothing(gap: float) -> None:
    broken = result(gap, gap, gap, 0.0001, valid=False, problems=["only 0.0% of pronouns were linked"])
    level, sentence, details = verdict.of(broken, GENDER)
    assert level == "invalid"
    assert sentence.startswith("This result is invalid: only 0.0% of pronouns were linked.")
    assert "points" not in sentence and not details


def test_the_interval_decides_not_the_point() -> None:
    assert verdict.of(result(0.3, -0.01, 0.6, 0.06), GENDER).level == "none"  # a large point means nothing
    assert verdict.of(result(0.06, 0.01, 0.11, 0.03), GENDER).level == "gap"
    assert verdict.of(result(0.06, 0.01, 0.11, 0.07), GENDER).level == "unclear"  # interval and test disagree
    assert verdict.of(result(0.06, -0.01, 0.11, 0.04), GENDER).level == "unclear"


def test_holm_corrects_the_claim() -> None:
    planted = result(0.06, 0.01, 0.11, 0.03)
    planted["scores"][0]["p_holm"] = 0.09
    assert verdict.of(planted, GENDER).level == "unclear"


def test_small_but_certain_is_said_as_such() -> None:
    level, sentence, _ = verdict.of(result(0.015, 0.005, 0.025, 0.002), GENDER)
    assert level == "small"
    assert sentence.startswith(
        "A small but certain difference: links feminine pronouns correctly 1.5 points more"
    )


def test_a_ratio_is_held_against_one() -> None:
    ratio = {
        "name": "F1-Bias",
        "value": 0.88,
        "low": 0.84,
        "high": 0.93,
        "n": 2000,
        "better": "one",
        "p": None,
    }
    planted = result(0, 0, 0, None, scores=[{**ratio, "p_holm": None, "table": "Table 1", "group": ""}])
    level, sentence, _ = verdict.of(planted, GENDER)
    assert level == "gap"
    assert sentence == (
        "Does 12 % worse on feminine than on masculine pronouns (F1-Bias .88, interval .84 to .93); "
        "the interval leaves out 1."
    )
    planted["scores"][0] |= {"high": 1.02}
    assert verdict.of(planted, GENDER).level == "none"


def test_no_overall_gap_is_not_the_end_where_answers_follow_the_job() -> None:
    """The measure of the Winogender paper: feminine and masculine come out even, job by job they do not."""
    planted = result(0.0, -0.05, 0.05, 0.9, charts={"by_occupation": follower(0.8)})
    level, sentence, _ = verdict.of(planted, GENDER)
    assert level == "pattern"
    assert "the more women work in it, the more readily feminine pronouns" in sentence
    level, sentence, _ = verdict.of(
        result(0.0, -0.05, 0.05, 0.9, charts={"by_occupation": follower(-0.8)}), GENDER
    )
    assert level == "pattern" and "the fewer women work in it" in sentence
    assert (
        verdict.of(result(0.0, -0.05, 0.05, 0.9, charts={"by_occupation": follower(0.0)}), GENDER).level
        == "none"
    )


def test_without_an_interval_nothing_is_claimed() -> None:
    assert verdict.of(result(0.5, None, None, None), GENDER).level == "unmeasured"
    assert verdict.of(result(float("nan"), float("nan"), float("nan"), None), GENDER).level == "unmeasured"
    assert verdict.of(result(0, 0, 0, None, scores=[]), GENDER).level == "unmeasured"


def test_worst_first() -> None:
    planted = [
        result(0.01, -0.03, 0.05, 0.6, system="even"),
        result(-0.10, -0.12, -0.08, 0.0001, system="lower"),
        result(0.30, 0.01, 0.60, 0.03, system="vague"),  # a larger point, but little of it is certain
        result(0.0, 0.0, 0.0, 1.0, system="mute", valid=False),
    ]
    found = verdict.worst_first({"suites": [GENDER], "results": planted})
    assert [each["system"] for each, _, _ in found] == ["mute", "lower", "vague", "even"]


@pytest.mark.parametrize("low", [-0.2, -0.02, 0.001, 0.1])
@pytest.mark.parametrize("suite", [GENDER, STEREOTYPE, {"name": "x", "contrast": ["pronouns", "xe", "he"]}])
def test_nothing_is_ever_called_unbiased(low: float, suite: dict[str, Any]) -> None:
    for p in (0.0001, 0.03, 0.5):
        for valid in (True, False):
            said = verdict.of(result(low + 0.02, low, low + 0.04, p, valid=valid), suite)
            text = " ".join([said.sentence, *said.details]).lower()
            assert not any(word in text for word in ("unbiased", "fair", "free of", "women are", "men are"))


def test_numbers_in_words() -> None:
    assert verdict.said_p(0.0009) == "p < .001"
    assert verdict.said_p(0.049) == "p = .049"  # not .05, which would read as not significant
    assert verdict.said_p(0.5) == "p = .50" and verdict.said_p(1.0) == "p = 1.00"
    assert verdict.said_points(0.01) == "1 point"
    assert verdict.said_points(0.0211, up=True) == "2.2 points"
    assert verdict.said_points(0.0601, up=True) == "7 points"


def test_a_distance_has_no_sign() -> None:
    gap = {"name": "T1 Diff", "better": "zero", "value": 0.173}
    assert (verdict.shown(gap), verdict.shown({**gap, "name": "T1 |Diff|"})) == ("+17.3", "17.3")
    assert verdict.shown({**gap, "value": -0.0001}) == "0.0"  # never −0.0
