"""Documents resolved from Python: what a system sees, and where its clusters go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import corefair
from corefair.errors import DataError, UnknownName
from corefair.io import read, write
from corefair.io.layers import layers_of
from corefair.systems.resolving import resolve
from corefair.types import Answer, Cluster, Document, cluster_up

DOC = Document(
    "d",
    ("The", "woman", "said", "she", "slept"),
    clusters=cluster_up([[(0, 1)]]),
    tags=("DT", "NN", "VBD", "PRP", "VBD"),
    speakers=("Ann",) * 5,
)
FOUND = cluster_up([[(0, 2), (3, 4)]])


class Watched:
    """Fails on documents called `bad`, and remembers what it saw."""

    def __init__(self) -> None:
        self.seen: list[Document] = []

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        for doc in docs:
            self.seen.append(doc)
            yield Answer(status="error", message="too hard") if doc.id == "bad" else Answer(FOUND)


class Plain:
    def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[Cluster, ...]]:
        return (FOUND for _ in docs)


def test_clusters_go_into_the_document_as_it_was(tmp_path: Path) -> None:
    watched = Watched()
    assert list(resolve([DOC], watched)) == [replace(DOC, clusters=FOUND)]
    assert layers_of(watched.seen[0]) == ("speakers",) and watched.seen[0].clusters == ()
    list(resolve([DOC], watched, ignore=()))
    assert layers_of(watched.seen[1]) == ("tags", "speakers")
    assert list(resolve([DOC], Plain())) == [replace(DOC, clusters=FOUND)]
    write([DOC], tmp_path / "d.jsonl")
    (found,) = corefair.resolve(tmp_path / "d.jsonl", "nearest")
    assert found == replace(next(iter(read(tmp_path / "d.jsonl"))), clusters=FOUND)


def test_a_failure_is_raised_or_handed_over() -> None:
    bad = replace(DOC, id="bad")
    with pytest.raises(DataError, match="bad: too hard"):
        list(resolve([DOC, bad], Watched()))
    problems: list[DataError] = []
    found = list(resolve([bad, DOC], Watched(), on_bad=problems.append))
    assert [doc.clusters for doc in found] == [(), FOUND] and str(problems[0]) == "bad: too hard"


def test_a_misspelt_name_is_said_at_once() -> None:
    with pytest.raises(UnknownName, match="did you mean rule"):
        next(resolve("nowhere.conll", "rul"))
    with pytest.raises(UnknownName, match="no layer is called 'tree'"):
        list(resolve([DOC], Plain(), ignore=["tree"]))
