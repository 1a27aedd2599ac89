"""results/vectors: the table is whole, the page is what it says, and orders are judged as they should be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from results_scripts import Scripts, scripts_of

HERE = Path(__file__).parent.parent / "results" / "vectors"


@pytest.fixture
def module() -> Iterator[Scripts]:
    """A file of the folder by its name, as make.py sees its neighbours."""
    with scripts_of("vectors") as script:
        yield script


@pytest.fixture(scope="module")
def table() -> Any:
    return json.loads((HERE / "table.json").read_text(encoding="utf-8"))


def test_the_page_is_what_the_table_says(module: Any, table: Any) -> None:
    assert module("render").render(table) == (HERE / "README.md").read_text(encoding="utf-8")


def test_the_table_is_written_as_make_writes_it(module: Any, table: Any) -> None:
    assert module("make").as_text(table) == (HERE / "table.json").read_text(encoding="utf-8")


def test_every_cell_is_a_number_within_its_interval(module: Any, table: Any) -> None:
    published = module("published")
    assert len(table["vectors"]) == 2
    for of_file in table["vectors"].values():
        assert set(of_file["methods"]) == set(published.METHODS)
        for key, column in published.COLUMNS.items():
            assert set(of_file["values"][key]) == set(published.METHODS)
            for cell in of_file["values"][key].values():
                assert isfinite(cell["value"]) and cell["low"] <= cell["value"] <= cell["high"]
                assert cell["n"] >= cell["units"] >= 2
            for one, other in column.pairs():
                assert f"{one} - {other}" in of_file["differences"][key]


def test_differences_are_those_of_the_values(module: Any, table: Any) -> None:
    for of_file in table["vectors"].values():
        for key, pairs in of_file["differences"].items():
            for pair, cell in pairs.items():
                one, other = (of_file["values"][key][row]["value"] for row in pair.split(" - "))
                assert cell["value"] == pytest.approx(one - other, abs=2e-6)


def test_every_published_row_is_one_of_ours(module: Any) -> None:
    published = module("published")
    for column in published.COLUMNS.values():
        assert set(column.paper) <= set(published.METHODS)
        assert {"original", "hard", "ran"} <= set(column.paper)
        assert all(isfinite(float(value)) for value in column.paper.values())
    for kinds in zip(*(published.COLUMNS[kind].paper.values() for kind in published.KINDS), strict=True):
        assert sum(map(float, kinds)) == pytest.approx(
            100, abs=0.1 + 1e-9
        )  # of a question one pair is chosen


def of_file(**differences: tuple[float, float, float]) -> Any:
    cells = {name.replace("_", " - "): each for name, each in differences.items()}
    made = {name: dict(zip(("value", "low", "high"), each, strict=True)) for name, each in cells.items()}
    return {"differences": {"gipe_03": made}}


@pytest.mark.parametrize(
    ("difference", "word"),
    [
        ((0.2, 0.1, 0.3), "holds"),
        ((0.2, -0.1, 0.3), "holds, within chance"),
        ((-0.2, -0.3, 0.1), "does not hold"),
        ((-0.2, -0.3, -0.1), "does not hold"),
    ],
)
def test_a_claim_holds_as_far_as_its_orders_do(module: Any, difference: Any, word: str) -> None:
    orders = module("orders")
    claim = orders.Claim("", "", [("gipe_03", "ran", "hard")])
    assert orders.judge(claim, of_file(hard_ran=difference)).word == word
    value, low, high = difference
    assert orders.judge(claim, of_file(ran_hard=(-value, -high, -low))).word == word  # written the other way
    assert orders.judge(claim, of_file()).word == "not measured"


def test_published_ties_are_no_order(module: Any) -> None:
    orders, published = module("orders"), module("published")
    column = published.COLUMNS["gipe_03"]
    assert column.paper["hard"] == column.paper["an"]
    assert not list(orders.published_orders(column, of_file(hard_an=(1, 1, 1))))
    (found,) = orders.published_orders(column, of_file(hard_ran=(-1, -2, -0.5)))
    assert (found.lower, found.higher, found.same, found.clear) == ("ran", "hard", False, True)


def test_compare_pairs_rows_on_the_same_resamples(module: Any) -> None:
    compare = module("differences").compare
    rng = np.random.default_rng(0)
    ids = np.array([f"w{number}" for number in range(200)])
    right = rng.integers(2, size=200).astype(float)
    kept = {
        "original": (ids, ids, np.stack([right, np.ones(200)], axis=1)),
        "hard": (ids, ids, np.stack([np.minimum(right, np.arange(200) % 50 > 0), np.ones(200)], axis=1)),
    }
    values, differences = compare("recovered_linear", kept)
    apart = differences["original - hard"]
    lost = (right[::50].sum()) / 200
    assert values["original"]["value"] == pytest.approx(right.mean()) and apart["value"] == pytest.approx(
        lost
    )
    assert values["original"]["high"] - values["original"]["low"] > 5 * (apart["high"] - apart["low"])


def test_rank_correlation_of_compare_is_spearman(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from corefair import stats

    differences = module("differences")
    monkeypatch.setattr(differences, "RESAMPLES", 200)
    rng = np.random.default_rng(1)
    ratings = rng.integers(10, size=80).astype(float)
    cosines = ratings + rng.normal(size=80)
    ids = np.array([str(number) for number in range(80)])
    kept = {"original": (ids, ids, np.stack([cosines, ratings], axis=1))}
    values, _ = differences.compare("", kept)
    assert values["original"]["value"] == pytest.approx(stats.spearman(cosines, ratings).value)
    assert values["original"]["low"] < values["original"]["value"] < values["original"]["high"]
