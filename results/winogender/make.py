"""Winogender with the resolvers that come with corefair: Tables 1 and 2, Section 4, Figures 1, 3 and 4.

python results/winogender/make.py [--data DIR]

writes table.json, figure-3.svg, figure-4.svg and README.md beside this file; every number on the page is from
table.json. Nothing is trained: grid.yaml has the trainings.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from page import page

from corefair.auditing.report import Judged, Report, Result
from corefair.auditing.run import audit
from corefair.io.files import writing
from corefair.report.pictures import picture
from corefair.report.systems.jobs import scatters, shares
from corefair.types import Score
from corefair.version import __version__

HERE = Path(__file__).parent
SYSTEMS = {  # name on the page -> system
    "RULE": "rule:paper=true",
    "STAT": "feature",
    "NEURAL": "ranking",
    "C2F": "c2f-static",
}
SUITE = "winogender:test"
EXAMPLE = "surgeon"  # Figure 1
RESAMPLES, SEED = 2000, 0
Json = dict[str, Any]


def main() -> None:
    """Ask every system, then write everything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, help="the folder with published sets; else $COREFAIR_DATA")
    given = parser.parse_args()
    report = audit(list(SYSTEMS.values()), [SUITE], data=given.data, resamples=RESAMPLES, seed=SEED,
                   progress=None)  # fmt: skip
    named = {name: _result(report, system) for name, system in SYSTEMS.items()}
    drawn = [
        figure
        for number, (name, result) in enumerate(named.items())
        for figure in scatters(name, result.charts.jobs, colour=number)
    ]
    figure_3 = shares(named["RULE"].charts.jobs)
    assert figure_3 is not None, "the suite has both shares of women"
    rows = list(report.rows())
    table = {
        "settings": {"resamples": RESAMPLES, "seed": SEED, "corefair": __version__, "systems": SYSTEMS},
        "scores": {name: [_score(score) for score in each.scores] for name, each in named.items()},
        "jobs": {
            name: [[job.occupation, job.score, job.bls, job.bergsma] for job in each.charts.jobs]
            for name, each in named.items()
        },
        "figure_1": {name: _example(rows, system) for name, system in SYSTEMS.items()},
    }
    table = json.loads(as_text(table))  # the page shows what is written
    for name, text in (
        ("table.json", as_text(table)),
        ("figure-3.svg", picture([figure_3], across=1) + "\n"),
        ("figure-4.svg", picture(drawn, across=2) + "\n"),
        ("README.md", page(table)),
    ):
        with writing(HERE / name) as out:
            out.write(text)
    print(f"wrote table.json, two pictures and README.md in {HERE}", file=sys.stderr)


def _result(report: Report, system: str) -> Result:
    found = report.result(system, SUITE)
    assert found is not None and found.valid, f"{system} was not measured"
    return found


def _score(score: Score) -> Json:
    return {"name": score.name, "value": score.value, "low": score.low, "high": score.high, "p": score.p,
            "n": score.n, "table": score.table}  # fmt: skip


def _example(rows: Sequence[Judged], system: str) -> list[Json]:
    """Whom the pronoun is linked to in the sentences of one occupation that differ in it alone."""
    found = []
    for row in rows:
        if row.subject != system or not row.case.startswith(f"{EXAMPLE}.") or ".someone." in row.case:
            continue
        assert row.gold is not None and row.gold.right is not None
        found.append({"sentence": " ".join(row.words), "gender": row.groups["gender"],
                      "linked": [row.gold.names[number] for number in row.linked or ()],
                      "right": row.gold.names[row.gold.right]})  # fmt: skip
    return found


def as_text(table: Json) -> str:
    """Numbers to six digits, so that rounding elsewhere does not show."""

    def rounded(part: Any) -> Any:
        if isinstance(part, dict):
            return {name: rounded(each) for name, each in part.items()}
        if isinstance(part, (list, tuple)):
            return [rounded(each) for each in part]
        return float(f"{part:.6g}") + 0.0 if isinstance(part, float) else part

    return json.dumps(rounded(table), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    main()
