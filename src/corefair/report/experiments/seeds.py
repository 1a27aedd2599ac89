"""The numbers that are read, row by row with each seed."""

from __future__ import annotations

from collections.abc import Sequence

from corefair.experiments.published import in_print
from corefair.experiments.remedies import gaps_of
from corefair.experiments.result import Experiment, Number

F1 = "CoNLL F1"


def seed_by_seed(found: Experiment) -> list[Sequence[str]]:
    """Heads, then a row each: mean, interval over sentences, each seed; nothing where no row has several."""
    columns = [(corpus, F1) for corpus in found.corpora]
    columns += [(asked.key, name) for asked in found.asked for name in gaps_of(found, asked)]
    rows: list[Sequence[str]] = []
    several = False
    for row in found.rows:
        numbers = [found.number(row.name, *column) for column in columns]
        if any(numbers):
            several |= any(number is not None and len(number.seeds) > 1 for number in numbers)
            rows.append([row.name, *(cell(found, number) for number in numbers)])
    return [["", *(f"{asked}, {name}" for asked, name in columns)], *rows] if several else []


def cell(found: Experiment, number: Number | None) -> str:
    """A number as it stands in that table."""
    if number is None or number.score.value is None:
        return "–"
    score = number.score
    mark = "†" if found.why_number_unread(number) else ""
    between = ""
    if score.low is not None and score.high is not None:
        between = f" ({in_print(score, score.low)} to {in_print(score, score.high)})"
    each = ": " + ", ".join(in_print(score, value) for value in number.seeds) if len(number.seeds) > 1 else ""
    return f"{in_print(score, score.value or 0.0)}{mark}{between}{each}"
