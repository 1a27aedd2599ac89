"""The page of results/feature says what its numbers are, and they are those of the shipped models."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from results_scripts import scripts_of

pytest.importorskip("numba", reason="the kernel needs the extra vectors")

from corefair.metrics.coref import score
from corefair.systems.feature.model import FeatureModel
from corefair.systems.feature.shipped import FOLDERS

DATA = os.environ.get("COREFAIR_DATA")
FOLDER = Path(__file__).parents[1] / "results" / "feature"
COMMITTED = json.loads((FOLDER / "feature.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def make() -> Iterator[ModuleType]:
    """The script as a module; what stands beside it is importable by its plain name only meanwhile."""
    with scripts_of("feature") as script:
        yield script("make")


def test_the_page_says_what_the_numbers_are(make: ModuleType) -> None:
    assert (FOLDER / "README.md").read_text(encoding="utf-8") == make.readme(COMMITTED)


def test_the_defaults_are_no_worse_than_what_they_were_compared_with() -> None:
    """By F1 on held-out training documents, which says nothing of what was seen before: the page does."""
    rows = COMMITTED["settings"]
    mean = {name: (row["8 epochs"]["ontogum"] + row["8 epochs"]["litbank"]) / 2 for name, row in rows.items()}
    assert mean["base"] >= max(mean.values()) - 0.005
    assert rows["base"]["8 epochs"]["linked"] > 0.9


def test_what_is_shipped_scores_so(make: ModuleType) -> None:
    if not DATA:
        pytest.skip("set COREFAIR_DATA to the folder of published sets")
    pytest.importorskip("spacy", reason="pip install 'corefair[text]'")
    docs = make.analysed(make.documents("ontogum", "dev"))
    made = make.found_by(FeatureModel.load(FOLDERS["shipped"]), docs, "ontogum")
    found = score(docs, made, singletons="drop", resamples=1).parts["conll"].f1
    assert found == pytest.approx(COMMITTED["shipped 0"]["ontogum"]["conll"]["f1"], abs=2e-3)
    assert found > COMMITTED["rule"]["ontogum"]["conll"]["f1"]
