"""Direct bias: cosines by hand, the two axes of the chart, and real vectors before and after."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import MissingWords
from corefair.suites.vectors.direct_bias import build, neutrality
from corefair.suites.vectors.vector_words import gendered
from corefair.types import Embeddings
from measured import n_cases, values
from real_vectors import DATA, glove, googlenews, published

JOBS = '[["nurse", 0.0, -0.9], ["pilot", 0.0, 0.5], ["nun", -0.9, 0.0], ["clerk", 0.0, 0.0]]'


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with four professions, and no other list."""
    monkeypatch.delenv("COREFAIR_DATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "professions.json").write_text(JOBS)
    return tmp_path


def flat() -> Embeddings:
    """Gender is the first axis."""
    table = {
        "she": (1, 0, 1),
        "he": (-1, 0, 1),
        "nurse": (3, 4, 0),
        "pilot": (-2, 0, 0),
        "nun": (1, 0, 0),
        "tree": (0, 2, 0),
        "stone": (-4, 3, 0),
    }
    return Embeddings(tuple(table), np.array(list(table.values()), dtype=np.float32), "flat")


def test_by_hand(data: Path) -> None:
    suite = build(data=data)
    reading = suite.answer(flat(), flat())
    by_name = values(suite, reading)
    assert by_name["direct bias, professions"] == pytest.approx((3 / 5 + 1 + 1) / 3)
    assert by_name["direct bias, professions neutral by definition"] == pytest.approx((3 / 5 + 1) / 2)
    assert n_cases(suite.measures[1], reading.cases) == 2
    (everything,) = (each for each in reading.scores if each.name == "direct bias, all neutral words")
    assert everything.n == 4, "nurse, pilot, tree and stone: she, he and nun are gendered"
    assert everything.value == pytest.approx((3 / 5 + 1 + 0 + 4 / 5) / 4)
    cosines = {row.case: round(row.answer, 6) for row in reading.rows}
    assert [cosines[f"own from she–he:{job}"] for job in ("nurse", "pilot", "nun")] == [0.6, -1, 1]
    assert "clerk" in reading.coverage.missing and "nurse" not in reading.coverage.missing
    squared = build(data=data, strictness=2).answer(flat(), flat())
    assert sum(row.counts["cosine_size"] for row in squared.rows) == pytest.approx(2 * (9 / 25 + 1 + 1))


def test_the_direction_is_ones_own_or_the_originals(data: Path) -> None:
    """Vectors whose gender was moved to the second axis: along the first, nurse is as it was."""
    moved = flat().vectors.copy()
    moved[:2, :2] = moved[:2, 1::-1]
    emb = flat().changed(moved, "moved")
    cosines = {row.case: row.answer for row in build(data=data).answer(emb, flat()).rows}
    assert cosines["own from she–he:nurse"] == pytest.approx(4 / 5)
    assert cosines["original:nurse"] == pytest.approx(3 / 5)
    less = Embeddings(emb.words, moved[:, :2], "of two dimensions")
    assert all(row.case.startswith("own ") for row in build(data=data).answer(less, flat()).rows)


def test_the_chart_has_both_sets_of_vectors(data: Path) -> None:
    turned = Embeddings(flat().words, flat().vectors * [1, 2, 1], "turned", ("stretched",))
    chart = build(data=data).answer(turned, flat()).charts.projection
    assert chart is not None
    place = {point.word: point for point in chart.points}
    nurse = place["nurse"]
    assert nurse.before is not None and nurse.before[0] == pytest.approx(3 / 5)
    assert nurse.after is not None and nurse.after[0] == pytest.approx(3 / 73**0.5)
    assert (nurse.percent_women or 0) > 80 and place["nun"].percent_women is None


def test_too_few_professions(data: Path) -> None:
    emb = Embeddings(("she", "he", "nurse"), np.eye(3, dtype=np.float32), "three")
    with pytest.raises(MissingWords, match="three lacks 3 of 4 words: pilot, nun, clerk"):
        build(data=data).answer(emb, emb)
    with pytest.raises(MissingWords, match="lacks 20 of 20"):
        build(data=data).answer(Embeddings(("nurse", "pilot"), np.eye(2, dtype=np.float32)), emb)


def test_what_follows_nothing_is_not_defined(data: Path) -> None:
    """With the first axis gone from all but the pair, no occupation leans: no r, not that of noise."""
    words = ("she", "he", "nurse", "pilot", "nun", "clerk", "cook", "baker")
    vectors = np.random.default_rng(0).normal(size=(8, 4)).astype(np.float32)
    vectors[:, 0] = [1, -1, *(1e-9 * np.arange(6))]
    vectors[1, 1:] = vectors[0, 1:]
    emb = Embeddings(words, vectors)
    (score,) = [each for each in build(data=data).answer(emb, emb).scores if each.name.startswith("r,")]
    assert (score.value, score.low, score.p, score.n) == (None, None, None, 5)
    assert (score.kind, score.role) == ("correlation", "headline")


@published
def test_real_vectors() -> None:
    suite = build(data=DATA)
    for emb in (glove(), googlenews()):
        reading = suite.answer(emb, emb)
        assert (
            len(reading.cases) / 2 + sum(word in reading.coverage.missing for word in _professions()) == 320
        )
        scores = {score.name: score for score in reading.scores}
        everything = scores["direct bias, all neutral words"]
        jobs, neutral, same = values(suite, reading).values()
        assert everything.value is not None
        assert everything.value < neutral < jobs, "jobs lean more than other words"
        assert same == neutral
        follows = scores["r, cos(w, g) and the share of women"]
        assert follows.low is not None and follows.low > 0.2 and follows.n > 90


@published
def test_neutrality_tells_gendered_words_from_others() -> None:
    emb, of_gender = googlenews(), gendered(DATA)
    axis, offset = neutrality(emb, of_gender)
    vectors = emb.vectors / np.linalg.norm(emb.vectors, axis=1, keepdims=True)
    place = dict(zip(emb.words, vectors @ axis + offset, strict=True))
    of_kind: dict[bool, list[float]] = {True: [], False: []}
    for word, value in place.items():
        of_kind[word in of_gender.by_definition].append(value)
    assert np.mean(np.array(of_kind[False]) > 0) > 0.95 and np.mean(np.array(of_kind[True]) < 0) > 0.5
    assert max(place["she"], place["mother"]) < 0 < min(place["table"], place["engineer"])


def _professions() -> tuple[str, ...]:
    from corefair.suites.vectors.vector_words import professions

    return professions(DATA).words
