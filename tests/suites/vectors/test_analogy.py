"""Analogies: a world in which relations are differences, by hand, and the published questions."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError, MissingWords
from corefair.suites.vectors.analogy import MSR_PARTS, SEMANTIC, SYNTACTIC, build
from corefair.types import Embeddings, Reading, VectorSuite
from measured import n_cases, values
from real_vectors import DATA, glove, googlenews, published

CATEGORIES = (*SEMANTIC, *SYNTACTIC)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with three pairs a category, each asked for with both others: 14 × 6 questions."""
    monkeypatch.delenv("COREFAIR_DATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    (tmp_path / "analogy" / "google").mkdir(parents=True)
    for category in CATEGORIES:
        pairs = [(f"{category}{i}", f"{category}{i}x") for i in range(3)]
        lines = [f"{' '.join(one)} {' '.join(other)}\n" for one in pairs for other in pairs if one != other]
        (tmp_path / "analogy" / "google" / f"{category}.txt").write_text("".join(lines))
    return tmp_path


def world() -> Embeddings:
    """Every first word has an axis of its own; its partner is that plus the axis of the category."""
    n = len(CATEGORIES)
    axes = np.eye(4 * n + 1, dtype=np.float32)
    vector_of = {}
    for number, category in enumerate(CATEGORIES):
        for i in range(3):
            vector_of[f"{category}{i}"] = axes[4 * number + i]
            vector_of[f"{category}{i}x"] = axes[4 * number + i] + axes[4 * number + 3]
    return Embeddings(tuple(vector_of), np.stack(list(vector_of.values())), "world")


def n_of(suite: VectorSuite, reading: Reading, name: str) -> int:
    (measure,) = [each for each in suite.measures if each.name == name]
    return n_cases(measure, reading.cases)


def test_differences_are_relations(data: Path) -> None:
    suite, emb = build(data=data), world()
    reading = suite.answer(emb, emb)
    assert len(reading.cases) == len(reading.rows) == 14 * 6 and not reading.coverage.missing
    assert reading.coverage.words == len(emb) == 14 * 6
    assert len({case.id for case in reading.cases}) == len(reading.cases)
    assert all(row.counts == {"add_right": 1, "mul_right": 1, "asked": 1} for row in reading.rows)
    first = reading.cases[0]
    assert first.id == "google/capital-common-countries/1" and first.unit == "{0}1:{0}1x".format(SEMANTIC[0])
    assert first.groups == {"set": "google", "kind": "semantic", "category": SEMANTIC[0]}
    by_name = values(suite, reading)
    assert n_of(suite, reading, "Google syntactic, 3CosMul") == 9 * 6 and by_name["Google, 3CosAdd"] == 1
    assert "MSR, 3CosAdd" not in by_name and "MSR was not asked" in suite.caveats[0]


def test_a_partner_out_of_place_is_missed_where_it_is_asked_for(data: Path) -> None:
    """Its two questions of six are wrong; as an example it still leads the others to their partners."""
    suite, emb = build(data=data), world()
    vectors = emb.vectors.copy()
    vectors[emb.row_of["family0x"]] = np.eye(vectors.shape[1])[-1]
    reading = suite.answer(Embeddings(emb.words, vectors), emb)
    by_name = values(suite, reading)
    for rule in ("3CosAdd", "3CosMul"):
        assert by_name[f"family, {rule}"] == pytest.approx(4 / 6)
        assert by_name[f"Google semantic, {rule}"] == pytest.approx(28 / 30)
        assert by_name[f"Google syntactic, {rule}"] == 1
        (family,) = [each for each in suite.measures if each.name == f"family, {rule}"]
        assert (family.table, family.condition, family.column) == ("by category", "family", rule)
    wrong = [case.given for case, row in zip(reading.cases, reading.rows, strict=True)
             if not row.counts["add_right"]]  # fmt: skip
    assert [words[3] for words in wrong] == ["family0x", "family0x"]
    # Both are in one unit: their errors are one event.
    units = {case.unit: case.given for case in reading.cases if case.groups["category"] == "family"}
    assert len(units) == 3 and units["family0:family0x"] in wrong


def test_missing_words_are_counted(data: Path) -> None:
    suite, emb = build(data=data), world()
    kept = [row for row, word in enumerate(emb.words) if word != "currency1"]
    fewer = Embeddings(tuple(emb.words[row] for row in kept), emb.vectors[kept], "fewer")
    reading = suite.answer(fewer, fewer)
    assert reading.coverage.missing == ("currency1",) and reading.coverage.words == 84
    assert len(reading.cases) == 84 - 4
    used = {part: counts for part, *counts in reading.charts.grids[0].rows}
    assert used["google currency"] == [6, 2] and used["google family"] == [6, 6]
    family = [row for row, word in enumerate(emb.words) if word.startswith("family")]
    few = Embeddings(tuple(emb.words[row] for row in family), emb.vectors[family], "few")
    with pytest.raises(MissingWords, match="few lacks 78 of 84 words"):
        suite.answer(few, few)


def test_capitals(data: Path) -> None:
    suite, emb = build(data=data), world()
    capitals = Embeddings(tuple(word.capitalize() for word in emb.words), emb.vectors)
    reading = suite.answer(capitals, capitals)
    assert not reading.coverage.missing and ("with a capital", 84) in reading.charts.grids[1].rows
    assert all(row.counts["add_right"] for row in reading.rows)


def test_msr_in_part_is_one_category(data: Path) -> None:
    (data / "analogy" / "msr.txt").write_text(": all\nfamily0 family0x family1 family1x\n")
    suite, emb = build(data=data), world()
    reading = suite.answer(emb, emb)
    assert reading.cases[-1].id == "msr/2" and reading.cases[-1].groups["category"] == "all"
    # The same pair as in Google's family, so that it is resampled with it.
    assert reading.cases[-1].unit == "family1:family1x"
    assert n_of(suite, reading, "MSR all, 3CosAdd") == 1


def test_a_file_that_lacks_is_named(data: Path) -> None:
    (data / "analogy" / "google" / "currency.txt").unlink()
    with pytest.raises(DataError, match=r"analogy/google/currency\.txt was not found"):
        build(data=data)


@cache
def read(name: str) -> tuple[VectorSuite, Reading]:
    emb = {"glove": glove, "googlenews": googlenews}[name]()
    suite = build(data=DATA)
    return suite, suite.answer(emb, emb)


@published
def test_published_questions() -> None:
    _, reading = read("glove")
    rows = [(str(part), int(str(n)), int(str(used))) for part, n, used in reading.charts.grids[0].rows]
    assert sum(row[1] for row in rows) == 19_544 + 8000 and sum(row[2] for row in rows) == len(reading.cases)
    assert {part: n for part, n, _ in rows if part.startswith("msr")} == {
        "msr adjectives": 3000, "msr nouns, plural": 1000, "msr nouns, possessive": 1000, "msr verbs": 3000
    }  # fmt: skip
    assert reading.coverage.words == 1704
    possessive = {word for word in reading.coverage.missing if word.endswith("'s")}
    assert len(possessive) > 50 and ("msr nouns, possessive", 1000, 0) in rows  # GloVe cuts 's off
    for case in reading.cases:
        if case.groups["set"] == "msr":
            number = int(case.id.partition("/")[2]) - 1
            part = next(part for last, part in MSR_PARTS.items() if number <= last)
            assert case.groups["category"] == part
    # Nouns are in pairs of two forms, verbs and adjectives in three: only the latter have all the others.
    endings = {part: [case.given[3] for case in reading.cases if case.groups["category"] == part]
               for part in ("nouns, plural", "adjectives")}  # fmt: skip
    assert sum(word.endswith("s") for word in endings["nouns, plural"]) > 450
    assert sum(word.endswith(("er", "est")) for word in endings["adjectives"]) > 800


@published
def test_real_vectors_answer_most_questions() -> None:
    suite, reading = read("glove")
    sets = ("Google semantic", "Google syntactic", "MSR")
    by_name = values(suite, reading)
    for name in sets:
        for rule in ("3CosAdd", "3CosMul"):
            assert 0.5 < by_name[f"{name}, {rule}"] < 0.75
    assert by_name["capital-common-countries, 3CosAdd"] > 0.9
    assert by_name["currency, 3CosAdd"] < 0.4
    # word2vec's file has no names of places: of the semantic questions only family is left.
    suite, reading = read("googlenews")
    by_name = values(suite, reading)
    assert {n_of(suite, reading, f"{name}, 3CosMul") for name in ("Google semantic", "family")} == {420}
    assert by_name["Google syntactic, 3CosMul"] > 0.65 and by_name["MSR, 3CosMul"] > 0.65


@published
def test_random_vectors_answer_none() -> None:
    emb = glove()
    noise = np.random.default_rng(0).normal(size=(10_000, 20)).astype(np.float32)
    suite = build(data=DATA)
    reading = suite.answer(Embeddings(emb.words[:10_000], noise), emb)
    assert len(reading.rows) > 5000
    assert sum(row.counts["add_right"] for row in reading.rows) < 0.01 * len(reading.rows)
