"""GAP's files of answers: what a contest's probabilities say."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.io.gap import read_probabilities
from corefair.systems.outside.gap_answers import Gap
from corefair.types import Case, Choice, Document, Mention


def test_probabilities_of_the_contest(tmp_path: Path) -> None:
    path = tmp_path / "kaggle.csv"
    path.write_text(
        "ID,A,B,NEITHER\ndevelopment-1,0.6,0.3,0.3\ndevelopment-2,0.1,0.2,0.7\n", encoding="utf-8"
    )
    said = read_probabilities(path)
    assert said is not None and said["development-1"] == pytest.approx((0.5, 0.25, 0.25))
    answers = Gap(path)
    assert answers.picks == {"development-1": (True, False), "development-2": (False, False)}
    doc = Document("development-2", ("A", "B", "she"))
    gold = Choice(Mention(2, 3), (Mention(0, 1), Mention(1, 2)), ("A", "B"), None)
    cases = [
        Case("development-2", doc, gold),
        Case("development-1", replace(doc, id="development-1"), replace(gold, right=0)),
    ]
    (loss,) = answers.beside(cases)
    assert loss.value == pytest.approx((-math.log(0.7) - math.log(0.5)) / 2)
    for line, wrong in (
        ("x,0,0,0", "no probabilities"),
        ("x,a,b,c", "three probabilities"),
        ("x,1,0", "3 columns"),
        ("x,1e308,1e308,0", "no probabilities"),  # whose sum is none
        ("x,nan,1,1", "no probabilities"),
    ):
        path.write_text(f"ID,A,B,NEITHER\n{line}\n", encoding="utf-8")
        with pytest.raises(DataError, match=f"kaggle.csv:2: .*{wrong}"):
            read_probabilities(path)
    path.write_text("development-1\tTRUE\tFALSE\n", encoding="utf-8")
    assert read_probabilities(path) is None


@pytest.mark.parametrize(
    "held",
    [
        '"ID","A","B","NEITHER"\n"development-1",0.7,0.2,0.1\n',
        "ID,NEITHER,A,B\ndevelopment-1,0.1,0.7,0.2\n",
        'text,id , a,b,neither\n"x, y",development-1,0.7,0.2,0.1\n\n',
    ],
)
def test_columns_of_the_contest_are_known_by_their_names(held: str, tmp_path: Path) -> None:
    path = tmp_path / "kaggle.csv"
    path.write_text(held, encoding="utf-8")
    said = read_probabilities(path)
    assert said is not None and said == {"development-1": pytest.approx((0.7, 0.2, 0.1))}
    path.write_text(f"id,{held}", encoding="utf-8")
    with pytest.raises(DataError, match=r"kaggle.csv:1: two columns have the same name"):
        read_probabilities(path)


@pytest.mark.parametrize(
    "header", ["ID\tA\tB\tNEITHER", '"id"\t"a"\t"b"\t"neither"', "Text\tNEITHER\tID\tA\tB"]
)
def test_tabs_in_a_file_of_the_contest_are_told(header: str, tmp_path: Path) -> None:
    path = tmp_path / "kaggle.tsv"
    path.write_text(f"{header}\ndevelopment-1\t0.7\t0.2\t0.1\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"kaggle.tsv:1: .*Kaggle's probability files are comma-separated"):
        Gap(path)


def test_columns_of_the_scorer_are_read_whatever_stands_beside_them(tmp_path: Path) -> None:
    path = tmp_path / "gap.tsv"
    path.write_text("ID\tA\tB\tNEITHER\tA-coref\tB-coref\nt-1\t.1\t.7\t.2\tFALSE\tTRUE\n", encoding="utf-8")
    assert Gap(path).picks == {"t-1": (False, True)}
