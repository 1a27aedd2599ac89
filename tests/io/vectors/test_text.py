"""Vectors as text: both spellings, and every way a line can be wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.io.vectors import read_vectors, read_vectors_counted
from corefair.io.vectors.text import split_line

pytestmark = pytest.mark.usefixtures("speed")


def put(tmp_path: Path, text: str | bytes, name: str = "v.txt") -> Path:
    path = tmp_path / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def failure(path: Path, **options: int) -> DataError:
    with pytest.raises(DataError) as caught:
        read_vectors(path, **options)  # type: ignore[arg-type]
    assert caught.value.path == str(path)
    return caught.value


def test_glove_has_no_header(tmp_path: Path) -> None:
    emb = read_vectors(put(tmp_path, "she 0.5 -1\nhe .25 2e0\n"))
    assert emb.words == ("she", "he")
    assert emb.vectors.tolist() == [[0.5, -1.0], [0.25, 2.0]]
    assert emb.vectors.dtype == np.float32 and not emb.vectors.flags.writeable
    assert (emb.name, emb.history) == ("v.txt", ())


@pytest.mark.parametrize("name", ["v.vec", "v.txt", "v.bin", "v"])
def test_word2vec_is_told_by_its_header(tmp_path: Path, name: str) -> None:
    emb = read_vectors(
        put(tmp_path, "2 3\nshe 1 2 3 \nhe 4 5 6 \n", name)
    )  # word2vec ends lines with a space
    assert emb.words == ("she", "he")
    assert emb.vectors.tolist() == [[1, 2, 3], [4, 5, 6]]


def test_a_format_can_be_named(tmp_path: Path) -> None:
    path = put(tmp_path, "1 2\n3 4\n")  # a header and one vector of dimension 2 cut short, or two words
    assert read_vectors(path, format="glove").words == ("1", "3")
    assert failure(path).line == 2
    with pytest.raises(Exception, match="no vector format is called 'glov'; did you mean glove"):
        read_vectors(path, format="glov")


def test_windows_line_ends_tabs_blank_lines_and_no_last_line_end(tmp_path: Path) -> None:
    text = "\ufeffshe\t1 2\r\n\r\n   \t                        \n he  3   4\r\n\n\nit 5 6"
    emb, counts = read_vectors_counted(put(tmp_path, text))
    assert emb.words == ("she", "he", "it")
    assert emb.vectors.tolist() == [[1, 2], [3, 4], [5, 6]]
    assert counts.blank_lines == 4
    open_end = "1 line without its line end, the last: if it was cut short, so is its last number"
    assert counts.notes() == ["4 blank lines: left out", open_end]
    assert emb.history == (f"read from v.txt: 4 blank lines: left out; {open_end}",)


def test_only_spaces_and_tabs_part_fields(tmp_path: Path) -> None:
    words = ("a\u00a0b", "\u2028", "\x85", "a\x0bb", "\x1f", "a\rb")
    emb = read_vectors(put(tmp_path, "".join(f"{word} 1 2\n" for word in words)))
    assert emb.words == words


def test_words_may_hold_spaces(tmp_path: Path) -> None:
    # The first is as in GloVe 840B; the dimension comes from most of the lines, so it may even be the first.
    text = ". . . 1 2 3\nto name@domain.com 4 5 6\nshe 7 8 9\n5 1 1 1\n"
    emb, counts = read_vectors_counted(put(tmp_path, text))
    assert emb.words == (". . .", "to name@domain.com", "she", "5")
    assert emb.vectors[0].tolist() == [1, 2, 3]
    assert counts.words_with_spaces == 2
    assert counts.notes() == ["2 words with spaces: kept"]


def test_repeated_words_are_counted_and_the_first_stays(tmp_path: Path) -> None:
    emb, counts = read_vectors_counted(put(tmp_path, "5 1\na 1\nb 2\na 3\na 4\nc 5\n"))
    assert emb.words == ("a", "b", "c")
    assert emb.vectors.ravel().tolist() == [1, 2, 5]
    assert (counts.words, counts.dim, counts.duplicates) == (3, 1, 2)
    assert counts.notes() == ["2 repeated words: the first vector of each was kept"]


def test_zero_vectors_are_kept_and_counted(tmp_path: Path) -> None:
    emb, counts = read_vectors_counted(put(tmp_path, "a 0 -0.0\nb 0 1e-30\nc 0e5 0.000\n"))
    assert emb.words == ("a", "b", "c")
    assert counts.zero_vectors == 2
    assert counts.notes() == ["2 vectors of nothing but zeros: kept"]


def test_what_is_not_utf8_becomes_the_replacement_character(tmp_path: Path) -> None:
    text = b"caf\xc3\xa9 1 2\ncaf\xc3 3 4\nok 5 6\ncaf\xc3 7 8\n"
    emb, counts = read_vectors_counted(put(tmp_path, text))
    assert emb.words == ("café", "caf\ufffd", "ok")
    assert (counts.words_not_utf8, counts.duplicates) == (1, 1)
    assert "1 word not in UTF-8: the bad bytes became U+FFFD" in counts.notes()


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a 1 2 3\nb 1 2\n", 2, "a word and 3 numbers were expected, there are 3 fields"),
        ("a 1 2 3\nb 1 2 3 4\nc 1 2 3\n", 2, "4 fields follow the first where 3 numbers were expected"),
        ("a 1 2\nb 1 2\nnew 1 york 1 2\n", 3, "must not have a number among its later parts"),
        ("a 1 2\nb 1 x\nc 1 2\n", 2, "'x' is not a finite number"),
        ("a 1 2\n\n\nb nan 2\nc 1 2\n", 4, "'nan' is not a finite number"),
        ("a 1 2\nb 1 -inf\nc 1 2\n", 2, "'-inf' is not a finite number"),
        ("a 1 2\nb 1 1e39\n", 2, "number 2 of 'b' is infinite, or too large for 32 bits"),
        ("a 1 2\nb 1 -1e999\n", 2, "number 2 of 'b' is infinite"),
        ("a 1 2\nb 1_0 2\n", 2, "'1_0' is not a finite number"),
        ("a 1 2\nb 1,5 2\nc 1 2\n", 2, "'1,5' is not a finite number"),
        ("a 1 2\nb 1e 2\nc 1 2\n", 2, "'1e' is not a finite number"),
        ("a 1 2\nb . 2\nc 1 2\n", 2, "'.' is not a finite number"),
        ("a 1 2\nb ٣ 2\nc 1 2\n", 2, "'٣' is not a finite number"),
        ("3 2\na 1 2\nb 1 2\n", 3, "the header announces 3 words, but there are 2"),
        ("1 2\na 1 2\n\nb 1 2\n", 4, "the header announces 1 words, and here is one more"),
        ("2 3\na 1 2\nb 1 2\n", 2, r"by its header the file has 3 dimensions"),
        ("2 1\na 1 2\nb 1 2\n", 2, r"by its header the file has 1 dimensions"),
        ("999999999999 2\na 1 2\n", 2, "the header announces 999,999,999,999 words, but there are 1"),
        ("1 999999\na 1 2\n", 2, "a word and 999999 numbers were expected"),
        ("1 99999999999\na 1 2\n", 1, "the header announces 1 words of 99,999,999,999 numbers"),
        ("0 5\n", 1, "the header announces 0 words"),
        ("5 0\na\n", 1, "the header announces 5 words of 0 numbers"),
        ("no numbers here\n", 1, "no word followed by numbers"),
        ("", None, "the file is empty"),
        (" \n\r\n\t\n", None, "the file is empty"),
    ],
)
def test_bad_lines_are_named(tmp_path: Path, text: str, line: int | None, message: str) -> None:
    error = failure(put(tmp_path, text))
    assert error.line == line
    assert message in error.message


@pytest.mark.parametrize("memory", [1, 1 << 16, 1 << 27])
def test_the_size_of_the_pieces_changes_nothing(tmp_path: Path, memory: int) -> None:
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(3000, 7)).astype(np.float32)
    lines = [f"w{row} " + " ".join(map(str, vector)) for row, vector in enumerate(vectors)]
    path = put(tmp_path, "\n".join(lines))
    assert np.array_equal(read_vectors(path, cache=False, memory=memory).vectors, vectors)
    path = put(tmp_path, "\n".join([*lines[:2900], "odd 1 2", *lines[2900:]]))
    assert failure(path, memory=memory).line == 2901


def test_a_file_without_line_ends_is_not_swallowed_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("corefair.io.vectors.text._LONGEST", 1 << 16)
    assert "a line is longer than" in failure(put(tmp_path, "a " + "1 " * (1 << 16)), memory=1 << 15).message
    assert "longer than" in failure(put(tmp_path, "a 1\nb 2\nc " + "1 " * (1 << 16) + "\nd 4\n")).message
    monkeypatch.setattr("corefair.io.vectors.text._LONGEST", 5)
    for lines, is_read in ((["a 123", "b 456"], True), (["a 123", "b 4567"], False), (["a 1234"], False)):
        path = put(tmp_path, "".join(f"{line}\n" for line in lines))
        for memory in (1 << 12, 1 << 20):
            if is_read:
                assert len(read_vectors(path, cache=False, memory=memory)) == len(lines)
            else:
                assert "longer than 5 bytes" in failure(path, memory=memory).message


def test_the_rule_for_one_line() -> None:
    assert split_line(b"  new  york 1 2 ", 2) == (b"new york", [1.0, 2.0])
    assert split_line(b" \t \r", 2) is None
    with pytest.raises(DataError, match="there are 2 fields"):
        split_line(b"1 2", 2)
