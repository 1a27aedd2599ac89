"""What a corpus holds: heads by tree, titles in phrases, and numbers with intervals over documents."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from corefair import lists
from corefair.io import read
from corefair.suites.corpus import Holdings, holdings, scores
from corefair.suites.job_titles import title_spans
from corefair.types import Document, Mention, Row, cluster_up
from hand_trees import document

DATA = os.environ.get("COREFAIR_DATA")


def test_his_mother_is_no_masculine_mention() -> None:
    doc = document(
        "The/DT/2/det judge/NN/3/nsubj saw/VBD/0/root his/PRP$/5/nmod:poss mother/NN/3/obj",
        "She/PRP/2/nsubj left/VBD/0/root",
    )
    doc = replace(doc, clusters=cluster_up([[(0, 2), (3, 4)], [(3, 5), (5, 6)]]))
    found = holdings([doc]).totals
    assert (found["masculine"], found["feminine"], found["mixed"]) == (1, 1, 0)
    assert (found["masculine_phrases"], found["masculine_titled"]) == (1, 1)  # the judge
    assert (found["feminine_phrases"], found["feminine_titled"]) == (1, 0)  # his mother
    assert (found["masculine_mentions"], found["feminine_mentions"]) == (2, 2)


def test_they_is_neutral_and_two_genders_are_mixed() -> None:
    words = ("They", "saw", "zir", "and", "her", "and", "him")
    doc = Document(
        "d", words, tags=("PRP",) * 7, heads=(-1,) * 7, relations=("dep",) * 7,
        clusters=cluster_up([[(0, 1)], [(2, 3)], [(4, 5), (6, 7)]]),
    )  # fmt: skip
    found = holdings([doc]).totals
    assert (found["neutral"], found["neo"], found["mixed"], found["feminine"]) == (1, 1, 1, 0)


def test_titles_are_many_and_found_longest_first() -> None:
    rows = lists.read("job_titles")
    assert len(rows) >= 900 and all(row["source"] for row in rows)
    assert len({row["title"] for row in rows}) == len(rows)
    tags = ("DT", "NN", "NN", "NNS", "JJ", "NN")
    doc = Document("d", ("the", "assistant", "professor", "secretaries", "general", "rule"), tags=tags)
    assert title_spans(doc) == [Mention(1, 3), Mention(3, 4)]


def row(name: str, feminine: float, masculine: float, titled: tuple[float, float]) -> Row:
    blank = dict.fromkeys(holdings([]).totals, 0.0)
    counts = {
        "feminine": feminine,
        "masculine": masculine,
        "feminine_phrases": 10.0,
        "masculine_phrases": 10.0,
    }
    return Row(name, None, {**blank, **counts, "feminine_titled": titled[0], "masculine_titled": titled[1]})


def test_the_two_numbers_of_the_paper_and_their_intervals() -> None:
    rows = (row("a", 1, 9, (1, 2)), row("b", 3, 7, (1, 4)))
    found = {s.name: s for s in scores(Holdings(rows, ("x", "x")), resamples=200)}
    share = found["masculine share of entities"]
    assert share.value == pytest.approx(16 / 20) and share.n == 20
    assert (share.low, share.high) == (pytest.approx(0.7), pytest.approx(0.9))
    times = found["job titles, masculine over feminine phrases"]
    assert times.value == pytest.approx((6 / 20) / (2 / 20)) and times.kind == "ratio"


def test_what_is_not_defined_has_no_value() -> None:
    found = {s.name: s for s in scores(Holdings((row("a", 0, 0, (0, 0)),), ("",)))}
    assert found["masculine share of entities"].value is None
    alone = {s.name: s for s in scores(Holdings((row("a", 1, 1, (1, 1)),), ("",)))}
    assert alone["masculine share of entities"].value == 0.5
    assert alone["masculine share of entities"].low is None


def test_each_genre_has_numbers_of_its_own() -> None:
    rows = (row("a", 1, 9, (1, 2)), row("b", 3, 7, (1, 4)))
    found = scores(Holdings(rows, ("news", "bio")), resamples=100)
    genres = {s.groups.get("genre", ""): s.value for s in found if s.name == "masculine share of entities"}
    assert genres == {"": pytest.approx(0.8), "news": pytest.approx(0.9), "bio": pytest.approx(0.7)}


@pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")
def test_ontogum_s_development_set() -> None:
    found = holdings(read(Path(DATA or "") / "ontogum" / "dev")).totals
    assert found["feminine_pronouns"] == 77 and found["masculine_pronouns"] == 221  # by grep
    assert found["masculine"] > found["feminine"] > 0
