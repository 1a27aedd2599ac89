"""RIPA: inner products by hand, lengths that matter, and real vectors."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import measured
from corefair.auditing.comparing import compare
from corefair.auditing.run import audit_vectors
from corefair.errors import DataError, MissingWords
from corefair.suites.vectors.ripa import answer, build, relation_vectors
from corefair.suites.vectors.vector_words import Professions
from corefair.types import Embeddings
from real_vectors import DATA, googlenews, published

JOBS = Professions(("nurse", "pilot"), frozenset(), {})


def small(scale: float = 1.0) -> Embeddings:
    table = {"she": (4, 1), "he": (1, 5), "woman": (1, 1), "man": (1, 0), "nurse": (10, 5), "pilot": (-5, 0)}
    return Embeddings(tuple(table), scale * np.array(list(table.values()), dtype=np.float32), "small")


def values(emb: Embeddings) -> dict[str, float]:
    reading = answer(emb, emb, jobs=JOBS)
    return {name.partition(", ")[2]: each for name, each in measured.values(build(), reading).items()}


def test_scaling_and_nothing_else_changes_nothing() -> None:
    """Against an original each word is as long as it was: all at unit length, or all thrice as long."""
    before = answer(small(), small(), jobs=JOBS)
    lengths = np.linalg.norm(small().vectors, axis=1, keepdims=True)
    for scale in (3.0, 1 / lengths):
        after = answer(small().changed(small().vectors * scale, "scaled"), small(), jobs=JOBS)
        assert [row.case for row in after.rows] == [row.case for row in before.rows]
        assert [row.answer for row in after.rows] == pytest.approx(
            [row.answer for row in before.rows], rel=1e-5
        )


def test_without_an_original_it_is_not_compared() -> None:
    other = Embeddings(small().words, 3 * small().vectors, "larger")
    suite = replace(build(), answer=partial(answer, jobs=JOBS))
    report = audit_vectors([small(), other], [suite], resamples=100)
    assert not report.comparisons and "it is not compared" in report.results[1].warnings[-1]
    against = audit_vectors([other], [suite], original=small(), resamples=100)
    assert against.comparisons and all(abs(one.difference) < 1e-5 for one in against.comparisons)
    one, later = (audit_vectors([each], [suite], resamples=100) for each in (small(), other))
    with pytest.raises(DataError, match="nothing can be compared: ripa: it depends on how long vectors are"):
        compare(one, later)


def test_by_hand() -> None:
    """she − he = (3, -4), of length 5; woman − man = (0, 1)."""
    found = values(small())
    assert found["she–he"] == pytest.approx(((30 - 20) / 5 + 15 / 5) / 2)
    assert found["woman–man"] == pytest.approx((5 + 0) / 2)
    assert "girl–boy" not in found
    reading = answer(small(), small(), jobs=JOBS)
    by_id = {row.case: row.answer for row in reading.rows}
    assert by_id["she–he:nurse"] == pytest.approx(2) and by_id["she–he:pilot"] == pytest.approx(-3)
    assert reading.coverage.words == 22 and len(reading.coverage.missing) == 16
    assert {case.unit for case in reading.cases} == {"nurse", "pilot"}


def test_length_counts() -> None:
    assert values(small(3))["she–he"] == pytest.approx(3 * values(small())["she–he"])


def test_the_relation_of_all_pairs_is_their_common_direction() -> None:
    """(3, -4) is far longer than (0, 1), so it dominates, and its sign is that of the sum."""
    relation = relation_vectors(small())["all"]
    assert np.linalg.norm(relation) == pytest.approx(1) and relation @ [3 / 5, -4 / 5] > 0.95
    one_pair = Embeddings(small().words[:2], small().vectors[:2])
    np.testing.assert_allclose(relation_vectors(one_pair)["all"], [3 / 5, -4 / 5], rtol=1e-6)


def test_no_pair() -> None:
    with pytest.raises(MissingWords, match="lacks 19 of 20 words: woman, man, girl"):
        relation_vectors(Embeddings(("she",), np.ones((1, 2), dtype=np.float32)))
    with pytest.raises(DataError, match="do not differ"):
        relation_vectors(Embeddings(("she", "he"), np.ones((2, 2), dtype=np.float32)))


@published
def test_real_vectors() -> None:
    """At unit length the relation of all pairs is close to the gender direction, so nurse is feminine."""
    emb = googlenews()
    reading = build(data=DATA).answer(emb, emb)
    by_id = {row.case: row.answer for row in reading.rows}
    assert len(reading.cases) == 11 * 320
    for pair in ("all", "she–he", "woman–man"):
        assert by_id[f"{pair}:nurse"] > 0.1 and by_id[f"{pair}:captain"] < 0
