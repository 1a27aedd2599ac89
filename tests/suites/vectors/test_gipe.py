"""GIPE: made-up vectors in which gender is one dimension, and the published ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import contracts
import measured
import real_vectors
from corefair import lists
from corefair.errors import DataError, MissingWords
from corefair.geometry.direction import gender_direction, unit
from corefair.suites.vectors.gipe import build
from corefair.types import Embeddings, Reading
from gendered_vectors import gendered_vectors, shuffled, without_gender


def values(reading: Reading) -> dict[str, float]:
    own = {score.name: score.value for score in reading.scores if score.value is not None}
    return measured.values(build(), reading) | own


def with_sowinobias(n_words: int = 600) -> Embeddings:
    """Made-up vectors in which some words are those of SoWinoBias."""
    emb = gendered_vectors(n_words)
    jobs = [row["occupation"] for row in lists.read("sowinobias_occupations")]
    kinds = [row["adjective"] for row in lists.read("sowinobias_adjectives")][:10]
    return Embeddings((*emb.words[: -len(jobs + kinds)], *jobs, *kinds), emb.vectors, "made up")


def test_it_keeps_the_contract() -> None:
    reading = contracts.check_vector_suite(build(), with_sowinobias())
    assert reading is not None and reading.coverage.words == len(reading.cases) + 22
    assert len(reading.coverage.missing) == 22
    assert not {"she", "he", "mother"} & {case.unit for case in reading.cases}, "these are to be preserved"
    (table,) = reading.charts.grids
    shares = [row[1] for row in table.rows]
    assert len(shares) == 20 and shares == sorted(shares, key=float, reverse=True)
    assert len(table.columns) == len(table.rows[0])


def test_groups_and_sums() -> None:
    emb = with_sowinobias()
    reading = build().answer(emb, emb)
    found = values(reading)
    eta = {case.unit: row.counts["eta_03"] for case, row in zip(reading.cases, reading.rows, strict=True)}
    jobs = [row["occupation"] for row in lists.read("sowinobias_occupations")]
    assert found["mean η, occupations"] == pytest.approx(np.mean([eta[job] for job in jobs]))
    assert found["mean η, θ = .03"] == pytest.approx(np.mean(list(eta.values())))
    weights = np.array([row.counts["gamma_05"] for row in reading.rows])
    shares = np.array([row.counts["eta_05"] for row in reading.rows])
    assert found["GIPE, θ = .05"] == pytest.approx(weights @ shares / weights.sum())
    assert found["GIPE, θ = .03"] > found["GIPE, θ = .05"] > found["GIPE, θ = .07"] > 0
    # Of a graph of their own the words of SoWinoBias have fewer in-edges, but the same shares.
    alone = build().answer(
        emb, emb, words=[*jobs, *(row["adjective"] for row in lists.read("sowinobias_adjectives"))]
    )
    of_all = values(alone)
    assert of_all["GIPE, θ = .03"] == pytest.approx(found["GIPE of SoWinoBias words, θ = .03"])
    assert of_all["mean η, θ = .03"] == pytest.approx(found["mean η, SoWinoBias words"])


def test_neighbours_are_those_of_the_vectors_and_bias_that_of_the_original() -> None:
    emb = gendered_vectors(500)
    before, after = build().answer(emb, emb), build().answer(without_gender(emb), emb)
    assert values(after)["GIPE, θ = .03"] < values(before)["GIPE, θ = .03"]
    its_own = values(build().answer(without_gender(emb), gendered_vectors(500, seed=3)))
    assert its_own != values(after)


def test_the_order_of_words_does_not_matter() -> None:
    emb = gendered_vectors(300)
    assert values(build().answer(emb, emb)) == pytest.approx(values(build().answer(shuffled(emb), emb)))


def test_words_of_ones_own_and_words_that_are_not_there(tmp_path: Path) -> None:
    emb = gendered_vectors(300)
    file = tmp_path / "mine.tsv"
    file.write_text("word\twhy\nqaaa\tit\nqaab\tis\nshe\tmine\nzebra\t\n")
    suite = build(str(file))
    reading = suite.answer(emb, emb)
    assert list(suite.data) == ["mine.tsv"]
    assert [case.unit for case in reading.cases] == ["she", "qaaa", "qaab"] and reading.coverage.missing == (
        "zebra",
    )
    assert reading.coverage.words == 4
    with pytest.raises(MissingWords, match="lacks 1 of 2 words: zebra"):
        build().answer(emb, emb, words=["qaaa", "zebra"])
    file.write_text("name\nqaaa\n")
    with pytest.raises(DataError, match=r"mine.tsv:1: no column 'word'"):
        build(str(file))
    pronouns = Embeddings(emb.words[:20], emb.vectors[:20], "few")
    with pytest.raises(MissingWords):
        build().answer(pronouns, pronouns)


@real_vectors.published
def test_neutralised_words_are_less_near_because_of_gender() -> None:
    """On both published files, over some 1,000 of the words: less than before, and not nothing."""
    for emb in (real_vectors.glove(), real_vectors.googlenews()):
        direction = gender_direction(emb)
        vectors = np.asarray(unit(emb.vectors)).astype(np.float64)
        words = [word for word in emb.words[2000:4000:2] if word.isalpha()]
        rows = [emb.row_of[word] for word in words]
        vectors[rows] -= np.outer(vectors[rows] @ direction, direction)
        changed = emb.changed(vectors, "neutralised")
        before, after = (values(build().answer(each, emb, words=words)) for each in (emb, changed))
        for measure in ("GIPE, θ = .03", "GIPE, θ = .05", "GIPE, θ = .07"):
            assert 0 < after[measure] < before[measure]
