"""What a corpus holds: heads by tree, titles in phrases, and numbers with intervals over documents."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from corefair import lists
from corefair.auditing.run import audit_corpora
from corefair.io import read
from corefair.suites.corpora.job_titles import title_spans
from corefair.suites.corpora.people import answer
from corefair.types import Document, Mention, cluster_up
from hand_trees import document

DATA = os.environ.get("COREFAIR_DATA")


def held(docs: Iterable[Document]) -> Counter[str]:
    """Entities by group, and the sum of each count for the feminine and the masculine."""
    found: Counter[str] = Counter()
    reading = answer(docs)
    for case, row in zip(reading.cases, reading.rows, strict=True):
        group = case.groups.get("pronouns", "documents")
        found[group] += 1
        for name, value in row.counts.items():
            found[f"{group} {name}"] += int(value)
    return found


def test_his_mother_is_no_masculine_mention() -> None:
    doc = document(
        "The/DT/2/det judge/NN/3/nsubj saw/VBD/0/root his/PRP$/5/nmod:poss mother/NN/3/obj",
        "She/PRP/2/nsubj left/VBD/0/root",
    )
    doc = replace(doc, clusters=cluster_up([[(0, 2), (3, 4)], [(3, 5), (5, 6)]]))
    found = held([doc])
    assert (found["masculine"], found["feminine"], found["mixed"]) == (1, 1, 0)
    assert (found["masculine phrases"], found["masculine titled"]) == (1, 1)  # the judge
    assert (found["feminine phrases"], found["feminine titled"]) == (1, 0)  # his mother
    assert (found["masculine mentions"], found["feminine mentions"]) == (2, 2)


def test_they_is_neutral_and_two_genders_are_mixed() -> None:
    words = ("They", "saw", "zir", "and", "her", "and", "him")
    doc = Document(
        "d", words, tags=("PRP",) * 7, heads=(-1,) * 7, relations=("dep",) * 7,
        clusters=cluster_up([[(0, 1)], [(2, 3)], [(4, 5), (6, 7)]]),
    )  # fmt: skip
    found = held([doc])
    assert (found["neutral"], found["neo"], found["mixed"], found["feminine"]) == (1, 1, 1, 0)


def test_titles_are_many_and_found_longest_first() -> None:
    rows = lists.read("job_titles")
    assert len(rows) >= 900 and all(row["source"] for row in rows)
    assert len({row["title"] for row in rows}) == len(rows)
    tags = ("DT", "NN", "NN", "NNS", "JJ", "NN")
    doc = Document("d", ("the", "assistant", "professor", "secretaries", "general", "rule"), tags=tags)
    assert title_spans(doc) == [Mention(1, 3), Mention(3, 4)]


def story(id: str, feminine: int, masculine: int, titled: tuple[int, int], genre: str = "") -> Document:
    """A document of so many people, each a phrase and a pronoun; so many of each gender have a job."""
    words: list[str] = []
    clusters = []
    for pronoun, n, with_job in (("she", feminine, titled[0]), ("he", masculine, titled[1])):
        for k in range(n):
            at = len(words)
            words += ["the", "judge" if k < with_job else "stranger", pronoun]
            clusters.append([(at, at + 2), (at + 2, at + 3)])
    n_people = feminine + masculine
    return Document(
        id, tuple(words), genre=genre or None, tags=("DT", "NN", "PRP") * n_people,
        heads=tuple(h for k in range(n_people) for h in (3 * k + 1, -1, -1)),
        relations=("det", "root", "root") * n_people, clusters=cluster_up(clusters),
    )  # fmt: skip


def test_the_two_numbers_of_the_paper_and_their_intervals() -> None:
    docs = [story("a", 1, 9, (1, 6)), story("b", 3, 7, (1, 4))]
    report = audit_corpora({"two": docs}, resamples=200)
    (result,) = report.results
    share, times = result.score("masculine share of entities"), None
    assert share is not None and share.value == pytest.approx(16 / 20) and share.n == 20
    assert (share.low, share.high) == (pytest.approx(0.7), pytest.approx(0.9))
    times = result.score("job titles, masculine over feminine phrases")
    assert times is not None and times.kind == "ratio"
    assert times.value == pytest.approx((10 / 16) / (2 / 4))
    gap = result.score("job titles, masculine less feminine phrases")
    assert gap is not None and gap.value == pytest.approx(10 / 16 - 2 / 4) and gap.unit == "points"
    (subject,) = report.subjects
    assert subject.corpus is not None and (subject.corpus.documents, subject.corpus.words) == (2, 60)


def test_what_divides_by_nothing_is_not_there() -> None:
    nobody = Document("d", ("It", "rained"), tags=("PRP", "VBD"), heads=(1, -1), relations=("nsubj", "root"),
                      clusters=cluster_up([[(0, 1)]]))  # fmt: skip
    (result,) = audit_corpora({"rain": [nobody]}).results
    assert result.valid and result.scores == ()
    (alone,) = audit_corpora({"one": [story("a", 1, 1, (1, 1))]}).results
    share = alone.score("masculine share of entities")
    assert share is not None and share.value == 0.5 and share.low is None
    (untitled,) = audit_corpora({"one": [story("a", 1, 1, (0, 1)), story("b", 1, 1, (0, 1))]}).results
    assert untitled.score("job titles, masculine over feminine phrases") is None  # 1 over 0
    assert untitled.score("job titles, masculine less feminine phrases") is not None


def test_each_genre_has_numbers_of_its_own() -> None:
    docs = [story("a", 1, 9, (1, 2), "news"), story("b", 3, 7, (1, 4), "bio")]
    (result,) = audit_corpora({"two": docs}, resamples=100).results
    name = "masculine share of entities"
    found = {s.name: s.value for s in result.scores if s.name.startswith(name)}
    assert found == {name: 0.8, f"{name}, news": pytest.approx(0.9), f"{name}, bio": pytest.approx(0.7)}
    (grid,) = result.charts.grids
    assert [line[:4] for line in grid.rows] == [("all", 2, 4, 16), ("bio", 1, 3, 7), ("news", 1, 1, 9)]


def test_a_corpus_without_clusters_is_invalid_and_the_others_go_on() -> None:
    bare = replace(story("a", 1, 1, (0, 0)), clusters=())
    report = audit_corpora({"bare": [bare], "whole": [story("a", 1, 1, (0, 0))]}, resamples=100)
    assert [result.valid for result in report.results] == [False, True]
    assert "not one cluster" in report.results[0].problems[0] and not report.comparisons


def test_a_system_finds_the_clusters_where_it_is_asked_to() -> None:
    doc = Document("d", ("The", "woman", "said", "she", "slept", "."))
    report = audit_corpora({"one": [doc]}, system="nearest", resamples=100)
    (result,) = report.results
    share = result.score("masculine share of entities")
    assert share is not None and share.value == 0.0 and share.n == 1
    assert report.subjects[0].corpus is not None and report.subjects[0].corpus.clusters == "nearest"


@pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")
def test_ontogum_s_development_set() -> None:
    found = held(read(Path(DATA or "") / "ontogum" / "dev"))
    masculine = found["documents masculine_words"]
    assert masculine == 221 and found["documents gendered_words"] - masculine == 77  # by grep
    assert found["masculine"] > found["feminine"] > 0
