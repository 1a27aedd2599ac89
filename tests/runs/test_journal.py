"""Journals: what was written is read again, however the writer ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.runs.journal import Journal


def test_records_come_back_in_order(tmp_path: Path) -> None:
    path = tmp_path / "new" / ("n" * 249 + ".jsonl")
    records = [{"case": "c1", "text": "Zoë\u2028left"}, {"case": "c2", "spans": [[0, 1]]}]
    for record in records:
        with Journal(path) as journal:
            journal.add(record)
            assert journal.records[-1] == record
    with Journal(path) as journal:
        assert journal.records == records
    assert path.read_text(encoding="utf-8").count("\n") == 2
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1}\n{"a": 2', [1]),
        ('{"a": 1}\n{"a": 2}', [1, 2]),  # whole but for its line end
        ('{"a": 1}\n\n[3]\nnull\n{"a": 2}\n', [1, 2]),
        ('{"a": 1}\n{"b": 2}\n{"a": 3}\n', [1, 3]),  # `keep` wants no record without an a
        ("", []),
        ("\x00\x00\x00", []),
    ],
)
def test_what_was_cut_short_is_cut_out(tmp_path: Path, text: str, expected: list[int]) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    with Journal(path, keep=lambda record: bool(record["a"])) as journal:
        assert [record["a"] for record in journal.records] == expected
        journal.add({"a": 9})
    assert path.read_text() == "".join(f'{{"a": {n}}}\n' for n in [*expected, 9])


def test_bytes_that_are_not_text_spoil_only_their_line(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'{"a": 1}\n{"a": \xff}\n{"a": 3}\n')
    with Journal(path) as journal:
        assert [record["a"] for record in journal.records] == [1, 3]


def test_one_at_a_time_for_each_file(tmp_path: Path) -> None:
    with (
        Journal(tmp_path / "a.jsonl"),
        Journal(tmp_path / "b.jsonl"),
        pytest.raises(DataError, match="another run is at work"),
        Journal(tmp_path / "a.jsonl"),
    ):
        pass


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        pytest.raises(DataError, match="cannot be written: Not a directory"),
        Journal(tmp_path / "file" / "x" / "y"),
    ):
        pass


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a disk that is always full")
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    with Journal(tmp_path / "x") as journal, Path("/dev/full").open("wb", buffering=0) as full:
        journal._out = full
        with pytest.raises(DataError, match="x: cannot be written: No space left"):
            journal.add({"a": 1})
        assert journal.records == []


WRITER = """
import os, signal, sys
from pathlib import Path
from corefair.runs.journal import Journal
with Journal(Path(sys.argv[1])) as journal:
    for i in range(len(journal.records), 100):
        journal.add({"i": i, "text": "x" * 1000})
        if i % 30 == 29:
            os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_killed_it_goes_on(tmp_path: Path) -> None:
    codes = [
        subprocess.run([sys.executable, "-c", WRITER, str(tmp_path / "x")], check=False).returncode
        for _ in range(4)
    ]
    assert codes == [-signal.SIGKILL] * 3 + [0]
    with Journal(tmp_path / "x") as journal:
        assert [record["i"] for record in journal.records] == list(range(100))
    assert os.listdir(tmp_path) == ["x"]  # noqa: PTH208
