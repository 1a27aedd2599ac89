"""X.npy and its words: every type of float, both orders, nothing unpickled."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.io.vectors import read_vectors, read_vectors_counted

VECTORS = np.array([[1, 2, 3], [-4, 0.5, 6]], dtype=np.float32)


def put(tmp_path: Path, array: np.ndarray, words: str = "she\nhe\n", ending: str = ".vocab") -> Path:
    np.save(tmp_path / "v.npy", array)
    (tmp_path / f"v{ending}").write_text(words, encoding="utf-8", newline="")
    return tmp_path / "v.npy"


@pytest.mark.parametrize("dtype", ["<f2", "<f4", "<f8", ">f4", ">f8"])
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("memory", [1, 1 << 27])
def test_types_and_orders(tmp_path: Path, dtype: str, order: str, memory: int) -> None:
    emb = read_vectors(put(tmp_path, VECTORS.astype(dtype, order=order)), memory=memory)  # type: ignore[call-overload]
    assert emb.words == ("she", "he")
    assert np.array_equal(emb.vectors, VECTORS) and emb.vectors.dtype == np.float32


@pytest.mark.parametrize(("words", "ending"), [("she\r\nhe", ".vocab"), ("\ufeffshe\nhe\r\n", ".txt")])
def test_words_beside(tmp_path: Path, words: str, ending: str) -> None:
    assert read_vectors(put(tmp_path, VECTORS, words, ending)).words == ("she", "he")


def test_packed(tmp_path: Path) -> None:
    path = put(tmp_path, VECTORS)
    packed = tmp_path / "v.npy.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert np.array_equal(read_vectors(packed).vectors, VECTORS)
    packed.write_bytes(gzip.compress(put(tmp_path, np.asfortranarray(VECTORS)).read_bytes()))
    with pytest.raises(DataError, match="unpack it first"):
        read_vectors(packed)


def test_words_that_do_not_fit(tmp_path: Path) -> None:
    for words, message in (
        ("she\n", r"v\.vocab:1: 1 words for 2 vectors"),
        ("she\nhe\nit\n", r"v\.vocab:3: 3 words for 2 vectors"),
        ("she\n\nhe\n", r"v\.vocab:2: no word on this line"),
    ):
        with pytest.raises(DataError, match=message):
            read_vectors(put(tmp_path, VECTORS, words))
    (tmp_path / "v.vocab").unlink()
    with pytest.raises(DataError, match=r"v\.npy: there is no file of its words"):
        read_vectors(tmp_path / "v.npy")
    with pytest.raises(DataError, match="words with numbers after them"):  # a file of vectors, or of counts
        read_vectors(put(tmp_path, VECTORS, "she 12\nhe 9\n", ".txt"))


@pytest.mark.parametrize(
    "array", [VECTORS.astype(int), VECTORS[0], np.zeros((2, 0), dtype=np.float32), np.array(["a", "b"])]
)
def test_not_rows_of_floats(tmp_path: Path, array: np.ndarray) -> None:
    with pytest.raises(DataError, match=r"where floats of shape \(words, dimensions\) were expected"):
        read_vectors(put(tmp_path, array))


def test_nothing_is_unpickled(tmp_path: Path) -> None:
    path = put(tmp_path, VECTORS)
    with path.open("wb") as out:
        np.save(out, np.array([[{}], [{}]], dtype=object), allow_pickle=True)
    with pytest.raises(DataError, match="an array of object"):
        read_vectors(path)


@pytest.mark.parametrize("order", ["C", "F"])
def test_cut_short_or_broken(tmp_path: Path, order: str) -> None:
    path = put(tmp_path, np.array(VECTORS, order=order))  # type: ignore[call-overload]
    whole = path.read_bytes()
    for length in (len(whole) - 1, len(whole) - 13, 100, 20, 7):
        path.write_bytes(whole[:length])
        with pytest.raises(DataError, match=r"v\.npy: (ends inside|not a sound)"):
            read_vectors(path)


def test_not_finite(tmp_path: Path) -> None:
    for bad in (np.nan, 1e300):
        with pytest.raises(DataError, match=r"word 2: number 1 of 'he' is"):
            read_vectors(put(tmp_path, np.array([[1.0], [bad]])))


def test_a_header_that_lies_takes_no_memory(tmp_path: Path) -> None:
    path = put(tmp_path, VECTORS)
    out = io.BytesIO()
    np.lib.format.write_array_header_1_0(out, {"descr": "<f4", "fortran_order": False, "shape": (2, 10**12)})
    path.write_bytes(out.getvalue() + bytes(100))
    with pytest.raises(DataError, match="ends inside the vector of word 1 of 2"):
        read_vectors(path)


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("packed", [False, True])
def test_bytes_after_the_array_are_told(tmp_path: Path, order: str, packed: bool) -> None:
    """A second array, say, saved to the same file: there are no words for it."""
    path = put(tmp_path, VECTORS.astype("<f4", order=order))  # type: ignore[call-overload]
    assert read_vectors_counted(path)[1].notes() == []
    path.write_bytes(path.read_bytes() + b"more")
    if packed:
        path.write_bytes(gzip.compress(path.read_bytes()))
    if packed and order == "F":
        with pytest.raises(DataError, match="unpack it first"):
            read_vectors_counted(path)
        return
    for _ in range(2):  # from the file, and from the cache
        emb, counts = read_vectors_counted(path)
        assert np.array_equal(emb.vectors, VECTORS) and emb.words == ("she", "he")
        assert counts.notes() == ["4 bytes after the array: left out"]
    assert "4 bytes after the array" in emb.history[-1]
