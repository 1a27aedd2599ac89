"""Which format a file is in, folders, duplicate ids, what `on_bad` keeps, and how much memory it takes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from corefair.errors import DataError, UnknownName
from corefair.io import detect, read, write
from corefair.registry import formats
from corefair.types import Document, cluster_up

PREDICTIONS = '{"id": "p", "text": "Ze left.", "clusters": [[[0, 2]]]}\n'
E2E = '{"doc_key": "e_0", "sentences": [["Ze", "left"]], "clusters": [[[0, 0]]]}\n'
CONLLU = "# newdoc id = u\n1\tZe" + "\t_" * 7 + "\tEntity=(1)\n\n"


def conll(name: str, rows: str = "Ze\t(1)\nleft\t-\n") -> str:
    return f"#begin document ({name}); part 000\n{rows}#end document\n"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.conll", "", "conll"),
        ("a.conll.gz", "", "conll"),
        ("dev.v4_gold_conll", "", "conll"),
        ("a.key", "", "conll"),
        ("a.conllu", "", "conllu"),
        ("a.jsonlines", "", "e2e"),
        ("a.txt", "#begin document (x)", "plain"),
        ("a.jsonl", PREDICTIONS, "predictions"),
        ("a.jsonl", E2E, "e2e"),
        ("a.jsonl", "", "predictions"),
        ("a.jsonl", "{broken\n" + PREDICTIONS, "predictions"),
        ("a", conll("x"), "conll"),
        ("a.dat", "\n\n" + conll("x"), "conll"),
        ("a.dat", CONLLU, "conllu"),
        ("a.dat", PREDICTIONS, "predictions"),
        ("a.dat", E2E, "e2e"),
    ],
)
def test_detection(tmp_path: Path, name: str, text: str, expected: str) -> None:
    if not name.endswith(".gz"):
        (tmp_path / name).write_text(text)
    assert detect(tmp_path / name) == expected


@pytest.mark.parametrize("text", ["", "Ze left.\n", "{}\n", "\x00\udcff"])
def test_an_unknown_format_names_the_known_ones(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.dat"
    path.write_bytes(text.encode(errors="surrogateescape"))
    for attempt in (detect, lambda path: list(read(path)), lambda path: write([], path)):
        with pytest.raises(DataError, match="is of no known format") as caught:
            attempt(path)
        assert caught.value.path == str(path)
        assert all(f"{name}: " in caught.value.message for name in formats)


def test_a_format_that_is_named_decides(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(conll("x"))
    (doc,) = read(tmp_path / "a.txt", format="conll")
    assert doc.id == "x" and doc.clusters == cluster_up([[(0, 1)]])
    write([doc], tmp_path / "b.dat", format="conll")
    assert list(read(tmp_path / "b.dat")) == [doc]
    with pytest.raises(UnknownName, match="did you mean conll"):
        list(read(tmp_path / "a.txt", format="conl"))
    with pytest.raises(UnknownName, match="known: conll"):
        write([doc], tmp_path / "c.dat", format="word")


def test_an_ending_that_two_formats_share_is_written_by_the_one_that_has_it_first(tmp_path: Path) -> None:
    doc = Document("x", ("Ze", "left"), clusters=cluster_up([[(0, 1)]]))
    write([doc], tmp_path / "a.jsonl")
    write([doc], tmp_path / "a.jsonlines")
    assert detect(tmp_path / "a.jsonl") == "predictions"
    assert list(read(tmp_path / "a.jsonl")) == list(read(tmp_path / "a.jsonlines")) == [doc]


def test_a_folder_is_read_in_order_and_what_is_no_known_file_is_left(tmp_path: Path) -> None:
    for name in ("b/2.conll", "b/1.conll", "a.jsonl", "c.conll.gz"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        write([Document(name, ("w",))], tmp_path / name)
    (tmp_path / "README.md").write_text("not a document")
    (tmp_path / "LICENSE.txt").write_text("Plain text counts only where there is nothing else.")
    (tmp_path / "d.conll").mkdir()
    assert [doc.id for doc in read(tmp_path)] == ["a.jsonl", "b/1.conll", "b/2.conll", "c.conll.gz"]
    assert [doc.id for doc in read(tmp_path, format="predictions")] == ["a.jsonl"]
    assert [doc.id for doc in read(tmp_path, format="plain")] == ["LICENSE"]


def test_a_folder_without_documents(tmp_path: Path) -> None:
    (tmp_path / "README.md").touch()
    with pytest.raises(DataError, match="no file of a known format below this folder") as caught:
        list(read(tmp_path))
    assert caught.value.path == str(tmp_path) and "conll: .conll" in caught.value.message
    bad: list[DataError] = []
    assert list(read(tmp_path, on_bad=bad.append)) == [] and len(bad) == 1


def test_duplicate_ids_name_both_places(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text(conll("x") + conll("y") + conll("x"))
    with pytest.raises(DataError) as caught:
        list(read(tmp_path / "a.conll"))
    assert (
        str(caught.value) == f"{tmp_path / 'a.conll'}:9: document 'x' is there already, "
        f"at {tmp_path / 'a.conll'}:1: ids must differ"
    )
    (tmp_path / "a.conll").write_text(conll("x"))
    (tmp_path / "b.conll").write_text(conll("y") + conll("x"))
    with pytest.raises(DataError) as caught:
        list(read(tmp_path))
    assert (caught.value.path, caught.value.line) == (str(tmp_path / "b.conll"), 5)
    assert f"{tmp_path / 'a.conll'}:1" in caught.value.message


def test_parts_of_one_document_have_different_ids(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text(conll("x") + conll("x").replace("part 000", "part 001"))
    assert [doc.id for doc in read(tmp_path)] == ["x", "x; part 1"]


def test_on_bad_keeps_the_good_ones_in_order_and_gets_each_bad_one(tmp_path: Path) -> None:
    texts = [conll(name) for name in "abcdef"]
    texts[1] = conll("b", "Ze\t(1\n")
    texts[3] = conll("a")
    texts[4] = conll("e", "\udcff\t-\n")
    (tmp_path / "x.conll").write_bytes(("".join(texts) + "#begin").encode(errors="surrogateescape"))
    (tmp_path / "y.conll.gz").write_bytes(b"no gzip")
    write([Document("z", ("w",))], tmp_path / "z.conll")
    bad: list[DataError] = []
    docs = list(read(tmp_path, on_bad=bad.append))
    assert [doc.id for doc in docs] == ["a", "c", "f", "z"]
    x, y = tmp_path / "x.conll", tmp_path / "y.conll.gz"
    assert [(error.path, error.line) for error in bad] == [
        *((str(x), 6), (str(x), 12), (str(x), 17), (str(x), 23)),
        (str(y), None),
    ]
    for error, words in zip(bad, ["does not end", "'a' is there", "UTF-8", "outside", "gzip"], strict=True):
        assert words in error.message
    with pytest.raises(DataError) as caught:
        list(read(tmp_path))
    assert str(caught.value) == str(bad[0])


def test_a_truncated_gzip_gives_its_whole_documents_and_no_partial_one(tmp_path: Path) -> None:
    path = tmp_path / "a.conll.gz"
    docs = [Document(f"d{i}", tuple(f"w{i * j}" for j in range(200))) for i in range(50)]
    write(docs, path)
    path.write_bytes(path.read_bytes()[:-2000])
    bad: list[DataError] = []
    kept = list(read(path, on_bad=bad.append))
    assert kept == docs[: len(kept)] and len(kept) < len(docs)
    assert len(bad) == 1 and "ends too early" in bad[0].message


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    bad: list[DataError] = []
    assert list(read(tmp_path / "a.conll", on_bad=bad.append)) == []
    assert str(bad[0]) == f"{tmp_path / 'a.conll'}: cannot be read: No such file or directory"


def test_one_document_a_file(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text("Ze left. They stayed.\n")
    assert [doc.id for doc in read(tmp_path)] == ["one", "two"]
    docs = list(read(tmp_path))
    assert write(docs[:1], tmp_path / "three.txt.gz") == 1
    (doc,) = read(tmp_path / "three.txt.gz")
    assert doc.id == "three" and doc.text == docs[0].text and doc.sentences == docs[0].sentences
    with pytest.raises(DataError, match="holds one document"):
        write(docs, tmp_path / "four.txt")
    assert not (tmp_path / "four.txt").exists()


@pytest.mark.parametrize("name", ["x.conll", "x.jsonl", "x.jsonlines", "x.conllu", "x.txt"])
def test_what_cannot_be_written_leaves_no_file(tmp_path: Path, name: str) -> None:
    def docs() -> Iterator[Document]:
        yield Document("fine", ("w",))
        raise DataError("the source broke")

    with pytest.raises(DataError, match="the source broke"):
        write(docs(), tmp_path / name)
    with pytest.raises(DataError) as caught:
        write([Document("x", ("half \ud800 a pair",))], tmp_path / name)
    assert caught.value.path == str(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


GROWTH = """
import resource, sys
from corefair.io import read

