"""Pairing: the slopes are those of the divergence, twins are matched by their words, and they come closer."""

from __future__ import annotations

import numpy as np
import pytest

from corefair.systems.training.pairing import TWIN, Matched, divergence, match, twin_of
from corefair.types import Document, cluster_up


def test_by_hand() -> None:
    """One mention, one antecedent: p = (½, ½) against q = (¾, ¼), none last."""
    matched = Matched(*(np.array(each) for each in ([0], [0], [0, 1], [0], [0])))
    value, _, _ = divergence(matched, np.zeros(1), np.zeros(1), np.array([np.log(3.0)]), np.zeros(1))
    assert value == pytest.approx((1 / 2 - 3 / 4) * np.log(2 / 3) + (1 / 2 - 1 / 4) * np.log(2))


def test_slopes_are_those_of_finite_differences() -> None:
    rng = np.random.default_rng(0)
    spans = [(0, 1), (2, 3), (4, 6), (7, 8)]
    twin_spans = [(0, 1), (4, 6), (7, 8), (9, 10)]  # one is missing, one is more
    at = np.array([0, 0, 1, 3, 6], dtype=np.int32)
    found = np.array([0, 0, 1, 0, 1, 2], dtype=np.int32)
    matched = match(spans, at, found, twin_spans, at, found)
    assert matched.mentions.tolist() == [2, 3] and matched.twins.tolist() == [1, 2]
    assert matched.pairs.tolist() == [1, 3, 5] and matched.twin_pairs.tolist() == [0, 1, 2]
    scores = [rng.normal(size=n) for n in (6, 4, 6, 4)]
    value, ours, theirs = divergence(matched, *scores)
    assert value > 0
    for part, slopes in zip(scores, (*ours, *theirs), strict=True):
        for i in range(len(part)):
            kept, ends = part[i], []
            for by in (1e-5, -1e-5):
                part[i] = kept + by
                ends.append(divergence(matched, *scores)[0])
            part[i] = kept
            assert slopes[i] == pytest.approx((ends[0] - ends[1]) / 2e-5, abs=1e-8)
    assert (
        divergence(matched, scores[0], scores[1], scores[0], scores[1])[0] != 0
    )  # matched by span, not place


def test_a_twin_keeps_places() -> None:
    doc = Document("d", ("The", "man", "said", "he", "slept", "."), clusters=cluster_up([[(0, 2), (3, 4)]]))
    twin = twin_of(doc)
    assert " ".join(twin.words) == "The woman said she slept ."
    assert (twin.id, twin.clusters) == ("d" + TWIN, doc.clusters)
