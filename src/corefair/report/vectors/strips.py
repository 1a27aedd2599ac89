"""The headline scores of a suite as strips with their intervals, a line for each file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from corefair.report.charts import Mark, nice_span, strips
from corefair.report.markup import Safe
from corefair.report.tables import interval
from corefair.report.verdict import shown

Json = Mapping[str, Any]
Colours = Mapping[str, int]  # by the name of a file


def scores(suite: Json, results: Sequence[Json], colour_of: Colours) -> list[Safe]:
    """The headline scores of one suite with their intervals, and what should be 0, such as effect sizes."""
    summed = {measure["name"] for measure in suite.get("measures", ())}
    marks: dict[tuple[str, str], dict[str, list[Mark]]] = {}
    for result in results:
        for score in result["scores"]:
            about_zero = score["better"] == "zero" and score["name"] not in summed
            if score["value"] is None or (score["table"] and not about_zero):
                continue
            unit = score.get("unit", "number")
            kind = "zero" if unit == "number" and score["better"] == "zero" else unit
            groups = marks.setdefault((score["table"], kind), {})
            groups.setdefault(score["name"], []).append(_mark(result["system"], score, colour_of))
    return [_strips(table, kind, groups) for (table, kind), groups in marks.items()]


def _strips(table: str, kind: str, groups: Mapping[str, Sequence[Mark]]) -> Safe:
    said = {"share": "Percent", "zero": "Distance from 0", "number": "Value"}[kind]
    marks = [mark for each in groups.values() for mark in each]
    ends = [v for mark in marks for v in (mark.value, mark.low, mark.high) if v is not None]
    span = nice_span(ends, least=0.1) if kind == "zero" else (min(0.0, *ends), max(1e-9, *ends))
    where = f" ({table})" if table else ""
    return strips(
        list(groups.items()),
        caption=f"{said} with interval{where}; one line a file.",
        columns=("File", said, "Value and interval"),
        span=(0.0, 1.0) if kind == "share" and max(ends) > 0.5 else span,
        zero=0.0,
        bar=kind != "number",
        percent=kind == "share",
    )


def _mark(name: str, score: Json, colour_of: Colours) -> Mark:
    ends = {part: score[part] for part in ("value", "low", "high")}
    return Mark(name, colour_of[name], **ends, shown=shown(score), note=interval(score))
