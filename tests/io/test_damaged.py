"""Files that are damaged, in another encoding or far too long: one sentence with the file, and soon."""

from __future__ import annotations

import csv
import gzip
import json
import os
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.io import files
from corefair.io.damaged import csv_rows, damaged, json_value
from corefair.io.dictionaries import read_dictionary
from corefair.io.documents import read
from corefair.io.gap import read_examples
from corefair.io.records import read_records
from corefair.io.vectors import read_vectors
from corefair.mitigators.text.mining import read_edits
from corefair.registry import suites
from corefair.suites.coref import custom, gap, winopron
from corefair.systems.language.prompts import prompts_of
from growth import in_proportion

DATA = os.environ.get("COREFAIR_DATA")
LATIN_1 = "Zoë".encode("latin-1")


def said_of(call: Callable[[], object]) -> str:
    with pytest.raises(DataError) as caught:
        call()
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    "error", [KeyError("x"), RecursionError(), MemoryError(), ZeroDivisionError("0"), SyntaxError("y")]
)
def test_what_python_says_becomes_our_error(error: Exception) -> None:
    def fails() -> None:
        with damaged("f.csv", "a row", line=3):
            raise error

    assert said_of(fails).startswith(f"f.csv:3: not a row ({type(error).__name__}")


def test_a_bug_elsewhere_is_not_blamed_on_the_file() -> None:
    with pytest.raises(AssertionError), damaged("f.csv", "a row"):
        raise AssertionError("ours")


