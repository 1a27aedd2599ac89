"""How a job is started: as a program of its own, or forked from one that has read all its code before.

To import everything takes longer than most of these jobs: forked ones are killed at their work, many times as
often in the same time. A process that has threads must not be forked, so tests start programs.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import traceback
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Protocol

Command = tuple[str, ...]


class Started(Protocol):
    """A job at work."""

    pid: int

    def poll(self) -> int | None:
        """Its exit code, negative for the signal that ended it; None while it is at work."""
        ...


class Start(Protocol):
    """Starts a command of corefair in a folder; what it says of errors goes to a file."""

    def __call__(self, command: Command, folder: Path, said: Path) -> Started: ...


def as_program(command: Command, folder: Path, said: Path) -> Started:
    """A Python of its own."""
    with said.open("wb") as err:
        return subprocess.Popen(
            [sys.executable, "-m", "corefair.cli", *command],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=err,
            start_new_session=True,
        )


def forked(command: Command, folder: Path, said: Path) -> Started:
    """A fork of this process, which must have no threads."""
    pid = os.fork()
    if pid:
        return _Fork(pid)
    code = 1
    try:
        os.setsid()
        os.chdir(folder)
        for place, number in ((os.devnull, 0), (os.devnull, 1), (str(said), 2)):
            os.dup2(os.open(place, os.O_RDWR | os.O_CREAT), number)
        sys.argv = ["corefair", *command]
        from corefair.cli import main

        main(args=list(command), prog_name="corefair")
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # noqa: BLE001  as the interpreter would end
        traceback.print_exc()
    finally:
        with suppress(Exception):
            (folder / MODULES).write_text("\n".join(sys.modules), encoding="utf-8")
        sys.stderr.flush()
        os._exit(code)


MODULES = ".modules"  # what a fork had imported at its end


def import_all(folder: Path) -> None:
    """Import here what a fork that is done had imported, so that the next need not."""
    for name in (folder / MODULES).read_text(encoding="utf-8").split("\n"):
        with suppress(Exception):
            import_module(name)


class _Fork:
    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None

    def poll(self) -> int | None:
        if self._code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self._code = os.waitstatus_to_exitcode(status) if pid else None
        return self._code


def ended(started: Started, *, within: float) -> int:
    """The exit code of a job that is let be."""
    deadline = time.monotonic() + within
    while (code := started.poll()) is None:
        if time.monotonic() > deadline:
            os.killpg(started.pid, signal.SIGKILL)
        time.sleep(0.01)
    return code
