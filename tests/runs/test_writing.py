"""Files and folders that are whole or not there, whatever happens to who writes them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.runs import writing
from corefair.runs.arrays import read_npz, write_npz
from corefair.runs.writing import (
    check_apart,
    discard,
    json_object,
    remaining_parts,
    write_json,
    writing_bytes,
    writing_folder,
    writing_text,
)


class Stop(BaseException):
    """As when a person presses Ctrl-C."""


@pytest.mark.parametrize("sync", [False, True])
def test_a_file_takes_its_name_when_all_of_it_is_there(tmp_path: Path, sync: bool) -> None:
    target = tmp_path / "x"
    for content in (b"first", b"second"):
        before = target.read_bytes() if target.exists() else None
        with writing_bytes(target, sync=sync) as out:
            out.write(content)
            out.flush()
            assert (target.read_bytes() if target.exists() else None) == before
        assert target.read_bytes() == content
    with pytest.raises(Stop), writing_bytes(target, sync=sync) as out:
        out.write(b"half of the th")
        raise Stop
    assert target.read_bytes() == b"second" and list(tmp_path.iterdir()) == [target]


def test_text_is_utf8_and_its_line_ends_stay(tmp_path: Path) -> None:
    with writing_text(tmp_path / "x") as out:
        out.write("Zoë\r\nleft\n")
    assert (tmp_path / "x").read_bytes() == "Zoë\r\nleft\n".encode()


def test_names_as_long_as_they_can_be(tmp_path: Path) -> None:
    for name in ("n" * 255, "é" * 127):
        with writing_bytes(tmp_path / name) as out:
            out.write(b"x")
        assert (tmp_path / name).read_bytes() == b"x"
    with writing_folder(tmp_path / ("f" * 255)) as part:
        (part / "in it").touch()
    assert (tmp_path / ("f" * 255) / "in it").exists()


def test_json_without_numbers_that_json_lacks(tmp_path: Path) -> None:
    write_json(tmp_path / "x.json", {"name": "Zoë", "values": [1, 2.5, None]})
    assert json_object(tmp_path / "x.json") == {"name": "Zoë", "values": [1, 2.5, None]}
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_json(tmp_path / "x.json", {"value": float("nan")})
    assert json_object(tmp_path / "x.json") == {"name": "Zoë", "values": [1, 2.5, None]}
    for text in ("[1]", "{", "null"):
        (tmp_path / "y.json").write_text(text)
        assert json_object(tmp_path / "y.json") is None
    assert json_object(tmp_path / "none.json") is None


def test_arrays_come_back_and_the_same_give_the_same_bytes(tmp_path: Path) -> None:
    arrays = {"file": np.arange(6, dtype=np.float32).reshape(2, 3), "none": np.empty((0, 4), np.int64)}
    for name in ("a.npz", "b.npz"):
        write_npz(tmp_path / name, arrays, sync=True)
    back = read_npz(tmp_path / "a.npz")
    assert list(back) == ["file", "none"]
    for name, array in arrays.items():
        assert back[name].dtype == array.dtype and back[name].shape == array.shape
        np.testing.assert_array_equal(back[name], array)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_objects_are_neither_written_nor_read(tmp_path: Path) -> None:
    objects = np.array([{"a": 1}], dtype=object)
    with pytest.raises(DataError, match="'a' holds Python objects"):
        write_npz(tmp_path / "x.npz", {"a": objects})
    assert not list(tmp_path.iterdir())
    np.savez(tmp_path / "x.npz", a=objects)
    with pytest.raises(DataError, match="not a sound file of arrays"):
        read_npz(tmp_path / "x.npz")


@pytest.mark.parametrize("n_bytes", [0, 1, 10, 200, -1])
def test_damaged_arrays_are_told(tmp_path: Path, n_bytes: int) -> None:
    path = tmp_path / "x.npz"
    write_npz(path, {"a": np.arange(100.0)})
    path.write_bytes(path.read_bytes()[:n_bytes])
    with pytest.raises(DataError, match=r"x\.npz: not a sound file of arrays"):
        read_npz(path)


def test_an_array_alone_is_no_file_of_arrays(tmp_path: Path) -> None:
    with (tmp_path / "x.npz").open("wb") as out:
        np.save(out, np.arange(3))
    with pytest.raises(DataError, match="not a sound file of arrays"):
        read_npz(tmp_path / "x.npz")
    with pytest.raises(DataError, match="cannot be read: No such file"):
        read_npz(tmp_path / "none.npz")


@pytest.mark.parametrize("sync", [False, True])
def test_a_folder_takes_its_name_when_all_is_in_it(tmp_path: Path, sync: bool) -> None:
    target = tmp_path / "model"
    with pytest.raises(Stop), writing_folder(target) as part:
        (part / "half").touch()
        raise Stop
    assert not list(tmp_path.iterdir())
    with writing_folder(target, sync=sync) as part:
        (part / "deep").mkdir()
        (part / "deep" / "file").write_text("first")
        assert not target.exists()
    assert (target / "deep" / "file").read_text() == "first"


def test_of_two_that_make_the_same_folder_the_first_stays(tmp_path: Path) -> None:
    with writing_folder(tmp_path / "a") as part:
        with writing_folder(tmp_path / "a") as other:
            (other / "first").touch()
        (part / "second").touch()
    assert [path.name for path in tmp_path.rglob("*")] == ["a", "first"]


def test_a_folder_can_be_replaced_whole(tmp_path: Path) -> None:
    for name in ("first", "second"):
        with writing_folder(tmp_path / "a", replace=True) as part:
            (part / name).touch()
    assert [path.name for path in tmp_path.rglob("*")] == ["a", "second"]
    with pytest.raises(Stop), writing_folder(tmp_path / "a", replace=True) as part:
        raise Stop
    assert [path.name for path in tmp_path.rglob("*")] == ["a", "second"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems exchange no names in one step")
def test_a_folder_is_replaced_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With two, one could be killed between them, and there would be neither."""

    def rename(self: Path, target: Path) -> Path:
        raise Stop

    with writing_folder(tmp_path / "a") as part:
        (part / "first").touch()
    monkeypatch.setattr(Path, "rename", rename)
    with writing_folder(tmp_path / "a", replace=True) as part:
        (part / "second").touch()
    assert [path.name for path in tmp_path.rglob("*")] == ["a", "second"]