@pytest.mark.parametrize("text", ["{", "[" * 100_000, '{"a": ' + "9" * 5000 + "}", "", r'["\ud800"]'])
def test_json_that_cannot_be_read(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    assert "x.json" in said_of(lambda: json_value(tmp_path / "x.json"))


@pytest.mark.parametrize(
    "rows", ['a,b\n1,"2\n', "a,b\n1,2,3\n", "a,b\n1\n", "a,c\n1,2\n", "a,b\n1," + "x" * 200_000]
)
def test_csv_that_cannot_be_read(tmp_path: Path, rows: str) -> None:
    (tmp_path / "x.csv").write_text(rows, encoding="utf-8")
    assert "x.csv:" in said_of(lambda: list(csv_rows(tmp_path / "x.csv", ("a", "b"))))


PUBLISHED = {
    "bug": ("bug/gold_BUG.csv",),
    "map": ("gicoref/map.csv",),
    "winogender": (
        "winogender/all_sentences.tsv",
        "winogender/templates.tsv",
        "winogender/occupations-stats.tsv",
    ),
}


@pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA")
@pytest.mark.parametrize(("name", "file"), [(name, file) for name in PUBLISHED for file in PUBLISHED[name]])
@pytest.mark.parametrize("damage", ["latin-1", "no header", "half"])
def test_published_suites(tmp_path: Path, name: str, file: str, damage: str) -> None:
    for each in PUBLISHED[name]:
        (tmp_path / each).parent.mkdir(exist_ok=True)
        shutil.copy(Path(DATA or "") / each, tmp_path / each)
    whole = (tmp_path / file).read_bytes()
    header, _, rest = whole.partition(b"\n")
    changed = {
        "latin-1": header + b"\n" + rest[:100] + LATIN_1 + rest[100:],
        "no header": rest,
        "half": whole[: whole.rfind(b"\n", 0, len(whole) // 2) + 40],
    }
    (tmp_path / file).write_bytes(changed[damage])
    said = said_of(lambda: suites[name](data=tmp_path))
    assert str(tmp_path) in said and (damage != "latin-1" or "not UTF-8" in said)


@pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA")
@pytest.mark.parametrize("name", PUBLISHED)
def test_a_row_that_is_there_twice(tmp_path: Path, name: str) -> None:
    """It would count twice."""
    for each in PUBLISHED[name]:
        (tmp_path / each).parent.mkdir(exist_ok=True)
        shutil.copy(Path(DATA or "") / each, tmp_path / each)
    file = tmp_path / PUBLISHED[name][0]
    mark = "," if file.suffix == ".csv" else "\t"
    with file.open(encoding="utf-8", newline="") as held:
        header, first, *rest = csv.reader(held, delimiter=mark)
    with file.open("w", encoding="utf-8", newline="") as held:
        csv.writer(held, delimiter=mark, lineterminator="\n").writerows([header, first, first, *rest])
    said = said_of(lambda: suites[name](data=tmp_path))
    assert f"{file.name}:" in said and "is there already" in said


@pytest.mark.parametrize("unit", ["x", "(", ")", "(1", "1)", "|", "(1)", "x|", "-", "[1/2]"])
@pytest.mark.parametrize("format", ["conll", "conllu"])
def test_a_long_cell_costs_its_length(unit: str, format: str, tmp_path: Path) -> None:
    """Brackets are read once from left to right, whatever stands in them."""

    def seconds(length: int) -> float:
        cell = unit * (length // len(unit))
        row = {
            "conll": f"#begin document (d); part 000\nd 0 0 a X * - - - - * {cell}\n\n#end document\n",
            "conllu": f"# newdoc id = d\n1\ta\t_\t_\t_\t_\t0\troot\t_\tEntity={cell}\n\n",
        }[format]
        path = tmp_path / f"x.{format}"
        path.write_text(row, encoding="utf-8")
        began = time.process_time()
        with suppress(DataError):
            list(read(path))
        return time.process_time() - began

    assert in_proportion(seconds, 20_000, 160_000)


@pytest.mark.parametrize("content", [b"ID\tText\n", LATIN_1, b""])
def test_gap(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "g.tsv").write_bytes(content)
    assert "g.tsv" in said_of(lambda: gap.from_file(tmp_path / "g.tsv"))


@pytest.mark.parametrize("names", [{}, {"one": [[0, 900, "?"]]}, {"one": 3}, [], {"one": [[1e999, 2, "?"]]}])
def test_names_of_gap_that_do_not_fit_are_told_of_their_file(tmp_path: Path, names: object) -> None:
    columns = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL"
    row = "one\tAnn met Bea and she sang.\tshe\t16\tAnn\t0\tTRUE\tBea\t8\tFALSE\thttp://x"
    (tmp_path / "g.tsv").write_text(f"{columns}\n{row}\n", encoding="utf-8")
    assert len(gap.from_file(tmp_path / "g.tsv").cases) == 1
    (tmp_path / "g-name-spans.json").write_text(json.dumps(names), encoding="utf-8")
    said = said_of(lambda: gap.from_file(tmp_path / "g.tsv"))
    assert "g-name-spans.json" in said and "g.tsv" not in said


def test_an_index_of_gcide_in_latin_1(tmp_path: Path) -> None:
    (tmp_path / "gcide.dict").write_bytes(b"x")
    (tmp_path / "gcide.index").write_bytes(LATIN_1 + b"\tA\tB\n")
    said = said_of(lambda: read_dictionary(f"gcide:{tmp_path / 'gcide.index'}"))
    assert said.endswith("gcide.index:1: not UTF-8: convert the file to UTF-8 first")


def test_a_text_of_gcide_that_unpacks_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "FREE", 2**16)
    (tmp_path / "gcide.index").write_bytes(b"nurse\tA\tB\n")
    (tmp_path / "gcide.dict.dz").write_bytes(gzip.compress(bytes(2**24), 9))
    said = said_of(lambda: read_dictionary(f"gcide:{tmp_path / 'gcide.index'}"))
    assert "gcide.dict.dz: " in said and "unpack to more than" in said


def packed(table: bytes, *, at: int | None = None) -> bytes:
    """An archive as that of WinoPron, with one byte changed."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        archive.writestr(winopron.TABLE, table)
    content = bytearray(made.getvalue())
    if at is not None:
        content[at] ^= 0xFF
    return bytes(content)


@pytest.mark.parametrize(
    "content",
    [
        packed(b"a\tb\n" * 90, at=50),  # what is packed
        packed(b"a\tb\n" * 90, at=-28),  # where the table is said to be
        packed(b"a\tb\n" + b"x" * 200_000),
        packed(bytes(2**27)),
        packed(b"a\tcaf\xe9\n"),
        b"",
    ],
)
def test_the_archive_of_winopron(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "winopron").mkdir()
    (tmp_path / "winopron" / "data.zip").write_bytes(content)
    assert "data.zip" in said_of(lambda: suites["winopron"](data=tmp_path))


@pytest.mark.parametrize("header", [b"{'descr': '<f4', ", b"{" * 60, b"\x00" * 60, b"(" * 118])
def test_headers_of_npy(tmp_path: Path, header: bytes) -> None:
    (tmp_path / "v.npy").write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
    assert "not a sound .npy file" in said_of(lambda: read_vectors(tmp_path / "v.npy", cache=False))


def test_a_line_has_a_limit_and_costs_its_length(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LONGEST_LINE", 2**23)
    path = tmp_path / "x.txt"
    path.write_bytes(b"short\n" + b"x" * 2**24)
    said = said_of(lambda: list(files.lines(path)))
    assert said.endswith("x.txt:2: a line of more than 8,388,608 characters: longer than is read")
    began = time.process_time()
    path.write_bytes(b"x" * (2**23 - 10))
    assert len(files.text(path)) == 2**23 - 10
    assert time.process_time() - began < 5, "82 s for 128 MB when every piece was joined to all before it"


def test_an_archive_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "FREE", 2**16)
    for name in ("x.txt.gz", "v.txt.gz"):
        (tmp_path / name).write_bytes(gzip.compress(b"she 1 2\n" * 2**20, 9))
    assert "unpack to more than" in said_of(lambda: list(files.lines(tmp_path / "x.txt.gz")))
    assert "unpack to more than" in said_of(lambda: read_vectors(tmp_path / "v.txt.gz", cache=False))
    rng = np.random.default_rng(0)
    (tmp_path / "y.txt.gz").write_bytes(gzip.compress(rng.bytes(2**17).hex().encode()))
    assert len(files.text(tmp_path / "y.txt.gz")) == 2**18, "text is packed to no less than a tenth"


def test_a_document_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("corefair.io.documents.LONGEST", 1000)
    for name in ("x.conll", "x.conllu", "x.txt"):
        (tmp_path / name).write_text("word\n" * 1000, encoding="utf-8")
        said = said_of(lambda path=tmp_path / name: list(read(path)))  # type: ignore[misc]
        assert "a document of more than 1,000 characters" in said


_LEVELS = zip("abcdefgh", "bcdefghi", strict=True)
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{one}: &{one} [{', '.join(['*' + other] * 9)}]\n" for other, one in _LEVELS
)

MERGED = "a0: &a0 {k: 1}\n" + "".join(f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}\n" for n in range(1, 60))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BOMB, "more than 100,000 values"),
        (MERGED, "more than 100,000 values"),
        ("a: &a [*a]\n", "leads back to what it stands in"),
        ("frames: " + "[" * 5000, "not YAML"),
        ("when: 2020-13-45\n", "not YAML"),
        ("x" * (2**20 + 1), "at most 1,048,576 characters"),
    ],
)
def test_yaml_that_multiplies_out(tmp_path: Path, text: str, said: str) -> None:
    pytest.importorskip("yaml")
    (tmp_path / "s.yaml").write_text(text, encoding="utf-8")
    (problem,) = custom.check(tmp_path / "s.yaml")
    assert said in problem and said in said_of(lambda: custom.load(tmp_path / "s.yaml"))


def test_a_suite_that_multiplies_out(tmp_path: Path) -> None:
    """Three kilobytes that would make thirteen million cases."""
    rows = ["kind\ttext\tslot\tgroups\tgold", "contrast\tage old young"]
    rows += [f"filler\tw{n}\tA B C D\tage={('old', 'young')[n % 2]}" for n in range(60)]
    rows += ["pronoun\tshe\tNOM", "frame\t[The A] met [the B], [the C] and [the D] as [NOM] left.\t\t\tA"]
    (tmp_path / "s.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    said = "s.tsv:64: with this frame its fillers make 12,960,000 combinations; a suite may have 200,000"
    assert any(problem.endswith(said) for problem in custom.check(tmp_path / "s.tsv"))
    assert said_of(lambda: custom.load(tmp_path / "s.tsv")).endswith(said)


@pytest.mark.parametrize(
    ("read", "held"),
    [
        (lambda path: list(csv_rows(path, ("id", "n"))), "id,n,n\na,1,2\n"),
        (lambda path: read_examples(path), "ID\tText\tText\nx\ta\tb\n"),
        (lambda path: list(read_edits(path)), "original\toriginal\tedited\na\tb\n"),
        (lambda path: prompts_of(file=path), "name\tversion\tway\ttext\ttext\nm\t1\tgenerate\ta\tb\n"),
        (lambda path: custom.load(path), "kind\ttext\ttext\ncontrast\tage old young\tx\n"),
        (lambda path: read_records(path), "id\tn\tn\na\t1\t2\n"),
    ],
)
def test_two_columns_of_one_name(tmp_path: Path, read: Callable[[Path], object], held: str) -> None:
    """Which of the two is meant nobody can tell."""
    (tmp_path / "x.tsv").write_text(held, encoding="utf-8")
    assert "two columns have the same name" in said_of(lambda: read(tmp_path / "x.tsv"))
