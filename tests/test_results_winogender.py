"""results/winogender: the page and its pictures are what the table says."""

from __future__ import annotations

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

HERE = Path(__file__).parent.parent / "results" / "winogender"
CIRCLE = ".//{http://www.w3.org/2000/svg}circle"


@pytest.fixture(scope="module")
def table() -> Any:
    return json.loads((HERE / "table.json").read_text(encoding="utf-8"))


def test_the_page_is_what_the_table_says(table: Any) -> None:
    spec = spec_from_file_location("winogender_page", HERE / "page.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.page(table) == (HERE / "README.md").read_text(encoding="utf-8")


def test_every_number_is_within_its_interval(table: Any) -> None:
    for scores in table["scores"].values():
        for score in scores:
            if score["low"] is not None:
                assert score["low"] <= score["value"] <= score["high"], score


def test_a_point_for_each_occupation(table: Any) -> None:
    n_jobs = [len(jobs) for jobs in table["jobs"].values()]
    assert n_jobs == [60] * 4
    assert len(ElementTree.parse(HERE / "figure-3.svg").findall(CIRCLE)) == 60
    assert len(ElementTree.parse(HERE / "figure-4.svg").findall(CIRCLE)) == 60 * 2 * 4
