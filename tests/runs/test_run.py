"""Runs: what was kept comes back under the same key, other folders are left alone, one process at a time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.runs.run import Run, key_of

ARRAYS = {"a": np.arange(6, dtype=np.float32).reshape(2, 3), "b": np.array([1 / 3])}


def test_what_was_kept_comes_back(tmp_path: Path) -> None:
    with Run(tmp_path / "new" / "run", key="k", about="a run") as run:
        assert run.load("block-000003") is None
        run.save("block-000003", ARRAYS)
    with Run(tmp_path / "new" / "run", key="k", about="called otherwise") as again:
        back = again.load("block-000003")
        assert back is not None and set(back) == {"a", "b"} and back["a"].dtype == np.float32
        assert all(np.array_equal(back[name], ARRAYS[name]) for name in ARRAYS)
        assert again.load("block-000000") is None
    assert json.loads((tmp_path / "new" / "run" / "run.json").read_text()) == {"key": "k", "about": "a run"}


@pytest.mark.parametrize("n_bytes", [0, 10, 200])
def test_what_is_damaged_is_not_there(n_bytes: int, tmp_path: Path) -> None:
    with Run(tmp_path, key="k", about="a run") as run:
        run.save("a", ARRAYS)
        (tmp_path / "a.npz").write_bytes((tmp_path / "a.npz").read_bytes()[:n_bytes])
        assert run.load("a") is None


def test_folders_of_others_are_left_alone(tmp_path: Path) -> None:
    with Run(tmp_path / "run", key="k", about="ran of a.txt"):
        pass
    message = r"run: holds another run \(ran of a\.txt\): name another folder, or delete this one"
    with pytest.raises(DataError, match=message), Run(tmp_path / "run", key="other", about="ran of b.txt"):
        pass
    (tmp_path / "run" / "run.json").write_text("{")
    with (
        pytest.raises(DataError, match=r"\(its run\.json cannot be read\)"),
        Run(tmp_path / "run", key="k", about=""),
    ):
        pass
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("Dear")
    message = r"letters: holds dear\.txt but no run\.json: not the folder of a run"
    with pytest.raises(DataError, match=message), Run(tmp_path / "letters", key="k", about=""):
        pass
    assert [path.name for path in (tmp_path / "letters").iterdir()] == ["dear.txt"]
    with (
        pytest.raises(DataError, match="cannot hold a run: "),
        Run(tmp_path / "letters" / "dear.txt", key="k", about=""),
    ):
        pass


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(DataError, match="Permission denied"), Run(tmp_path / "run", key="k", about=""):
            pass
        with pytest.raises(DataError, match="Permission denied"), Run(tmp_path, key="k", about=""):
            pass
    finally:
        tmp_path.chmod(0o700)


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with Run(tmp_path, key="k", about="a run") as run:
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(DataError, match=r"a\.npz: cannot be written: No space left on device"):
            run.save("a", ARRAYS)
        assert run.load("a") is None
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def test_one_at_a_time(tmp_path: Path) -> None:
    first, second = (Run(tmp_path, key="k", about="a run") for _ in range(2))
    with first, pytest.raises(DataError, match="another run is at work in it"), second:
        pass
    with second:
        pass


def test_without_a_folder_nothing_is_left() -> None:
    run = Run(None, key="k", about="a run")
    with run:
        folder = run.folder
        run.save("a", ARRAYS)
        assert run.load("a") is not None
    assert not folder.exists()
    with pytest.raises(ValueError, match="only while it is entered"):
        run.folder  # noqa: B018


KILLED = """
import os, signal, sys
import numpy as np
from corefair.runs.run import Run
flush, n_files = os.fsync, 0
def kill_in_the_middle(handle):
    global n_files
    n_files += 1
    if n_files == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
    flush(handle)
os.fsync = kill_in_the_middle
with Run(sys.argv[1], key="k", about="a run") as run:
    for i in range(3):
        if run.load(f"block-{i}") is None:
            run.save(f"block-{i}", {"a": np.full(1000, i)})
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_killed_at_any_moment_it_goes_on(tmp_path: Path) -> None:
    """Two flushes to the disk a file, four files: killed before each in turn, and then let go on."""
    n_kept = []
    for moment in range(1, 9):
        folder = tmp_path / str(moment)
        command = [sys.executable, "-c", KILLED, str(folder)]
        killed = subprocess.run([*command, str(moment)], capture_output=True, text=True, check=False)
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        kept = {path: path.stat().st_mtime_ns for path in folder.glob("block-*.npz")}
        n_kept.append(len(kept))
        subprocess.run([*command, "0"], check=True)
        names = sorted(path.name for path in folder.iterdir())
        assert names == ["block-0.npz", "block-1.npz", "block-2.npz", "run.json"]
        assert all(path.stat().st_mtime_ns == time for path, time in kept.items()), "made again"
        with Run(folder, key="k", about="a run") as run:
            for i in range(3):
                block = run.load(f"block-{i}")
                assert block is not None and np.array_equal(block["a"], np.full(1000, i))
    assert n_kept == [0, 0, 0, 1, 1, 2, 2, 3]


def test_a_key_stands_for_values_not_for_their_order() -> None:
    assert key_of({"a": 1, "b": (2, 3)}) == key_of({"b": [2, 3], "a": 1})
    assert len({key_of(), key_of(None), key_of(0), key_of("0"), key_of([0]), key_of(0, 0)}) == 6
    with pytest.raises(ValueError, match="not JSON compliant"):
        key_of(float("nan"))
