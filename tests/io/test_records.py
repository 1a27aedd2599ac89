"""Tables of a user's own: the same records from CSV, TSV and JSON lines, and every fault with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.io.records import column, read_records

SAME = [{"id": "a", "n": 2, "x": 0.5}, {"id": "b, c", "n": 3, "x": None}]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.csv", 'id,n,x\na,2,.5\n"b, c",3,\n'),
        ("t.tsv", "id\tn\tx\r\na\t2\t0.5\r\n\r\nb, c\t3\t\r\n"),
        ("t.jsonl", '{"id": "a", "n": 2, "x": 0.5}\n\n{"id": "b, c", "n": 3, "x": null}\n'),
    ],
)
def test_the_same_records(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode())
    assert read_records(path) == SAME
    assert column(read_records(path), "n", path=path) == [2, 3]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("t.csv", "", "t.csv: there is no record in it"),
        ("t.csv", "a,b\n1\n", "t.csv:2: 1 columns, expected 2"),
        ("t.csv", 'a,b\n"1,2\n', "t.csv:2: not CSV"),
        ("t.tsv", "a\tb\r1\t2\r", "t.tsv:1: lines that end in CR alone"),
        ("t.tsv", "a\ta\n1\t2\n", "t.tsv:1: two columns have the same name"),
        ("t.jsonl", '{"a": 1}\n[1]\n', 't.jsonl:2: expected an object, such as {"id": 1}'),
        ("t.jsonl", '{"a": 1}\n{\n', "t.jsonl:2: not JSON"),
        ("t.txt", "a", r"t.txt: a table is one of .csv, .tsv, .jsonl, found .txt"),
    ],
)
def test_faults_have_a_place(tmp_path: Path, name: str, text: str, said: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(DataError, match=said):
        read_records(path)


def test_not_utf8_and_not_there(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    path.write_bytes(b"a\n1\n\xff\n")
    with pytest.raises(DataError, match=r"t.tsv:3: not UTF-8"):
        read_records(path)
    with pytest.raises(DataError, match="no column is called 'b'; there are a"):
        column([{"a": 1}], "b", path=path)
    with pytest.raises(DataError, match=r"no\.csv: cannot be read"):
        read_records(tmp_path / "no.csv")


def test_nan_is_left_to_be_seen(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("x\n1\nnan\n")
    assert str(read_records(path)[1]["x"]) == "nan"
