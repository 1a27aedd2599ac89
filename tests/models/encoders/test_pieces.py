"""Windows cover every piece, and each word is taken from the one where it has most text around it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.models.encoders.pieces import Pieces, WordPieces, owners, windows
from tiny_encoder import write_encoder


@given(st.lists(st.integers(1, 30), min_size=1, max_size=80), st.integers(8, 40))
@settings(deadline=None, max_examples=60)
def test_every_word_is_owned_once_by_a_window_that_has_some_of_it(lengths: list[int], size: int) -> None:
    bounds = np.cumsum([0, *lengths])
    pieces = Pieces(np.zeros(bounds[-1], np.int32), bounds)
    found = pieces.windows(size, size // 4)
    assert [word for window in found for word in range(window.first, window.last)] == list(
        range(len(lengths))
    )
    for window in found:
        assert window.end - window.start <= size
        word_of, skipped = pieces.word_of(window)
        assert sorted({*word_of.tolist()}) == list(range(window.last - window.first))
        for word in range(window.first, window.last):
            inside = range(max(bounds[word], window.start), min(bounds[word + 1], window.end))
            places = np.flatnonzero(word_of == word - window.first) + skipped + window.start
            assert places.tolist() == list(inside)


@given(st.lists(st.integers(1, 2), min_size=1, max_size=200))
@settings(deadline=None, max_examples=40)
def test_a_word_has_a_quarter_window_of_text_on_both_sides_or_the_texts_end(lengths: list[int]) -> None:
    bounds = np.cumsum([0, *lengths])
    spans = windows(int(bounds[-1]), 40, 20)
    for word, owner in enumerate(owners(bounds, spans)):
        start, end = spans[owner]
        assert bounds[word] - start >= 8 or start == 0
        assert end - bounds[word + 1] >= 8 or end == bounds[-1]


def test_a_document_is_not_cut_and_no_word_is_without_a_piece(tmp_path: Path) -> None:
    tokenizer = WordPieces(write_encoder(tmp_path))
    words = ("the", "\x00", "zir", "№", "nurse") * 50
    pieces = tokenizer.pieces(words)
    assert np.diff(pieces.bounds).tolist() == [1, 1, 3, 1, 1] * 50
    assert pieces.ids[1] == pieces.ids[5] == tokenizer.unknown
