"""Laws of the metrics on random clusterings, and agreement with a plain version of the definitions."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.metrics import evaluate
from corefair.metrics.coref import METRICS, count, score
from corefair.metrics.ratio import divide, prf
from corefair.types import Document, cluster_up

WORDS = tuple("abcdefghijkl")
PLAIN_SCORER = Path(__file__).parents[3] / "benchmarks" / "plain_scorer.py"
laws = settings(max_examples=150, deadline=None, derandomize=True)


def plain_scorer() -> Any:
    spec = importlib.util.spec_from_file_location("plain_scorer", PLAIN_SCORER)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@st.composite
def documents(draw: Any) -> Document:
    """Up to twelve mentions in up to five clusters, none of them twice."""
    labels = draw(st.lists(st.integers(-1, 4), min_size=len(WORDS), max_size=len(WORDS)))
    spans = [[(i, i + 1) for i, label in enumerate(labels) if label == number] for number in range(5)]
    return Document("d", WORDS, clusters=cluster_up(spans))


def values(key: Document, response: Document, **options: Any) -> dict[str, tuple[float, float, float]]:
    return {name: part[:3] for name, part in score([key], [response], **options).parts.items()}


@laws
@given(documents(), documents())
def test_every_metric_is_its_definition(key: Document, response: Document) -> None:
    plain = plain_scorer()
    found = values(key, response)
    for name, metric in plain.PLAIN.items():
        recall, precision = metric(key.clusters, response.clusters)
        assert found[name] == pytest.approx(tuple(prf(divide(*recall), divide(*precision))))
    inside, between = plain.blanc(key.clusters, response.clusters)
    if inside.recall[1] and between.recall[1]:
        recall, precision = (
            (divide(*getattr(inside, side)) + divide(*getattr(between, side))) / 2
            for side in ("recall", "precision")
        )
        assert found["blanc"][:2] == pytest.approx((recall, precision))


@laws
@given(documents(), documents())
def test_swapping_key_and_response_swaps_recall_and_precision(key: Document, response: Document) -> None:
    one, other = values(key, response), values(response, key)
    both = [count([(key, response)]), count([(response, key)])]
    for name in METRICS:
        # BLANC leaves out a kind of link that the key lacks: there the two sides are not alike.
        if name == "blanc" and not all(tally["links_key"][0] and tally["breaks_key"][0] for tally in both):
            continue
        assert (one[name][1], one[name][0], one[name][2]) == pytest.approx(other[name])


@laws
@given(documents())
def test_a_document_scores_one_against_itself(doc: Document) -> None:
    found = values(doc, doc)
    has_links = any(len(cluster) > 1 for cluster in doc.clusters)
    for name in METRICS:
        if doc.clusters and (has_links or name not in ("muc", "conll")):
            assert found[name] == pytest.approx((1, 1, 1)), name


@laws
@given(documents(), documents(), st.randoms(use_true_random=False))
def test_numbering_and_order_do_not_matter(key: Document, response: Document, random: Any) -> None:
    shuffled = [
        random.sample(cluster, len(cluster))
        for cluster in random.sample(response.clusters, len(response.clusters))
    ]
    assert values(key, replace(response, clusters=cluster_up(shuffled))) == values(key, response)
    assert all(0 <= part <= 1 for parts in values(key, response).values() for part in parts)


@laws
@given(st.lists(st.tuples(documents(), documents()), min_size=2, max_size=5))
def test_totals_add_up(pairs: list[tuple[Document, Document]]) -> None:
    together = count(pairs)
    apart = [count([pair]) for pair in pairs]
    for name in together:
        np.testing.assert_allclose(
            together[name], np.concatenate([tally[name] for tally in apart]), atol=1e-12
        )
    weights = np.arange(len(pairs))  # a weight of 2 is the document twice
    repeated = count([pair for pair, n in zip(pairs, weights, strict=True) for _ in range(n)])
    for metric in METRICS:
        weighted = evaluate(metric, {name: weights @ total for name, total in together.items()})
        again = evaluate(metric, {name: total.sum() for name, total in repeated.items()})
        assert tuple(weighted) == pytest.approx(tuple(again))


@laws
@given(documents(), documents())
def test_dropping_singletons_is_scoring_without_them(key: Document, response: Document) -> None:
    bare = [
        replace(doc, clusters=tuple(each for each in doc.clusters if len(each) > 1))
        for doc in (key, response)
    ]
    assert values(key, response, singletons="drop") == values(*bare)
