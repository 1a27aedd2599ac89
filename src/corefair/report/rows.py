"""Judged cases as a table for a spreadsheet: those that flipped, those that are wrong, or all."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from typing import Literal, TextIO

from corefair.auditing.report import Judged, Report
from corefair.auditing.typed_json import to_json
from corefair.errors import DataError
from corefair.report import marked
from corefair.types import Answer

Which = Literal["flips", "wrong", "all"]
FIRST = ("system", "suite", "case", "unit", "flip")  # columns before the groups …
LAST = ("sentence", "pronoun", "candidates", "right", "linked", "outcome", "status", "message")  # … and after


def write_rows(report: Report, out: TextIO, *, which: Which = "flips") -> int:
    """Write a line for each case under a line of heads; how many cases were written.

    Of flips, the cases that belong together stand together and have the same number under `flip`.
    """
    chosen = list(_chosen(report, which))
    groupings = list(dict.fromkeys(grouping for _, row in chosen for grouping in row.groups))
    clash = {"system", "suite", *LAST}
    heads = [f"group {grouping}" if grouping in clash else grouping for grouping in groupings]
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*FIRST, *heads, *LAST])
    writer.writerows(_line(flip, row, groupings) for flip, row in chosen)
    return len(chosen)


def _chosen(report: Report, which: Which) -> Iterator[tuple[str, Judged]]:
    """Rows with the number of their flip, which is empty for those that are in none."""
    by_result: dict[tuple[str, str], list[Judged]] = {}
    for row in report.rows():
        by_result.setdefault((row.subject, row.suite), []).append(row)
    for result in report.results:
        rows = by_result.get((result.subject, result.suite), [])
        if len(rows) < result.n_rows and not result.rows_left_out:
            raise DataError(f"{result.subject} on {result.suite} has {len(rows)} of its {result.n_rows} rows")
        if which == "flips":
            by_id = {row.case: row for row in rows}
            for number, names in enumerate(result.charts.flips, 1):
                yield from ((str(number), by_id[name]) for name in names if name in by_id)
        else:
            number_of = {name: str(i) for i, names in enumerate(result.charts.flips, 1) for name in names}
            wanted = (row for row in rows if which == "all" or row.right is False)
            yield from ((number_of.get(row.case, ""), row) for row in wanted)


def _line(flip: str, row: Judged, groupings: Sequence[str]) -> list[str]:
    first = [row.subject, row.suite, row.case, row.unit, flip]
    return [*first, *(row.groups.get(grouping, "") for grouping in groupings), *_answered(row)]


def _answered(row: Judged) -> list[str]:
    words = marked.sentence(row.words)
    status, message = (row.answer.status, row.answer.message) if isinstance(row.answer, Answer) else ("", "")
    if row.gold is None:
        answer = "" if isinstance(row.answer, Answer) else json.dumps(to_json(row.answer), ensure_ascii=False)
        return [words, "", "", "", answer, "", status, message]
    gold = row.gold
    pronoun = marked.sentence(row.words[gold.pronoun[0] : gold.pronoun[1]])
    right = "" if gold.right is None else gold.names[gold.right]
    linked = "; ".join(gold.names[i] for i in row.linked or ())
    outcome = "" if row.right is None else "right" if row.right else "wrong"
    return [words, pronoun, "; ".join(gold.names), right, linked, outcome, status, message]
