"""results/sowinobias: the page is what its files say, and measures are joined to the rows they are of."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from corefair.experiments.result import Experiment, Number, Problem
from corefair.types import Score
from results_scripts import RESULTS, scripts_of

HERE = RESULTS / "sowinobias"
ROWS = ("GloVe", "Hard-GloVe", "INLP-GloVe", "RAN-GloVe")


@pytest.fixture(scope="module")
def vectors() -> Any:
    return json.loads((RESULTS / "vectors" / "table.json").read_text(encoding="utf-8"))


def numbers(gaps: dict[str, float]) -> Experiment:
    made = [
        Number(row, "winobias:dev", Score("gap, T1", gap, None, None, 9, kind="gap"), (gap,))
        for row, gap in gaps.items()
    ]
    return Experiment("x", "", "grid", (), (), (), tuple(made), ())


def test_the_page_is_what_the_files_say() -> None:
    with scripts_of("sowinobias") as script:
        assert script("make").made() == (HERE / "README.md").read_text(encoding="utf-8")


def test_measures_are_joined_to_gaps_by_row(vectors: Any) -> None:
    values = vectors["vectors"]["glove.6B.100d.50k.txt.gz"]["values"]["linear"]
    order = dict(zip(ROWS, ("original", "hard", "inlp", "ran"), strict=True))
    found = numbers({row: values[method]["value"] for row, method in order.items()})  # the same ranks
    with scripts_of("sowinobias") as script:
        intrinsic = script("intrinsic")
        measured = intrinsic.by_row(vectors, {"gn": {"values": {"linear": {"value": 0.6}}}})
        assert measured["GN-GloVe(wa)"] == {"recovered, linear SVM": 0.6}
        first, *others = intrinsic.joined(found, {row: measured[row] for row in ROWS})
    assert first.rows == ROWS and {one.measure: one.rho for one in first.found}[
        "recovered, linear SVM"
    ] == pytest.approx(1.0)
    assert all(each.why == "not measured yet" for each in others)


def test_rows_that_are_named_are_those_that_were_joined(vectors: Any) -> None:
    rows = (*ROWS, "GN-GloVe(wa)")
    found = numbers({row: 0.1 * n for n, row in enumerate(rows)})
    found = replace(found, problems=(Problem("INLP-GloVe", "winobias:dev", "may be guessing", "guessing"),))
    with scripts_of("sowinobias") as script:
        intrinsic = script("intrinsic")
        gn = {"gn": {"values": {key: {"value": 0.6} for key in intrinsic.MEASURES}}}
        first = intrinsic.joined(found, intrinsic.by_row(vectors, gn))[0]
    assert first.rows == tuple(row for row in rows if row != "INLP-GloVe")
    assert {one.rows for one in first.found} == {len(first.rows)}


def test_inlp_begins_and_stops_where_results_vectors_has_it(vectors: Any) -> None:
    held = json.loads((HERE / "inlp.json").read_text(encoding="utf-8"))
    for name, of_file in held.items():
        values = vectors["vectors"][name]["values"]
        stop = next(step for step in of_file["steps"] if step["the mitigator has stopped"])
        for step, method in ((of_file["steps"][0], "original"), (stop, "inlp")):
            for query, column in (("occupations", "s_occ"), ("definition", "s_def")):
                assert step[query]["S"] == pytest.approx(values[column][method]["value"], abs=1e-4)