def test_without_that_step_a_folder_is_replaced_in_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "_exchanged", lambda one, other: False)
    for name in ("first", "second"):
        with writing_folder(tmp_path / "a", replace=True) as part:
            (part / name).touch()
    assert [path.name for path in tmp_path.rglob("*")] == ["a", "second"]


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file" / "x", tmp_path / "none" / "x"):
        with pytest.raises(DataError, match="cannot be written: ") as caught, writing_bytes(path) as out:
            out.write(b"x")
        assert caught.value.path == str(path)
    with pytest.raises(DataError, match="cannot be written: Not a directory"):
        writing_folder(tmp_path / "file" / "x").__enter__()
    with pytest.raises(DataError, match="cannot be written: File name too long"):
        writing_bytes(tmp_path / ("n" * 300)).__enter__()


KILLED = """
import os, signal, sys
from pathlib import Path
from corefair.runs.writing import writing_bytes, writing_folder
with {what}(Path(sys.argv[1])) as it:
    out = it if hasattr(it, "write") else (it / "file").open("wb")
    out.write(b"half of the th")
    out.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
@pytest.mark.parametrize("what", ["writing_bytes", "writing_folder"])
def test_killed_in_the_middle(tmp_path: Path, what: str) -> None:
    target = tmp_path / "x"
    command = [sys.executable, "-c", KILLED.format(what=what), str(target)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert not target.exists() and len(remaining_parts(tmp_path)) == 1
    assert all(os.path.basename(part).startswith(".x.") for part in remaining_parts(tmp_path))  # noqa: PTH119


def test_what_is_read_is_not_written_over(tmp_path: Path) -> None:
    source, other = tmp_path / "a", tmp_path / "b"
    source.write_text("text")
    (tmp_path / "link").symlink_to(source)
    (tmp_path / "sub").mkdir()
    check_apart([source], None, other)
    other.write_text("text")
    check_apart([source], other)
    for name in ("a", "link", "sub/../a"):
        with pytest.raises(DataError, match="is read, and would be written over: name another file"):
            check_apart([other, source], tmp_path / "c", tmp_path / name)
    check_apart([Path(os.devnull)], Path(os.devnull))


def test_a_folder_goes_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed in the middle, nothing of its name is left that could be taken for a run."""
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "a").write_text("x", encoding="utf-8")
    monkeypatch.setattr("shutil.rmtree", lambda *_, **__: None)
    discard(folder)
    assert not folder.exists()
    (left,) = tmp_path.iterdir()
    assert left.name.startswith(".run.") and left.suffix == ".part"
