"""Random, Dist-1, Dist-2 and Dist-3 of Kocijan et al. 2021 (3.2) on GAP, and whether two of them differ."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from page import COLUMNS
from weights import rounded

from corefair.auditing.measure import compare_one, score_all
from corefair.auditing.run import audit
from corefair.report import md
from corefair.suites.coref.gap import answer_from_booleans
from corefair.types import Case, Mention, Row, Suite

RESAMPLES, SEED = 2000, 0
MEASURES = {"F1, overall": "F1", **{name: name for name in (*COLUMNS[1:], "W-F1-Bias")}}
PARTS = ("value", "low", "high")
Json = dict[str, Any]


def baselines(
    suite: Suite, cases: Sequence[Case], folder: Path
) -> tuple[dict[str, Json], dict[str, list[Row]], list[str]]:
    """Random and Dist-1 to Dist-3 with the names these cases give: their scores, rows, and what is shown."""
    rows = {"Random": [_expected(suite, case) for case in cases]}
    measures = [each for each in suite.measures if each.name in MEASURES]
    of_random = score_all(measures, suite.cases, rows["Random"], resamples=RESAMPLES, seed=SEED)
    scores = {"Random": {each.name: (each.value, each.low, each.high) for each in of_random}}
    folder.mkdir(parents=True, exist_ok=True)
    for k in (1, 2, 3):
        said = ((case.id, *map(str, _picked(case, k))) for case in cases)
        text = "".join(f"{name}\t{a.upper()}\t{b.upper()}\n" for name, a, b in said)
        (folder / f"dist-{k}.tsv").write_text(text, encoding="utf-8")
    specs = [f"gap:{folder / f'dist-{k}.tsv'}" for k in (1, 2, 3)]
    report = audit(specs, [suite], resamples=RESAMPLES, seed=SEED)
    for k, result in enumerate(report, 1):
        of_file = {each.name: (each.value, each.low, each.high) for each in result.scores}
        scores[f"Dist-{k}"] = {name: of_file[name] for name in MEASURES}
        judged = report.rows(subject=result.subject)
        rows[f"Dist-{k}"] = [Row(each.case, None, each.counts) for each in judged]
    page = md.render(report)
    start = page.index("## gap:test, Kocijan 2021")
    return (
        {
            system: {
                MEASURES[name]: dict(zip(PARTS, map(rounded, three), strict=True))
                for name, three in of.items()
            }
            for system, of in scores.items()
        },
        rows,
        page[start : page.index("\n## ", start)].strip().splitlines()[2:],
    )


def by_distance(case: Case) -> list[Mention]:
    """The names by the words between them and the pronoun, ties in the order of annotation (3.2)."""
    names = [Mention(start, end) for start, end, _ in case.given.entities]
    return sorted(names, key=lambda name: name.words_from(case.gold.pronoun))


def _said(case: Case, name: Mention | None) -> tuple[bool, bool]:
    """What picking a name says of A and of B: it counts for either where they touch."""
    a, b = (name is not None and name.touches(each) for each in case.gold.candidates)
    return a, b


def _picked(case: Case, k: int) -> tuple[bool, bool]:
    """Dist-k: the k-th nearest name, or none if there are fewer."""
    return _said(case, next(iter(by_distance(case)[k - 1 : k]), None))


def _expected(suite: Suite, case: Case) -> Row:
    """The mean of the counts over every name that could be picked."""
    picks = [_said(case, name) for name in by_distance(case)] or [(False, False)]
    counts = [suite.judge(case, answer_from_booleans(case, *pick)).counts for pick in picks]
    return Row(case.id, None, {key: sum(each[key] for each in counts) / len(counts) for key in counts[0]})


def compare(suite: Suite, baseline: Sequence[Row], rows: Sequence[Row]) -> Json:
    """Dist-2 against Dist-1 by paired randomisation, weighted and not (3.6)."""
    found = {}
    for measure in suite.measures:
        if measure.name in ("acc-Bias", "W-Bias", "Wt-Bias"):
            score = compare_one(measure, suite.cases, rows, baseline, resamples=RESAMPLES, seed=SEED)
            assert score is not None and score.p is not None
            found[measure.name] = {
                "difference": rounded(score.value),
                "low": rounded(score.low),
                "high": rounded(score.high),
                "p": rounded(score.p),
            }
    return found
