"""Texts of each format, a piece at a time: long lines, broken files, and the line where they are broken."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.io import read
from corefair.io.corpora import Shard, read_pieces, read_texts, shards, splitter
from corefair.io.corpora import reading as module

DATA = os.environ.get("COREFAIR_DATA")


def texts_of(path: Path, format: str, **options: object) -> list[str]:
    shard = Shard(str(path), format, 0, None)
    return [" ".join(words) for words in read_texts(shard, **options)]  # type: ignore[arg-type]


def test_lines_with_and_without_line_ends(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("\ufeffThe U.S. ship\r\n\r\n  Élan, Mr.\nlast Mr.".encode())
    assert texts_of(tmp_path / "a", "lines") == ["the u.s. ship", "élan , mr .", "last mr ."]
    assert texts_of(tmp_path / "a", "lines", tokens="spaces", lower=False) == [
        "The U.S. ship",
        "Élan, Mr.",
        "last Mr.",
    ]


def test_a_paragraph_is_read_across_its_lines(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("\n\nI saw Mr.\nSmith and J.\nDoe.\n \t\nThe end, Mr.\n\n")
    assert texts_of(tmp_path / "a", "paragraphs", lower=False) == [
        "I saw Mr. Smith and J. Doe .",
        "The end , Mr .",
    ]


def test_wikiextractor(tmp_path: Path) -> None:
    article = '<doc id="1" url="https://x" title="AT&amp;T">\nAT&amp;T\n\nIt &lt;was\n\nsold.\n</doc>\n'
    (tmp_path / "wiki_00").write_text(article + "\n" + article)
    expected = ["at & t it < was sold ."] * 2
    assert texts_of(tmp_path / "wiki_00", "wikiextractor") == expected
    (tmp_path / "wiki_01").write_text('{"text": "AT&amp;T\\n\\nIt &lt;was\\n\\nsold."}\n' * 2)
    assert texts_of(tmp_path / "wiki_01", "json") == expected


@pytest.mark.parametrize(
    ("format", "content", "message"),
    [
        (
            "wikiextractor",
            '<doc id="1">\na\n',
            "2: the last article has no </doc>: the file may be cut short",
        ),
        ("wikiextractor", "a\n", "1: text outside <doc …> and </doc>"),
        ("wikiextractor", "\n</doc>\n", "2: an article ends that did not begin"),
        ("wikiextractor", '<doc id="1">\n<doc id="2">\n', "2: an article begins before the last one ended"),
        ("json", '{"text": "a"}\n{"text": \n', "2: not JSON"),
        ("json", '{"text": "a"}\n\n{"txt": "a"}\n', "3: expected an object with a text"),
        ("json", "[1]\n", "1: expected an object with a text"),
        ("json", '{"text": "\\ud800"}\n', "1: the text has half a character"),
        ("lines", "a\nb\udcff\n", "2: not UTF-8: convert the file to UTF-8 first"),
        ("lines", "a\nb\n\0c\n", "3: a byte of zero: this is not text; leave the file out, or repair it"),
        ("conll", "#begin document (d); part 000\nx\n", "1: this document has no '#end document'"),
    ],
)
def test_broken_files_name_the_line(tmp_path: Path, format: str, content: str, message: str) -> None:
    path = tmp_path / "broken"
    path.write_bytes(content.encode(errors="surrogateescape"))
    with pytest.raises(DataError) as caught:
        texts_of(path, format)
    assert str(caught.value).startswith(f"{path}:{message}")


def test_the_line_is_counted_from_the_beginning_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"one\ntwo\nthree\nfo\xffur\n")
    parts = shards_of_lines(tmp_path / "a", [0, 8, None])
    assert [list(read_texts(parts[0]))] == [[["one"], ["two"]]]
    with pytest.raises(DataError, match="a:4: not UTF-8"):
        list(read_texts(parts[1]))


def shards_of_lines(path: Path, cuts: list[int | None]) -> list[Shard]:
    return [Shard(str(path), "lines", cuts[i] or 0, cuts[i + 1]) for i in range(len(cuts) - 1)]


def test_a_gzip_file_cut_short_after_its_head(tmp_path: Path) -> None:
    packed = gzip.compress(os.urandom(300_000).hex().encode())
    (tmp_path / "a.gz").write_bytes(packed[: len(packed) // 2])
    with pytest.raises(DataError, match=r"a\.gz: the gzip file ends too early: fetch it again"):
        list(read_texts(shards([tmp_path / "a.gz"])[0]))
    (tmp_path / "a.gz").write_bytes(packed[:-8] + b"\0" * 8)
    with pytest.raises(DataError, match=r"a\.gz: not a sound gzip file \(CRC check failed"):
        list(read_texts(shards([tmp_path / "a.gz"])[0]))


@pytest.mark.parametrize("format", ["lines", "paragraphs"])
def test_a_very_long_line_comes_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str
) -> None:
    monkeypatch.setattr(module, "BLOCK", 64)
    line = "I saw Mr. Smith and Dr. J. Doe sail the U.S. coast at 3.5 knots. "
    (tmp_path / "a").write_text(line * 9 + "\nshort\n\n" + line * 5)
    shard = Shard(str(tmp_path / "a"), format, 0, None)
    split = splitter("ours", lower=False)
    pieces = list(read_pieces(shard, split))
    assert max(len(words) for words, _ in pieces) < 40 < len(split(line * 9))
    long, other = split(line * 9), split(line * 5)
    expected = [long, ["short"], other] if format == "lines" else [[*long, "short"], other]
    assert list(read_texts(shard, lower=False)) == expected


def test_bytes_without_white_space_are_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK", 64)
    (tmp_path / "a").write_text("fine\n" + "x" * 1000)
    with pytest.raises(DataError, match=r"a:2: .* bytes without white space: this is not text"):
        texts_of(tmp_path / "a", "lines")


def test_documents_keep_the_words_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "d.jsonl").write_text('{"id": "d", "words": ["She", "U.S.!", "New York"], "clusters": []}\n')
    assert texts_of(tmp_path / "d.jsonl", "predictions") == ["she u.s.! new york"]


@pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")
def test_litbank_one_text_a_document() -> None:
    folder = Path(str(DATA)) / "litbank" / "dev"
    texts = [text for shard in shards([folder]) for text in read_texts(shard, lower=False)]
    assert texts == [list(doc.words) for doc in read(folder)]
