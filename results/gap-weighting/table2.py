"""Kocijan et al. 2021, Table 2 in spirit: the resolvers that come with corefair on GAP, weighted.

python results/gap-weighting/table2.py [--data DIR] [--store DIR]

writes table2.json and table2.md beside this file; every number on the page is from
table2.json. Nothing is trained.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from downsampling import distributions, downsampling
from table2_page import MEASURES, TESTED, page
from weights import rounded

from corefair.auditing.run import audit
from corefair.io.files import writing
from corefair.suites.coref.gap import build
from corefair.version import __version__

HERE = Path(__file__).parent
SYSTEMS = ("rule:paper=true", "feature", "ranking", "c2f-static")
RESAMPLES, SEED = 2000, 0
Json = dict[str, Any]


def main() -> None:
    """Ask every system, then write both files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, help="the folder with published sets; else $COREFAIR_DATA")
    parser.add_argument(
        "--store", type=Path, help="keep answers here, so that a run that was stopped goes on"
    )
    given = parser.parse_args()
    suite = build("test", data=given.data)
    report = audit(list(SYSTEMS), [suite], data=given.data, resamples=RESAMPLES, seed=SEED, store=given.store)
    table: Json = {
        "settings": {"resamples": RESAMPLES, "seed": SEED, "corefair": __version__},
        "systems": {
            result.subject: {
                score.name: {"value": score.value, "low": score.low, "high": score.high, "n": score.n}
                for score in result.scores
                if score.name in MEASURES
            }
            for result in report
        },
        "tests": [
            {"system": one.subject, "baseline": one.baseline, "measure": one.measure.name,
             "difference": one.difference, "low": one.low, "high": one.high, "p": one.p}
            for one in report.comparisons
            if one.measure.name in TESTED
        ],
        "distributions": distributions(suite.cases),
        "downsampling": downsampling(suite.cases),
    }  # fmt: skip
    table = json.loads(as_text(table))
    for name, text in (("table2.json", as_text(table)), ("table2.md", page(table))):
        with writing(HERE / name) as out:
            out.write(text)


def as_text(table: Json) -> str:
    """Numbers to four decimals."""

    def short(part: Any) -> Any:
        if isinstance(part, dict):
            return {name: short(each) for name, each in part.items()}
        if isinstance(part, (list, tuple)):
            return [short(each) for each in part]
        return rounded(part) if isinstance(part, float) else part

    return json.dumps(short(table), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    main()
