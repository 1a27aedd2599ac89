"""safetensors: what the package writes we read, what we write it reads, and broken headers are named."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.io.vectors import read_vectors, write_vectors
from corefair.types import Embeddings

VECTORS = np.array([[1, 2, 3], [-4, 0.5, 6]], dtype=np.float32)
WORDS = np.frombuffer("she\nZoë".encode(), dtype=np.uint8)


def put(path: Path, header: object, data: bytes = b"") -> Path:
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)
    return path


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("name", ["vectors", "embedding.weight"])
def test_reads_what_the_package_writes(tmp_path: Path, dtype: type, name: str) -> None:
    package = pytest.importorskip("safetensors.numpy")
    path = tmp_path / "v.safetensors"
    package.save_file({name: VECTORS.astype(dtype), "words": WORDS, "other": np.zeros(3)}, path)
    emb = read_vectors(path)
    assert emb.words == ("she", "Zoë")
    assert np.array_equal(emb.vectors, VECTORS)


def test_the_package_reads_what_we_write(tmp_path: Path) -> None:
    package = pytest.importorskip("safetensors.numpy")
    path = tmp_path / "v.safetensors"
    write_vectors(Embeddings(("she", "Zoë"), VECTORS), path)
    found = package.load_file(path)
    assert np.array_equal(found["vectors"], VECTORS)
    assert found["words"].tobytes().decode() == "she\nZoë\n"


def test_bfloat16(tmp_path: Path) -> None:
    half = (VECTORS.view(np.uint32) >> 16).astype("<u2")  # these numbers have few enough digits to be exact
    header = {"vectors": {"dtype": "BF16", "shape": [2, 3], "data_offsets": [0, 12]}}
    (tmp_path / "v.vocab").write_text("she\nhe\n", encoding="utf-8")
    emb = read_vectors(put(tmp_path / "v.safetensors", header, half.tobytes()))
    assert np.array_equal(emb.vectors, VECTORS)


def test_words_beside_count_only_where_they_are_needed(tmp_path: Path) -> None:
    path = tmp_path / "v.safetensors"
    write_vectors(Embeddings(("she", "Zoë"), VECTORS, history=("a step",)), path)
    (tmp_path / "v.txt").write_text("other\nwords\n", encoding="utf-8")
    emb = read_vectors(path)
    assert (emb.words, emb.history) == (("she", "Zoë"), ("a step",))


VECTOR_FACTS = {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}
AFTER = VECTOR_FACTS | {"data_offsets": [24, 48]}


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ({}, "no tensor `vectors` .* there are: none"),
        ({"a": VECTOR_FACTS, "b": AFTER}, r"there are: a F32 \[2, 3\], b F32 \[2, 3\]"),
        ({"vectors": VECTOR_FACTS | {"dtype": "I32"}}, "no tensor `vectors` of floats"),
        ({"vectors": VECTOR_FACTS | {"shape": [6]}}, "no tensor `vectors` of floats"),
        ({"vectors": VECTOR_FACTS | {"shape": [2, 4]}}, "the size its shape asks for"),
        ({"vectors": VECTOR_FACTS | {"shape": [0, 3]}}, "the size its shape asks for"),
        ({"vectors": VECTOR_FACTS}, "there is no file of its words"),
        (
            {"vectors": VECTOR_FACTS, "words": {"dtype": "U8", "shape": [1], "data_offsets": [24, 25]}},
            "1 words for 2",
        ),
        ({"vectors": {"dtype": "F32"}}, "not a sound safetensors header"),
        ({"vectors": VECTOR_FACTS | {"data_offsets": [0]}}, "not a sound safetensors header"),
        ({"vectors": VECTOR_FACTS, "b": VECTOR_FACTS}, "the tensor b overlaps another"),
        ({"vectors": VECTOR_FACTS | {"data_offsets": [-24, 0]}}, "the tensor vectors overlaps"),
        ({"vectors": VECTOR_FACTS | {"data_offsets": [24, 0]}}, "or ends before it begins"),
        (
            {"vectors": VECTOR_FACTS | {"data_offsets": [1, 25]}},
            "1 bytes before the tensor vectors belong to none",
        ),
        ({"vectors": VECTOR_FACTS | {"data_offsets": [0.5, 24]}}, "not a sound safetensors header"),
        ({"vectors": 3}, "not a sound safetensors header"),
        ([1], "not one of the formats"),
    ],
)
def test_broken_headers(tmp_path: Path, header: object, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_vectors(put(tmp_path / "v.safetensors", header, bytes(25)))


def test_a_name_that_stands_twice(tmp_path: Path) -> None:
    """Which of the two is meant nobody can tell."""
    facts = json.dumps(VECTOR_FACTS)
    header = f'{{"vectors": {facts}, "vectors": {facts}}}'.encode()
    path = tmp_path / "v.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + bytes(24))
    with pytest.raises(DataError, match="a name stands twice in its header"):
        read_vectors(path)


def test_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "v.safetensors"
    write_vectors(Embeddings(("she", "he"), VECTORS), path)
    whole = path.read_bytes()
    for length in range(1, len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(DataError, match=r"v\.safetensors"):
            read_vectors(path)
