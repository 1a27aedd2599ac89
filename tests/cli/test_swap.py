"""`corefair swap` as a person or a script sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corefair.cli import main
from corefair.io import read

GOLD = """\
#begin document (a); part 000
a\t0\t0\tShe\tPRP\t*\t-\t-\t-\t-\t*\t(0)
a\t0\t1\tlost\tVBD\t*\t-\t-\t-\t-\t*\t-
a\t0\t2\ther\tPRP$\t*\t-\t-\t-\t-\t*\t(0)
a\t0\t3\tsister\tNN\t*\t-\t-\t-\t-\t*\t-
a\t0\t4\tcompany\tNN\t*\t-\t-\t-\t-\t*\t-

#end document
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("corpus").mkdir()
    Path("corpus/a.conll").write_text(GOLD)
    return tmp_path


def run(*arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["swap", *arguments])
    assert result.exit_code == code, result.output
    return result


def test_a_folder_is_changed_and_the_summary_says_how() -> None:
    said = run("corpus", "-o", "out", "--mode", "reverse").stdout
    assert " ".join(next(read(Path("out"))).words) == "He lost his sister company"
    assert "2 words changed (40.00 %), in 1 documents" in said
    assert "she > he" in said and "sister: not a person" in said


def test_the_summary_as_json() -> None:
    said = json.loads(run("corpus/a.conll", "-o", "b.conll", "--json").stdout)
    assert said["changed"] == {"she > he": 1, "her > his": 1} and said["documents"] == 1
    assert [doc.id for doc in read(Path("b.conll"))] == ["a", "a.swapped"]
    assert said["files"] == ["b.conll"]


def test_every_file_that_is_written_is_named() -> None:
    Path("a.txt").write_text("She left.\n")
    Path("b.swapped.txt").write_text("of an earlier run\n")
    said = run("a.txt", "-o", "b.txt").stdout
    assert said.startswith("b.txt, b.swapped.txt: 1 documents, 3 words\n")
    assert Path("b.swapped.txt").read_text() == "He left.\n"
    assert json.loads(run("a.txt", "-o", "b.txt", "--json").stdout)["files"] == ["b.txt", "b.swapped.txt"]
    assert run("a.txt", "-o", "c.jsonl").stdout.startswith("c.jsonl: 1 documents, 3 words\n")
    assert [doc.id for doc in read(Path("c.jsonl"))] == ["a", "a.swapped"]
    Path("there").mkdir()
    run("a.txt", "-o", "there")
    assert json.loads(run("a.txt", "-o", "there", "--json").stdout)["files"] == [
        "there/a.txt",
        "there/a.swapped.txt",
    ]
    assert json.loads(run("a.txt", "-o", "a.html", "--json").stdout)["files"] == ["a.html"]
    assert json.loads(run("corpus", "-o", "out", "--json").stdout)["files"] == ["out/a.conll"]
    said = run("corpus", "-o", "out").stdout
    assert said.startswith("out: 1 documents, 5 words\n") and "  files:\n    out/a.conll\n" in said


def test_of_many_files_the_first_are_named() -> None:
    for n in range(20):
        Path(f"corpus/b{n:02}.conll").write_text(GOLD.replace("(a)", f"(b{n})"))
    said = run("corpus", "-o", "out", "--engine", "one").stdout
    assert "    out/b10.conll\n    9 more, in --json\n" in said and "b11" not in said


def test_a_place_where_a_twin_cannot_be_written_is_told_before_anything_is() -> None:
    Path("a.txt").write_text("She left.\n")
    Path("b.swapped.txt").mkdir()
    assert "b.swapped.txt" in run("a.txt", "-o", "b.txt", code=1).output
    assert not Path("b.txt").exists()


def test_the_same_command_goes_on_and_another_is_refused() -> None:
    first = run("corpus", "-o", "out").stdout
    assert run("corpus", "-o", "out").stdout == first
    assert "holds another run (mode=augment" in run("corpus", "-o", "out", "--strict", code=1).output


