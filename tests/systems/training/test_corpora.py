"""Corpora side by side: marks, single mentions, windows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefair.errors import DataError, UnknownName
from corefair.systems.feature.model import FeatureModel
from corefair.systems.ranking.model import RankingModel
from corefair.systems.training.corpora import Corpus, corpora_of, marked, part_of, windows
from corefair.systems.training.train import train
from corefair.types import Document, Mention, cluster_up
from small_corpus import documents, read_documents
from some_vectors import vectors_for


def test_single_mentions_are_annotated_where_many_are() -> None:
    two, one = ((0, 1), (1, 2)), ((2, 3),)
    words = tuple("abc")
    assert not Corpus("x", (Document("d", words, clusters=cluster_up([two])),)).singletons
    assert Corpus("x", (Document("d", words, clusters=cluster_up([two, one])),)).singletons
    slips = [Document(f"d{i}", words, clusters=cluster_up([two])) for i in range(40)]
    assert not Corpus("x", (*slips, Document("d", words, clusters=cluster_up([one])))).singletons


def test_documents_keep_their_order_within_their_corpus() -> None:
    docs = [
        *marked([Document("a", ())], "x"),
        *marked([Document("b", ())], "y"),
        *marked([Document("c", ())], "x"),
    ]
    found = {corpus.name: [doc.id for doc in corpus.docs] for corpus in corpora_of(docs)}
    assert found == {"x": ["a", "c"], "y": ["b"]}


def test_windows_are_parts_of_the_document() -> None:
    for doc in read_documents():
        for part in windows(doc, share=1.0, seed=3):
            start = next(at for at in doc.sentences if doc.words[at : at + len(part.words)] == part.words)
            spans = {
                Mention(a - start, b - start)
                for cluster in doc.clusters
                for a, b in cluster
                if start <= a and b <= start + len(part.words)
            }
            assert {mention for cluster in part.clusters for mention in cluster} == spans
            assert 1 <= len(part.sentences) <= 3
            assert part.heads is not None and all(-1 <= head < len(part.words) for head in part.heads)
        assert windows(doc, share=1.0, seed=3) == windows(doc, share=1.0, seed=3)
        assert windows(doc, share=0.0, seed=3) == []


@given(st.integers(0, 10), st.integers(1, 10), st.data())
def test_a_part_holds_what_is_inside(before: int, n: int, data: st.DataObject) -> None:
    words = tuple(map(str, range(before + n + 3)))
    spans = st.tuples(st.integers(0, len(words) - 1), st.integers(1, 3)).map(
        lambda each: (each[0], min(each[0] + each[1], len(words)))
    )
    clusters = cluster_up(data.draw(st.lists(st.lists(spans, min_size=1, max_size=4), max_size=3)))
    starts = tuple(sorted({0, before, before + n}))
    doc = Document("d", words, starts, clusters)
    part = part_of(doc, before, before + n, name="p")
    said = [" ".join(part.words[a:b]) for cluster in part.clusters for a, b in cluster]
    inside = [
        " ".join(doc.words[a:b])
        for cluster in doc.clusters
        for a, b in cluster
        if before <= a and b <= before + n
    ]
    assert sorted(said) == sorted(inside)


def test_a_corpus_given_twice_or_a_licence_of_none() -> None:
    docs = documents()
    with pytest.raises(DataError, match="is twice in the corpus 'a': give each corpus once"):
        train("feature", [*marked(docs, "a"), *marked(docs, "a")])
    with pytest.raises(UnknownName, match="no corpus of this training is called 'aa'; did you mean a"):
        train("feature", {"a": docs}, licences={"aa": "CC0"})


QUICK = {"epochs": 1}


def test_development_documents_must_be_some_and_annotated(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonlines"
    empty.write_text("", encoding="utf-8")
    with pytest.raises(DataError, match=r"empty.jsonlines: there are no documents in the corpus 'empty'"):
        train("feature", documents(), empty, **QUICK)
    with pytest.raises(DataError, match="there are no documents in the corpus 'b'"):
        train("feature", documents(), {"a": documents(), "b": []}, **QUICK)
    bare = [replace(doc, clusters=()) for doc in documents()]
    with pytest.raises(DataError, match="no cluster of two mentions: there is nothing to score"):
        train("feature", documents(), bare, **QUICK)
    with pytest.raises(DataError, match="patience waits for a score on development documents"):
        train("feature", documents(), patience=1, **QUICK)


def test_what_is_learned_from_and_scored_is_told() -> None:
    docs = documents()
    model = cast(FeatureModel, train("feature", docs[:-1], docs[-2:], **QUICK))
    told = "1 of 2 development documents are in the training text: their scores flatter"
    assert told in model.card.history
    model = cast(FeatureModel, train("feature", docs[:-1], docs[-1:], **QUICK))
    assert not any(isinstance(step, str) for step in model.card.history)


def test_words_without_a_vector_are_told() -> None:
    pytest.importorskip("torch", reason="the network needs the extra train")
    docs = documents()[:2]
    emb = vectors_for(docs)
    lacking = sum(len(word) < 2 for doc in docs for word in doc.words)
    share = lacking / sum(len(doc.words) for doc in docs)
    model = cast(RankingModel, train("ranking", docs, vectors=emb, all_pairs=1, top_pairs=0, ranking=0))
    (note,) = (step for step in model.card.history if isinstance(step, str))
    assert note.startswith(f"{100 * share:.1f} % of the words of the training text have no vector (")
