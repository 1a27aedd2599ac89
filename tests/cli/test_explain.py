"""`corefair explain` as a person or a script sees it: what it refuses, and why."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from corefair.cli import main
from corefair.report.explained import said
from corefair.types import Document, Mention

TEXT = "Ann lost her keys. She was late.\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text(TEXT)
    Path("a.html").write_text(TEXT)
    return tmp_path


@pytest.mark.parametrize("model", ["rule", "ranking", "nearest"])
def test_whom_it_is_for_is_said(model: str) -> None:
    result = CliRunner().invoke(main, ["explain", model, "a.txt"])
    said = " ".join(result.output.split())
    assert result.exit_code == 1
    assert f"{model} does not tell how it comes to its links: explain is for feature, for a span" in said


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("a.html", "--from", "plain", "-o", "a.html"), 1, "a.html: is read, and would be written over"),
        (("a.txt", "--vectors", "a.html", "-o", "a.html"), 1, "a.html: is read, and would be written over"),
        (("a.txt", "-o", "a.txt"), 2, "name a file that ends in .html, not a.txt"),
        (("a.txt", "-o", "why.txt"), 2, "name a file that ends in .html, not why.txt"),
        (("a.txt", "--json", "-o", "why.html"), 2, "leave one of them out"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], code: int, message: str) -> None:
    result = CliRunner().invoke(main, ["explain", "feature", *arguments])
    assert result.exit_code == code, result.output
    assert message in " ".join(result.output.split())
    assert Path("a.txt").read_text() == Path("a.html").read_text() == TEXT
    assert len(list(Path().iterdir())) == 2


def test_antecedents_of_the_same_words_are_told_apart() -> None:
    text = "The nurse slept because she was tired . She saw that she was late and she left ."
    doc = Document("x", tuple(text.split()), (0, 8))
    spans = [None, *(Mention(start, start + 1) for start in (4, 8, 11)), Mention(0, 2)]
    options = [SimpleNamespace(antecedent=span, probability=0.2) for span in spans]
    assert said(doc, options) == [
        "no one mentioned before", "she (sentence 1)", "She (sentence 2, word 1)", "she (sentence 2, word 4)",
        "The nurse",
    ]  # fmt: skip
