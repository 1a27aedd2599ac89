"""`corefair words`: the table, its summary, and options that belong to other methods."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corefair.cli import main
from corefair.cli.words import words

VECTORS = "she 1 1\nhe -1 1\nactress 2 0\nmuzhik -2 0.5\nsky 0 3\n3rd 0.1 1\n"


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("vectors.txt").write_text(VECTORS, encoding="utf-8")
    Path("definitions.tsv").write_text("sky\ta woman's hat\nmuzhik\ta peasant\n", encoding="utf-8")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(words, arguments)


def test_the_table_is_written_and_summed_up() -> None:
    result = run("vectors.txt", "-o", "preserve.tsv")
    assert result.exit_code == 0, result.output
    table = Path("preserve.tsv").read_text(encoding="utf-8")
    assert table.startswith("word\twhy\nshe\tstop word\n") and "sky" not in table
    assert "of 6 words are preserved" in result.stdout
    assert "no dictionary was given: the shipped list" in result.stdout


def test_a_dictionary_of_ones_own() -> None:
    result = run("vectors.txt", "--dictionary", "definitions.tsv", "--json")
    said = json.loads(result.stdout)
    assert said["why"] == {"stop word": 2, "seed word": 1, "defined by": 1, "not letters": 1}
    assert (said["by"], said["words"], said["preserved"]) == ("kbc", 6, 5)


def test_without_a_target_the_table_is_the_answer() -> None:
    result = run("vectors.txt", "--by", "ripa", "--threshold", "1.5")
    assert result.stdout.splitlines()[0] == "word\twhy"
    assert [line.split("\t")[0] for line in result.stdout.splitlines()[1:]] == ["actress", "muzhik"]
    assert "2 of 6 words are preserved" in result.stderr


def test_names_of_ones_own() -> None:
    Path("names.txt").write_text("Sky\n", encoding="utf-8")
    assert "sky\tname" in run("vectors.txt", "--names", "names.txt").stdout


def test_an_option_of_another_method_is_a_mistake() -> None:
    result = run("vectors.txt", "--by", "svm", "--threshold", "1")
    assert result.exit_code == 2 and "--threshold is for --by ripa, not for svm" in result.output
    result = run("vectors.txt", "--by", "ripa", "--dictionary", "definitions.tsv")
    assert result.exit_code == 2 and "--dictionary is for --by kbc" in result.output


@pytest.mark.parametrize(
    "command", [["words", "FILE", "--by", "ripa"], ["vectors", "network", "nurse", "FILE", "-o", "x.svg"]]
)
def test_what_the_reader_noticed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [b"she 1 2 3", b"he -1 2 3", b"woman 1 1 3", b"man -1 1 2", b"nurse 1 0 1", b"caf\xe9 1 0 2"]
    Path("v.txt").write_bytes(b"\n".join([*rows, b"nurse 2 2 2\n"]))
    with warnings.catch_warnings():
        warnings.simplefilter("default")  # as for a person
        result = CliRunner().invoke(main, [word.replace("FILE", "v.txt") for word in command])
    assert "note: v.txt: 1 repeated word: the first vector of each was kept" in result.stderr, result.output
    assert "note: v.txt: 1 word not in UTF-8" in result.stderr
