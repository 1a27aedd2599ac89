"""Categorisation: clusters known beforehand, and the AP words on real vectors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError, MissingWords
from corefair.suites.vectors.categorisation import build
from corefair.types import Embeddings, Reading, VectorSuite
from measured import values
from real_vectors import DATA, glove, googlenews, published

KINDS = ("tree", "game", "pain")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three categories of four words."""
    monkeypatch.delenv("COREFAIR_DATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    (tmp_path / "similarity").mkdir()
    rows = [f"{kind}\t{kind}{i}" for kind in KINDS for i in range(4)]
    (tmp_path / "similarity" / "ap.tsv").write_text("\n".join(["category\tword", *rows]))
    return tmp_path


def tight(stray: str = "", like: int = 0) -> Embeddings:
    """Each category around an axis of its own; one word may stray to another's."""
    rng = np.random.default_rng(0)
    words = tuple(f"{kind}{i}" for kind in KINDS for i in range(4))
    axes = [like if word == stray else KINDS.index(word[:4]) for word in words]
    vectors = np.eye(3)[axes] * rng.uniform(1, 9, size=(12, 1)) + rng.normal(scale=0.01, size=(12, 3))
    return Embeddings(words, vectors.astype(np.float32), "tight")


def purity(suite: VectorSuite, reading: Reading) -> float:
    return values(suite, reading)["purity, AP"]


def test_purity_by_hand(data: Path) -> None:
    suite = build(data=data)
    assert purity(suite, suite.answer(tight(), tight())) == 1
    reading = suite.answer(tight("game2", like=0), tight())
    assert purity(suite, reading) == pytest.approx(11 / 12) and len(reading.cases) == 12
    stray = next(row for row in reading.rows if row.case.startswith("game2 among"))
    assert stray.answer == "tree" and stray.counts == {"in_majority": 0, "clustered": 1}
    clusters = reading.charts.grids[2]
    assert clusters.title == "clusters" and clusters.columns == ("label", "words")
    sizes = {label: len(words) for label, words in clusters.rows}
    assert sizes == {"tree": 5, "game": 3, "pain": 4}


def test_seeded(data: Path) -> None:
    suite = build(data=data)
    noise = Embeddings(tight().words, np.random.default_rng(1).normal(size=(12, 5)).astype(np.float32))
    readings = [suite.answer(noise, noise, seed=seed) for seed in (3, 3)]
    assert readings[0].rows == readings[1].rows


def test_words_all_alike_are_one_cluster(data: Path) -> None:
    same = Embeddings(tight().words, np.ones((12, 2), dtype=np.float32))
    suite = build(data=data)
    assert purity(suite, suite.answer(same, same)) == pytest.approx(4 / 12)


def test_missing_words(data: Path) -> None:
    suite, emb = build(data=data), tight()
    fewer = Embeddings(emb.words[:10], emb.vectors[:10], "fewer")
    reading = suite.answer(fewer, fewer)
    assert reading.coverage.missing == ("pain2", "pain3") and reading.coverage.words == 12
    assert len(reading.cases) == 10 and reading.charts.grids[0].rows[2] == ("pain", 4, 2)
    few = Embeddings(emb.words[:9], emb.vectors[:9], "few")
    with pytest.raises(MissingWords, match="few lacks 3 of 12 words"):
        suite.answer(few, few)
    (data / "similarity" / "ap.tsv").unlink()
    with pytest.raises(DataError, match=r"similarity/ap\.tsv was not found"):
        build(data=data)


@published
@pytest.mark.parametrize("read", [glove, googlenews])
def test_published_words(read: object) -> None:
    assert callable(read)
    emb = read()
    suite = build(data=DATA)
    reading = suite.answer(emb, emb)
    assert reading.coverage.words == 402 and len(reading.cases) + len(reading.coverage.missing) == 402
    assert len(reading.charts.grids[2].rows) == 21 and 0.5 < purity(suite, reading) < 0.8
    order = np.random.default_rng(0).permutation(len(emb))
    shuffled = Embeddings(emb.words, emb.vectors[order])
    assert purity(suite, suite.answer(shuffled, emb)) < 0.3
