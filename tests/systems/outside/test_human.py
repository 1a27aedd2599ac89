"""Raters: balanced sheets, their answers as a system, agreement beyond chance."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import shlex
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import corefair
from corefair import stats
from corefair.auditing.building import build_suites
from corefair.auditing.sampling import sampled
from corefair.cli import main
from corefair.errors import DataError
from corefair.io.raters import UNSURE, question_name, read_sheets, sheet
from corefair.suites.questions import page, sheets
from corefair.systems.outside.human import Human

(WHOLE,), _ = build_suites(["participants"])
SUITE = sampled(WHOLE, 6)
BY_QUESTION = {question_name(case.given.id): case for case in SUITE.cases}


def test_sheets_are_balanced_and_show_no_rater_a_sentence_twice() -> None:
    n = len(SUITE.cases) // 6  # cases of a unit
    made = sheets(SUITE, raters=n, seed=1)
    for lines in made:
        units = [BY_QUESTION[line.question].unit for line in lines]
        assert sorted(units) == sorted({case.unit for case in SUITE.cases})
        assert all(line.options[-1] == UNSURE for line in lines)
    asked = Counter(line.question for lines in made for line in lines)
    assert set(asked.values()) == {1} and set(asked) == set(BY_QUESTION)  # each case once
    for lines in made:
        turned = [not line.options[0].endswith(BY_QUESTION[line.question].gold.names[0]) for line in lines]
        assert sum(turned) == len(lines) / 2
    assert made == sheets(SUITE, raters=n, seed=1) != sheets(SUITE, raters=n, seed=2)


@pytest.mark.parametrize("seed", [0, 3])
def test_a_sheet_and_a_sample_of_one_size_have_the_same_units(seed: int) -> None:
    (lines,) = sheets(WHOLE, raters=1, per_sheet=6, seed=seed)
    of = {question_name(case.given.id): case.unit for case in WHOLE.cases}
    part = sampled(WHOLE, 6, seed=seed)
    assert {of[line.question] for line in lines} == {case.unit for case in part.cases}


@pytest.mark.skipif(
    not os.environ.get("COREFAIR_DATA"), reason="COREFAIR_DATA names no folder with Winogender"
)
def test_the_commands_of_the_page_give_a_valid_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Path(__file__).parents[3] / "docs" / "raters.md"
    write, read = re.findall(r"^corefair (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, shlex.split(write)).exit_code == 0
    for path in Path("forms").glob("*.csv"):
        path.write_bytes(path.read_bytes().replace(b",\n", b",1\n"))
    done = CliRunner().invoke(main, [*shlex.split(read), "--resamples", "100"])
    assert done.exit_code == 0, done.output
    report = corefair.load(tmp_path / "report")
    assert all(result.valid and result.coverage.ok == 240 for result in report.results)


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("question,text\nq,x\n", "no column answer: expected a sheet"),
        ("question,answer,option_1,option_2\nq," + "9" * 5000 + ",a,b\n", "none of the options"),
        ("question,answer,option_1\nq,3,a\n", "none of the 1 options"),
        ('question,answer\nq,"a\n', "not CSV"),
        ("question,answer\nq," + "x" * 200_000 + "\n", "not CSV: field larger"),
        ("question,answer\nq,a,b\n", "3 columns, expected 2"),
        ("question,answer\nq,a\nq,b\n", "a second answer"),
    ],
)
def test_a_sheet_that_cannot_be_read_is_told_with_its_line(tmp_path: Path, held: str, said: str) -> None:
    (tmp_path / "ann.csv").write_text(held, encoding="utf-8")
    with pytest.raises(DataError, match=said) as error:
        read_sheets([tmp_path / "ann.csv"])
    assert f"{tmp_path / 'ann.csv'}:" in str(error.value)


def test_cells_that_an_editor_left_out_are_empty(tmp_path: Path) -> None:
    (tmp_path / "ann.csv").write_text("question,text,answer\nq,x,a\nr,y\n", encoding="utf-8")
    assert [(each.question, each.answer) for each in read_sheets([tmp_path / "ann.csv"])] == [("q", "a")]


@pytest.mark.parametrize("separator", [";", "\t"])
@pytest.mark.parametrize("quote", ['"', ""])
def test_a_spreadsheet_may_save_another_separator(separator: str, quote: str, tmp_path: Path) -> None:
    cells = ["question", "text", "option_1", "option_2", "answer"], ["q", "Ann, she said", "Ann", "she", "2"]
    lines = [separator.join(f"{quote}{cell}{quote}" for cell in row) for row in cells]
    (tmp_path / "ann.csv").write_bytes("\r\n".join(lines).encode("utf-8-sig"))
    assert [reading.answer for reading in read_sheets([tmp_path / "ann.csv"])] == ["she"]


def test_a_page_holds_its_questions_and_no_answer() -> None:
    (lines,) = sheets(SUITE, raters=1)
    text = page(lines, name="rater-1")
    start = text.index("[", text.index('id="questions"'))
    assert json.loads(text[start : text.index("</script>", start)])[0]["text"] == lines[0].text
    assert not any(case.id in text for case in SUITE.cases)


def fill(folder: Path, *, right: float, raters: int, seed: int = 0) -> None:
    """Sheets of raters who are right so often, and else say the other."""
    rng = random.Random(seed)
    for number, lines in enumerate(sheets(SUITE, raters=1) * raters, 1):
        rows = list(csv.DictReader(sheet(lines).splitlines()))
        for row in rows:
            gold = BY_QUESTION[row["question"]].gold
            options = [row["option_1"], row["option_2"]]
            correct = next(each for each in options if each.endswith(gold.names[gold.right or 0]))
            wrong = 1 - options.index(correct)
            row["answer"] = correct if rng.random() < right else str(wrong + 1)  # in words, or by number
        with (folder / f"rater-{number}.csv").open("w", newline="", encoding="utf-8") as out:
            writer = csv.DictWriter(out, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


def test_raters_as_a_system(tmp_path: Path) -> None:
    fill(tmp_path, right=0.9, raters=10)
    asked = {reading.question for reading in read_sheets(tmp_path.glob("*.csv"))}
    suite = replace(SUITE, cases=[case for case in SUITE.cases if question_name(case.given.id) in asked])
    report = corefair.audit([f"human:{tmp_path}/*.csv", "nearest"], [suite], resamples=200)
    result = report.results[0]
    readings = result.score("readings that are right")
    assert result.subject == "10 raters" and result.valid
    assert readings is not None and readings.n == 60 and readings.value == pytest.approx(0.9, abs=0.12)
    accuracy, alpha = result.score("accuracy"), result.score("Krippendorff's α")
    assert accuracy is not None and accuracy.value == 1.0  # most raters are right everywhere
    assert alpha is not None and alpha.value is not None and 0.3 < alpha.value < 1
    assert {one.baseline for one in report.comparisons} == {"10 raters"}


def test_a_rater_counts_once_however_often_the_file_is_named(tmp_path: Path) -> None:
    fill(tmp_path, right=0.9, raters=3)
    (tmp_path / "link.csv").symlink_to(tmp_path / "rater-2.csv")
    once, often = (
        Human(f"{tmp_path}/rater-*.csv"),
        Human(f"{tmp_path}/rater-*.csv,{tmp_path}/rater-1.csv,{tmp_path}/*.csv"),
    )
    assert once.readings == often.readings and len(often.raters) == 3
    for folder, said in (("copy", "a second answer of rater-1"), ("other", "the first is in .*rater-1.csv")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "rater-1.csv").write_bytes((tmp_path / "rater-1.csv").read_bytes())
        with pytest.raises(DataError, match=said):
            Human(f"{tmp_path}/rater-*.csv,{tmp_path}/{folder}/*.csv")


def test_answers_to_other_questions_are_said_and_a_sheet_that_changed_is_read_again(tmp_path: Path) -> None:
    fill(tmp_path, right=1.0, raters=2)
    asked = {reading.question for reading in read_sheets(tmp_path.glob("*.csv"))}
    cases = [case for case in SUITE.cases if question_name(case.given.id) in asked]
    part = replace(SUITE, cases=cases[:3])
    spec, store = f"human:{tmp_path}/*.csv", tmp_path / "answers"
    report = corefair.audit([spec], [part], resamples=100, store=store)
    other = report.results[0].score("readings of questions that were not audited")
    assert other is not None and other.value == 0.5 and other.n == 12
    whole = corefair.audit([spec], [replace(SUITE, cases=cases)], resamples=100, store=store)
    assert whole.results[0].score("readings of questions that were not audited") is None
    fill(tmp_path, right=0.0, raters=2)  # the same raters think again
    again = corefair.audit([spec], [part], resamples=100, store=store)
    accuracies = [each.results[0].score("accuracy") for each in (report, again)]
    assert [each.value for each in accuracies if each] == [1.0, 0.0]


def test_alpha_is_the_textbooks() -> None:
    """Krippendorff 2011, example D for nominal data: four observers, twelve units, α = .743."""
    table = """1 2 3 3 2 1 4 1 2 . . .
               1 2 3 3 2 2 4 1 2 5 . 3
               . 3 3 3 2 3 4 2 2 5 1 .
               1 2 3 3 2 4 4 1 2 5 1 ."""
    rows = [line.split() for line in table.splitlines()]
    units = [[value for value in column if value != "."] for column in zip(*rows, strict=True)]
    assert stats.krippendorff(units).value == pytest.approx(0.743, abs=5e-4)
    with pytest.raises(DataError, match="not defined"):
        stats.krippendorff([["a", "a"], ["a", "a"]])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("q,the nurse,the guest,3", "none of the 2 options"),
        ("q,the nurse,the guest,doctor", "none of the options"),
    ],
)
def test_answers_that_are_no_option(line: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"question,option_1,option_2,answer\n{line}\n", encoding="utf-8")
    with pytest.raises(DataError, match=f"a.csv:2: .*{said}"):
        read_sheets([path])


def test_sheets_from_the_command_line(tmp_path: Path) -> None:
    folder = tmp_path / "forms"
    words = ["suite", "questions", "participants", "-o", str(folder), "--raters", "2", "--per-sheet", "3"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0 and "2 sheets of 3 questions" in done.output
    whole = {path.name: path.read_bytes() for path in folder.iterdir()}
    (folder / "rater-2.csv").unlink()
    (folder / "rater-1.html").unlink()  # as if it had been killed
    assert CliRunner().invoke(main, words).exit_code == 0
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == whole
    assert sorted(path.name for path in folder.iterdir()) == [
        "rater-1.csv",
        "rater-1.html",
        "rater-2.csv",
        "rater-2.html",
    ]
    (folder / "rater-1.csv").write_bytes(whole["rater-1.csv"].replace(b",\n", b",1\n"))
    again = CliRunner().invoke(main, words)
    assert again.exit_code == 1 and "may be filled in" in again.output
