"""A corpus in parts: the parts together are the whole, and what is no text is refused with its place."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import DataError, UnknownName
from corefair.io.corpora import Shard, described, read_texts, shards

words = st.lists(st.sampled_from(["a", "bb", "ccc", "ééé"]), min_size=1, max_size=6).map(" ".join)


def read_all(parts: list[Shard]) -> list[list[str]]:
    return [text for shard in parts for text in read_texts(shard, tokens="spaces")]


def as_lines(texts: list[str]) -> str:
    return "\n".join(texts)


def as_paragraphs(texts: list[str]) -> str:
    return " \n\n\n".join(text.replace(" ", "\n") for text in texts)


def as_wiki(texts: list[str]) -> str:
    return "".join(f'<doc id="1" url="u" title="t">\n{text}\n\n{text}\n</doc>\n\n' for text in texts)


def as_json(texts: list[str]) -> str:
    return "".join(json.dumps({"id": "1", "text": text.replace(" ", "\n\n")}) + "\r\n" for text in texts)


@pytest.mark.parametrize(
    ("format", "written"),
    [
        ("lines", as_lines),
        ("paragraphs", as_paragraphs),
        ("wikiextractor", as_wiki),
        ("json", as_json),
    ],
)
@settings(deadline=None)
@given(texts=st.lists(words, min_size=1, max_size=12), size=st.integers(1, 60))
def test_parts_together_are_the_whole(
    tmp_path_factory: pytest.TempPathFactory,
    format: str,
    written: Callable[[list[str]], str],
    texts: list[str],
    size: int,
) -> None:
    path = tmp_path_factory.mktemp("corpus") / "text"
    path.write_bytes(written(texts).encode())
    parts = shards([path], format=format, size=size)
    expected = [text.split() for text in texts]
    assert read_all(parts) == ([2 * text for text in expected] if format == "wikiextractor" else expected)
    assert [part.start for part in parts] == [0, *(part.end for part in parts[:-1])]
    assert parts[-1].end is None
    if size < 10 and len(texts) > 8 and format != "wikiextractor":
        assert len(parts) > 1


def test_a_folder_is_walked_in_order(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("b/2.txt", "a.txt", "_SUCCESS", ".hidden", "b/.part"):
        (tmp_path / name).write_text(f"{name}\n" if name[-1] == "t" else "")
    parts = shards([tmp_path, tmp_path / "a.txt"])
    assert [Path(part.path).name for part in parts] == ["a.txt", "2.txt", "a.txt"]
    assert described(parts) == ["lines (each line is a text): a.txt and 1 more"]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.txt", "One text.\nAnother.\n", "lines"),
        ("a.txt", "One text.\n\nAnother.\n", "lines"),
        ("a.txt", "{{Infobox}} is no JSON.\n", "lines"),
        ("a.txt", "# newdoc id = x\nThe harbour wakes before the town.\n", "lines"),
        ("book", "Call me\nIshmael.\n\nSome years\nago.\n", "paragraphs"),
        ("AA/wiki_00", '<doc id="12" url="u" title="T">\nT\n\nText.\n</doc>\n', "wikiextractor"),
        ("wiki_00", '{"id": "12", "url": "u", "title": "T", "text": "Text."}\n', "json"),
        ("c.jsonl", '{"text": "Text."}\n', "json"),
        ("c.jsonl", '{"id": "d", "text": "She left.", "clusters": []}\n', "predictions"),
        ("c.jsonlines", '{"doc_key": "d", "sentences": [["She"]], "clusters": []}\n', "e2e"),
        ("c.v4_auto_conll", "#begin document (d); part 000\n#end document\n", "conll"),
        ("c.out", "#begin document (d); part 000\n#end document\n", "conll"),
        ("c.conllu", "# newdoc id = d\n# text = She\n", "conllu"),
    ],
)
def test_format_by_name_and_first_bytes(tmp_path: Path, name: str, content: str, expected: str) -> None:
    for packed in (False, True):
        path = tmp_path / (name + ".gz" * packed)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress(content.encode()) if packed else content.encode())
        assert shards([path]) == [Shard(str(path), expected, 0, None)]


def test_lines_with_a_blank_one_here_and_there_are_no_paragraphs(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("\n\n".join(["A text.\n" * 30] * 3))
    assert shards([tmp_path])[0].format == "lines"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.txt", b"", "a.txt: the file is empty: leave it out"),
        ("a.gz", gzip.compress(b""), "a.gz: the file is empty: leave it out"),
        ("a.gz", b"", "a.gz: named .gz but not gzip: rename it, or fetch it again"),
        ("a.gz", b"text\n", "a.gz: named .gz but not gzip: rename it, or fetch it again"),
        ("a.gz", gzip.compress(b"text " * 99)[:-12], "a.gz: the gzip file ends too early: fetch it again"),
        ("a.png", b"\x89PNG\r\n\0\0", "a.png: a binary file, not text: leave it out"),
        ("a.txt", b"fine\nna\xefve\n", "a.txt:2: not UTF-8: convert the file to UTF-8 first"),
        ("a.txt", "text".encode("utf-16"), "a.txt: UTF-16 or UTF-32: convert the file to UTF-8 first"),
        ("a", b"PK\x03\x04rest", "a: packed with zip: unpack it first, or pack it with gzip"),
        ("a.bz2", b"BZh91AY", "a.bz2: packed with bzip2: unpack it first, or pack it with gzip"),
        ("a", b"<mediawiki>\n", "a: of no format that texts are read from; take the text out of it first"),
        ("a.csv", b"a,b\n", "a.csv: of no format that texts are read from; take the text out of it first"),
        ("a.jsonl", b'{"body": "x"}\n', "a.jsonl:1: JSON, but its first line has no text; take the text"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    for named in (tmp_path / name, tmp_path):
        with pytest.raises(DataError) as caught:
            shards([named])
        assert str(caught.value).startswith(f"{tmp_path}/{message}")


def test_nothing_to_read(tmp_path: Path) -> None:
    (tmp_path / ".hidden").write_text("text")
    with pytest.raises(DataError, match="no file to read below this folder: name one with text in it"):
        shards([tmp_path])
    with pytest.raises(DataError, match="no text to read: name a file or a folder"):
        shards([])
    with pytest.raises(DataError, match=r"missing\.txt: cannot be read: No such file"):
        shards([tmp_path / "missing.txt"])
    with pytest.raises(UnknownName, match="no corpus format is called 'line'; did you mean lines"):
        shards([tmp_path], format="line")


def test_a_named_format_is_believed(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a, b\n\nc\n")
    assert read_all(shards([tmp_path], format="paragraphs")) == [["a,", "b"], ["c"]]
