"""Judged cases as a table: what flipped, what is wrong, or all, ready for a spreadsheet."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from corefair.auditing.report import Report
from corefair.errors import DataError
from corefair.report.rows import Which, write_rows
from report.example import EVIL, KEY, row


def lines(report: Report, which: Which) -> list[dict[str, str]]:
    out = io.StringIO()
    n = write_rows(report, out, which=which)
    out.seek(0)
    read = list(csv.DictReader(out))
    assert len(read) == n
    return read


def test_twins_that_flipped_stand_together_under_one_number(report: Report) -> None:
    flips = [line for line in lines(report, "flips") if line["system"] == "good"]
    assert [(line["case"], line["flip"], line["gender"]) for line in flips] == [
        ("a", "1", "feminine"),
        ("b", "1", "masculine"),
    ]
    wrong, right = flips
    assert wrong["sentence"] == f"The {EVIL} paid the nurse because she left."
    assert (wrong["pronoun"], wrong["linked"], wrong["right"], wrong["outcome"]) == (
        "she",
        "nurse",
        EVIL,
        "wrong",
    )
    assert (right["linked"], right["outcome"], right["status"]) == (EVIL, "right", "ok")
    assert right["candidates"] == f"{EVIL}; nurse"


def test_wrong_ones_and_all(report: Report) -> None:
    mine = [line["case"] for line in lines(report, "wrong") if line["system"] == "good"]
    assert mine == ["a", "d"]
    everything = lines(report, "all")
    assert len(everything) == 3 * 4
    failed = everything[3]
    assert (failed["status"], failed["message"], failed["flip"]) == ("error", EVIL, "")


def test_rows_of_vectors_keep_their_answer(report: Report) -> None:
    made = row("w", "feminine", "she", ())
    answer = replace(made, gold=None, linked=None, words=("she", "nurse"), answer={"cosine": 0.5})
    one = replace(report.results[0], n_rows=1)
    (line,) = lines(replace(report, results=(one,), load_rows=lambda: [answer]), "all")
    assert (line["sentence"], line["linked"], line["outcome"]) == ("she nurse", '{"cosine": 0.5}', "")


def test_a_grouping_that_is_called_as_a_column_is_kept_apart(report: Report) -> None:
    named = row("a", "feminine", "she", (0,), groups={"right": "left", "gender": "feminine"})
    one = replace(report.results[0], n_rows=1)
    (line,) = lines(replace(report, results=(one,), load_rows=lambda: [named]), "all")
    assert (line["group right"], line["right"]) == ("left", EVIL)


def test_rows_that_are_not_all_there_are_an_error(report: Report) -> None:
    short = replace(report, load_rows=lambda: report.rows()[:3])
    with pytest.raises(DataError, match=f"good on {KEY} has 3 of its 4 rows"):
        lines(short, "all")
