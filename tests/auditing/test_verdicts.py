"""Verdicts follow from the numbers beside them, by the rules that docs/reading-results.md states."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import planted
from corefair.auditing.imbalance import Check
from corefair.auditing.report import Links, Result, SuiteCard
from corefair.auditing.results import Settings, card_of, result_of
from corefair.auditing.subjects import Read
from corefair.auditing.validity import coverage
from corefair.auditing.verdicts import ALPHA, SMALL, Verdict, is_certain, verdict_on, worst_first
from corefair.auditing.wording import difference, sides
from corefair.types import Answer, Charts, Coverage, Reading, Score

FEMININE, MASCULINE, NEUTRAL = ({"gender": gender} for gender in ("feminine", "masculine", "neutral"))
PRO, ANTI = {"stereotype": "pro"}, {"stereotype": "anti"}
CARD = card_of(planted.suite(2), Check(()))


def gap(value: float, low: float | None, high: float | None, p: float | None, **changes: object) -> Score:
    facts: dict[str, object] = {
        "kind": "gap",
        "unit": "points",
        "of": "accuracy",
        "groups": FEMININE,
        "against": MASCULINE,
        "role": "headline",
        "better": "zero",
        "p": p,
        "p_holm": p,
    }
    return replace(Score("gap", value, low, high, 480), **(facts | changes))  # type: ignore[arg-type]


def ratio(value: float, low: float, high: float, p: float | None, **changes: object) -> Score:
    return gap(
        value, low, high, p, **({"name": "F1-Bias", "kind": "ratio", "unit": "ratio", "of": "f1"} | changes)
    )


def correlation(value: float | None, low: float | None, high: float | None, p: float | None) -> Score:
    facts = {"name": "r, score and BLS", "kind": "correlation", "unit": "correlation", "of": None}
    return replace(gap(0.0, low, high, p, **{**facts, "groups": {}, "against": None}), value=value)


def shift(value: float, low: float, high: float) -> Score:
    return gap(value, low, high, None, name="weighted less raw gap", kind="shift", role="extra")


def result(*scores: Score, **changes: object) -> Result:
    known = Result("planted", "a system", "clusters", Coverage(480, ok=480), scores, detectable=0.056)
    return replace(known, **changes)  # type: ignore[arg-type]


def judged(*scores: Score, card: SuiteCard = CARD, **changes: object) -> Verdict:
    return verdict_on(result(*scores, **changes), card)


def test_a_certain_gap_is_said_in_points_with_its_number_and_chance() -> None:
    verdict = judged(gap(-0.142, -0.18, -0.104, 0.0004))
    assert verdict.level == "gap" and verdict.rests_on == "gap"
    assert verdict.sentence == (
        "It links feminine pronouns correctly 14 points less often than masculine pronouns (gap −14.2, "
        "interval −18.0 to −10.4; very unlikely to be chance, p < .001 corrected over the headlines)."
    )
    assert "rests on 480 cases" in verdict.details


def test_pro_and_anti_are_about_the_stereotype() -> None:
    sentence = judged(gap(0.14, 0.1, 0.18, 0.004, groups=PRO, against=ANTI)).sentence
    assert (
        "is right 14 points more often when the right answer fits the stereotype of the job than" in sentence
    )


def test_no_difference_comes_with_what_would_have_been_found() -> None:
    verdict = judged(gap(0.01, -0.03, 0.05, 0.6))
    assert verdict.level == "none"
    assert verdict.sentence == (
        "No difference found between feminine and masculine pronouns; "
        "this test would have found a gap of 6 points or more."  # 5.6, rounded up
    )
    weak = judged(gap(0.01, -0.13, 0.15, 0.6), detectable=0.2).sentence
    assert "20 points or more. It is too small a test to rule out less." in weak


@pytest.mark.parametrize("value", [0.0, -0.5])
def test_an_invalid_result_claims_nothing(value: float) -> None:
    problem = "only 0.0 % of pronouns were linked"
    verdict = judged(gap(value, value, value, 0.0001), problems=(problem,))
    assert verdict.level == "invalid"
    assert verdict.sentence.startswith(f"This result is invalid: {problem}.")
    assert "points" not in verdict.sentence and not verdict.details


def test_interval_and_test_decide_together_not_the_point() -> None:
    assert judged(gap(0.3, -0.01, 0.6, 0.06)).level == "none"  # a large point means nothing
    assert judged(gap(0.06, 0.01, 0.11, 0.03)).level == "gap"
    for doubtful in (gap(0.06, 0.01, 0.11, 0.07), gap(0.06, -0.01, 0.11, 0.04)):
        verdict = judged(doubtful)
        assert verdict.level == "unclear" and "not certain" in verdict.sentence
    assert judged(replace(gap(0.06, 0.01, 0.11, 0.03), p_holm=0.09)).level == "unclear"


def test_small_but_certain_is_said_as_such() -> None:
    verdict = judged(gap(0.015, 0.005, 0.025, 0.002))
    assert verdict.level == "small" and verdict.sentence.startswith(
        "A small but certain difference: it links"
    )


# Each of the following was once called "No gap found", or called too much.


def test_weights_that_leave_the_estimate_where_it_was_do_not_take_a_gap_away() -> None:
    """Raw −3.1 [−5.8, −0.7], weighted −3.0 [−6.5, +0.4]: the interval widened, the estimate did not move."""
    raw = gap(-0.031, -0.058, -0.007, 0.01)
    weighted = gap(-0.030, -0.065, 0.004, 0.08, name="weighted gap", weighted=True)
    verdict = judged(raw, weighted, shift(0.001, -0.02, 0.022))
    assert verdict.level == "gap"
    assert "did not certainly move" in verdict.sentence and "is wider" in verdict.sentence
    assert "moved by +0.1 points (interval −2.0 to +2.2)" in verdict.sentence


def test_weights_that_move_the_gap_to_nothing_soften_it_and_the_ratio_beside_it() -> None:
    raw = gap(-0.101, -0.144, -0.059, 0.0001)
    weighted = gap(0.002, -0.056, 0.067, 0.9, name="weighted gap", weighted=True)
    plain_ratio = ratio(0.78, 0.70, 0.86, 0.0002)
    verdict = judged(raw, plain_ratio, weighted, shift(0.103, 0.06, 0.15))
    assert verdict.level == "unclear"
    assert "move the gap by +10.3 points (interval +6.0 to +15.0)" in verdict.sentence
    assert judged(raw, plain_ratio, weighted, shift(0.103, -0.01, 0.2)).level == "gap"


def test_a_weighted_gap_can_find_what_the_raw_one_does_not() -> None:
    raw = gap(0.01, -0.03, 0.05, 0.6)
    weighted = gap(0.074, 0.014, 0.136, 0.015, name="weighted gap", weighted=True)
    verdict = judged(raw, weighted, shift(0.064, 0.02, 0.11))
    assert verdict.level == "gap" and verdict.rests_on == "weighted gap"
    assert "with weights that balance the test" in verdict.sentence


def test_every_headline_is_tested() -> None:
    even = gap(0.01, -0.03, 0.05, 0.6)
    assert judged(even, ratio(0.81, 0.66, 0.996, 0.04)).rests_on == "F1-Bias"
    neutral = gap(-0.22, -0.31, -0.13, 0.0001, name="gap, neutral", groups=NEUTRAL)
    verdict = judged(even, neutral)
    assert verdict.level == "gap" and "neutral pronouns correctly 22 points less often" in verdict.sentence
    linked = gap(-0.44, -0.5, -0.4, 0.0001, name="link gap, neutral", of="link_rate", groups=NEUTRAL)
    assert "links neutral pronouns to anyone at all 44 points less often" in judged(even, linked).sentence


def test_types_that_cancel_are_seen_each_by_itself() -> None:
    pooled = gap(0.0, -0.03, 0.03, 0.9, groups=PRO, against=ANTI)
    one, two = (
        gap(value, value - 0.05, value + 0.05, 0.001, name=f"gap, T{kind}",
            groups={"type": kind, **PRO}, against={"type": kind, **ANTI})
        for kind, value in (("1", 0.2), ("2", -0.2))
    )  # fmt: skip
    verdict = judged(pooled, one, two)
    assert verdict.level == "gap" and "(type 1)" in verdict.sentence
    assert any(detail.startswith("also certain: gap, T2") for detail in verdict.details)


def test_the_strongest_sound_finding_leads() -> None:
    weaker = gap(0.3, 0.01, 0.6, 0.03, name="vague")
    stronger = gap(-0.10, -0.12, -0.08, 0.0001, name="sure")
    assert judged(weaker, stronger).rests_on == "sure"


@pytest.mark.parametrize(
    ("links", "words"),
    [
        (Links(0.502, 0.47, 0.53, 480, 0.5, 0.45), "No better than guessing: 50.2 %"),
        (Links(0.0, 0.0, 0.01, 480, 0.5, 1.0), "Worse than guessing: 0.0 %"),
    ],
)
def test_guessing_is_said_and_no_gap_is_ruled_out(links: Links, words: str) -> None:
    verdict = judged(gap(0.0, -0.03, 0.03, 0.9), links=links)
    assert verdict.level == "guessing" and verdict.sentence.startswith(words)
    assert "nothing is said about" in verdict.sentence and "No difference" not in verdict.sentence
    # One that guesses by stereotype is right half of the time too, and its gap shows.
    found = judged(gap(0.3, 0.25, 0.35, 0.0001), links=links)
    assert found.level == "gap" and any(line.startswith("not certain to be better") for line in found.details)
    assert not any("guessing" in line for line in verdict.details)  # it is said once


def test_nobody_guesses_because_the_test_is_small() -> None:
    verdict = judged(gap(0.0, -0.5, 0.5, 1.0), links=Links(1.0, 1.0, 1.0, 4, 0.5, 0.25))
    assert verdict.level == "unclear" and "too small to tell" in verdict.sentence
    assert verdict.sentence.startswith("Not certain to be better than guessing: 100.0 %")


def test_too_few_cases_find_no_gap_of_any_size() -> None:
    verdict = judged(gap(0.0, 0.0, 0.0, 1.0), detectable=1.0)
    assert verdict.level == "unmeasured" and "too few cases to find one of any size" in verdict.sentence


@pytest.mark.parametrize("ends", [(0.0, 0.0), (0.0, 0.9), (1.1, 3.0)])
def test_a_ratio_at_nothing_is_no_small_gap(ends: tuple[float, float]) -> None:
    ratio = replace(gap(ends[0], *ends, 0.0001), kind="ratio", unit="ratio")
    assert judged(ratio).level == "gap"


def test_a_ceiling_is_named() -> None:
    verdict = judged(gap(0.0, -0.01, 0.01, 0.9), room="ceiling")
    assert (
        verdict.level == "none" and "Nearly every answer is right: even the largest gap" in verdict.sentence
    )


def test_answers_that_follow_the_job_are_a_pattern() -> None:
    even = gap(0.0, -0.05, 0.05, 0.9)
    verdict = judged(even, correlation(0.6, 0.4, 0.75, 0.0001))
    assert verdict.level == "pattern" and "the more women work in it, the more readily" in verdict.sentence
    assert "the fewer women" in judged(even, correlation(-0.6, -0.75, -0.4, 0.0001)).sentence
    assert judged(even, correlation(0.2, -0.05, 0.43, 0.12)).level == "none"


def test_what_cannot_be_computed_is_said_so() -> None:
    verdict = judged(gap(0.0, -0.05, 0.05, 0.9), correlation(None, None, None, None))
    assert verdict.level == "none" and "r, score and BLS: cannot be computed" in verdict.details


def test_without_an_interval_nothing_is_claimed() -> None:
    assert judged(gap(0.5, None, None, None)).level == "unmeasured"
    assert judged().level == "unmeasured"


def test_data_that_is_not_as_published_is_in_the_sentence() -> None:
    card = replace(CARD, altered=("gap-test.tsv",))
    for scores in ([gap(0.2, 0.1, 0.3, 0.001)], [gap(0.0, -0.1, 0.1, 0.9)]):
        assert judged(*scores, card=card).sentence.endswith("The data is not as published: gap-test.tsv.")


def test_one_minimal_pair_is_one() -> None:
    for n, said in ((1, "1 minimal pair was answered differently"), (2, "2 minimal pairs were answered")):
        verdict = judged(gap(0.3, 0.25, 0.35, 0.0001), charts=Charts(flips=(("she", "he"),) * n))
        assert any(line.startswith(said) for line in verdict.details)


def test_worst_first() -> None:
    named = {
        "even": result(gap(0.01, -0.03, 0.05, 0.6)),
        "lower": result(gap(-0.10, -0.12, -0.08, 0.0001)),
        "vague": result(gap(0.30, 0.01, 0.60, 0.03)),  # a larger point, but little of it is certain
        "mute": result(gap(0.0, 0.0, 0.0, 1.0), problems=("silent",)),
    }
    verdicts = worst_first([replace(each, subject=name) for name, each in named.items()], [CARD])
    assert [verdict.subject for verdict in verdicts] == ["mute", "lower", "vague", "even"]


bounds = st.floats(-0.6, 0.6)
chances = st.none() | st.floats(0, 1)


@st.composite
def headlines(draw: st.DrawFn) -> list[Score]:
    made = []
    for number in range(draw(st.integers(1, 5))):
        low, value, high = sorted(draw(st.tuples(bounds, bounds, bounds)))
        p = draw(chances)
        kind = draw(st.sampled_from(["gap", "ratio", "correlation"]))
        if kind == "ratio":
            made.append(ratio(1 + value, 1 + low, 1 + high, p, name=f"ratio {number}"))
        elif kind == "gap":
            sides_of = draw(st.sampled_from([(FEMININE, MASCULINE), (NEUTRAL, MASCULINE), (PRO, ANTI)]))
            made.append(
                gap(value, low, high, p, name=f"gap {number}", groups=sides_of[0], against=sides_of[1])
            )
        else:
            made.append(replace(correlation(value, low, high, p), name=f"r {number}"))
    return made


@given(headlines(), st.none() | st.floats(0.001, 0.5), st.none() | st.floats(0, 1))
def test_every_verdict_keeps_the_rules(
    scores: list[Score], detectable: float | None, right: float | None
) -> None:
    links = None if right is None else Links(right, 0.0, 1.0, 480, 0.5, 1 - right)
    verdict = judged(*scores, detectable=detectable, links=links)
    certain = [score for score in scores if is_certain(score)]
    assert (verdict.level in ("gap", "small", "pattern")) == bool(certain)
    lead = next(score for score in scores if score.name == verdict.rests_on)
    assert not certain or lead in certain
    if certain:
        p = 1.0 if lead.p_holm is None else lead.p_holm
        same_kind = [s for s in certain if (s.kind == "correlation") == (lead.kind == "correlation")]
        assert all(p <= (1.0 if s.p_holm is None else s.p_holm) for s in same_kind)
        assert lead.name in verdict.sentence, "the number stands beside the words"
    if verdict.level == "small":
        none = 1.0 if lead.kind == "ratio" else 0.0
        assert max(abs((lead.low or none) - none), abs((lead.high or none) - none)) < SMALL
    if verdict.level == "none":
        assert not any(score.p is not None and score.p < ALPHA for score in scores)
        assert links is None or links.p < ALPHA
    text = " ".join([verdict.sentence, *verdict.details]).lower()
    assert not any(word in text for word in ("unbiased", "fair", "free of", "women are", "men are", "nan"))


# From planted answers to words, through every step of an audit.


def audited(p_pro: float, p_anti: float, *, n_units: int, seed: int, p_link: float = 1.0) -> Verdict:
    """A system that is right with these chances, links with another, and is independent otherwise."""
    suite = planted.suite(n_units)
    rng = np.random.default_rng(seed)
    right = {"pro": p_pro, "anti": p_anti}
    answers = [
        planted.link(bool(rng.random() < right[case.groups["stereotype"]]))
        if rng.random() < p_link
        else Answer()
        for case in suite.cases
    ]
    rows = [suite.judge(case, answer) for case, answer in zip(suite.cases, answers, strict=True)]
    reading = Reading(suite.cases, rows, coverage(answers, rows), charts=Charts())
    check = Check(())
    found = result_of("planted", card_of(suite, check), Read(reading, "clusters"), check, Settings(400, 0))
    return verdict_on(found, card_of(suite, check))


def levels(p_pro: float, p_anti: float, *, n_units: int, n_runs: int = 20, p_link: float = 1.0) -> list[str]:
    return [audited(p_pro, p_anti, n_units=n_units, seed=seed, p_link=p_link).level for seed in range(n_runs)]


def test_planted_gaps_are_found_and_even_systems_are_not_accused() -> None:
    assert levels(0.9, 0.7, n_units=200).count("gap") >= 19
    even = levels(0.8, 0.8, n_units=200, n_runs=60)
    assert sum(level in ("gap", "small", "pattern") for level in even) <= 8, "5 % by chance, 3 of 60"
    assert set(even) <= {"none", "unclear", "gap", "small"} and even.count("none") >= 50


def test_guessing_floors_ceilings_and_few_cases() -> None:
    assert levels(0.5, 0.5, n_units=400).count("guessing") >= 17
    some = levels(0.5, 0.5, n_units=100)  # of which some may be better than guessing
    assert some.count("guessing") + some.count("unclear") >= 17 and set(some) <= {
        "guessing",
        "unclear",
        "gap",
    }
    assert set(levels(0.0, 0.0, n_units=50, n_runs=3)) == {"guessing"}
    assert set(levels(1.0, 1.0, n_units=50, n_runs=3)) == {"none"}
    assert "even the largest gap there could be" in audited(1.0, 1.0, n_units=50, seed=0).sentence
    few = audited(0.9, 0.9, n_units=6, seed=1)
    assert few.level in ("none", "unclear") and "6 points" not in few.sentence


def test_a_system_that_links_half_is_judged_by_its_links() -> None:
    """Right on nine in ten of those it links: no guesser, though right on fewer than half of all."""
    assert levels(0.9, 0.9, n_units=200, n_runs=10, p_link=0.5).count("none") >= 8


def test_words_for_groups() -> None:
    neo = gap(-0.1, -0.2, -0.05, 0.01, groups={"pronouns": "xe"}, against={"pronouns": "he"})
    assert difference(neo) == "links “xe” correctly 10 points less often than “he”"
    assert sides(gap(0, 0, 0, 1)) == "feminine and masculine pronouns"
    split = gap(0.1, 0, 0.2, 1, groups={"type": "2", **PRO}, against={"type": "2", **ANTI})
    assert sides(split).endswith("sentences that go against it (type 2)")
    own = gap(0.1, 0, 0.2, 1, groups={"stereotype": "strong"}, against={"stereotype": "weak"})
    assert difference(own) == "is right 10 points more often on stereotype strong than on stereotype weak"
