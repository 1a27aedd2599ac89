"""One call for three methods, and the file that mitigators read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError, UnknownName
from corefair.types import Embeddings
from corefair.words import METHODS, Selection, select, write_selection

EMB = Embeddings(
    ("she", "he", "actress", "sky", "3rd"),
    np.array([[1, 1], [-1, 1], [2, 0], [0, 3], [0.1, 1]], dtype=np.float32),
)


def test_each_method_by_its_name() -> None:
    assert list(METHODS) == ["kbc", "svm", "ripa"]
    assert select(EMB).preserve == ("she", "he", "actress", "3rd")
    assert select(EMB, by="ripa", pairs=[("she", "he")], threshold=2).why == {
        "actress": "far along the gender relation"
    }
    with pytest.raises(UnknownName, match="did you mean svm"):
        select(EMB, by="svn")


def test_the_same_answer_twice_and_the_input_stays() -> None:
    before = EMB.vectors.copy()
    for by, options in (("kbc", {}), ("ripa", {"pairs": [("she", "he")]})):
        assert select(EMB, by=by, **options).why == select(EMB, by=by, **options).why
    np.testing.assert_array_equal(EMB.vectors, before)


def test_what_is_written_is_a_table_of_words_and_reasons(tmp_path: Path) -> None:
    path = tmp_path / "preserve.tsv"
    write_selection(select(EMB), path)
    assert path.read_text(encoding="utf-8") == (
        "word\twhy\nshe\tstop word\nhe\tstop word\nactress\tseed word\n3rd\tnot letters\n"
    )


def test_a_word_with_blanks_leaves_no_file(tmp_path: Path) -> None:
    selection = Selection("kbc", ("two words",), ("not letters",), np.ones(1))
    with pytest.raises(DataError, match="'two words' has blanks"):
        write_selection(selection, tmp_path / "preserve.tsv")
    assert list(tmp_path.iterdir()) == []


def test_a_selection_says_one_thing_of_each_word() -> None:
    with pytest.raises(DataError, match="2 words, 1 reasons, 2 scores"):
        Selection("kbc", ("a", "b"), ("",), np.ones(2))