def highest():  # memory so far, in bytes
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

list(read(sys.argv[1]))  # what is made once: formats are imported, caches filled
before = highest()
n_docs = n_words = n_mentions = 0
for doc in read(sys.argv[2]):
    n_docs, n_words, n_mentions = n_docs + 1, n_words + len(doc.words), n_mentions + doc.n_mentions
print(n_docs, n_words, n_mentions, highest() - before)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs the module resource")
def test_a_million_words_are_read_in_bounded_memory(tmp_path: Path) -> None:
    small, path = tmp_path / "small.conll", tmp_path / "million.conll"
    name = "nw/wsj/00/wsj_{0:05d}"
    cells = ["(7)" if i == 3 else "-" for i in range(20)]
    rows = [f"{name}\t0\t{i}\tword{i}\tNN\t(NP*)\t-\t-\t-\tSpeaker#1\t*\t{cells[i]}\n" for i in range(20)]
    text = f"#begin document ({name}); part 000\n" + ("".join(rows) + "\n") * 50 + "#end document\n"
    small.write_text(text.format(0) + text.format(1))
    with path.open("w") as out:
        out.writelines(text.format(number) for number in range(1000))
    assert path.stat().st_size > 50_000_000
    command = [sys.executable, "-c", GROWTH, small, path]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    n_docs, n_words, n_mentions, growth = map(int, ran.stdout.split())
    assert (n_docs, n_words, n_mentions) == (1000, 1_000_000, 50_000)
    assert growth < 10_000_000
