"""All test cases of the CoNLL reference scorer."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from corefair.io import read
from corefair.metrics.coref import score

DATA = os.environ.get("COREFAIR_DATA")
NAMES = {"bcub": "b_cubed", "ceafm": "ceaf_m", "ceafe": "ceaf_e"}


@pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to a folder that holds scorer/")
def test_the_reference_scorers_cases() -> None:
    folder = Path(DATA or "") / "scorer"
    with (folder / "expected.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert len(rows) == 91
    for row in rows:
        scored = score(read(folder / row["key"]), read(folder / row["response"]))
        part = scored.parts[NAMES.get(row["metric"], row["metric"])]
        expected = [float(row[name]) for name in ("recall", "precision", "f1")]
        assert list(part[:3]) == pytest.approx(expected, abs=1e-5), row
