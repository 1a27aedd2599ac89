"""Preserved words: the shipped list in any case, a file, or words given."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.mitigators.vectors.preserve import preserve_name, preserve_words, preserved_rows
from corefair.types import Embeddings

WORDS = ("she", "She", "nurse", "o'clock", "1990s", "Mary", "table", "the")


def rows(preserve: object) -> list[bool]:
    return preserved_rows(Embeddings(WORDS, np.eye(8, dtype=np.float32)), preserve).tolist()  # type: ignore[arg-type]


@pytest.mark.parametrize("choice", [None, "kbc"])
def test_the_shipped_list(choice: str | None) -> None:
    assert rows(choice) == [True, True, False, True, True, True, False, True]
    assert {"she", "woman", "mary"} <= preserve_words(choice) and "nurse" not in preserve_words(choice)


def test_words_given_are_taken_to_the_letter() -> None:
    assert rows(["She", "nurse", "absent"]) == [False, True, True, *[False] * 5]
    assert rows([]) == [False] * 8
    assert preserve_name({"she"}) == "1 given words"


@pytest.mark.parametrize(
    "text",
    ["she\ntable\n", "word\twhy\nshe\tpronoun\ntable\t\n", "why\tword\n\tshe\n\n\ttable\n", "she\r\ntable"],
)
def test_files_of_words(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_bytes(text.encode())
    assert preserve_words(path) == preserve_words(str(path)) == {"she", "table"}
    assert preserve_name(path) == "mine.tsv"


def test_files_that_are_no_word_lists(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text("she\ntable\tfurniture\n")
    with pytest.raises(DataError, match=r"mine.tsv:2: 2 columns; expected one word a line"):
        preserve_words(path)
    with pytest.raises(DataError, match="cannot be read"):
        preserve_words(tmp_path / "absent.tsv")
