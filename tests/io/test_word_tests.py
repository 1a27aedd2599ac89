"""Published tests of word vectors: lines as they are, and errors that name the line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corefair.errors import DataError
from corefair.io.word_tests import Member, Question, RatedPair, read_analogies, read_members, read_rated_pairs
from real_vectors import DATA, published


def write(folder: Path, text: str, name: str = "file.txt") -> Path:
    path = folder / name
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    return path


def test_analogies_take_their_category_from_a_heading_or_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, "a b c d\n: opposites of words\n\ne f g h\r\n", "capital-world.txt")
    assert read_analogies(path) == [
        Question(1, "capital-world", ("a", "b", "c", "d")),
        Question(4, "opposites of words", ("e", "f", "g", "h")),
    ]


def test_rated_pairs_and_members(tmp_path: Path) -> None:
    path = write(tmp_path, "gem\tjewel\t3.94\nmidday noon 4\n")
    assert read_rated_pairs(path) == [
        RatedPair(1, ("gem", "jewel"), 3.94),
        RatedPair(2, ("midday", "noon"), 4.0),
    ]
    path = write(tmp_path, "category\tword\ntree\toak\n")
    assert read_members(path) == [Member(2, "tree", "oak")]


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (read_analogies, "a b c d\na b c\n", r"file\.txt:2: 3 words, expected the 4"),
        (read_analogies, ": only a heading\n", r"file\.txt: there are no questions"),
        (read_analogies, "a b c d\na b c \udcff\n", r"file\.txt:2: not UTF-8"),
        (read_rated_pairs, "gem\tjewel\n", r"file\.txt:1: 2 columns, expected 3"),
        (read_rated_pairs, "gem\tjewel\thigh\n", r"file\.txt:1: the rating is 'high'"),
        (read_rated_pairs, "a b 1\ngem\tjewel\tnan\n", r"file\.txt:2: the rating is 'nan'"),
        (read_rated_pairs, "", r"file\.txt: there are no pairs"),
        (read_members, "", r"file\.txt:1: expected a first line"),
        (read_members, "tree\toak\n", r"file\.txt:1: expected a first line"),
        (read_members, "category\tword\n", r"file\.txt: there are no words"),
        (read_members, "category\tword\ntree\toak\tash\n", r"file\.txt:2: 3 columns, expected 2"),
        (read_members, "category\tword\ntree\toak\nwood\toak\n", r"file\.txt:3: 'oak' is already in line 2"),
    ],
)
def test_errors_name_the_line(read: Callable[[Path], Any], text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=message):
        read(write(tmp_path, text))


@published
def test_published_files() -> None:
    google = [question for path in sorted((DATA / "analogy" / "google").iterdir())
              for question in read_analogies(path)]  # fmt: skip
    assert len(google) == 19_544 and len({question.category for question in google}) == 14
    assert len(read_analogies(DATA / "analogy" / "msr.txt")) == 8000
    n_pairs = {"RG-65": 65, "MTurk-287": 287, "RW-STANFORD": 2034, "MEN-TR-3k": 3000, "SIMLEX-999": 999}
    for name, n in n_pairs.items():
        assert len(read_rated_pairs(DATA / "similarity" / f"EN-{name}.txt")) == n
    members = read_members(DATA / "similarity" / "ap.tsv")
    assert len(members) == 402 and len({member.category for member in members}) == 21
