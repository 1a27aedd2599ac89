"""The papers' tables: lines and columns as the scores name them, in the order in which they do."""

from __future__ import annotations

from dataclasses import replace

from corefair.auditing.report import Report
from corefair.report.paper_tables import paper_tables
from report.example import EVIL, result, score


def test_a_table_has_a_line_for_each_condition(report: Report) -> None:
    table = next(table for table in paper_tables(report) if table.title == "Table 3")
    assert table.columns == ("feminine", "masculine") and table.has_conditions
    assert [line[:2] for line in table.lines] == [
        ("good", "no"),
        ("good", "yes"),
        (EVIL, "no"),
        (EVIL, "yes"),
    ]
    assert [s.value for s in table.lines[0].scores if s] == [0.383, 0.517]
    assert table.invalid == ("mute",)


def test_a_table_without_conditions_has_one_line_a_system(report: Report) -> None:
    table = next(table for table in paper_tables(report) if table.title == "Table 2")
    assert table.columns == ("T1-f", "T1-m") and not table.has_conditions
    assert [line.subject for line in table.lines] == ["good", EVIL]


def test_a_cell_that_nobody_has_is_empty_and_order_is_that_of_appearance(report: Report) -> None:
    ragged = result(
        "good",
        0.0,
        scores=(
            score("z", 0.1, table="T", condition="second", column="b"),
            score("a", 0.2, table="T", condition="first", column="a"),
            score("b", 0.3, table="T", condition="first", column="b"),
        ),
    )
    (table,) = paper_tables(replace(report, results=(ragged,)))
    assert table.columns == ("b", "a")
    values = [[score and score.value for score in line.scores] for line in table.lines]
    assert values == [[0.1, None], [0.3, 0.2]]


def test_tables_of_one_suite_alone(report: Report) -> None:
    assert {table.title for table in paper_tables(report)} == {"by pronoun", "Table 2", "Table 3", "Table 4"}
    assert paper_tables(report, "another") == []
