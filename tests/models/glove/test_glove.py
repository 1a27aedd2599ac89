"""From text to vectors in one call: the whole of it, stopped anywhere, and what it refuses."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from corefair.errors import CorefairError, DataError, MissingWords, UnknownName
from corefair.models.glove import GenderTerms, train, train_counted, without_gender
from corefair.models.glove.settings import parse_options
from corefair.types import Embeddings

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour.txt"
SMALL: dict[str, Any] = {"min_count": 2, "dim": 12, "epochs": 4, "engine": "one"}


@pytest.fixture(scope="module")
def whole() -> Embeddings:
    """What comes of it without a stop."""
    return train(HARBOUR, **SMALL)


def test_words_that_keep_company_come_together(tmp_path: Path) -> None:
    """Two sets of words that meet seldom: within a set cosines are larger than across."""
    rng = np.random.default_rng(0)
    sets = [[f"{letter}{n}" for n in range(8)] for letter in "ab"]
    lines = [" ".join([*rng.permutation(sets[n % 2]), rng.choice(sets[1 - n % 2])]) for n in range(300)]
    (tmp_path / "text.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    emb = train(
        tmp_path / "text.txt", min_count=1, dim=8, epochs=40, x_max=10.0, engine="one", tokens="spaces"
    )
    rows = [[emb.row_of[word] for word in each] for each in sets]
    vectors = emb.vectors - emb.vectors.mean(axis=0)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = vectors @ vectors.T
    within = np.mean([cosines[np.ix_(each, each)].mean() for each in rows])
    assert within > cosines[np.ix_(*rows)].mean() + 0.5


def test_what_is_counted_is_said() -> None:
    settings, means = parse_options("glove", SMALL)
    made = train_counted(HARBOUR, settings, means=means)
    tokens = 828  # with marks, by io.plain's rule
    assert (made.n_files, made.n_tokens) == (1, tokens)
    assert made.embeddings.dim == 12 and "captain" in made.embeddings and made.embeddings.words[0] == "the"
    counted, learned = made.embeddings.history
    assert counted.startswith(
        "counted(828 words in 1 file, tokens=ours, lower=yes, min_count=2, max_words=all, "
    )
    assert "window=15, symmetric=yes, distance_weighting=yes" in counted
    assert learned.startswith("glove(dim=12, epochs=4, rate=0.05, x_max=100, alpha=0.75, ")
    assert "seed=0" in learned and f"{made.n_pairs:,} pairs" in learned
    assert list(made.seconds) == ["counting words", "counting pairs", "training"]


def test_folder_threads_memory_and_engine_make_no_difference(whole: Embeddings, tmp_path: Path) -> None:
    for other in (
        train([HARBOUR], run=tmp_path / "run", **SMALL),
        train(HARBOUR, threads=2, memory=900_000_000, **SMALL),
        train(str(HARBOUR), **SMALL | {"engine": "processes=2"}),
    ):
        assert other.words == whole.words
        np.testing.assert_array_equal(other.vectors, whole.vectors)
    assert (train(HARBOUR, seed=1, **SMALL).vectors != whole.vectors).any()


def test_counts_are_used_again(tmp_path: Path) -> None:
    told: list[str] = []

    def note(what: str, done: int, of: int) -> None:
        told.append(what)
        assert 0 <= done <= of

    first = train(HARBOUR, run=tmp_path, progress=note, **SMALL)
    assert any("word" in what for what in told) and any("epoch 4 of 4" in what for what in told)
    counts = (tmp_path / "pairs.bin").stat().st_mtime_ns
    told.clear()
    again = train(HARBOUR, run=tmp_path, progress=note, **SMALL)
    np.testing.assert_array_equal(again.vectors, first.vectors)
    assert told == []  # nothing was done
    longer = train(HARBOUR, run=tmp_path, **SMALL | {"epochs": 6})
    np.testing.assert_array_equal(longer.vectors, train(HARBOUR, **SMALL | {"epochs": 6}).vectors)
    neutral = train(HARBOUR, run=tmp_path, method="gn-glove", **SMALL)
    np.testing.assert_array_equal(neutral.vectors, train(HARBOUR, method="gn-glove", **SMALL).vectors)
    assert (tmp_path / "pairs.bin").stat().st_mtime_ns == counts


def test_gn_glove_puts_gender_last() -> None:
    options = SMALL | {"epochs": 60, "rate": 0.1, "x_max": 1.0, "method": "gn-glove"}
    emb = train(HARBOUR, **options)
    pairs = [("woman", "man"), ("she", "he"), ("her", "his"), ("mother", "father"), ("queen", "king")]
    assert all(emb[feminine][-1] > 0 > emb[masculine][-1] for feminine, masculine in pairs)
    rest = without_gender(emb)
    assert rest.dim == emb.dim - 1 and rest["nurse"].tolist() == emb["nurse"][:-1].tolist()
    assert emb.history[-1].startswith("gn-glove(variant=ours, apart=0.8, neutral=0.8, ")
    other = train(HARBOUR, gender=GenderTerms(weight_neutral=0.0), **options)
    assert _leaning(rest) < 0.8 * _leaning(without_gender(other))


def _leaning(emb: Embeddings) -> float:
    """Mean |cosine| of words without a gender with the mean difference of pairs."""
    pairs = [("woman", "man"), ("she", "he"), ("mother", "father"), ("girl", "boy"), ("daughter", "son")]
    direction = np.mean([emb[feminine] - emb[masculine] for feminine, masculine in pairs], axis=0)
    direction /= np.linalg.norm(direction)
    neutral = [
        "nurse",
        "doctor",
        "captain",
        "engineer",
        "teacher",
        "clerk",
        "baker",
        "pilot",
        "wall",
        "boats",
    ]
    return float(np.mean([abs(emb[word] @ direction) / np.linalg.norm(emb[word]) for word in neutral]))


KILLED = """
import os, signal, sys
from corefair.models.glove import train
def die(what, done, of):
    if sys.argv[3] in what:
        os.kill(os.getpid(), signal.SIGKILL)
