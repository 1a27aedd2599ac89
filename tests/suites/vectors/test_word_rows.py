"""Looking words up: the spelling that is tried first wins, and what is missing is counted."""

from __future__ import annotations

import numpy as np
import pytest

from corefair.errors import MissingWords
from corefair.suites.vectors.word_rows import find_words
from corefair.types import Embeddings


def test_spellings_in_order() -> None:
    words = ("polish", "Polish", "paris", "Rome", "mcdonald", "zero")
    vectors = np.ones((len(words), 2), dtype=np.float32)
    vectors[-1] = 0
    found = find_words(
        Embeddings(words, vectors), ["polish", "Polish", "Paris", "rome", "McDonald", "zero", "", "rome"]
    )
    assert found.row_of == {"polish": 0, "Polish": 1, "Paris": 2, "rome": 3, "McDonald": 4}
    assert found.spelt == {"as written": 2, "in lower case": 2, "with a capital": 1}
    assert found.missing == ("zero", "") and found.n_words == 7
    assert found.have(["rome", "Paris"]) and not found.have(["rome", "zero"])


def test_too_few_are_refused_only_for_want_of_words() -> None:
    emb = Embeddings(("a",), np.ones((1, 2), dtype=np.float32), "tiny.txt")
    find_words(emb, ["a"]).check(1)
    find_words(emb, ["a", "b"]).check(10)
    with pytest.raises(MissingWords, match=r"tiny\.txt lacks 1 of 2 words: b"):
        find_words(emb, ["a", "b"]).check(9)
