"""A job, killed at a moment drawn by lot: its output is the old or the new one, going on makes the new."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from faults.jobs import Job, state
from faults.starting import Start, as_program, ended, import_all

States = dict[str, dict[str, bytes] | None]


class Lost(Exception):
    """What a kill broke."""


class Killing:
    """A job in folders of its own: first undisturbed, which tells how long it takes and what it writes."""

    def __init__(self, job: Job, start: Start = as_program) -> None:
        self.job, self.start = job, start
        self._place = tempfile.TemporaryDirectory(prefix="corefair-faults-")
        self.before = Path(self._place.name) / "before"
        self.before.mkdir()
        job.prepare(self.before)
        if job.earlier:
            self._run(job.earlier, self.before)
        self.old = self._states(self.before)
        for name in ("ready", "whole"):  # the first time, to have all code imported
            whole = self._copy(name)
            before = _of_children()
            self._run(job.command, whole)
            self.seconds = _of_children() - before  # of processor time: a busy machine does not stretch it
            if start is as_program:
                break
            import_all(whole)
        self.new = self._states(whole)
        assert None not in self.new.values() and self.new != self.old, job.name

    def close(self) -> None:
        """Nothing is left."""
        self._place.cleanup()

    def once(self, lot: random.Random) -> str:
        """Kill it once, look, go on, and look again; says how far it had come."""
        folder = self._copy("killed")
        process = self.start(self.job.command, folder, self._said)
        # Most of the time goes by before anything is written: some kills come late, or as an output changes.
        kind = lot.random()
        share = lot.random() if kind < 0.4 else 1 - 0.3 * lot.random()
        before = self._stamps(folder)
        while process.poll() is None:
            touched = self._stamps(folder) != before
            if touched if kind > 0.7 else _used(process.pid) >= self.seconds * share:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
            time.sleep(0.002)
        found = self._states(folder)
        for name, held in found.items():
            if held not in (self.old[name], self.new[name]):
                raise Lost(f"{self.job.name}: {name} is neither the old nor the new one")
        self._run(self.job.command, folder)
        again = self._states(folder)
        if again != self.new:
            other = [name for name in again if again[name] != self.new[name]]
            raise Lost(f"{self.job.name}: going on does not give the same bytes of {', '.join(other)}")
        return "new" if found == self.new else "old" if found == self.old else "some of each"

    def _run(self, command: tuple[str, ...], folder: Path) -> None:
        code = ended(self.start(command, folder, self._said), within=600)
        if code:
            said = self._said.read_text(encoding="utf-8", errors="replace").strip()[-500:]
            raise Lost(f"{self.job.name}: exit {code}: {said}")

    @property
    def _said(self) -> Path:
        return Path(self._place.name) / "said"

    def _states(self, folder: Path) -> States:
        return {name: state(folder, name) for name in self.job.outputs}

    def _stamps(self, folder: Path) -> list[tuple[int, ...]]:
        """What tells that an output was touched, without reading it."""
        found = []
        for name in self.job.outputs:
            with suppress(OSError):
                told = (folder / name).stat()
                found.append((told.st_ino, told.st_mtime_ns, told.st_size))
        return found

    def _copy(self, name: str) -> Path:
        folder = Path(self._place.name) / name
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.before, folder)
        return folder


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _used(pid: int) -> float:
    """Seconds of processor time of a process; where the system does not show them, those since it began."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):
        return time.monotonic() - _BEGAN.setdefault(pid, time.monotonic())


_BEGAN: dict[int, float] = {}
