"""Metrics that are the same arithmetic: each name has totals of its own, and says what it is."""

from __future__ import annotations

import pytest

from corefair.metrics import evaluate, totals_of
from corefair.registry import metrics


@pytest.mark.parametrize(
    ("names", "totals"),
    [
        (
            ("gap_w_accuracy", "gap_w_num_accuracy", "gap_w_dist_accuracy", "gap_wt_accuracy"),
            ("right", "asked"),
        ),
        (("analogy_add", "analogy_mul"), ("right", "asked")),
        (("recovered_linear", "recovered_rbf"), ("right", "asked")),
    ],
)
def test_totals_follow_the_name(names: tuple[str, ...], totals: tuple[str, ...]) -> None:
    assert len({totals_of(name) for name in names}) == len(names)
    for name in names:
        parts = dict(zip(totals_of(name), (3.0, 4.0), strict=True))
        assert all(any(total.endswith(end) for total in parts) for end in totals)
        assert evaluate(name, {**parts, "another": 9}) == 3 / 4


def test_shares_of_one_whole() -> None:
    chosen = {"definition": 6, "stereotype": 1, "none": 1, "asked": 8}
    shares = [evaluate(f"sembias_{kind}", chosen) for kind in ("definition", "stereotype", "none")]
    assert shares == [6 / 8, 1 / 8, 1 / 8]
    to = {"to_occupation": 1, "to_participant": 2, "to_neither": 5, "cases": 8}
    whom = ("occupation", "participant", "neither")
    assert [evaluate(f"resolved_to_{each}", to) for each in whom] == [1 / 8, 2 / 8, 5 / 8]


def test_weighted_f1_is_f1_of_weighted_decisions() -> None:
    plain = evaluate("gap_f1", {"gap_tp": 3, "gap_fp": 1, "gap_fn": 2})
    assert plain == evaluate("gap_weighted_f1", {"gap_f1_tp": 1.5, "gap_f1_fp": 0.5, "gap_f1_fn": 1})
    assert plain == pytest.approx((3 / 5, 3 / 4, 2 * 3 / (2 * 3 + 1 + 2)))


def test_a_quotient_is_known_by_its_totals_and_its_sentence() -> None:
    assert metrics["gap_wt_accuracy"].__doc__ == (
        "The same with the weights Wt, which leave out examples with many names or a distant one."
    )
    assert totals_of("purity") == ("in_majority", "clustered") and metrics["purity"](1, 2) == 0.5


def test_a_metric_says_what_it_is() -> None:
    said = {name: (metrics.facts(name)["kind"], metrics.facts(name)["unit"]) for name in metrics.own()}
    assert said["link_accuracy"] == ("accuracy", "share") and said["conll"] == ("f1", "share")
    assert said["mean_association"] == ("association", "number") and said["v_measure"] == (
        "recovery",
        "share",
    )
    assert {said[f"gipe_{tag}"] for tag in ("03", "05", "07")} == {("proximity", "number")}
