"""The page of results/span is what its cells say, and the shipped model is one of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("torch", reason="span networks need the extra torch")

from corefair.runs.content import digest
from corefair.systems.span.shipped import FOLDER
from results_scripts import RESULTS, scripts_of

HERE = RESULTS / "span"


def read(name: str) -> Any:
    path = HERE / name
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def test_the_page_is_of_its_cells() -> None:
    found = [read(f"cells/{path.name}") for path in sorted((HERE / "cells").glob("*.json"))]
    with scripts_of("span") as script:
        made = script("page").readme(
            found,
            script("cells").CELLS,
            read("exchange.json"),
            read("contextual.json"),
            read("settings.json"),
        )
    assert made == (HERE / "README.md").read_text(encoding="utf-8")


def test_what_ships_was_measured() -> None:
    with scripts_of("span") as script:
        shipped = script("make").SHIPPED
    measured = read(f"cells/{shipped}.json")
    assert measured["model"] == digest([FOLDER / "tensors.safetensors"])
    as_trained = measured["f1"]["OntoGUM dev, no single mentions"]["conll"]["f1"]
    assert read("exchange.json")[shipped]["as trained"]["f1"] == pytest.approx(as_trained)
