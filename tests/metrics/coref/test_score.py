"""Many documents: how key and response are paired, intervals, and paired tests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from corefair.errors import DataError
from corefair.metrics.coref import METRICS, pair_up, score
from corefair.types import Cluster, Document, cluster_up

RIGHT = cluster_up([[(0, 1), (1, 2)]])
WRONG = cluster_up([[(0, 1), (2, 3)]])


def documents(*answers: tuple[Cluster, ...]) -> list[Document]:
    return [Document(f"d{i}", ("a", "b", "c"), clusters=clusters) for i, clusters in enumerate(answers)]


KEY = documents(*[RIGHT] * 3)


def test_what_does_not_fit_is_named() -> None:
    missing, extra = KEY[:2], replace(KEY[0], id="other")
    _, notes = pair_up(KEY, [missing[1], extra, missing[0]])
    assert notes == [
        "1 document (d2) missing from the response: counted as answers without clusters",
        "1 document (other) not in the key: left out",
        "the response has the documents in another order: matched by id",
    ]
    _, notes = pair_up(KEY, [KEY[0], KEY[1], replace(KEY[2], words=("a", "b", "x"))])
    assert notes == ["1 document (d2) spelt differently in the response: matched by position"]
    _, notes = pair_up(KEY, [KEY[0], KEY[1], replace(KEY[2], clusters=(), meta={"status": "refused"})])
    assert notes == ["1 document (d2) not answered (error or refused): counted as they stand"]


def test_a_missing_document_costs_recall() -> None:
    parts = score(KEY, KEY[:2]).parts["muc"]
    assert (parts.recall, parts.precision) == (pytest.approx(2 / 3), 1)


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(DataError, match=r"'d1' has 3 words in the key and 2 in the response"):
        score(KEY, [KEY[0], replace(KEY[1], words=("a", "b"))])
    with pytest.raises(DataError, match=r"share no document id \(key: 'd0' …, response: 'x' …\)"):
        score(KEY, [replace(KEY[0], id="x")])
    with pytest.raises(DataError, match="key: no document"):
        score([], KEY)
    with pytest.raises(DataError, match=r"the response has 1 document \(d1\) more than once"):
        score(KEY, [*KEY, KEY[1]])
    with pytest.raises(DataError, match=r"the key has 1 document \(d0\) more than once"):
        score([*KEY, KEY[0]], KEY)


def test_intervals() -> None:
    mixed = documents(RIGHT, WRONG, RIGHT)
    parts = score(KEY, mixed).parts
    for name in METRICS:
        part = parts[name]
        assert part.low is not None and part.high is not None and part.low <= part.f1 <= part.high
    assert parts["muc"].low < parts["muc"].f1 < parts["muc"].high
    assert score(KEY, mixed).parts == parts, "the same seed gives the same interval"
    assert score(KEY[::-1], mixed[::-1]).parts == parts, "and so does another order of documents"
    assert score(KEY[:1], KEY[:1]).parts["muc"][3:] == (None, None), "one document has no interval"


def test_seed_and_resamples_are_respected() -> None:
    keys = documents(*[RIGHT] * 9)
    mixed = documents(*[RIGHT] * 4, *[WRONG] * 3, *[()] * 2)

    def bounds(**options: int) -> list[tuple[float | None, float | None]]:
        return [part[3:] for part in score(keys, mixed, **options).parts.values()]

    assert bounds(resamples=100, seed=1) == bounds(resamples=100, seed=1)
    assert bounds(resamples=100, seed=1) != bounds(resamples=100, seed=2)
    assert bounds(resamples=100, seed=1) != bounds(resamples=150, seed=1)


def test_a_paired_test_by_hand() -> None:
    """Right on all three against wrong on all three: only 2 of 8 ways to swap are as far apart."""
    good, bad = score(KEY, KEY), score(KEY, documents(*[WRONG] * 3))
    gap = good.less(bad)["muc"]
    assert (gap.value, gap.p) == (1, 2 / 8)
    assert gap.low == gap.high == 1
    assert all(
        each.p_holm >= each.p for each in good.less(bad).values() if each.p is not None and each.p_holm
    )
    assert good.less(good)["conll"][:4] == (0, 0, 0, 1)
    assert score(KEY[:1], KEY[:1]).less(score(KEY[:1], KEY[:1]))["muc"] == (0, None, None, None, None)
