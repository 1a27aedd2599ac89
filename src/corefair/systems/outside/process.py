"""A child process that takes and answers lines, with a thread at each pipe so that none can block."""

from __future__ import annotations

import atexit
import contextlib
import os
import queue
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from typing import IO
from uuid import uuid4

LONGEST = 64 * 2**20  # bytes in a line; a child that never ends its line is stopped there
KEPT = 16 * 2**10  # bytes of what it says on stderr, the last ones
MARK = "COREFAIR_STARTED"  # the variable by which what a child started is known


class Child:
    """A program at work: `tell` it lines, `hear` its lines, `stop` it and all it started.

    What it started is ended with its process group; what left that (`setsid`, a daemon) is known on Linux by
    a mark in its environment, by its session, or by its parent. What gave up all three is not found.
    """

    def __init__(self, command: Sequence[str]) -> None:
        # Without this a Python child keeps its answers in a buffer until it ends.
        self._mark = uuid4().hex
        surroundings = {**os.environ, "PYTHONUNBUFFERED": "1", MARK: self._mark}
        # A session of its own: what it starts can be ended with it, and Ctrl-C reaches only us.
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=surroundings,
            start_new_session=True,
        )
        self._to_tell: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._heard: queue.Queue[bytes | None] = queue.Queue(
            maxsize=1000
        )  # a line; b"": it took one; None: end
        self._kept = bytearray()
        self.untold = 0  # lines that it has not taken yet
        self._stopped = self._by_itself = False
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._threads = [
            Thread(target=self._write, args=(self._process.stdin,), daemon=True),
            Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            Thread(target=self._drain, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        atexit.register(self.stop)  # for a run that is left in the middle

    def tell(self, line: bytes) -> None:
        """Line it up to be written; returns at once."""
        self.untold += 1
        self._to_tell.put(line)

    def no_more(self) -> None:
        """Close its stdin when all is written."""
        self._to_tell.put(None)

    def hear(self, seconds: float) -> bytes | None:
        """Its next line, b"" if it only took one of ours, or None at its end; TimeoutError if none comes."""
        try:
            heard = self._heard.get(timeout=max(seconds, 0))
        except queue.Empty:
            raise TimeoutError from None
        if heard == b"":
            self.untold -= 1
        return heard

    def stop(self, *, grace: float = 0.0) -> int | None:
        """End it and all it started, given `grace` seconds to end by itself; its exit code if it did."""
        if not self._stopped:
            self._stopped = True
            atexit.unregister(self.stop)
            self._by_itself = self._ends_within(grace)
            self._kill_all()
            self._process.wait()
            self._to_tell.put(None)
            self._close()
        return self._process.returncode if self._by_itself else None

    @property
    def stderr(self) -> str:
        """The end of what it said on stderr."""
        return bytes(self._kept).decode("utf-8", errors="replace")

    def _ends_within(self, seconds: float) -> bool:
        """Whether it ends by itself; it stays unreaped, so that its number is still its own when we kill."""
        deadline = time.monotonic() + seconds
        while True:
            if sys.platform == "win32" or not hasattr(os, "waitid"):
                ended = self._process.poll() is not None
            else:
                flags = os.WEXITED | os.WNOWAIT | os.WNOHANG
                ended = os.waitid(os.P_PID, self._process.pid, flags) is not None
            if ended or time.monotonic() >= deadline:
                return ended
            time.sleep(0.005)

    def _kill_all(self) -> None:
        if sys.platform == "win32":
            self._process.kill()
        else:
            started = _started_by(
                self._process.pid
            )  # before the kill: who has no parent any more is not found
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            for pid in {*started, *_marked(f"{MARK}={self._mark}".encode())}:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)

    def _close(self) -> None:
        """Let the threads end and close the pipes; one that a runaway grandchild still holds is left."""
        deadline = time.monotonic() + 5
        while any(thread.is_alive() for thread in self._threads) and time.monotonic() < deadline:
            with contextlib.suppress(queue.Empty):  # a thread may wait for room
                self._heard.get(timeout=0.01)
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        for thread, pipe in zip(self._threads, pipes, strict=True):
            if pipe is not None and not thread.is_alive():
                with contextlib.suppress(OSError):
                    pipe.close()

    def _write(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):  # it closed its end: its own end is heard elsewhere
            while (line := self._to_tell.get()) is not None:
                pipe.write(line)
                if self._to_tell.empty():
                    pipe.flush()
                self._heard.put(b"")
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := pipe.readline(LONGEST):
                self._heard.put(line)
        self._heard.put(None)

    def _drain(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while piece := pipe.read1(2**16):  # type: ignore[attr-defined]
                self._kept += piece
                del self._kept[:-KEPT]


def _marked(mark: bytes) -> list[int]:
    """The processes that have this in their environment, where the system shows that."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # another user's, or just gone
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def _started_by(pid: int) -> set[int]:
    """Who is in the session of a process, and all that was started from there, where the system tells."""
    children: dict[int, list[int]] = {}
    found: set[int] = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            parent, session = int(fields[1]), int(fields[3])
            children.setdefault(parent, []).append(int(folder.name))
            if session == pid:
                found.add(int(folder.name))
    left = [pid, *found]
    while left:
        left = [each for one in left for each in children.get(one, ()) if each not in found]
        found.update(left)
    return found
