"""A lock: one holder at a time, a sentence for the second, and free again when the holder was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from corefair.errors import DataError
from corefair.runs import lock as module
from corefair.runs.lock import locked

HOLDER = """
import sys, time
from pathlib import Path
from corefair.runs.lock import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@contextmanager
def holder(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock."""
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None and process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


def test_the_second_is_told_who_has_it(tmp_path: Path) -> None:
    path = tmp_path / "run.lock"
    with holder(path) as process:
        with pytest.raises(DataError, match="another run is at work in it") as caught, locked(path):
            pass
        assert caught.value.path == str(tmp_path)
        assert f"(process {process.pid} on " in str(caught.value)
        assert str(caught.value).endswith(": wait for its end, or name another folder")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_a_lock_of_the_dead_is_free(tmp_path: Path) -> None:
    path = tmp_path / "run.lock"
    with holder(path) as process:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert path.exists()
        with locked(path):
            assert f'"process": {os.getpid()}' in path.read_text(encoding="utf-8")
    assert not path.exists()


def test_within_one_process_too(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with locked(path), pytest.raises(DataError, match=f"process {os.getpid()} on "), locked(path):
        pass
    with locked(path):
        pass
    assert not list(tmp_path.iterdir())


def test_the_patient_take_turns(tmp_path: Path) -> None:
    """Eight threads, each with the lock for itself: none sees another at work."""
    at_work, most = 0, 0

    def work() -> None:
        nonlocal at_work, most
        with locked(tmp_path / "lock", patience=60):
            at_work += 1
            most = max(most, at_work)
            time.sleep(0.01)
            at_work -= 1

    threads = [Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1 and at_work == 0 and not list(tmp_path.iterdir())


def test_a_lock_that_was_deleted_meanwhile_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The holder deletes it between our opening and our locking: we hold a file that nobody else finds."""
    path, real, n_calls = tmp_path / "lock", module._lock, 0

    def too_late(handle: int) -> bool:
        nonlocal n_calls
        n_calls += 1
        if n_calls == 1:
            path.unlink()
        return real(handle)

    monkeypatch.setattr(module, "_lock", too_late)
    with locked(path):
        assert path.exists() and n_calls == 2


def test_a_place_that_cannot_be_locked(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        pytest.raises(DataError, match="cannot be locked: Not a directory"),
        locked(tmp_path / "file" / "lock"),
    ):
        pass


def test_windows_locks_a_byte_out_of_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With Windows's own call in its place: what is locked, and that a refusal is one."""
    calls: list[tuple[int, int]] = []

    class Msvcrt:
        LK_NBLCK = 2

        @staticmethod
        def locking(handle: int, mode: int, n_bytes: int) -> None:
            calls.append((os.lseek(handle, 0, os.SEEK_CUR), n_bytes))
            if len(calls) > 1:
                raise OSError(13, "Permission denied")

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", Msvcrt)  # type: ignore[arg-type]
    with locked(tmp_path / "lock"), pytest.raises(DataError, match="at work"), locked(tmp_path / "lock"):
        pass
    assert calls == [(1 << 30, 1)] * 2
