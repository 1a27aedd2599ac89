"""The vocabulary: order, file, and the text that stands for it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.models.glove.vocabulary import Vocabulary


def test_most_frequent_first_then_by_the_word() -> None:
    vocabulary = Vocabulary.of({"b": 2, "a": 2, "é": 2, "c": 9}, left_out=4)
    assert vocabulary.words == ("c", "a", "b", "é")
    assert vocabulary.counts.tolist() == [9, 2, 2, 2]
    assert len(vocabulary) == 4
    assert vocabulary.left_out == 4


def test_written_and_read(tmp_path: Path) -> None:
    vocabulary = Vocabulary.of({"the": 3, "é": 2, "#": 2, "1": 1})
    vocabulary.save(tmp_path / "vocabulary.txt")
    assert (tmp_path / "vocabulary.txt").read_text(encoding="utf-8") == "the 3\n# 2\né 2\n1 1\n"
    back = Vocabulary.load(tmp_path / "vocabulary.txt", left_out=7)
    assert back.words == vocabulary.words
    assert np.array_equal(back.counts, vocabulary.counts)
    assert back.left_out == 7


@pytest.mark.parametrize("line", ["word", "word many", " 3", "a -1"])
def test_a_broken_file_names_the_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "v").write_text(f"the 3\n{line}\n")
    with pytest.raises(DataError, match="v:2: expected a word, a space and a count"):
        Vocabulary.load(tmp_path / "v")


def test_digest_is_of_the_words_in_their_order() -> None:
    one, same = Vocabulary.of({"a": 2, "b": 1}), Vocabulary.of({"a": 5, "b": 1}, left_out=3)
    assert one.digest() == same.digest()
    assert one.digest() != Vocabulary.of({"a": 1, "b": 2}).digest()
    assert Vocabulary(("ab",), np.array([1])).digest() != Vocabulary(("a", "b"), np.array([1, 1])).digest()
