"""word2vec binary: with and without line feeds, and cut off anywhere."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.io.vectors import read_vectors, read_vectors_counted

WORDS = ("she", "he", "Zoë")
VECTORS = np.array([[1, 2, 3], [-4, 0.5, 6], [7, 8, 0]], dtype=np.float32)


def spelled(
    words: tuple[str | bytes, ...] = WORDS, vectors: np.ndarray = VECTORS, *, feed: bytes = b"\n"
) -> bytes:
    raw = [word.encode() if isinstance(word, str) else word for word in words]
    header = f"{len(words)} {vectors.shape[1]}\n".encode()
    return header + b"".join(
        word + b" " + vector.astype("<f4").tobytes() + feed for word, vector in zip(raw, vectors, strict=True)
    )


def put(tmp_path: Path, data: bytes, name: str = "v.bin") -> Path:
    (tmp_path / name).write_bytes(data)
    return tmp_path / name


def failure(path: Path, **options: int) -> DataError:
    with pytest.raises(DataError) as caught:
        read_vectors(path, **options)  # type: ignore[arg-type]
    assert caught.value.path == str(path)
    return caught.value


@pytest.mark.parametrize("feed", [b"", b"\n"])
@pytest.mark.parametrize("name", ["v.bin", "v", "v.txt"])
@pytest.mark.parametrize("memory", [1, 1 << 27])
def test_read(tmp_path: Path, feed: bytes, name: str, memory: int) -> None:
    emb = read_vectors(put(tmp_path, spelled(feed=feed), name), memory=memory)
    assert emb.words == WORDS
    assert np.array_equal(emb.vectors, VECTORS)


def test_more_than_one_piece(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(2000, 30)).astype(np.float32)
    words = tuple(f"w{row}" for row in range(2000))
    emb = read_vectors(put(tmp_path, spelled(words, vectors)), memory=1 << 15)
    assert emb.words == words
    assert np.array_equal(emb.vectors, vectors)


def test_every_cut_is_noticed(tmp_path: Path) -> None:
    data = spelled(feed=b"")
    for length in range(1, len(data)):
        error = failure(put(tmp_path, data[:length]))
        assert "cut short" in error.message or length < 5  # less than the header
        packed = put(tmp_path, gzip.compress(data[:length]), "v.bin.gz")
        error = failure(packed)
        assert "cut short" in error.message or length < 5
    assert "word 3 of 3 (byte 51)" in error.message


def test_header_that_lies(tmp_path: Path) -> None:
    body = spelled().partition(b"\n")[2]
    assert "announces 9,999,999,999,999 words" in failure(put(tmp_path, b"9999999999999 3\n" + body)).message
    packed = put(tmp_path, gzip.compress(b"9999999999999 3\n" + body), "v.gz")
    assert "word 4 of 9,999,999,999,999" in failure(packed).message
    assert "more follows after the 2 words" in failure(put(tmp_path, b"2 3\n" + body)).message
    assert "more follows after the 2 words" in failure(put(tmp_path, b"2 3\n" + body), memory=1).message
    assert "of 99,999,999 numbers" in failure(put(tmp_path, b"3 99999999\n" + body)).message
    assert failure(put(tmp_path, b"3 2\n" + body)).message  # out of step: it does not come out even


def test_out_of_step(tmp_path: Path) -> None:
    data = spelled((b"a", b"b\nc", b"d"))
    assert "word 2 (byte 18) cannot be b'b\\nc'" in failure(put(tmp_path, data)).message
    many = np.full((3, 40_000), 1, dtype=np.float32)
    data = spelled(("a", "b" * (1 << 17), "c"), many, feed=b"")
    assert "word 2" in failure(put(tmp_path, data)).message


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_not_finite(tmp_path: Path, bad: float) -> None:
    vectors = VECTORS.copy()
    vectors[1, 2] = bad
    assert "word 2: number 3 of 'he' is " in failure(put(tmp_path, spelled(vectors=vectors))).message


def test_counts(tmp_path: Path) -> None:
    vectors = VECTORS.copy()
    vectors[0] = 0
    emb, counts = read_vectors_counted(put(tmp_path, spelled((b"a\xff", "b", "b"), vectors)))
    assert emb.words == ("a\ufffd", "b")
    assert (counts.words_not_utf8, counts.duplicates, counts.zero_vectors) == (1, 1, 1)


def test_no_word(tmp_path: Path) -> None:
    assert "word 2: there is no word" in failure(put(tmp_path, spelled(("a", "", "c")))).message


def test_other_binaries_are_told_apart(tmp_path: Path) -> None:
    assert "a fastText model" in failure(put(tmp_path, b"\xba\x16\x4f\x2f\x0c\0\0\0")).message
    assert "a Python pickle" in failure(put(tmp_path, b"\x80\x04\x95rest")).message
    assert "not one of the formats" in failure(put(tmp_path, b"\x7fELF\x02\x01\x01\0\0")).message
    with pytest.raises(DataError, match="no header"):
        read_vectors(put(tmp_path, b"a 1 2\n"), format="binary")
