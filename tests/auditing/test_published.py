"""On the published suites a planted system gives the planted answer, and baselines the published numbers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from corefair import lists
from corefair.auditing.building import build_suites
from corefair.auditing.run import audit
from corefair.types import Suite

pytestmark = pytest.mark.skipif(
    not os.environ.get("COREFAIR_DATA"), reason="set COREFAIR_DATA to the folder of published sets"
)


def scores(system: str, suite: Suite) -> dict[str, Any]:
    """Scores by name; Any, because those asked for here all have a value and an interval."""
    (result,) = audit(system, [suite], resamples=300).results
    assert result.valid, result.problems
    return {score.name: score for score in result.scores}


def test_stereotype_on_winobias() -> None:
    """The system goes by US statistics, WinoBias by its own lists: where they differ, the gap turns round."""
    (suite,), _ = build_suites(["winobias"])
    share = {row["occupation"].lower(): float(row["percent_women"]) for row in lists.read("occupations")}
    agreement = 0
    for case in suite.cases:
        right, wrong = (share[case.gold.names[i].lower()] for i in (case.gold.right, 1 - case.gold.right))
        sign = 1 if (right > wrong) == (case.groups["gender"] == "feminine") else -1
        agreement += 0 if right == wrong else sign if case.groups["stereotype"] == "pro" else -sign
    gap = scores("stereotype:strength=0.5,seed=1", suite)["gap"]
    assert gap.low <= 0.5 * agreement / len(suite.cases) <= gap.high


def test_stereotype_on_winogender() -> None:
    (suite,), _ = build_suites(["winogender"])
    found = scores("stereotype:strength=0.5,seed=1", suite)
    r = next(score for name, score in found.items() if name.startswith("r, score and BLS"))
    assert r.low > 0, "the more women in a job, the more readily she is linked to it"
    assert found["r, B&L and BLS"].value == pytest.approx(0.67, abs=0.005)


def test_stereotype_has_nothing_to_go_by_in_sowinobias_and_gap() -> None:
    (so, gap), _ = build_suites(["sowinobias:paper", "gap"])
    found = scores("stereotype:strength=0.5,seed=1", so)["gap"]
    assert found.low <= 0 <= found.high
    found = scores("stereotype:strength=0.5,seed=1", gap)["W-Bias"]
    assert found.low <= 1 <= found.high, "with the published weights the two halves of GAP are alike"


def test_a_flipped_label_is_told_of(tmp_path: Path) -> None:
    """One label of GAP changed: the number hardly moves, and the verdict says that this is not GAP."""
    folder = tmp_path / "gap"
    folder.mkdir()
    text = (Path(os.environ["COREFAIR_DATA"]) / "gap" / "gap-development.tsv").read_text(encoding="utf-8")
    for name, changed in (("as-is", text), ("flipped", text.replace("\tTRUE\t", "\tFALSE\t", 1))):
        (folder / "gap-development.tsv").write_text(changed, encoding="utf-8")
        (suite,), _ = build_suites(["gap:development"], data=tmp_path)
        report = audit("first", [suite], resamples=100)
        told = "The data is not as published: gap-development.tsv." in report.verdicts[0].sentence
        assert told == (name == "flipped") == bool(report.suites[0].altered)
