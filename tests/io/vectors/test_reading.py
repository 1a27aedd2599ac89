"""Reading part of a file, and the real files."""

from __future__ import annotations

import gzip
import os
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.io import datasets
from corefair.io.vectors import VectorCounts, read_vectors, read_vectors_counted, write_vectors

DATA = os.environ.get("COREFAIR_DATA")
published = pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")


def test_limit_counts_words_that_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "v.vec"
    path.write_text("5 1\na 1\na 2\nb 0\nc 4\nd 5\n", encoding="utf-8")
    for limit, words, duplicates in ((1, "a", 0), (2, "ab", 1), (3, "abc", 1)):
        emb, counts = read_vectors_counted(path, limit=limit)
        assert ("".join(emb.words), counts.duplicates) == (words, duplicates)
        assert len(emb.vectors) == counts.words == limit
    assert read_vectors(path, limit=99).words == ("a", "b", "c", "d")
    with pytest.raises(DataError, match="a limit of 0 words"):
        read_vectors(path, limit=0)


def test_limit_reads_only_the_beginning(tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    path.write_text("".join(f"w{row} 1 2\n" for row in range(5000)) + "bad line\n", encoding="utf-8")
    assert len(read_vectors(path, limit=10, memory=1)) == 10
    with pytest.raises(DataError, match="5001"):
        read_vectors(path, memory=1)


def test_memory_is_bounded(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    n, dim, memory = 20_000, 200, 1 << 21
    line = " ".join(["0.123456"] * dim)
    path = tmp_path / "v.txt"
    path.write_text("".join(f"w{row} {line}\n" for row in range(n)), encoding="utf-8")
    read_vectors(path, limit=1)  # so that what Numba takes is not counted
    tracemalloc.start()
    read_vectors(path, memory=memory)  # into the cache, and from there
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    for_words = 300 * n  # in a tuple and in a dictionary
    assert peak < memory + for_words + (1 << 22) < 4 * n * dim


def test_notes_say_everything_once() -> None:
    assert VectorCounts(5, 3).notes() == []
    notes = VectorCounts(5, 3, 1, 1, 1, 1, 1, ("a remark",)).notes()
    assert notes == [
        "1 repeated word: the first vector of each was kept",
        "1 vector of nothing but zeros: kept",
        "1 word with spaces: kept",
        "1 word not in UTF-8: the bad bytes became U+FFFD",
        "1 blank line: left out",
        "a remark",
    ]
    assert VectorCounts(5000, 3, 0, 0, 0, 1200).notes() == [
        "1,200 words not in UTF-8: the bad bytes became U+FFFD"
    ]


@published
def test_real_glove_text(tmp_path: Path) -> None:
    path = datasets.find("vectors", "glove.6B.100d.50k.txt.gz")
    emb, counts = read_vectors_counted(path)
    assert counts == VectorCounts(words=50_000, dim=100)
    assert emb.name == "glove.6B.100d.50k.txt.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row, line in enumerate(lines):
            if row % 500 == 0:
                word, *numbers = line.split(" ")
                assert emb.words[row] == word
                assert emb.vectors[row].tolist() == np.array(numbers, dtype=np.float32).tolist()
    write_vectors(emb, tmp_path / "v.txt")
    with gzip.open(path, "rb") as lines:
        # The published numbers have five digits or six, and so have ours: the shortest that are the same.
        assert lines.read(5000).split()[:101] == (tmp_path / "v.txt").read_bytes()[:5000].split()[:101]
    assert read_vectors(tmp_path / "v.txt", cache=False).vectors.tobytes() == emb.vectors.tobytes()


@published
def test_real_word2vec_binary() -> None:
    path = datasets.find("vectors", "googlenews-26k.bin.gz")
    emb, counts = read_vectors_counted(path)
    assert counts == VectorCounts(words=26_423, dim=300)
    assert np.allclose(np.linalg.norm(emb.vectors, axis=1), 1, atol=1e-4)
    nearest = np.argsort(-(emb.vectors @ emb["king"]))[:6]
    assert "kings" in {emb.words[row] for row in nearest}
    again = read_vectors(path)
    assert again.words == emb.words and np.array_equal(again.vectors, emb.vectors)
