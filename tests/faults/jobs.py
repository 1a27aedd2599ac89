"""The long jobs that may be killed at any moment, each small enough to be run again and again.

Each writes over an earlier output of its own kind, so that one can see which of the two is there.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from corefair.io.vectors import write_vectors
from corefair.types import Embeddings

_MOMENT = re.compile(rb"\d{4}-\d\d-\d\dT[\d:+.]+")
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
    if path.name in ("report.json", "model.json", "experiment.json"):
        held = json.loads(path.read_bytes())
        for name in ("date", "command", "made", "environment"):
            held.pop(name, None)
        for epoch in held.get("history", []):
            if isinstance(epoch, dict):
                epoch.pop("seconds", None)  # how long it took
        return json.dumps(held, sort_keys=True).encode()
    if path.suffix == ".html":
        return _MOMENT.sub(b"", path.read_bytes())
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


def _corpus_with_vectors(folder: Path) -> None:
    _corpus(folder)
    rng = np.random.default_rng(0)
    key = (folder / "key.conll").read_text(encoding="utf-8").splitlines()
    words = tuple(sorted({line.split()[3].lower() for line in key if line and not line.startswith("#")}))
    vectors = rng.normal(size=(len(words), 12)).astype(np.float32)
    write_vectors(Embeddings(words, vectors), folder / "v.txt")


def _grids(folder: Path) -> None:
    """A small suite, and grids of two systems: one that is there, and one that is trained."""
    shutil.copy(EXAMPLES / "score" / "key.conll", folder / "key.conll")
    held = (EXAMPLES / "suite_age.tsv").read_text(encoding="utf-8").splitlines(keepends=True)
    small = [line for line in held if not re.match(r"filler\t\t\w+ (?:teacher|farmer)|pronoun\tthey", line)]
    (folder / "suite.tsv").write_text("".join(small), encoding="utf-8")
    nearest = {"name": "Nearest", "system": "nearest"}
    settings = {"epochs": 2, "words_seen": 1, "values_seen": 1}
    feature = {"name": "Feature", "system": "feature", "settings": settings}
    shared = {"corpus": "key.conll", "score": "key.conll", "suites": ["suite.tsv"], "resamples": 100}
    for name, rows in (("earlier", [nearest]), ("grid", [nearest, feature])):
        (folder / f"{name}.json").write_text(json.dumps({**shared, "rows": rows}), encoding="utf-8")


_SUITE = str(EXAMPLES / "suite_age.tsv")
_FEATURE = ("--set", "words_seen=1", "--set", "values_seen=1", "-o", "model")
_NETWORK = ("--corpus", "mine=key.conll", "--vectors", "v.txt", "-o", "model")
_RANKING = (
    *("train", "ranking", *_NETWORK, "--set", "top_pairs=1", "--set", "ranking=1", "--set", "width=24"),
    *("--set", "second=12", "--set", "words_seen=1", "--set", "values_seen=1"),
)
_C2F = (
    *("train", "c2f-static", *_NETWORK, "--set", "lstm=12", "--set", "mention=16", "--set", "span=24"),
    *("--set", "pair=16", "--set", "max_width=6", "--set", "window=80"),
)
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
        "train ranking",
        (*_RANKING, "--set", "all_pairs=4"),
        (*_RANKING, "--set", "all_pairs=1"),
        ("model",),
        _corpus_with_vectors,
        ("numba", "spacy", "torch"),
    ),
    Job(
        "train c2f-static",
        (*_C2F, "--set", "epochs=4"),
        (*_C2F, "--set", "epochs=2"),
        ("model",),
        _corpus_with_vectors,
        ("torch",),
    ),
    Job(
        "swap",
        ("swap", "corpus", "-o", "swapped", "--mode", "reverse", "--engine", "one"),
        (),
        ("swapped/0.conll", "swapped/1.conll", "swapped/2.conll", "swapped/3.conll"),
        _corpus,
        ("spacy",),
    ),
    Job(
        "experiment",
        ("experiment", "grid.json", "-o", "out"),
        ("experiment", "earlier.json", "-o", "out"),
        tuple(f"out/experiment.{ending}" for ending in ("json", "html", "csv", "tex", "md")),
        _grids,
        ("numba", "spacy"),
    ),
    Job(
        "resolve",
        ("resolve", "key.conll", "-o", "answers.jsonl"),
        ("resolve", "key.conll", "-o", "answers.jsonl", "--system", "nearest"),
        ("answers.jsonl",),
        _corpus,
        ("spacy",),
    ),
    Job(
        "suite questions",
        ("suite", "questions", "participants", "-o", "sheets", "--raters", "3"),
        (),
        tuple(f"sheets/rater-{n}.{ending}" for n in (1, 2, 3) for ending in ("csv", "html")),
        lambda folder: None,
    ),
)
