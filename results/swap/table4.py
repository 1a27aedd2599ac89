"""Table 4 of WinoBias, ours: systems on a corpus and its gender-reversed twin, names as they are or hidden.

COREFAIR_DATA=… python results/swap/table4.py [SYSTEM …]

writes table4.json and table4.md beside this file, by default for `rule`; a SYSTEM is whatever `corefair
audit` takes, the folder of a trained one too. What was measured of other systems is kept.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import corefair
from corefair.io import datasets

HERE = Path(__file__).parent
SETS = (("OntoGUM dev", "ontogum"), ("LitBank dev", "litbank"))
PAGE = """\
# A corpus and its reversed twin

`COREFAIR_DATA=… python results/swap/table4.py [SYSTEM …]` makes this page: CoNLL F1 on gold clusters, the
system shown words, sentences and speakers. The gap is original less reversed, in points, with its 95 %
interval over documents and the p of a paired test in which each document changes sides by a coin. *Hidden*:
people's names are E1, E2 … in both texts, as in the paper's Table 4. LitBank's single mentions
count; systems that give none lose recall there, in both texts alike.

| system | corpus | names | documents | original | reversed | gap | p |
|---|---|---|--:|--:|--:|--:|--:|
{lines}

WinoBias's own Table 4 is on OntoNotes' test set, which needs a licence: those numbers do not compare with
these.
"""


def main(systems: Sequence[str]) -> None:
    """Measure, then write both files."""
    path = HERE / "table4.json"
    known: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    found = [line for line in known if line["system"] not in map(shown_name, systems)]
    for system in systems:
        for corpus, name in SETS:
            place = datasets.find(name, "dev")
            report = corefair.audit(system, [f"reversed:{place}", f"reversed:{place},anonymise"])
            found += [measured(shown_name(system), corpus, result) for result in report.results]
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (HERE / "table4.md").write_text(PAGE.format(lines="\n".join(map(line_of, found))), encoding="utf-8")


def shown_name(system: str) -> str:
    """A system by its name; the folder of a trained one by its last part."""
    return Path(system).name if Path(system).is_dir() else system


def measured(system: str, corpus: str, result: corefair.Result) -> dict[str, Any]:
    """The gap and both scores."""
    gap = result.score("gap")
    sides = [result.score(f"CoNLL F1, {side}") for side in ("original", "reversed")]
    if gap is None or None in sides or not result.valid:
        raise SystemExit(f"{system} on {corpus}: {'; '.join(result.problems) or 'no gap could be measured'}")
    return {
        "system": system,
        "corpus": corpus,
        "names": "hidden" if result.suite.endswith(",anonymise") else "as they are",
        "documents": gap.n // 2,
        **{side: score.value for side, score in zip(("original", "reversed"), sides, strict=True) if score},
        "gap": gap.value,
        "low": gap.low,
        "high": gap.high,
        "p": gap.p,
    }


def line_of(line: dict[str, Any]) -> str:
    """A line of the table."""
    gap, low, high = (f"{100 * line[each]:+.1f}" for each in ("gap", "low", "high"))
    f1 = (f"{100 * line[each]:.1f}" for each in ("original", "reversed"))
    p = "< .001" if line["p"] < 0.001 else f"{line['p']:.3f}".lstrip("0")
    cells = (line["system"], line["corpus"], line["names"], str(line["documents"]), *f1)
    return f"| {' | '.join(cells)} | {gap} ({low} to {high}) | {p} |"


if __name__ == "__main__":
    main(sys.argv[1:] or ["rule"])
