"""The cache: instant, shared, never stale, never trusted when damaged, and never in the way."""

from __future__ import annotations

import mmap
import multiprocessing
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.io.vectors import cache, read_vectors, read_vectors_counted
from corefair.io.vectors.checking import Blocks
from corefair.io.vectors.source import Source
from corefair.io.vectors.text import read_text
from corefair.runs import cache as on_disk
from corefair.runs import content
from corefair.runs.mapped import Writer

TEXT = "".join(f"w{row} {row} 0.5 {-row}\n" for row in range(2000)) + "w1 7 7 7\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "v.txt").write_text(TEXT, encoding="utf-8")
    return tmp_path / "v.txt"


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files count as written long ago, so that their hashes are remembered at once."""
    monkeypatch.setattr(content, "JUST_NOW", 1)


def entries(folder: Path) -> list[Path]:
    return [path for path in (folder / "vectors-3").glob("*") if path.is_file()]


def never(*_: object) -> Any:
    raise AssertionError("this should not have been called")


def check(path: Path) -> None:
    emb, counts = read_vectors_counted(path)
    assert emb.words == tuple(f"w{row}" for row in range(2000))
    assert emb["w3"].tolist() == [3, 0.5, -3] and emb["w1"].tolist() == [1, 0.5, -1]
    assert counts.duplicates == 1 and counts.remarks == ()


@pytest.mark.usefixtures("settled")
def test_later_reads_neither_parse_nor_hash(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check(path)
    monkeypatch.setattr(cache, "collect", never)
    monkeypatch.setattr(content, "digest", never)
    check(path)


def test_vectors_are_mapped_read_only(path: Path) -> None:
    for _ in range(2):
        vectors = read_vectors(path).vectors
        assert type(vectors) is np.ndarray and isinstance(owner(vectors), mmap.mmap)
        with pytest.raises(ValueError, match="read-only"):
            vectors[0, 0] = 1


def owner(array: np.ndarray[Any, Any]) -> object:
    """What holds the memory of an array."""
    base: Any = array
    while isinstance(base, np.ndarray):
        base = base.base
    return base.obj if isinstance(base, memoryview) else base


def test_another_name_for_the_same_content_is_known(
    path: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(path)
    monkeypatch.setattr(cache, "collect", never)
    copy = path.with_name("copy.txt")
    copy.write_bytes(path.read_bytes())
    check(copy)
    assert read_vectors(copy).name == "copy.txt"
    assert len(entries(cache_folder)) == 1


def test_a_format_has_its_own_entry(tmp_path: Path) -> None:
    path = tmp_path / "v"
    path.write_text("1 1\n2 3\n", encoding="utf-8")
    assert read_vectors(path).words == ("2",)
    assert read_vectors(path, format="glove").words == ("1", "2")
    assert read_vectors(path).words == ("2",)


@pytest.mark.parametrize("is_settled", [True, False])
def test_changed_content_is_noticed_even_with_the_same_size_and_time(
    path: Path, is_settled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_settled:
        monkeypatch.setattr(content, "JUST_NOW", 1)
    check(path)
    before = path.stat()
    if is_settled:
        time.sleep(0.05)  # so that the time of the change differs; unsettled files are hashed anyway
    path.write_text(TEXT.replace("w3 3 ", "w3 9 "), encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size and path.stat().st_mtime_ns == before.st_mtime_ns
    assert read_vectors(path)["w3"].tolist() == [9, 0.5, -3]


@pytest.mark.usefixtures("settled")
def test_changed_words_of_an_array_are_noticed(tmp_path: Path) -> None:
    np.save(tmp_path / "v.npy", np.eye(2, dtype=np.float32))
    for words in ("a\nb\n", "a\nc\n"):
        time.sleep(0.05)
        (tmp_path / "v.vocab").write_text(words, encoding="utf-8")
        assert read_vectors(tmp_path / "v.npy").words == tuple(words.split())


@pytest.mark.parametrize("is_settled", [True, False])
def test_a_file_that_changes_while_it_is_read(
    path: Path, cache_folder: Path, is_settled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_settled:
        monkeypatch.setattr(content, "JUST_NOW", 1)
    source = Source(path, "glove", (path,))

    def blocks() -> Blocks:
        time.sleep(0.05 if is_settled else 0)
        path.write_text(TEXT.replace("w3 3 ", "w3 9 "), encoding="utf-8")
        yield from read_text(source, 1 << 20)

    with pytest.raises(DataError, match="changed while it was being read"):
        cache.read(source, blocks)
    assert entries(cache_folder) == []


def flip(at: float) -> Any:
    def damage(data: bytearray) -> bytearray:
        data[int(at * (len(data) - 1))] ^= 1
        return data

    return damage


DAMAGES = {
    "empty": lambda data: b"",
    "one byte": lambda data: b"x",
    "cut at the end": lambda data: data[:-1],
    "cut in the middle": lambda data: data[: len(data) // 2],
    "longer": lambda data: data + b"\0",
    "longer at the beginning": lambda data: b"\0\0\0\0" + data,
    "zeros": lambda data: bytes(len(data)),
    "another vector": flip(0.4),
    "the first byte": flip(0),
    "another word": flip(0.85),
    "another footer": flip(0.99),
    "another magic": flip(1),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_damage_is_noticed_and_mended(
    path: Path, cache_folder: Path, damage: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(path)
    (entry,) = entries(cache_folder)
    sound = entry.read_bytes()
    damaged = damage(bytearray(sound))
    assert bytes(damaged) != sound
    entry.write_bytes(damaged)
    check(path)
    assert entry.read_bytes()[:24_000] == sound[:24_000]
    monkeypatch.setattr(cache, "collect", never)
    check(path)  # and what was mended is sound


def test_a_copied_entry_is_checked_and_used(
    path: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(path)
    (entry,) = entries(cache_folder)
    entry.write_bytes(entry.read_bytes())
    monkeypatch.setattr(cache, "collect", never)
    check(path)


def test_two_that_make_it_at_once(path: Path, cache_folder: Path) -> None:
    source = Source(path, "glove", (path,))

    def blocks() -> Blocks:
        for block in read_text(source, 1 << 12):
            yield block
            check(path)  # another one begins and ends while this one is at work

    found = cache.read(source, blocks)
    assert found.vectors[3].tolist() == [3, 0.5, -3]
    check(path)
    assert len(entries(cache_folder)) == 1


def test_processes_at_once(path: Path, cache_folder: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        found = pool.map(read_vectors, [path] * 6, chunksize=1)
    assert all(emb["w3"].tolist() == [3, 0.5, -3] and len(emb) == 2000 for emb in found)
    assert len(entries(cache_folder)) == 1
    assert not list((cache_folder / "vectors-3").glob(".*"))


def test_a_folder_that_cannot_be_made(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COREFAIR_CACHE", str(path))  # a file
    emb, counts = read_vectors_counted(path)
    assert emb["w3"].tolist() == [3, 0.5, -3] and len(emb) == 2000
    (remark,) = counts.remarks
    assert remark.startswith("read without the cache: ") and str(path) in remark


def test_no_home(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_disk, "cache_folder", lambda: None)
    emb, counts = read_vectors_counted(path)
    assert len(emb) == 2000
    assert "set COREFAIR_CACHE" in counts.remarks[0]


def test_a_full_disk(path: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Writer, name: str, array: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Writer, "add", full)
    emb, counts = read_vectors_counted(path)
    assert len(emb) == 2000
    assert "No space left on device" in counts.remarks[0]
    assert entries(cache_folder) == []


def test_an_error_in_the_file_leaves_no_entry(path: Path, cache_folder: Path) -> None:
    path.write_text(TEXT + "w 1 2\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_vectors(path)
    assert (caught.value.path, caught.value.line) == (str(path), 2002)
    assert entries(cache_folder) == []
    assert not list((cache_folder / "vectors-3").glob(".*"))


def test_cache_false_leaves_no_trace(path: Path, cache_folder: Path) -> None:
    read_vectors(path, cache=False)
    read_vectors(path, limit=5)
    assert list(cache_folder.iterdir()) == []
