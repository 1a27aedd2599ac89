"""The long jobs that may be killed at any moment, each small enough to be run again and again.

Each writes over an earlier output of its own kind, so that one can see which of the two is there.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from corefair.io.vectors import write_vectors
from corefair.types import Embeddings

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


@dataclass(frozen=True)
class Job:
    """A command of corefair in a folder that was prepared, and what it writes."""

    name: str
    command: tuple[str, ...]
    earlier: tuple[str, ...]  # what the output was made with before
    outputs: tuple[str, ...]  # files or folders
    prepare: Callable[[Path], None]
    needs: tuple[str, ...] = ()  # packages

    @property
    def can_run(self) -> bool:
        """Whether what it needs is installed."""
        return all(find_spec(package) for package in self.needs)


def state(folder: Path, name: str) -> dict[str, bytes] | None:
    """What an output holds, but for what tells when it was made; None if it is not there."""
    path = folder / name
    if path.is_dir():
        below = (each for each in sorted(path.rglob("*")) if each.is_file() and not each.name.startswith("."))
        return {str(each.relative_to(path)): _timeless(each) for each in below}
    return {"": _timeless(path)} if path.exists() else None


def _timeless(path: Path) -> bytes:
    if path.name in ("report.json", "model.json"):
        held = json.loads(path.read_bytes())
        for name in ("date", "command", "made", "environment"):
            held.pop(name, None)
        return json.dumps(held, sort_keys=True).encode()
    return path.read_bytes()


def _vectors(folder: Path) -> None:
    rng = np.random.default_rng(0)
    named = ("she", "he", "woman", "man", "girl", "boy", "mother", "father", "nurse", "surgeon")
    words = (*named, *(f"word{n}" for n in range(3000)))
    vectors = rng.normal(size=(len(words), 20)).astype(np.float32)
    write_vectors(Embeddings(words, vectors), folder / "v.txt")


def _documents(folder: Path) -> None:
    text = (EXAMPLES / "harbour.txt").read_text(encoding="utf-8")
    (folder / "d.jsonl").write_text(
        "".join(json.dumps({"id": f"d{n}", "text": text, "clusters": []}) + "\n" for n in range(60)),
        encoding="utf-8",
    )


def _text(folder: Path) -> None:
    text = (EXAMPLES / "harbour.txt").read_text(encoding="utf-8")
    (folder / "c.txt").write_text(text * 40, encoding="utf-8")


def _table(folder: Path) -> None:
    rng = np.random.default_rng(0)
    rows = (f"{n:05}\t{'fm'[n % 2]}\t{rng.integers(0, 8)}\t{rng.integers(0, 8)}\n" for n in range(4000))
    (folder / "t.tsv").write_text("id\tgender\tone\tother\n" + "".join(rows), encoding="utf-8")


def _corpus(folder: Path) -> None:
    (folder / "corpus").mkdir()
    key = (EXAMPLES / "score" / "key.conll").read_bytes()
    for n in range(4):
        (folder / "corpus" / f"{n}.conll").write_bytes(key)
    shutil.copy(EXAMPLES / "score" / "key.conll", folder / "key.conll")


_SUITE = str(EXAMPLES / "suite_age.tsv")
_FEATURE = ("--set", "words_seen=1", "--set", "values_seen=1", "-o", "model")
_GLOVE = ("vectors", "train", "glove", "c.txt", "-o", "g.txt", "--min-count", "2")
JOBS = (
    Job(
        "audit",
        ("audit", "first", "--suite", _SUITE, "--resamples", "200", "-o", "out"),
        ("audit", "nearest", "--suite", _SUITE, "--resamples", "100", "-o", "out"),
        ("out/report.json", "out/rows.jsonl.gz"),
        lambda folder: None,
    ),
    Job(
        "mitigate hard",
        ("mitigate", "hard", "v.txt", "-o", "after.txt"),
        ("mitigate", "leace", "v.txt", "-o", "after.txt", "--set", "n_words=4"),
        ("after.txt",),
        _vectors,
    ),
    Job(
        "mitigate ran",
        ("mitigate", "ran", "v.txt", "-o", "after.txt", "--set", "steps=300"),
        ("mitigate", "hard", "v.txt", "-o", "after.txt"),
        ("after.txt",),
        _vectors,
        ("numba",),
    ),
    Job(
        "vectors train",
        (*_GLOVE, "--dim", "20", "--epochs", "40"),
        (*_GLOVE, "--dim", "10", "--epochs", "1"),
        ("g.txt",),
        _text,
        ("numba",),
    ),
    Job(
        "convert",
        ("convert", "d.jsonl", "d.conll"),
        ("convert", str(EXAMPLES / "story.txt"), "d.conll"),
        ("d.conll",),
        _documents,
    ),
    Job(
        "weigh",
        ("weigh", "t.tsv", "--group", "gender", "--property", "one", "--property", "other", "-o", "w.tsv"),
        ("weigh", "t.tsv", "--group", "gender", "--property", "one", "-o", "w.tsv"),
        ("w.tsv",),
        _table,
    ),
    Job(
        "train feature",
        ("train", "feature", "--corpus", "mine=key.conll", "--set", "epochs=6", *_FEATURE),
        ("train", "feature", "--corpus", "mine=key.conll", "--set", "epochs=1", *_FEATURE),
        ("model",),
        _corpus,
        ("numba", "spacy"),
    ),
    Job(
        "swap",
        ("swap", "corpus", "-o", "swapped", "--mode", "reverse", "--engine", "one"),
        (),
        ("swapped/0.conll", "swapped/1.conll", "swapped/2.conll", "swapped/3.conll"),
        _corpus,
        ("spacy",),
    ),
)
