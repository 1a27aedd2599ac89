"""The cache: keyed by content, never trusted when damaged, safe when two fill it, never in the way."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from cache_tasks import BIG, fill, filled
from corefair.errors import DataError
from corefair.runs import cache, content, mapped
from corefair.runs.cache import Unusable, cached, remove_leftovers
from corefair.runs.cache import cache_folder as where
from corefair.runs.content import content_of, digest
from corefair.runs.mapped import Mapped, Writer, open_mapped, writing_mapped


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COREFAIR_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def never(writer: Writer) -> None:
    raise AssertionError("it was there")


def check(kept: Mapped) -> None:
    np.testing.assert_array_equal(kept.arrays["big"], BIG)
    assert kept.arrays["words"].tobytes() == b"she he" and kept.facts == {"n": 1000}


def test_made_once_and_mapped(folder: Path) -> None:
    check(cached("kind-1", "abc", fill))
    kept = cached("kind-1", "abc", never)
    check(kept)
    with pytest.raises(ValueError, match="read-only"):
        kept.arrays["big"][0, 0] = 1
    assert kept.arrays["big"].ctypes.data % 64 == kept.arrays["words"].ctypes.data % 64 == 0
    assert [path.name for path in (folder / "kind-1").iterdir()] == ["abc"]


@pytest.mark.parametrize("at", [0, 0.3, 0.9, 0.99, 1])
@pytest.mark.parametrize("how", ["flip", "cut", "longer", "empty"])
def test_damage_is_noticed_and_mended(folder: Path, how: str, at: float) -> None:
    check(cached("kind-1", "abc", fill))
    entry = folder / "kind-1" / "abc"
    data = bytearray(entry.read_bytes())
    place = int(at * (len(data) - 1))
    if how == "flip":
        data[place] ^= 1
    entry.write_bytes({"flip": data, "cut": data[:place], "longer": data + b"\0", "empty": b""}[how])
    check(cached("kind-1", "abc", fill))
    check(cached("kind-1", "abc", never))


def test_small_arrays_are_checked_even_if_the_time_tells_nothing(tmp_path: Path) -> None:
    """As when a disk loses a bit; large ones are then not looked at, which is what makes opening instant."""
    path = tmp_path / "x"
    with writing_mapped(path) as writer:
        fill(writer)
    stamp = path.stat().st_mtime_ns
    data = bytearray(path.read_bytes())
    data[5] ^= 1
    path.write_bytes(data)
    os.utime(path, ns=(stamp, stamp))
    assert open_mapped(path) is None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mapped, "_SMALL", 100)
        assert open_mapped(path) is not None


def test_a_copy_is_checked_and_stamped(folder: Path) -> None:
    check(cached("kind-1", "abc", fill))
    entry = folder / "kind-1" / "abc"
    entry.write_bytes(entry.read_bytes())
    touched = entry.stat().st_mtime_ns
    check(cached("kind-1", "abc", never))
    assert entry.stat().st_mtime_ns != touched


def test_two_that_fill_it_at_once() -> None:
    def overtaken(writer: Writer) -> None:
        check(cached("kind-1", "abc", fill))
        fill(writer)

    check(cached("kind-1", "abc", overtaken))


def test_processes_at_once(folder: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        assert set(pool.map(filled, range(6), chunksize=1)) == {float(BIG.sum(dtype=np.float64))}
    assert [path.name for path in (folder / "kind-1").iterdir()] == ["abc"]


def test_what_cannot_be_kept_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("COREFAIR_CACHE", str(tmp_path / "file"))
    with pytest.raises(Unusable, match="file"):
        cached("kind-1", "abc", fill)
    monkeypatch.setattr(cache, "cache_folder", lambda: None)
    with pytest.raises(Unusable, match="set COREFAIR_CACHE"):
        cached("kind-1", "abc", fill)


def test_a_full_disk_makes_it_unusable(folder: Path) -> None:
    def full(writer: Writer) -> None:
        fill(writer)
        raise OSError(28, "No space left on device")

    with pytest.raises(Unusable, match="No space left on device"):
        cached("kind-1", "abc", full)
    assert not list((folder / "kind-1").iterdir())


def test_errors_of_what_is_read_pass_through(folder: Path) -> None:
    def broken(writer: Writer) -> None:
        raise DataError("bad", path="a.txt", line=3)

    with pytest.raises(DataError, match=r"^a\.txt:3: bad$"):
        cached("kind-1", "abc", broken)
    assert not list((folder / "kind-1").iterdir())


def test_leftovers_of_the_killed_are_removed_after_a_day(tmp_path: Path) -> None:
    old, new, other = (tmp_path / name for name in (".a.x.part", ".b.y.part", "c"))
    for left in (old, new, other):
        left.write_bytes(b"")
    os.utime(old, (0, 0))
    os.utime(other, (0, 0))
    remove_leftovers(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".b.y.part", "c"]


def test_the_digest_is_of_all_bytes_in_order(tmp_path: Path) -> None:
    for name, data in (("a", b"one"), ("b", b"two" * 1_000_000)):
        (tmp_path / name).write_bytes(data)
    expected = hashlib.sha256(b"one" + b"two" * 1_000_000).hexdigest()
    assert digest([tmp_path / "a", tmp_path / "b"]) == expected
    with pytest.raises(DataError, match="cannot be read: No such file"):
        digest([tmp_path / "none"])


def test_what_was_hashed_is_remembered_while_it_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(content, "JUST_NOW", 1)  # files count as written long ago
    path, notes = tmp_path / "a", tmp_path / "notes"
    path.write_bytes(b"one")
    time.sleep(0.02)
    first = content_of([path], notes=notes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(content, "digest", None)
        assert content_of([path], notes=notes).sha256 == first.sha256
    before = path.stat()
    path.write_bytes(b"two")  # as long, and made as old
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    time.sleep(0.02)
    assert content_of([path], notes=notes).sha256 == hashlib.sha256(b"two").hexdigest()
    with pytest.raises(DataError, match="changed while it was being read"):
        first.check_unchanged()
    for note in notes.iterdir():
        note.write_text('{"content": 3}')
    assert content_of([path], notes=notes).sha256 == hashlib.sha256(b"two").hexdigest()


def test_a_file_just_written_is_always_hashed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "JUST_NOW", 10**18)
    path = tmp_path / "a"
    path.write_bytes(b"one")
    first = content_of([path], notes=tmp_path / "notes")
    assert not (tmp_path / "notes").exists()
    first.check_unchanged()


def test_by_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert where() == tmp_path / "cache"
    monkeypatch.delenv("COREFAIR_CACHE")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for platform, variables, expected in (
        ("linux", {}, ".cache/corefair"),
        ("linux", {"XDG_CACHE_HOME": str(tmp_path / "x")}, "x/corefair"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, ".cache/corefair"),
        ("darwin", {}, "Library/Caches/corefair"),
        ("win32", {}, "AppData/Local/corefair/cache"),
        ("win32", {"LOCALAPPDATA": str(tmp_path / "l")}, "l/corefair/cache"),
    ):
        for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "platform", platform)
        assert where() == tmp_path / expected

    monkeypatch.setattr(sys, "platform", "linux")

    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    assert where() is None
