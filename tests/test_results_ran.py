"""results/ran: the page is what the table says, and the table agrees with that of results/vectors."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest

from results_scripts import RESULTS, scripts_of

HERE = RESULTS / "ran"


def read(folder: str) -> Any:
    return json.loads((RESULTS / folder / "table.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def table() -> Any:
    return read("ran")


def test_the_page_is_what_the_tables_say(table: Any) -> None:
    with scripts_of("ran") as script:
        made = script("make").made(table)
    assert made == (HERE / "README.md").read_text(encoding="utf-8")


def test_gipe_of_all_words_is_that_of_results_vectors(table: Any) -> None:
    for name, held in read("vectors")["vectors"].items():
        for row, found in table["files"][name]["gipe"]["V_d"].items():
            if row != "n":
                for tag in ("03", "05", "07"):
                    assert found[tag]["value"] == pytest.approx(
                        held["values"][f"gipe_{tag}"][row]["value"], rel=1e-4
                    )


def test_shares_are_those_of_the_values(table: Any) -> None:
    for held in table["files"].values():
        for (one, other, way), shares in zip(
            (("ran", "hard", -1), ("an", "ran", 1), ("ra", "ran", 1)), held["claims"], strict=False
        ):
            for tag, share in shares.items():
                ratio = held["gipe"]["V_d"][one][tag]["value"] / held["gipe"]["V_d"][other][tag]["value"]
                assert share["value"] == pytest.approx(way * (ratio - 1), abs=1e-4)
                assert share["low"] <= share["value"] <= share["high"]


def test_the_picture_has_the_edges(table: Any) -> None:
    network = table["files"]["glove.6B.100d.50k.txt.gz"]["network"]
    panels = ElementTree.parse(HERE / "nurse.svg").findall("{http://www.w3.org/2000/svg}g")
    for panel, row in zip(panels, ("original", "ran"), strict=True):
        drawn = len(panel.findall("{http://www.w3.org/2000/svg}path"))
        assert drawn == sum(min(14, len(network[row][side])) for side in ("neighbours", "neighbour_of"))
