"""A corpus and its reversed twin: the same clusters, a gap for a system that knows one pronoun only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from corefair.auditing.run import audit
from corefair.errors import DataError, UnknownName
from corefair.io import write
from corefair.suites.coref.reversed import build
from corefair.types import Cluster, Document, cluster_up

TEXT = ("The", "nurse", "said", "that", "she", "was", "late", ".", "She", "had", "lost", "her", "keys", ".")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Six documents with one person each, four of them feminine."""
    docs = [
        Document(
            f"d{i}",
            tuple(MASCULINE.get(word, word) for word in TEXT) if i % 3 == 2 else TEXT,
            sentences=(0, 8),
            clusters=cluster_up([[(0, 2), (4, 5), (8, 9), (11, 12)]]),
            tags=("DT", "NN", "VBD", "IN", "PRP", "VBD", "JJ", ".", "PRP", "VBD", "VBN", "PRP$", "NNS", "."),
        )
        for i in range(6)
    ]
    write(docs, tmp_path / "corpus.jsonl")
    return tmp_path / "corpus.jsonl"


MASCULINE = {"she": "he", "She": "He", "her": "his"}


class OnlyFeminine:
    """Links the nurse to she and her, and to nobody else."""

    self_tested = False

    def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[Cluster, ...]]:
        for doc in docs:
            found = [(i, i + 1) for i, word in enumerate(doc.words) if word.lower() in ("she", "her")]
            yield cluster_up([[(0, 2), *found]] if found else [])


def test_twins_have_the_same_clusters_and_other_pronouns(corpus: Path) -> None:
    suite = build(str(corpus))
    one, other = suite.cases[:2]
    assert (one.groups["text"], other.groups["text"]) == ("original", "reversed") and one.unit == other.unit
    assert one.gold == other.gold and one.given.words == TEXT and one.given.tags is None
    assert other.given.words == tuple(MASCULINE.get(word, word) for word in TEXT)


def test_a_system_that_knows_one_pronoun_has_a_gap(corpus: Path) -> None:
    (result,) = audit([OnlyFeminine()], [build(str(corpus))], resamples=200)
    scores = {score.name: score.value for score in result.scores}
    assert scores["CoNLL F1, original"] == pytest.approx(scores["CoNLL F1, reversed"], abs=0.35)
    # Four of six documents are found as they are, and the other two when they are reversed.
    assert scores["gap"] == pytest.approx(0.8 - 0.5, abs=0.01)
    (perfect,) = audit(["oracle"], [build(f"{corpus},anonymise")], resamples=200)
    assert perfect.score("gap").value == 0 and perfect.score("CoNLL F1, reversed").value == 1  # type: ignore[union-attr]


def test_what_cannot_be_reversed_is_said(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="Write reversed:FILES"):
        build()
    with pytest.raises(UnknownName, match="anonymise"):
        build(f"{corpus},anonymize")
    write([Document("empty", TEXT)], tmp_path / "none.jsonl")
    with pytest.raises(DataError, match=r"none\.jsonl: there are no clusters"):
        build(str(tmp_path / "none.jsonl"))
