"""The history beside a file: believed for the vectors it was written for, and for no others."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.io.vectors import read_vectors, read_vectors_counted, write_vectors
from corefair.types import Embeddings


@pytest.fixture(params=["v.vec", "v.npy"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    emb = Embeddings(("a", "b"), np.eye(2, dtype=np.float32), "glove", ("hard(preserve=kbc)", "ran(λ=⅛)"))
    write_vectors(emb, tmp_path / request.param)
    return Path(tmp_path / request.param)


@pytest.mark.parametrize("options", [{}, {"cache": False}, {"limit": 1}])
def test_history_comes_back(path: Path, options: dict[str, int]) -> None:
    for _ in range(2):
        emb = read_vectors(path, **options)  # type: ignore[arg-type]
        assert emb.history == ("hard(preserve=kbc)", "ran(λ=⅛)")


def test_what_it_tells(path: Path) -> None:
    told = json.loads(path.with_name(path.name + ".history.json").read_text(encoding="utf-8"))
    assert {**told, "sha256": None} == {
        "name": "glove",
        "words": 2,
        "dim": 2,
        "sha256": None,
        "history": ["hard(preserve=kbc)", "ran(λ=⅛)"],
    }


def test_a_history_of_other_vectors_is_left_out_and_said(path: Path) -> None:
    if path.suffix == ".npy":
        path.with_suffix(".vocab").write_text("a\nc\n", encoding="utf-8")
    else:
        path.write_text("2 2\na 1 0\nb 0 2\n", encoding="utf-8")
    emb, counts = read_vectors_counted(path)
    left_out = f"{path.name}.history.json was written for other vectors: its history is left out"
    assert emb.history == (f"read from {path.name}: {left_out}",)
    assert counts.notes() == [left_out]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"history": [1], "sha256": ""}', '{"history": 1, "sha256": 2}']
)
def test_broken(path: Path, text: str) -> None:
    beside = path.with_name(path.name + ".history.json")
    beside.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match="remove or mend it") as caught:
        read_vectors(path)
    assert caught.value.path == str(beside)
