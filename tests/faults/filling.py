"""A disk that fills at byte n, for every n of a small job: one sentence, and what was there before is there.

There are two such disks. One is the system's limit on the size of a file, which needs no rights and holds for
whoever writes. The other counts what Python writes to all files together, and refuses the byte after the n-th
as a full disk does, so that a job of several files fails within each of them.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import re
import resource
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np

import planted
from corefair.auditing.run import audit
from corefair.auditing.saved import save
from corefair.auditing.weighing import weigh, write_weights
from corefair.errors import CorefairError
from corefair.io.documents import read, write
from corefair.io.vectors import write_vectors
from corefair.mitigators import make
from corefair.runs.journal import Journal
from corefair.runs.run import Run
from corefair.types import Embeddings
from faults.jobs import EXAMPLES, state

Writer = Callable[[Path], object]
EMB = Embeddings(
    ("she", "he", "woman", "man", "nurse"),
    np.array([[2, 1, 0], [-2, 1, 0], [1.5, 0, 1], [-1.5, 0, 1], [1, 1, 1]], np.float32),
)


@contextmanager
def full_at(n_bytes: int) -> Iterator[None]:
    """Within it no file can be written beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def full_after(n_bytes: int) -> Iterator[Disk]:
    """Within it no more than so many bytes can be written, to all files together."""
    disk, plain = Disk(n_bytes), io.open
    builtins.open, io.open = disk.open, disk.open  # type: ignore[assignment]
    try:
        yield disk
    finally:
        builtins.open, io.open = plain, plain


class Disk:
    """A place with room for so many bytes; counts those that were written."""

    def __init__(self, room: int) -> None:
        self.room, self.n_written = room, 0

    def open(self, file: Any, mode: str = "r", buffering: int = -1, *args: Any, **kwargs: Any) -> Any:
        """As `open`; what is written is counted."""
        if "r" in mode and "+" not in mode:
            return _OPEN(file, mode, buffering, *args, **kwargs)
        raw = _Counted(self, file, mode.replace("b", "").replace("t", ""))
        if "b" in mode:
            return raw if buffering == 0 else io.BufferedWriter(raw)
        return io.TextIOWrapper(io.BufferedWriter(raw), *args, **kwargs)


class _Counted(io.FileIO):
    def __init__(self, disk: Disk, file: Any, mode: str) -> None:
        super().__init__(file, mode)
        self.disk = disk

    def write(self, data: Any) -> int:
        left = self.disk.room - self.disk.n_written
        if not left and len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        n = super().write(memoryview(data).cast("B")[:left]) or 0
        self.disk.n_written += n
        return n


_OPEN = io.open
_SENTENCE = r".+: cannot be written: (File too large|No space left on device)"


def writers() -> dict[str, tuple[Writer, Writer]]:
    """What is written, and what was there before."""
    docs = list(read(EXAMPLES / "story.txt"))
    report, other = (audit(planted.Planted(n), [planted.suite(4)], resamples=100) for n in (2, 3))
    weighed = [
        weigh(str(EXAMPLES / "uneven.tsv"), group="gender", properties=[each])
        for each in ("n_names", "distance:3")
    ]
    changes = [make("hard", preserve=[name]).fit(EMB) for name in ("she", "he")]
    return {
        "documents": (lambda f: write(docs, f / "x.conll"), lambda f: write(docs[:0], f / "x.conll")),
        "documents, packed": (lambda f: write(docs, f / "x.jsonl.gz"), lambda f: write([], f / "x.jsonl.gz")),
        "vectors": (
            lambda f: write_vectors(EMB, f / "v.bin"),
            lambda f: write_vectors(EMB.changed(EMB.vectors * 2, "x"), f / "v.bin"),
        ),
        "report": (lambda f: save(report, f / "out"), lambda f: save(other, f / "out")),
        "weights": (
            lambda f: write_weights(weighed[0], f / "w.tsv"),
            lambda f: write_weights(weighed[1], f / "w.tsv"),
        ),
        "model": (lambda f: changes[0].save(f / "m"), lambda f: changes[1].save(f / "m")),  # type: ignore[attr-defined]
        "arrays of a run": (lambda f: _in_run(f, 1.0), lambda f: _in_run(f, 2.0)),
    }


def _in_run(folder: Path, value: float) -> None:
    with Run(folder / "run", key="k", about="test") as run:
        run.save("part", {"x": np.full(20, value)})


def fill(name: str, *, step: int = 1) -> int:
    """Every `step`-th n on both disks; how many there were. What is lost is an AssertionError."""
    new_one, old_one = writers()[name]
    with tempfile.TemporaryDirectory(prefix="corefair-full-") as place:
        before, whole = Path(place) / "before", Path(place) / "whole"
        before.mkdir()
        old_one(before)
        shutil.copytree(before, whole)
        new_one(whole)
        old, new = _files(before), _files(whole)
        with full_after(10**9) as disk:
            new_one(_copy(before, "counted"))
        of_a_file = range(0, max(len(held) for held in new.values()), step)
        of_all = range(0, disk.n_written, step)
        for full, n_bytes in [*((full_at, n) for n in of_a_file), *((full_after, n) for n in of_all)]:
            folder, where = _copy(before, "full"), f"{name}: {full.__name__} {n_bytes}"
            try:
                with redirect_stderr(StringIO()), full(n_bytes):
                    new_one(folder)
            except CorefairError as error:
                assert re.fullmatch(
                    r".+: cannot be written: (File too large|No space left on device)", str(error)
                )
            else:
                raise AssertionError(f"{where}: that was room enough")
            for file, held in _files(folder).items():
                assert held in (old.get(file), new.get(file)), f"{where}: {file} is broken"
            new_one(folder)
            assert _files(folder) == new, f"{where}: not mended"
    return len(of_a_file) + len(of_all)


def _copy(before: Path, name: str) -> Path:
    folder = before.with_name(name)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(before, folder)
    return folder


def fill_journal(n_bytes: int) -> None:
    """A record that does not fit costs itself alone: those before it are there, and more can be added."""
    with tempfile.TemporaryDirectory(prefix="corefair-full-") as place:
        path = Path(place) / "j.jsonl"
        kept = 0
        try:
            with full_at(n_bytes), Journal(path) as journal:
                for n in range(50):
                    journal.add({"case": f"c{n}"})
                    kept += 1
        except CorefairError as error:
            assert "\n" not in str(error)
        with Journal(path) as journal:
            # Where only the line end did not fit, the record is whole.
            n_kept = len(journal.records)
            assert n_kept in (kept, kept + 1)
            assert [record["case"] for record in journal.records] == [f"c{n}" for n in range(n_kept)]
            journal.add({"case": "more"})
        with Journal(path) as journal:
            assert len(journal.records) == n_kept + 1


def _files(folder: Path) -> dict[str, bytes]:
    found = state(folder, ".") or {}
    return {name: held for name, held in found.items() if not name.endswith(".lock")}
