"""What everything registered must keep to: one check for each kind, run over all by `test_contracts.py`."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any, get_args

import numpy as np

from corefair import lists
from corefair.auditing.typed_json import from_json, to_json
from corefair.errors import DataError, MissingWords
from corefair.io.documents import Block
from corefair.metrics import totals_of
from corefair.registry import ALL, metrics
from corefair.types import (
    Answer,
    Better,
    Case,
    Charts,
    Choice,
    CorpusSuite,
    Document,
    Embeddings,
    Entity,
    Kind,
    Measure,
    Reading,
    Role,
    Row,
    Score,
    Suite,
    Unit,
    VectorSuite,
    cluster_up,
)

DOC = Document(
    id="d/1; part 2",
    words=("The", "nurse", "saw", "zir", ".", "Ze", "left", "Zürich", "/."),
    sentences=(0, 5),
    clusters=cluster_up([[(0, 2), (5, 6)], [(3, 4)]]),
    speakers=("A",) * 5 + ("B",) * 4,
    entities=(Entity(7, 8, "GPE"),),
)
PLAIN = Document("text", ("Ze", "left", "."), text="Ze left.", offsets=((0, 2), (3, 7), (7, 8)))


def check_documented(kind: str, name: str) -> None:
    thing = ALL[kind][name]
    first = (thing.__doc__ or "").strip().partition("\n")[0]
    assert len(first.split()) > 2, f"the {kind} {name} has no sentence that says what it is"
    assert name == name.lower() and " " not in name


def check_format(form: Any, facts: Mapping[str, Any]) -> None:
    """Same document, same text; what is written is read; nothing but documents and our errors comes out."""
    assert facts["suffixes"] and all(suffix[0] in "._" for suffix in facts["suffixes"])
    doc = PLAIN if facts.get("single") else DOC
    before = copy.deepcopy(doc)
    text = form.render(doc)
    assert form.render(doc) == text and doc == before
    (block,) = form.split(text.splitlines(keepends=True))
    assert block == Block(1, text)
    back = form.parse(block)
    assert (back.id, back.words, back.clusters) == (doc.id, doc.words, doc.clusters)
    assert all(form.parse(piece).words == () for piece in form.split([]))
    for garbage in (
        "{",
        "\x00\n",
        "1\t2\t3\n",
        "#begin document (x)\n",
        "[[[[\n",
        '{"id": 1}\n',
        "# newdoc id =\n",
    ):
        for piece in form.split([garbage]):
            try:
                assert isinstance(form.parse(piece), Document)
            except DataError as error:
                assert str(error)


def check_metric(metric: Callable[..., Any], facts: Mapping[str, Any], names: tuple[str, ...]) -> None:
    """A finite function of totals, one by one as at once; to weight all cases alike changes nothing."""
    assert facts["better"] in get_args(Better)
    assert facts["kind"] in get_args(Kind) and facts["unit"] in get_args(Unit)
    rng = np.random.default_rng(0)
    totals = rng.integers(0, 9, size=(50, len(names))).astype(float)
    totals[0] = 0.0
    together = np.stack(np.broadcast_arrays(*_parts(metric(*totals.T))), axis=-1)
    assert together.shape[0] == len(totals) and np.isfinite(together).all()
    one_by_one = np.array([_parts(metric(*row)) for row in totals])
    np.testing.assert_allclose(together, one_by_one, atol=1e-12)
    weighted = np.stack(np.broadcast_arrays(*_parts(metric(*(3 * totals.T)))), axis=-1)
    np.testing.assert_allclose(weighted, together, atol=1e-12)


def check_suite(suite: Suite) -> None:
    """Cases with their own ids, both groups of the contrast, and a judgement for any answer, silence too."""
    ids = [case.id for case in suite.cases]
    assert suite.version and suite.about and suite.citation and suite.licence and suite.caveats
    assert ids and len(set(ids)) == len(ids) and all(case.given.clusters == () for case in suite.cases[:50])
    group, one, other = suite.contrast
    assert {one, other} <= {case.groups.get(group) for case in suite.cases}
    assert all(case.weight >= 0 for case in suite.cases) and any(case.weight for case in suite.cases)
    needed = {total for measure in suite.measures for total in _totals(measure.metric)}
    for case in suite.cases[:50]:
        before = copy.deepcopy(case)
        row = suite.judge(case, Answer())
        assert isinstance(row, Row) and row == suite.judge(case, Answer()) and case == before
        assert row.case == case.id and needed <= set(row.counts)
        assert json.loads(json.dumps(row.counts)) == dict(row.counts)
        assert (row.linked is not None) == isinstance(case.gold, Choice), "a row says whom was linked"
    check_measures(suite)
    if suite.extras or suite.charts:
        rows = [suite.judge(case, Answer()) for case in suite.cases]
        charts = suite.charts(rows) if suite.charts else Charts()
        json.dumps(asdict(charts), allow_nan=False)
        assert {case for flip in charts.flips for case in flip} <= set(ids)
        for score in suite.extras(rows) if suite.extras else ():
            check_score(score)


def check_measures(suite: Suite | VectorSuite | CorpusSuite) -> None:
    """Names of their own, a role that fits, and in a table no two measures in one place."""
    names = [measure.name for measure in suite.measures]
    assert len(set(names)) == len(names)
    assert all(measure.table or measure.role != "table" for measure in suite.measures)
    assert all(measure.role != "extra" for measure in suite.measures if measure.table)
    assert all((measure.against is None) == (measure.how == "value") for measure in suite.measures)
    cells = [(each.table, each.condition, each.column or each.name) for each in suite.measures if each.table]
    assert len(set(cells)) == len(cells)


def check_score(score: Score) -> None:
    """A finite number within its interval, or none at all; what it is, in words that are known."""
    assert score.kind in get_args(Kind) and score.unit in get_args(Unit) and score.role in get_args(Role)
    assert (score.low is None) == (score.high is None)
    if score.value is None:
        assert score.low is None and score.p is None
        return
    assert np.isfinite(score.value)
    assert score.low is None or score.high is None or score.low <= score.value <= score.high


def check_vector_suite(suite: VectorSuite, emb: Embeddings) -> Reading | None:
    """The same reading each time, as plain JSON, of vectors left as they were; or too few words, said."""
    assert suite.version and suite.about and suite.citation and suite.licence and suite.caveats
    assert suite.kind in ("bias", "quality")
    before = emb.vectors.copy()
    try:
        reading = suite.answer(emb, emb, seed=0)
    except MissingWords as error:
        assert str(error)
        return None
    assert _as_json(reading) == _as_json(suite.answer(emb, emb, seed=0))
    assert np.array_equal(emb.vectors, before) and emb.history == ()
    ids = [case.id for case in reading.cases]
    assert len(set(ids)) == len(ids) and [row.case for row in reading.rows] == ids
    assert all(isinstance(word, str) for case in reading.cases for word in case.given)
    coverage = reading.coverage
    assert coverage.cases == len(reading.cases) and coverage.words is not None
    assert len(set(coverage.missing)) == len(coverage.missing) <= coverage.words
    assert not any(word in emb for word in coverage.missing), "a word that is there is called missing"
    assert from_json(Charts, to_json(reading.charts), "charts") == reading.charts
    for grid in reading.charts.grids:
        assert all(len(row) == len(grid.columns) for row in grid.rows)
    check_measures(suite)
    needed = {total for measure in suite.measures for total in _totals(measure.metric)}
    assert all(needed <= set(row.counts) for row in reading.rows)
    assert suite.measures or reading.scores
    names = [measure.name for measure in suite.measures] + [score.name for score in reading.scores]
    assert len(set(names)) == len(names)
    units = Counter(case.unit or case.id for case in reading.cases)
    of_one_unit = max(
        units.values(), default=1
    )  # so many cases may be of one unit: then there is no interval
    for score in reading.scores:
        check_score(score)
        alone = score.value is not None and score.low is None and score.p is None
        assert not alone or score.n <= of_one_unit, f"{score.name} stands alone"
    return reading


def check_corpus_suite(suite: CorpusSuite) -> None:
    """The same reading each time, every case of a document, and an empty corpus has none."""
    assert suite.version and suite.about and suite.citation and suite.licence and suite.caveats
    docs = [replace(DOC, genre="news")]
    reading = suite.answer(docs)
    assert _as_json(reading) == _as_json(suite.answer(iter(docs)))
    ids = [case.id for case in reading.cases]
    assert len(set(ids)) == len(ids) and [row.case for row in reading.rows] == ids
    assert {case.unit for case in reading.cases} == {doc.id for doc in docs}
    check_measures(suite)
    needed = {total for measure in suite.measures for total in _totals(measure.metric)}
    assert all(needed <= set(row.counts) for row in reading.rows)
    assert not suite.answer([]).rows and suite.answer([]).coverage.cases == 0


def _as_json(reading: Reading) -> str:
    """Rows, scores and charts as a report keeps them: plain JSON without NaN."""
    rows = [[case.id, case.given, dict(case.groups), case.unit, case.weight, row.answer, dict(row.counts)]
            for case, row in zip(reading.cases, reading.rows, strict=True)]  # fmt: skip
    kept = [
        rows,
        [asdict(score) for score in reading.scores],
        asdict(reading.charts),
        asdict(reading.coverage),
    ]
    return json.dumps(kept, allow_nan=False, ensure_ascii=False)


def example_vectors() -> Embeddings:
    """Small made-up vectors with the words that suites ask for most: pronouns, names, jobs, family."""
    words = dict.fromkeys(
        word
        for name in ("definitional_pairs", "occupations", "sowinobias_adjectives", "weat")
        for row in lists.read(name)
        for cell in row.values()
        for word in re.findall(r"[a-z]+", cell)
    )
    vectors = np.random.default_rng(0).normal(size=(len(words), 10)).astype(np.float32)
    vectors.setflags(write=False)
    return Embeddings(tuple(words), vectors, "example.txt")


def check_mitigator(mitigator: Any) -> None:
    """Every word comes out in its place, changed in the copy only, the same each time, on record."""
    rng = np.random.default_rng(0)
    words = (
        "he",
        "she",
        "man",
        "woman",
        "nurse",
        "surgeon",
        "table",
        "chair",
        "king",
        "queen",
        "green",
        "run",
    )
    vectors = rng.normal(size=(len(words), 8)).astype(np.float32)
    vectors.setflags(write=False)
    emb = Embeddings(words, vectors)
    before = vectors.copy()
    after = mitigator.fit(emb)(emb)
    assert after.words == words and after.vectors.shape == vectors.shape and np.isfinite(after.vectors).all()
    assert np.array_equal(vectors, before) and emb.history == ()
    assert len(after.history) == 1
    assert np.array_equal(mitigator.fit(emb)(emb).vectors, after.vectors)


def check_text_mitigator(mitigator: Any) -> None:
    """A document in, one out with as many words, the same each time; what was given stays as it was."""
    words = ("He", "saw", "Ms.", "Ann", "Ray", ";", "she", "was", "his", "aunt", ".")
    tags = ("PRP", "VBD", "NNP", "NNP", "NNP", ":", "PRP", "VBD", "PRP$", "NN", ".")
    tree = (1, -1, 4, 4, 1, 1, 9, 9, 9, 1, 1)
    relations = (
        *("nsubj", "root", "nmod:desc", "compound", "obj", "punct"),
        *("nsubj", "cop", "nmod:poss", "conj", "punct"),
    )
    full = Document(
        "d",
        words,
        tags=tags,
        heads=tree,
        relations=relations,
        clusters=cluster_up([[(0, 1), (8, 9)], [(2, 5)]]),
        entities=(Entity(2, 5, "PERSON"),),
        layers={"lemma": tuple(map(str.lower, words))},
    )
    for doc in (full, DOC, PLAIN, Document("empty", ())):
        before = copy.deepcopy(doc)
        after = mitigator(doc)
        assert doc == before and isinstance(after, Document) and mitigator(doc) == after
        assert len(after.words) == len(doc.words) and after.id == doc.id
        same = ("sentences", "clusters", "entities", "heads", "relations", "speakers", "genre")
        assert all(getattr(after, name) == getattr(doc, name) for name in same)
        assert (after.tags is None) == (doc.tags is None) and set(after.layers) == set(doc.layers)


def example_suite(**changes: Any) -> Suite:
    """A suite of two cases that keeps the contract, for tests of the contract."""
    given = replace(DOC, clusters=())
    cases = [
        Case(str(i), given, None, {"gender": group}) for i, group in enumerate(("feminine", "masculine"))
    ]
    facts: dict[str, Any] = {
        "name": "example",
        "version": "1",
        "cases": cases,
        "judge": lambda case, answer: Row(case.id, answer, dict.fromkeys(_totals("muc"), 0.0)),
        "about": "an example",
        "measures": (Measure("MUC", "muc"),),
        "licence": "none",
        "contrast": ("gender", "feminine", "masculine"),
        "citation": "none",
        "caveats": ("two cases show nothing",),
    }
    return Suite(**(facts | changes))


def _totals(name: str) -> tuple[str, ...]:
    assert name in metrics
    return totals_of(name)


def _parts(value: Any) -> tuple[Any, ...]:
    """A metric gives a number, or recall, precision and F1."""
    return tuple(value) if isinstance(value, tuple) else (value,)
