"""Every registered suite, metric, mitigator and format keeps its contract, and the contracts bite.

Systems have a test of their own: `systems/test_every_system.py`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import contracts
import planted_vectors
from corefair import registry
from corefair.errors import DataError
from corefair.io import datasets
from corefair.io.vectors import read_vectors
from corefair.metrics import totals_of
from corefair.types import Charts, Document, Embeddings, Grid, Measure, Score, Slope, VectorSuite

QUICK = (
    "direct_bias",
    "ripa",
    "sembias",
    "similarity",
    "single_weat",
    "weat",
)  # a second or two on 50k words
FACTS = {"better": "higher", "kind": "share", "unit": "share"}
EVERYTHING = [(kind, name) for kind, things in registry.ALL.items() for name in things]


@pytest.mark.parametrize(("kind", "name"), EVERYTHING)
def test_contract(kind: str, name: str) -> None:
    contracts.check_documented(kind, name)
    things = registry.ALL[kind]
    thing, facts = things[name], things.facts(name)
    if kind == "format":
        contracts.check_format(thing, facts)
    elif kind == "metric":
        contracts.check_metric(thing, facts, totals_of(name))
    elif kind == "mitigator" and facts["changes"] == "text":
        contracts.check_text_mitigator(thing())
    elif kind == "mitigator":
        contracts.check_mitigator(thing())
    elif kind == "suite":
        try:
            suite = thing()
        except DataError as error:
            pytest.skip(f"set COREFAIR_DATA: {error}")
        if facts.get("asks") == "vectors":
            contracts.check_vector_suite(suite, contracts.example_vectors())
        elif facts.get("asks") == "corpora":
            contracts.check_corpus_suite(suite)
        else:
            contracts.check_suite(suite)


@pytest.mark.parametrize(
    "changes",
    [
        {"caveats": ()},
        {"cases": []},
        {"contrast": ("gender", "feminine", "neutral")},
        {"measures": (Measure("LEA", "lea"),)},
        {"judge": lambda case, answer: None},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_a_suite_that_breaks_the_contract_is_caught(changes: dict[str, Any]) -> None:
    contracts.check_suite(contracts.example_suite())
    with pytest.raises(AssertionError):
        contracts.check_suite(contracts.example_suite(**changes))


@pytest.fixture(scope="module")
def glove() -> Embeddings:
    try:
        return read_vectors(datasets.find("vectors", "glove.6B.100d.50k.txt.gz"))
    except DataError as error:
        pytest.skip(f"set COREFAIR_DATA: {error}")


@pytest.mark.parametrize("name", [name for name in registry.suites if name in QUICK])
def test_quick_vector_suites_keep_the_contract_on_real_vectors(name: str, glove: Embeddings) -> None:
    reading = contracts.check_vector_suite(registry.suites[name](), glove)
    assert reading is not None and (reading.rows or reading.scores)


def some_suite(**changes: Any) -> VectorSuite:
    return planted_vectors.leaning(**changes)


def answers(**changes: Any) -> Any:
    """How the planted suite answers, with some of the reading changed."""
    right = some_suite().answer

    def answer(emb: Embeddings, original: Embeddings, *, seed: int = 0) -> Any:
        reading = right(emb, original, seed=seed)
        return replace(reading, **{name: change(reading) for name, change in changes.items()})

    return answer


def drawn_by_lot() -> Charts:
    """Another each time: no seed was asked."""
    return Charts(grids=(Grid(("x",), ((float(np.random.default_rng().normal()),),)),))


def test_a_vector_suite_that_cannot_be_measured_says_so() -> None:
    assert contracts.check_vector_suite(some_suite(), contracts.example_vectors()) is not None
    assert contracts.check_vector_suite(some_suite(), planted_vectors.vectors(0.5, words=("job1",))) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"caveats": ()},
        {"kind": "good"},
        {"measures": (Measure("LEA", "lea"),)},
        {"measures": (Measure("a", "link_accuracy"), Measure("a", "link_accuracy"))},
        {"answer": answers(rows=lambda reading: reading.rows[1:])},
        {"answer": answers(cases=lambda reading: [reading.cases[0]] * len(reading.cases))},
        {"answer": answers(coverage=lambda reading: replace(reading.coverage, missing=("she",)))},
        {"answer": answers(charts=lambda reading: Charts(grids=(Grid(("x",), ((float("nan"),),)),)))},
        {"answer": answers(charts=lambda reading: Charts(slopes=(Slope("she", "he", "first", None),)))},
        {"answer": answers(scores=lambda reading: (Score("alone", 0.5, None, None, 40),))},
        {"answer": answers(scores=lambda reading: (Score("odd", 0.5, 0.6, 0.7, 40),))},
        {
            "answer": answers(
                charts=lambda reading: Charts(
                    grids=(Grid(("x",), ((float(np.random.default_rng().normal()),),)),)
                )
            )
        },
    ],
    ids=[
        "caveats",
        "kind",
        "totals",
        "names",
        "rows",
        "ids",
        "missing",
        "JSON",
        "chart",
        "alone",
        "interval",
        "seed",
    ],
)
def test_a_vector_suite_that_breaks_the_contract_is_caught(changes: dict[str, Any]) -> None:
    emb = planted_vectors.vectors(0.5)
    assert contracts.check_vector_suite(some_suite(), emb) is not None
    with pytest.raises((AssertionError, ValueError, DataError)):
        contracts.check_vector_suite(some_suite(**changes), emb)


def test_a_vector_suite_that_writes_into_vectors_is_caught() -> None:
    emb = planted_vectors.vectors(0.5)

    def answer(emb: Embeddings, original: Embeddings, *, seed: int = 0) -> Any:
        reading = some_suite().answer(emb, original, seed=seed)
        emb.vectors.setflags(write=True)
        emb.vectors[0] += 1
        return reading

    with pytest.raises(AssertionError):
        contracts.check_vector_suite(some_suite(answer=answer), emb)


class Halve:
    def fit(self, emb: Any) -> Any:
        return lambda given: replace(given, vectors=given.vectors / 2, history=(*given.history, "halved"))


class Forgetful(Halve):
    def fit(self, emb: Any) -> Any:
        return lambda given: replace(given, vectors=given.vectors / 2)


class DropsAWord(Halve):
    def fit(self, emb: Any) -> Any:
        return lambda given: replace(
            given, words=given.words[1:], vectors=given.vectors[1:], history=("dropped",)
        )


@pytest.mark.parametrize("mitigator", [Forgetful(), DropsAWord()])
def test_a_mitigator_that_breaks_the_contract_is_caught(mitigator: Any) -> None:
    contracts.check_mitigator(Halve())
    with pytest.raises(AssertionError):
        contracts.check_mitigator(mitigator)


@pytest.mark.parametrize(
    "metric",
    [
        lambda a, b: a - b,  # changes when every case weighs three times as much
        lambda a, b: np.where(b > 0, a / np.maximum(b, 1), np.nan),  # nothing of nothing is not a number
    ],
)
def test_a_metric_that_breaks_the_contract_is_caught(metric: Any) -> None:
    contracts.check_metric(lambda a, b: a / np.maximum(a + b, 1), FACTS, ("a", "b"))
    with pytest.raises(AssertionError):
        contracts.check_metric(metric, FACTS, ("a", "b"))


def test_a_format_that_breaks_the_contract_is_caught() -> None:
    conll = registry.formats["conll"]

    class Loses(conll):  # type: ignore[misc, valid-type]
        @staticmethod
        def parse(block: Any) -> Document:
            return replace(conll.parse(block), clusters=())

    with pytest.raises(AssertionError):
        contracts.check_format(Loses, {"suffixes": (".x",)})