def test_it_draws_both_texts_side_by_side() -> None:
    said = run("corpus", "--show").stdout
    line = next(line for line in said.splitlines() if "lost" in line)
    assert [part.strip() for part in line.split("│")] == [
        "[She] lost [her] sister company",
        "{He} lost {his} sister company",
    ]
    coloured = CliRunner().invoke(main, ["swap", "corpus", "--show"], color=True)
    assert "\x1b[31m" in coloured.stdout and "\x1b[32m" in coloured.stdout


def test_it_draws_a_page() -> None:
    run("corpus", "-o", "page.html", "--mode", "reverse")
    page = Path("page.html").read_text(encoding="utf-8")
    assert ">She</del>" in page and ">He</ins>" in page


def test_neutral_pronouns() -> None:
    Path("a.txt").write_text("She was late.\n")
    run("a.txt", "-o", "b.txt", "--mode", "neutral")
    assert Path("b.txt").read_text() == "They were late.\n"


def test_rules_are_mined_from_edits() -> None:
    Path("edits.tsv").write_text("original\tedited\nhis aunt\ther uncle\nan aunt\tan uncle\n")
    assert "aunt  uncle      2   2       1.00" in run("--mine", "edits.tsv").stdout
    run("--mine", "edits.tsv", "-o", "rules.tsv")
    assert Path("rules.tsv").read_text().splitlines()[1] == "aunt\tuncle\t2\t2\t1.00\t\tuncle"
    said = json.loads(run("--mine", "edits.tsv", "--json", "--least", "2").stdout)
    assert [rule["word"] for rule in said["rules"]] == ["aunt"] and said["edits"] == 2


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ((), 2, "name a CORPUS"),
        (("corpus",), 2, "name where to write"),
        (("corpus", "-o", "out", "--all-names"), 2, "--all-names is for --anonymise"),
        (("corpus", "-o", "out", "--mode", "neutral", "--names", "pair"), 2, "--names is for exchanged"),
        (("corpus", "-o", "out", "--mode", "neutral", "--strict"), 2, "--strict is for exchanged genders"),
        (("corpus", "-o", "out", "--anonymise", "--names", "pair"), 2, "leave one of them out"),
        (("corpus", "-o", "out", "--least", "2"), 2, "--least is for --mine"),
        (("corpus", "--mine", "edits.tsv"), 2, "leave out CORPUS"),
        (("--mine", "edits.tsv", "--show"), 2, "leave out --show"),
        (("--mine", "edits.tsv", "--mode", "augment"), 2, "leave out --mode"),
        (("--mine", "edits.tsv", "--from", "conll"), 2, "leave out --from"),
        (("missing", "-o", "out"), 1, "missing: there is no such file or folder"),
        (("corpus", "-o", "out", "--show"), 2, "ends in .html"),
        (("corpus", "-o", "out", "--lines"), 1, "lines are for plain text"),
        (
            ("corpus/a.txt", "-o", "b.jsonl", "--lines"),
            1,
            "is written as plain text: name a file that ends in .txt",
        ),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], code: int, message: str) -> None:
    if "--lines" in arguments:
        Path("corpus/a.txt").write_text("She left.\n")
    assert message in " ".join(run(*arguments, code=code).output.split())
    assert not list(Path().glob("out/*.conll")) and not list(Path().glob("b*"))


def test_what_is_read_is_not_written_over() -> None:
    Path("q.swapped.txt").write_text("She is my source.\n")
    Path("q.html").write_text("She is my source.\n")
    Path("r.swapped.txt").symlink_to("corpus/a.conll")
    Path("edits.tsv").write_text("original\tedited\nhis aunt\ther uncle\n")
    for arguments, name in (
        (("q.swapped.txt", "-o", "q.txt"), "q.swapped.txt"),  # its twin would have that name
        (("q.swapped.txt", "-o", "q.swapped.txt"), "q.swapped.txt"),
        (("corpus/a.conll", "-o", "r.txt"), "r.swapped.txt"),  # the same file by another name
        (("q.html", "--from", "plain", "-o", "q.html"), "q.html"),
        (("--mine", "edits.tsv", "-o", "edits.tsv"), "edits.tsv"),
    ):
        before = Path(name).read_bytes()
        said = run(*arguments, code=1).output
        assert f"{name}: is read, and would be written over: name another file" in said
        assert Path(name).read_bytes() == before
    assert not Path("q.txt").exists()
