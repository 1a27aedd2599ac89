"""What is made of documents once: the same from the cache, made anew when anything it rests on changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from corefair.io.layers import without_layers
from corefair.systems.training.analysed import analysed
from corefair.systems.training.chunks import Made, code_of, in_chunks
from corefair.text.analysis import analyse
from corefair.types import Document, Json
from small_corpus import documents

CALLS: list[int] = []


def lengths(docs: Sequence[Document], options: Mapping[str, Json]) -> Made:
    CALLS.append(len(docs))
    return {"n": np.array([len(doc.words) for doc in docs])}, {"plus": options["plus"]}


def made(docs: Sequence[Document], plus: int = 0, code: Sequence[str] = ()) -> list[int]:
    found = in_chunks(docs, lengths, kind="test-lengths", options={"plus": plus}, code=code)
    return [n for _, each in found for n in each.arrays["n"].tolist()]


def test_made_once() -> None:
    docs = [Document(f"d{i}", ("a",) * i) for i in range(5)]
    CALLS.clear()
    assert made(docs) == made(docs) == [0, 1, 2, 3, 4]
    assert len(CALLS) == 1
    made(docs, plus=1)
    assert len(CALLS) == 2
    made([*docs[:4], replace(docs[4], words=("b",) * 4)])
    assert len(CALLS) == 3
    made([replace(doc, meta={"comment": 1}) for doc in docs])
    assert len(CALLS) == 3  # nothing is made of comments
    made(docs, code=["corefair.text.names"])
    assert len(CALLS) == 4


def test_long_corpora_come_in_chunks() -> None:
    docs = [Document(f"d{i}", ("a",) * 5000) for i in range(6)]
    CALLS.clear()
    assert made(docs, plus=7) == [5000] * 6
    assert CALLS == [3, 3]


def test_code_is_that_of_a_whole_package() -> None:
    assert (
        code_of(("corefair.text.names",)) != code_of(("corefair.text",)) != code_of(("corefair.text.tags",))
    )


@pytest.mark.parametrize("where", ["cache", "none"])
def test_analysed_is_what_the_pipeline_says(
    where: str, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    if where == "none":  # a folder in which nothing can be made
        monkeypatch.setenv("COREFAIR_CACHE", "/dev/null/cache")
    again = [analysed(documents()) for _ in range(2)]
    assert again[0] == again[1]
    for doc, given, plain in zip(
        again[0], documents(), analyse(map(without_layers, documents())), strict=True
    ):
        assert doc.clusters == given.clusters and doc.meta == given.meta
        assert replace(doc, clusters=(), meta={}, layers={}) == replace(plain, layers={})
        assert {name: doc.layers[name] for name in ("upos", "lemma")} == {
            name: plain.layers[name] for name in ("upos", "lemma")
        }
