"""What is written reads back bit for bit, in every format; what would not is refused."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from corefair.errors import CorefairError, DataError
from corefair.io.vectors import check_writable, read_vectors, read_vectors_counted, write_vectors
from corefair.io.vectors.spelling import write_glove
from corefair.types import Embeddings

ENDINGS = [
    ".txt",
    ".vec",
    ".w2v",
    ".bin",
    ".npy",
    ".safetensors",
    ".txt.gz",
    ".bin.gz",
    ".npy.gz",
    ".safetensors.gz",
]
LETTERS = st.characters(exclude_categories=["Cs"], exclude_characters=" \t\n\r\ufeff")
WORD = st.text(LETTERS, min_size=1, max_size=6)


@st.composite
def embeddings(draw: st.DrawFn) -> Embeddings:
    words = draw(st.lists(WORD, min_size=1, max_size=8, unique=True))
    dim = draw(st.integers(1, 5))
    floats = st.floats(width=32, allow_nan=False, allow_infinity=False)
    vectors = draw(hnp.arrays(np.float32, (len(words), dim), elements=floats))
    history = draw(st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=2))
    return Embeddings(tuple(words), vectors, "anything", tuple(history))


@pytest.mark.usefixtures("speed")
@pytest.mark.parametrize("ending", ENDINGS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(emb=embeddings(), cache=st.booleans())
@example(emb=Embeddings(("5", "6"), np.array([[3.0], [4.0]], dtype=np.float32)), cache=False)  # like a header
@example(emb=Embeddings(("1", "2"), np.array([[1e20, 2.0], [0.0, -0.0]], dtype=np.float32)), cache=False)
def test_round_trip(tmp_path: Path, emb: Embeddings, ending: str, cache: bool) -> None:
    path = tmp_path / f"v{ending}"
    write_vectors(emb, path)
    back, counts = read_vectors_counted(path, cache=cache)
    assert back.words == emb.words
    assert back.vectors.tobytes() == emb.vectors.tobytes()
    noticed = [f"read from {path.name}: {'; '.join(counts.notes())}"] if counts.notes() else []
    assert (back.name, back.history) == (path.name, (*emb.history, *noticed))
    assert counts.duplicates == counts.words_not_utf8 == counts.blank_lines == 0
    path.unlink()


@pytest.mark.usefixtures("speed")
@pytest.mark.parametrize("ending", [".txt", ".vec", ".npy", ".safetensors"])
def test_words_with_spaces(tmp_path: Path, ending: str) -> None:
    emb = Embeddings(("New York", ". . .", "York"), np.eye(3, dtype=np.float32))
    write_vectors(emb, tmp_path / f"v{ending}")
    assert read_vectors(tmp_path / f"v{ending}").words == emb.words


@pytest.mark.usefixtures("speed")
@pytest.mark.parametrize("ending", [".txt", ".vec", ".bin", ".npy", ".safetensors"])
def test_more_than_one_block(tmp_path: Path, ending: str) -> None:
    rng = np.random.default_rng(1)
    vectors = rng.normal(size=(9000, 11)).astype(np.float32) * np.float32(1e-3)
    emb = Embeddings(tuple(f"w{row}" for row in range(9000)), np.asfortranarray(vectors))
    write_vectors(emb, tmp_path / f"v{ending}")
    back = read_vectors(tmp_path / f"v{ending}")
    assert back.words == emb.words
    assert np.array_equal(back.vectors, vectors)


def test_gensim_reads_it(tmp_path: Path) -> None:
    models = pytest.importorskip("gensim.models")
    rng = np.random.default_rng(2)
    emb = Embeddings(("she", "Zoë", "it"), rng.normal(size=(3, 4)).astype(np.float32))
    for ending in (".vec", ".bin"):
        write_vectors(emb, tmp_path / f"v{ending}")
        found = models.KeyedVectors.load_word2vec_format(tmp_path / f"v{ending}", binary=ending == ".bin")
        assert tuple(found.index_to_key) == emb.words
        assert np.array_equal(found.vectors, emb.vectors)


@pytest.mark.parametrize(
    ("word", "refused"),
    [
        ("", ENDINGS),
        ("a\nb", ENDINGS),
        ("a\r", [".npy"]),
        ("a\rb", []),
        ("\ud800", ENDINGS),
        ("a b", [".bin"]),
        ("a  b", [".txt", ".vec", ".bin"]),
        (" a", [".txt", ".vec", ".bin"]),
        ("a 5", [".txt", ".vec", ".bin"]),
        ("a\tb", [".txt", ".vec"]),
        ("\ufeffa", [".txt", ".npy"]),
    ],
)
def test_words_that_a_format_cannot_hold(tmp_path: Path, word: str, refused: list[str]) -> None:
    emb = Embeddings((word, "b"), np.eye(2, dtype=np.float32))
    for ending in (".txt", ".vec", ".bin", ".npy", ".safetensors"):
        path = tmp_path / f"v{ending}"
        if ending in refused:
            with pytest.raises(DataError, match="the word "):
                write_vectors(emb, path)
            assert list(tmp_path.iterdir()) == []
        else:
            write_vectors(emb, path)
            assert read_vectors(path).words == emb.words
            for left in tmp_path.iterdir():
                left.unlink()


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_nothing_is_written_that_would_not_read_back(tmp_path: Path, bad: float) -> None:
    for emb, message in (
        (Embeddings(("a", "b"), np.array([[1], [bad]])), "the vector of 'b' is not finite"),
        (Embeddings(("a", "a"), np.eye(2)), "the word 'a' is there twice"),
        (Embeddings((), np.empty((0, 3))), "there are no vectors"),
        (Embeddings(("a",), np.empty((1, 0))), "the vectors have no numbers"),
    ):
        with pytest.raises(DataError, match=message):
            write_vectors(emb, tmp_path / "v.txt")
    assert list(tmp_path.iterdir()) == []


def test_format_by_ending_or_by_name(tmp_path: Path) -> None:
    emb = Embeddings(("a", "b"), np.eye(2, dtype=np.float32))
    for name in ("v", "v.gz", "v.csv", "v.txt.zip"):
        with pytest.raises(DataError, match=r"use \.txt, \.vec"):
            write_vectors(emb, tmp_path / name)
    write_vectors(emb, tmp_path / "v", format="binary")
    assert (tmp_path / "v").read_bytes().startswith(b"2 2\na \0\0\x80?")
    with pytest.raises(CorefairError, match="no vector format is called 'word2wec'"):
        write_vectors(emb, tmp_path / "v", format="word2wec")


def test_what_cannot_be_written_is_known_before(tmp_path: Path) -> None:
    assert check_writable(["a", "b c"], tmp_path / "v.vec.gz") == "word2vec"
    with pytest.raises(DataError, match="the word 'b c' holds a space"):
        check_writable(["a", "b c"], tmp_path / "v.bin")
    with pytest.raises(DataError, match="no such folder"):
        check_writable(["a"], tmp_path / "none" / "v.bin")
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr("corefair.io.vectors.spelling._SMALL", 0)
    monkeypatch.setattr("corefair.io.vectors.spelling._BLOCK", 1)
    emb = Embeddings(tuple(map(str, range(50))), np.eye(50, dtype=np.float32))

    class Full:
        def write(self, data: bytes) -> int:
            raise OSError(28, "No space left on device")

    def to_a_full_disk(emb: Embeddings, out: object) -> None:
        write_glove(emb, Full())  # type: ignore[arg-type]

    monkeypatch.setitem(write_vectors.__globals__["WRITERS"], "glove", to_a_full_disk)
    with pytest.raises(DataError, match="cannot be written: No space left on device"):
        write_vectors(emb, tmp_path / "v.txt")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "v.vec"
    emb = Embeddings(("a", "b"), np.eye(2, dtype=np.float32), history=("first",))
    write_vectors(emb, path)

    def interrupted(emb: Embeddings, out: object) -> None:
        out.write(b"2 2\na 1")  # type: ignore[attr-defined]
        raise KeyboardInterrupt

    monkeypatch.setitem(write_vectors.__globals__["WRITERS"], "word2vec", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_vectors(emb.changed(emb.vectors * 2, "second"), path)
    back = read_vectors(path)
    assert (back.vectors.tolist(), back.history) == ([[1, 0], [0, 1]], ("first",))
    assert sorted(left.name for left in tmp_path.iterdir()) == ["v.vec", "v.vec.history.json"]
