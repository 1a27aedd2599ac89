"""`corefair convert` as a person or a script sees it."""

from __future__ import annotations

import gzip
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corefair.cli import main
from corefair.io import read
from corefair.types import Document, cluster_up

GOOD = """\
#begin document (nw/a); part 000
nw/a\t0\t0\tThe\t(1
nw/a\t0\t1\tnurse\t1)

nw/a\t0\t0\tZe\t(1)
#end document
"""
UNCLOSED = GOOD.replace("nw/a", "b").replace("1)\n\n", "-\n\n")
DOC = Document(
    "nw/a",
    ("The", "nurse", "Ze"),
    sentences=(0, 2),
    clusters=cluster_up([[(0, 2), (2, 3)]]),
    genre="nw",
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with one good and one bad file."""
    monkeypatch.chdir(tmp_path)
    Path("good.conll").write_text(GOOD)
    Path("bad.conll").write_text(UNCLOSED + GOOD)
    return tmp_path


def convert(*words: str) -> Result:
    return CliRunner().invoke(main, ["convert", *words])


def refused(result: Result) -> str:
    """The one sentence of an error: exit 1, nothing on stdout, no traceback."""
    assert result.exit_code == 1 and result.stdout == ""
    assert isinstance(result.exception, SystemExit)
    assert result.stderr.startswith("Error: ") and result.stderr.count("\n") == 1
    return result.stderr.removeprefix("Error: ").rstrip("\n")


@pytest.mark.parametrize("target", ["x.jsonl", "x.jsonlines", "x.conllu", "x.conll", "x.key"])
@pytest.mark.parametrize("gz", ["", ".gz"])
def test_to_each_format_and_back(here: Path, target: str, gz: str) -> None:
    result = convert("good.conll", target + gz)
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{target}{gz}: 1 document\n", "")
    assert Path(target + gz).read_bytes().startswith(b"\x1f\x8b") == bool(gz)
    assert convert(target + gz, "back.conll").exit_code == 0
    assert list(read("back.conll")) == [DOC]


def test_plain_text_out_and_in(here: Path) -> None:
    assert convert("good.conll", "x.txt").exit_code == 0
    assert Path("x.txt").read_text() == "The nurse\nZe\n"
    assert convert("x.txt", "x.jsonl").exit_code == 0
    (doc,) = read("x.jsonl")
    assert (doc.id, doc.words, doc.text) == ("x", DOC.words, "The nurse\nZe\n")


def test_formats_can_be_named(here: Path) -> None:
    Path("good.conll").rename("key")
    assert convert("key", "out", "--from", "conll", "--to", "predictions").exit_code == 0
    assert list(read("out")) == [DOC]
    assert "no format is called 'conl'; did you mean conll" in refused(
        convert("key", "x.jsonl", "--from", "conl")
    )
    assert "is of no known format" in refused(convert("key", "out.dat"))


def test_a_folder_becomes_one_file(here: Path) -> None:
    Path("bad.conll").write_text(GOOD.replace("nw/a", "b"))
    assert convert(".", "all.jsonl.gz").stdout == "all.jsonl.gz: 2 documents\n"
    assert [doc.id for doc in read("all.jsonl.gz")] == ["b", "nw/a"]


def test_a_bad_document_stops_it_and_nothing_is_written(here: Path) -> None:
    Path("old.jsonl").write_text("old")
    for target in ("old.jsonl", "new.jsonl"):
        assert refused(convert("bad.conll", target)) == (
            "bad.conll:2: mention 1 begins here but does not end (--lenient leaves such documents out)"
        )
    assert Path("old.jsonl").read_text() == "old"
    assert {path.name for path in here.iterdir()} == {"bad.conll", "good.conll", "old.jsonl"}


def test_lenient_says_how_many_and_why(here: Path) -> None:
    result = convert("bad.conll", "x.jsonl", "--lenient")
    assert (result.exit_code, result.stdout) == (0, "x.jsonl: 1 document\n")
    assert result.stderr == (
        "bad.conll: skipped 1, read 1\n  bad.conll:2: mention 1 begins here but does not end\n"
    )
    assert list(read("x.jsonl")) == [DOC]


def test_lenient_names_ten_and_counts_the_rest(here: Path) -> None:
    Path("bad.conll").write_text(GOOD + "".join(UNCLOSED.replace("(b)", f"(b{i})") for i in range(12)))
    result = convert("bad.conll", "x.jsonl", "--lenient")
    assert result.exit_code == 0
    first, *named, rest = result.stderr.splitlines()
    assert (first, rest) == ("bad.conll: skipped 12, read 1", "  … and 2 more")
    assert len(named) == 10 and named[9] == "  bad.conll:62: mention 1 begins here but does not end"


def test_lenient_is_silent_when_nothing_is_wrong(here: Path) -> None:
    assert convert("good.conll", "x.jsonl", "--lenient").stderr == ""


def test_lenient_with_nothing_left_is_an_error(here: Path) -> None:
    Path("bad.conll").write_text(UNCLOSED)
    message = refused(convert("bad.conll", "x.jsonl", "--lenient"))
    assert message.startswith("no document could be read; the first error: bad.conll:2: mention 1 begins")
    assert not Path("x.jsonl").exists()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.conll", b"Ze left\n", "x.conll:1: text outside a document"),
        ("x.conll", GOOD.encode().replace(b"Ze", b"\xff"), "x.conll:5: not UTF-8"),
        ("x.conll", (GOOD + GOOD).encode(), "x.conll:7: document 'nw/a' is there already, at x.conll:1"),
        ("x.conll", GOOD.encode().replace(b"1\tnurse", b"nurse"), "x.conll:3: 4 columns where"),
        ("x.conll.gz", gzip.compress(GOOD.encode())[:-9], "x.conll.gz:6: the gzip file ends too early"),
        ("x.conll.gz", GOOD.encode(), "x.conll.gz: not a sound gzip file"),
        (
            "x.jsonl",
            b'{"id": "a", "text": "Ze left", "clusters": [[[0, 99]]]}\n',
            "x.jsonl:1: the span [0, 99]",
        ),
        (
            "x.jsonl",
            b'{"id": "a", "words": ["Ze"], "text": "He"}\n',
            "x.jsonl:1: offsets do not match the text",
        ),
        ("x.jsonlines", b'{"doc_key": "a"}\n{\n', "x.jsonlines:1: sentences must be there"),
        ("x.conllu", b"# newdoc id = a\n1\tZe\t_\n", "x.conllu:2: 3 columns"),
    ],
    ids=["outside", "utf-8", "same id", "columns", "cut gzip", "no gzip", "span", "offsets", "e2e", "conllu"],
)
def test_bad_input_is_one_sentence_with_its_place(
    here: Path, name: str, content: bytes, message: str
) -> None:
    Path(name).write_bytes(content)
    assert refused(convert(name, "out.jsonl")).startswith(message)
    assert not Path("out.jsonl").exists()


def test_places_that_are_not_there(here: Path) -> None:
    assert (
        refused(convert("none.conll", "x.jsonl")) == "none.conll: cannot be read: No such file or directory"
    )
    assert "cannot be written: No such file" in refused(convert("good.conll", "none/x.jsonl"))
    assert "cannot be written: Not a directory" in refused(convert("good.conll", "good.conll/x.jsonl"))
    Path("empty").mkdir()
    assert "no file of a known format below this folder" in refused(convert("empty", "x.jsonl"))
    assert "cannot be written: Is a directory" in refused(convert("good.conll", "empty", "--to", "conll"))


def test_what_the_target_cannot_hold_is_refused(here: Path) -> None:
    Path("x.jsonl").write_text('{"id": "a", "words": ["a", "b", "c"], "clusters": [[[0, 2], [1, 3]]]}\n')
    assert "x.conll: document 'a': a mention of one cluster" in refused(convert("x.jsonl", "x.conll"))
    Path("good2.conll").write_text(GOOD + GOOD.replace("nw/a", "b"))
    assert "holds one document" in refused(convert("good2.conll", "x.txt"))
    assert not Path("x.conll").exists() and not Path("x.txt").exists()


def test_a_file_may_be_converted_onto_itself(here: Path) -> None:
    assert convert("good.conll", "good.conll").exit_code == 0
    assert list(read("good.conll")) == [DOC]


def test_usage(here: Path) -> None:
    assert convert("good.conll").exit_code == 2
    assert convert("--help").exit_code == 0


def test_the_examples_of_the_help_page_run(here: Path) -> None:
    Path("key.conll").write_text(GOOD)
    Path("corpus").mkdir()
    Path("corpus/a.conll").write_text(UNCLOSED + GOOD)
    lines = convert("--help").stdout.partition("Examples:")[2].split("\n")
    examples = [line.strip() for line in lines if line.strip().startswith("corefair convert ")]
    assert len(examples) == 2
    for words in map(shlex.split, examples):
        assert CliRunner().invoke(main, words[1:]).exit_code == 0
        assert list(read(words[3])) == [DOC]