train(sys.argv[1], run=sys.argv[2], min_count=2, dim=12, epochs=4, engine="one", progress=die)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
@pytest.mark.parametrize("stage", ["for words", "neighbours", "shuffled", "epoch 3 of"])
def test_a_killed_run_goes_on_to_the_same_vectors(stage: str, whole: Embeddings, tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(HARBOUR), str(tmp_path / "run"), stage]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    again = train(HARBOUR, run=tmp_path / "run", **SMALL)
    np.testing.assert_array_equal(again.vectors, whole.vectors)


def test_another_run_is_refused_and_kept(tmp_path: Path) -> None:
    first = train(HARBOUR, run=tmp_path, **SMALL)
    for other in (
        {"min_count": 3},
        {"window": 4},
        {"tokens": "spaces"},
        {"lower": False},
        {"symmetric": False},
    ):
        with pytest.raises(
            DataError, match=r"holds another run \(1 file, tokens=ours.*: name another folder"
        ):
            train(HARBOUR, run=tmp_path, **SMALL | other)
    np.testing.assert_array_equal(train(HARBOUR, run=tmp_path, **SMALL).vectors, first.vectors)
    copy = tmp_path.parent / "copy.txt"
    copy.write_bytes(HARBOUR.read_bytes())
    with pytest.raises(DataError, match="holds another run"):
        train(copy, run=tmp_path, **SMALL)


def test_a_folder_of_something_else_is_let_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("all of it")
    with pytest.raises(DataError, match=r"holds thesis\.tex but no run\.json"):
        train(HARBOUR, run=tmp_path, **SMALL)
    (tmp_path / "run.json").write_text("no JSON")
    with pytest.raises(DataError, match=r"its run\.json cannot be read"):
        train(HARBOUR, run=tmp_path, **SMALL)
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="cannot hold a run"):
        train(HARBOUR, run=tmp_path / "file", **SMALL)


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    refused: list[str] = []

    def meanwhile(what: str, done: int, of: int) -> None:
        with pytest.raises(DataError, match="another run is at work in it") as caught:
            train(HARBOUR, run=tmp_path, **SMALL)
        refused.append(str(caught.value))

    train(HARBOUR, run=tmp_path, progress=meanwhile, **SMALL)
    assert refused
    train(HARBOUR, run=tmp_path, **SMALL)


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"method": "glov"}, UnknownName, "did you mean glove"),
        ({"dims": 3}, UnknownName, "no option of glove is called 'dims'; did you mean dim"),
        ({"method": "gn-glove", "dim": 1}, CorefairError, "2 or more"),
        ({"gender": GenderTerms()}, CorefairError, "choose gn-glove"),
        ({"epochs": 0}, CorefairError, "epochs"),
        ({"rate": 0.0}, CorefairError, "rate"),
        ({"rate": float("nan")}, CorefairError, "rate"),
        ({"x_max": -1.0}, CorefairError, "x_max"),
        ({"alpha": float("inf")}, CorefairError, "alpha"),
        ({"output": "both"}, UnknownName, "output"),
        ({"format": "pdf"}, UnknownName, "corpus format"),
        ({"tokens": "ous"}, UnknownName, "did you mean ours"),
        ({"engine": "two"}, CorefairError, "no engine is called 'two'"),
        ({"min_count": 1000}, DataError, "no word occurs 1,000 times"),
        ({"memory": 1_000_000}, CorefairError, "memory"),
        ({"min_count": 60}, DataError, "only one word occurs at least 60 times"),
        ({"method": "gn-glove", "min_count": 25}, MissingWords, "seeds"),
    ],
)
def test_what_cannot_be_is_said(options: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        train(HARBOUR, **SMALL | options)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty"),
        (b"\n \n\n", "no word in the text"),
        (bytes(range(256)) * 4, "binary"),
        ("größe".encode("latin-1"), "not UTF-8"),
        (b"word word word word\n", "only one word"),
    ],
)
def test_broken_text_is_said(content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_bytes(content)
    with pytest.raises(DataError, match=message):
        train(tmp_path / "text.txt", **SMALL)
