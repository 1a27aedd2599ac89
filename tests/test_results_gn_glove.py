"""results/gn-glove: the page is what the table says, and the table is whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from corefair.models.glove.gender import seed_pairs
from corefair.types import Embeddings
from results_scripts import Scripts, scripts_of

HERE = Path(__file__).parent.parent / "results" / "gn-glove"


@pytest.fixture
def module() -> Iterator[Scripts]:
    """A file of the folder by its name, as make.py sees its neighbours."""
    with scripts_of("gn-glove") as script:
        yield script


@pytest.fixture(scope="module")
def table() -> Any:
    return json.loads((HERE / "table.json").read_text(encoding="utf-8"))


def test_the_page_is_what_the_table_says(module: Any, table: Any) -> None:
    assert module("render").render(table) == (HERE / "README.md").read_text(encoding="utf-8")
    assert module("make").as_text(table) == (HERE / "table.json").read_text(encoding="utf-8")


def test_every_number_is_there_with_its_interval(module: Any, table: Any) -> None:
    published = module("published")
    assert len(table["runs"]) == len(table["settings"]["seeds"]) == 3
    for run in table["runs"]:
        for _, lines in published.TABLES.values():
            for line in lines:
                for method in published.METHODS:
                    score = run["scores"][method][line.suite]["scores"][line.measure]
                    assert isfinite(score["value"]) and score["low"] <= score["value"] <= score["high"]
        for probe in run["probes"].values():
            assert probe["low"] <= probe["value"] <= probe["high"] and probe["n"] > 1000
        low, high = (run["probes"]["frequency"][name] for name in ("low", "high"))
        assert low < 0.5 + 0.02 and high > 0.5 - 0.02  # the labels have nothing to do with frequency


def test_what_was_to_be_shown(table: Any) -> None:
    """Definition up and stereotype down in every seed, similarity within two points in the mean."""
    scores = [run["scores"] for run in table["runs"]]
    for each in scores:
        before, after = (each[name]["sembias"]["scores"] for name in ("glove", "gn"))
        assert after["definition"]["value"] > before["definition"]["value"] + 0.1
        assert after["stereotype"]["value"] < before["stereotype"]["value"]
    for name in ("MTurk-287", "RW", "MEN", "SimLex-999"):
        measure = f"Spearman, {name}"
        change = [
            each["gn"]["similarity"]["scores"][measure]["value"]
            - each["glove"]["similarity"]["scores"][measure]["value"]
            for each in scores
        ]
        assert np.mean(change) > -0.02


def test_the_share_of_pairs_is_what_counting_gives(module: Any) -> None:
    """Four gendered words that are no seeds: of the four pairs, three have the feminine word above."""
    probes = module("probes")
    seeds = {word for pair in seed_pairs() for word in pair}
    last = {"mum": 0.9, "auntie": 0.2, "dude": 0.5, "bloke": -1.0}
    assert not seeds & set(last)
    emb = Embeddings(tuple(last), np.array([[0.0, value] for value in last.values()], np.float32))
    found = probes.held_out(emb, resamples=200)
    assert found["value"] == 3 / 4 and found["n"] == 4
    assert found["p"] > 0.3  # of the six ways to give out two genders, several are as far from half
