"""A disk that fills at byte n, for every n of a small job: one sentence, and what was there before is there.

The disk is the system's limit on the size of a file, which needs no rights and holds for whoever writes.
"""

from __future__ import annotations

import resource
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from io import StringIO
from pathlib import Path

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
    """Every `step`-th n, up to the largest file; how many there were. What is lost is an AssertionError."""
    new_one, old_one = writers()[name]
    with tempfile.TemporaryDirectory(prefix="corefair-full-") as place:
        before, whole = Path(place) / "before", Path(place) / "whole"
        before.mkdir()
        old_one(before)
        shutil.copytree(before, whole)
        new_one(whole)
        old, new = _files(before), _files(whole)
        largest = max(len(held) for held in new.values())
        tried = range(0, largest, step)
        for n_bytes in tried:
            folder = Path(place) / "full"
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(before, folder)
            try:
                with redirect_stderr(StringIO()), full_at(n_bytes):
                    new_one(folder)
            except CorefairError as error:
                assert "\n" not in str(error) and "too large" in str(error).lower(), str(error)
            else:
                raise AssertionError(f"{name}: {n_bytes} bytes were enough for {largest}")
            for file, held in _files(folder).items():
                assert held in (old.get(file), new.get(file)), f"{name}: {file} is broken at byte {n_bytes}"
            new_one(folder)
            assert _files(folder) == new, f"{name}: not mended after byte {n_bytes}"
    return len(tried)


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
