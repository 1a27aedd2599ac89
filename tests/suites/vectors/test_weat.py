"""WEAT: queries from files, associations by hand, missing words, and real vectors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair import stats
from corefair.errors import DataError, MissingWords
from corefair.suites.vectors.weat import build
from corefair.suites.vectors.weat_queries import ROLES, Query, classic, load_queries
from corefair.types import Embeddings, Reading, VectorSuite
from gendered_vectors import shuffled
from measured import values
from real_vectors import glove, googlenews, published

SIZES = {1: (25, 25, 25, 25), 3: (32, 32, 25, 25), 4: (16, 16, 25, 25), 6: (8, 8, 8, 8), 9: (6, 6, 7, 7)}
HEAD = "query\trole\tword\n"


def corners() -> Embeddings:
    """cos with `near` and `far` can be read off: near is the first axis, far the second."""
    table = {"near": (2, 0), "far": (0, 5), "x": (3, 0), "X2": (1, 1), "y": (0, 1), "y2": (3, 4)}
    return Embeddings(tuple(table), np.array(list(table.values()), dtype=np.float32), "corners")


def query(*sets: tuple[str, ...]) -> Query:
    return Query("q", {role: (role, words) for role, words in zip(ROLES, sets, strict=True)})


def gap(suite: VectorSuite, reading: Reading, name: str) -> tuple[float, float]:
    """The gap of association of a query, and p by regrouping its target words."""
    (of_query,) = [each.name for each in suite.measures if each.where["query"] == name]
    here = [
        (row.counts["association"], case.groups["target"])
        for case, row in zip(reading.cases, reading.rows, strict=True)
        if case.groups["query"] == name
    ]
    test = stats.permutation_test(*zip(*here, strict=True), of=("first", "second"))
    return values(suite, reading)[of_query], float(test.p)


def test_by_hand() -> None:
    """s = 1, 0, -1 and 3/5 - 4/5 = -1/5: means 1/2 and -3/5."""
    suite = build(queries=[query(("x", "x2"), ("y", "y2"), ("near",), ("far",))])
    reading = suite.answer(corners(), corners())
    association = {case.given[0]: row.counts["association"] for case, row in zip(reading.cases, reading.rows)}  # noqa: B905
    assert association == pytest.approx({"x": 1, "x2": 0, "y": -1, "y2": -1 / 5})
    (score,) = reading.scores
    spread = np.std([1, 0, -1, -1 / 5], ddof=1)
    assert score.value == pytest.approx((1 / 2 + 3 / 5) / spread) and (score.n, score.p) == (4, 1 / 6)
    assert (
        build(queries=[query(("x", "x2"), ("y", "y2"), ("near",), ("far",))], ddof=0)
        .answer(corners(), corners())
        .scores[0]
        .value
        > score.value
    )
    assert gap(suite, reading, "q") == pytest.approx((1 / 2 + 3 / 5, 2 / 6))
    assert reading.coverage.words == 6 and reading.coverage.missing == ()
    assert (score.kind, score.unit, score.role, score.groups) == (
        "association",
        "number",
        "table",
        {"query": "q"},
    )
    assert len({case.id for case in reading.cases}) == 4


def test_attributes_exchanged_turn_the_sign() -> None:
    emb = corners()
    one = build(queries=[query(("x", "x2"), ("y", "y2"), ("near",), ("far",))]).answer(emb, emb).scores[0]
    other = build(queries=[query(("x", "x2"), ("y", "y2"), ("far",), ("near",))]).answer(emb, emb).scores[0]
    assert one.value is not None and other.value == pytest.approx(-one.value)


def test_missing_words_are_counted_and_targets_may_become_unequal() -> None:
    suite = build(queries=[query(("x", "x2", "gone"), ("y", "y2"), ("near", "lost"), ("far",))])
    with pytest.raises(MissingWords, match="corners lacks 2 of 8 words: gone, lost"):
        suite.answer(corners(), corners())  # one of two attribute words is a single one of several
    suite = build(queries=[query(("x", "x2"), ("y", "y2", "gone"), ("near",), ("far",))])
    reading = suite.answer(corners(), corners())
    assert reading.coverage.missing == ("gone",) and reading.coverage.words == 7
    assert reading.scores[0].p == 1 / 6, "two and two words, as many as were found"


def test_a_query_with_too_few_words_is_left_out_and_said_to_be() -> None:
    poor = query(("x", "a", "b"), ("y", "y2"), ("near",), ("far",))._replace(name="poor")
    good = query(("x", "x2"), ("y", "y2"), ("near",), ("far",))
    reading = build(queries=[poor, good]).answer(corners(), corners())
    assert [score.groups for score in reading.scores] == [{"query": "q"}]
    assert {case.groups["query"] for case in reading.cases} == {"q"} and reading.coverage.missing == (
        "a",
        "b",
    )
    (table,) = reading.charts.grids
    line = dict(zip(table.columns, table.rows[0], strict=True))
    assert line["query"] == "poor" and line["effect size"] is None
    assert line["p is"] == "left out: too few words" and line["missing"] == "a, b"
    assert str(line["words"]).startswith("1 of 3, 2 of 2")


def test_the_ten_queries() -> None:
    queries = {each.name: each for each in classic()}
    assert list(queries) == [f"weat{number}" for number in range(1, 11)]
    for number, sizes in SIZES.items():
        assert tuple(len(words) for _, words in queries[f"weat{number}"].sets.values()) == sizes
    assert queries["weat7"].title == "weat7: math/arts, male terms/female terms"
    assert queries["weat8"].sets["target_1"][1][4:6] == ("Einstein", "NASA")
    suite = build()
    headline = [measure for measure in suite.measures if measure.role == "headline"]
    assert [measure.where["query"] for measure in headline] == ["weat6", "weat7", "weat8"]
    assert list(suite.data) == ["weat.tsv"]


def test_queries_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    lines = [f"q\t{role}\t{word}" for role, word in zip(ROLES, ("x", "y", "near", "far"), strict=True)]
    path.write_text(HEAD + "\n".join(lines) + "\n")
    (mine,) = load_queries(path)
    assert mine.sets["target_2"] == ("target_2", ("y",))
    suite = build(str(path))
    assert list(suite.data) == ["mine.tsv"] and not suite.measures[0].table
    score = suite.answer(corners(), corners()).scores[0]
    assert score.p == 0.5 and score.low is None, "one word a target: two regroupings, no interval"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + "q\ttarget_3\tx\n", r"mine.tsv:2: role 'target_3', expected one of target_1"),
        (HEAD + "q\ttarget_1\tx\nq\ttarget_1\tx\n", r"mine.tsv:3: 'x' already is in target_1 of q"),
        (HEAD + "q\ttarget_1\tx\nq\ttarget_2\tx\n", r"mine.tsv:3: 'x' already is in target_1 of q"),
        (HEAD + "q\ttarget_1\t\n", r"mine.tsv:2: an empty query or word"),
        (HEAD + "q\ttarget_1\tx\n", r"mine.tsv: query 'q' has no words for target_2"),
        (HEAD, r"mine.tsv: there are no queries"),
        ("query\tword\nq\tx\n", r"mine.tsv:1: no column role"),
        (HEAD + "q\tx\n", r"mine.tsv:2: 2 columns, expected 3"),
        ("", r"mine.tsv: the file is empty"),
    ],
)
def test_a_file_that_is_not_queries(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text(text)
    with pytest.raises(DataError, match=said):
        load_queries(path)


@published
def test_real_vectors() -> None:
    """The paper finds d = 1.81, 1.06, 1.24 for the queries of gender on its GloVe, all significant."""
    emb = glove()
    suite = build()
    reading = suite.answer(emb, emb, regroupings=2000)
    scores = {score.groups["query"]: score for score in reading.scores}
    assert len(scores) == 10
    for name in ("weat6", "weat7", "weat8"):
        score = scores[name]
        assert score.value is not None and score.value > 0.8 and score.p is not None and score.p < 0.05
        assert score.low is not None and 0 < score.low < score.value
    assert (scores["weat6"].value or 0) > 1.5 and scores["weat6"].p == 1 / 12870
    six, p = gap(suite, reading, "weat6")
    assert p == pytest.approx(2 / 12870) and six > 0.05
    other = googlenews()
    found = suite.answer(other, other, regroupings=2000)
    assert {score.groups["query"] for score in found.scores} >= {"weat7", "weat8"}
    assert len(found.coverage.missing) > 100 and len(found.charts.grids[0].rows) == 10


@published
def test_neither_scale_nor_order_matters() -> None:
    emb = glove()
    six = [each for each in classic() if each.name == "weat6"]
    suite = build(queries=six)
    first = suite.answer(emb, emb).scores[0]
    scaled = suite.answer(Embeddings(emb.words, emb.vectors * 8), emb).scores[0]
    assert scaled == first
    assert suite.answer(shuffled(emb), emb).scores[0] == first
    turned = [Query("weat6", {role: (role, words[::-1]) for role, (_, words) in six[0].sets.items()})]
    assert build(queries=turned).answer(emb, emb).scores[0].value == pytest.approx(first.value)
