"""Neighbour ranks: pairs whose ranks can be seen, files of pairs, and the published vectors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import contracts
import real_vectors
from corefair.errors import DataError, MissingWords
from corefair.geometry.neighbours import nearest
from corefair.suites.vectors.neighbour_ranks import Pair, build
from corefair.types import Embeddings, Slope

WORDS = ("nurse", "woman", "doctor", "ward", "pilot")
BEFORE = Embeddings(WORDS, np.array([[4, 0], [4, 1], [4, 2], [4, 3], [4, 4]], dtype=np.float32), "before")
AFTER = Embeddings(WORDS, np.array([[4, 0], [4, -9], [4, 2], [4, 3], [4, 4]], dtype=np.float32), "after")
PAIRS = [Pair("nurse", "woman"), Pair("nurse", "doctor", "other"), Pair("pilot", "ward", "other"),
         Pair("pilot", "woman"), Pair("nurse", "sister")]  # fmt: skip


def test_ranks_before_and_after_by_hand() -> None:
    suite = build(pairs=PAIRS)
    reading = suite.answer(AFTER, BEFORE)
    assert reading.charts.slopes == (
        Slope("nurse", "woman", 1, 4),
        Slope("nurse", "doctor", 2, 1),
        Slope("pilot", "ward", 1, 1),
        Slope("pilot", "woman", 3, 4),
    )
    assert reading.coverage.missing == ("sister",) and reading.coverage.words == 6
    score = {each.name: each for each in reading.scores}
    assert score["median rank, gendered neighbours"].value == 4
    change = score["median rank, times that before, gendered neighbours"]
    assert change.value == pytest.approx((4 + 4 / 3) / 2) and change.n == 2
    assert change.low == pytest.approx(4 / 3) and change.high == 4
    assert (change.kind, change.better, change.groups) == ("ratio", "higher", {"kind": "gendered"})
    assert score["median rank, other neighbours"].value == 1
    assert score["median rank, other neighbours"].kind == "rank"
    assert score["median rank, times that before, other neighbours"].value == 0.75
    contracts.check_vector_suite(suite, BEFORE)


def test_words_only_one_of_them_has_are_nobodys_neighbours() -> None:
    more = Embeddings((*WORDS, "matron"), np.vstack([AFTER.vectors, [[4, 0.1]]]), "more")
    reading = build(pairs=PAIRS).answer(more, BEFORE)
    assert [row.counts["after"] for row in reading.rows] == [4, 1, 1, 4]


def test_pairs_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text("word\tneighbour\nnurse\twoman\n")
    suite = build(str(file))
    assert list(suite.data) == ["pairs.tsv"]
    (row,) = suite.answer(AFTER, BEFORE).rows
    assert row.counts == {"before": 1, "after": 4}
    file.write_text("word\tneighbour\tkind\nnurse\twoman\tother\nnurse\tdoctor\tfriend\n")
    with pytest.raises(DataError, match=r"pairs.tsv:3: a pair needs"):
        build(str(file))
    with pytest.raises(MissingWords, match="lacks 2 of 2 words: king, queen"):
        build(pairs=[Pair("king", "queen")]).answer(AFTER, BEFORE)


@real_vectors.published
def test_the_papers_pairs_on_real_vectors() -> None:
    emb = real_vectors.glove()
    reading = build().answer(emb, emb)
    ranks = {row.case: row.counts["after"] for row in reading.rows}
    assert len(ranks) >= 40 and all(row.counts["before"] == row.counts["after"] for row in reading.rows)
    near = [word for word, _ in nearest(emb, "nurse", 100)]
    assert near[int(ranks["nurse:woman"]) - 1] == "woman"
    gendered, _, other, _ = reading.scores
    assert gendered.value is not None and other.value is not None
    assert gendered.value > other.value, "a profession's kin are nearer than its gender, as in the paper"
