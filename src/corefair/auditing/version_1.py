"""Reports of version 1, where a number's name told what it is and rows stood inside, as version 2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from corefair.auditing.measure import described
from corefair.auditing.typed_json import to_json
from corefair.errors import DataError, UnknownName
from corefair.suites.coref.choice import linked
from corefair.types import Answer, Choice, Measure, Mention, cluster_up

Object = dict[str, Any]
_CORRELATIONS = ("r", "ρ", "pearson", "spearman")


def upgraded(data: Object) -> tuple[Object, list[Object]]:
    """The report as version 2 has it, and its rows; a DataError names what is not as version 1 had it."""
    try:
        asks = data.get("subject", "systems")
        suites = {suite["key"]: suite for suite in data["suites"]}
        results = [_result(result, suites[result["suite"]], asks) for result in data["results"]]
        scores = {(r["system"], r["suite"], s["name"]): s for r in results for s in r["scores"]}
        made = {
            **data,
            "schema": "corefair.report/2",
            "subject": asks,
            "suites": [{**suite, "measures": list(_measures(suite))} for suite in data["suites"]],
            "results": results,
            "comparisons": [_comparison(each, scores) for each in data["comparisons"]],
        }
        return made, [row for result in data["results"] for row in _rows(result)]
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise DataError(f"version 1, but {type(error).__name__} at {error}") from None


def _measures(suite: Object) -> Iterator[Object]:
    measures = suite.get("measures", ())
    tables: dict[str, list[str]] = {}
    for measure in measures:
        tables.setdefault(measure["table"], []).append(measure["name"])
    for measure in measures:
        table = measure["table"]
        condition, column = _place(measure["name"], tables[table]) if table else ("", "")
        is_gap = measure["name"] == "gap"
        role = "headline" if is_gap else "table" if table else "extra"
        yield {**measure, "condition": condition, "column": column, "role": role}


def _place(name: str, names: Sequence[str]) -> tuple[str, str]:
    """Line and column of a number in a table: names were "condition, group" where they made a grid."""
    split = {each: each.rpartition(", ") for each in names}
    conditions = dict.fromkeys(condition for condition, _, _ in split.values())
    columns = dict.fromkeys(column for _, _, column in split.values())
    if len(conditions) < 2 or len(conditions) * len(columns) != len(names):
        return "", name
    condition, _, column = split[name]
    return condition, column


def _result(result: Object, suite: Object, asks: str) -> Object:
    measures = {measure["name"]: measure for measure in _measures(suite)}
    tables: dict[str, list[str]] = {}
    for score in result["scores"]:
        tables.setdefault(score["table"], []).append(score["name"])
    left_out = int(result.get("rows_left_out", 0))
    scores = [_score(score, measures.get(score["name"]), tables) for score in result["scores"]]
    if asks == "vectors":  # of which version 1 led with whatever stood in no table of a paper
        scores = [score if score["table"] else {**score, "role": "headline"} for score in scores]
    return {
        **result,
        "asked": "vectors" if asks == "vectors" else "clusters",
        "problems": result["problems"] or ([] if result["valid"] else ["no reason was recorded"]),
        "scores": scores,
        "charts": _charts(result["charts"]),
        "n_rows": left_out or len(result["rows"]),
        "rows_left_out": bool(left_out),
    }


def _score(score: Object, measure: Object | None, tables: Mapping[str, Sequence[str]]) -> Object:
    """With what it is: from its measure where there is one, else by its name, as version 1 told it."""
    if measure is not None:
        try:
            known = to_json(described(Measure(**measure)))
        except UnknownName:  # a metric of a package that is not installed here
            known = _told_by_name(score)
    else:
        known = _told_by_name(score)
    if score["name"] == "weighted gap":
        known |= {"weighted": True, "role": "headline"}
    if score.get("unit"):
        known["unit"] = score["unit"]
    table = score["table"]
    condition, column = _place(score["name"], tables[table]) if table else ("", score["name"])
    kept = {key: value for key, value in score.items() if key != "unit"}
    return {**known, **kept, "condition": condition, "column": column}


def _told_by_name(score: Object) -> Object:
    name = score["name"].lower()
    parts = (part.partition(" ") for part in score.get("group", "").split(", ") if part)
    known: Object = {"groups": {key: group for key, _, group in parts}}
    known["role"] = "table" if score["table"] else "extra"
    if name.split(",")[0].split(" ")[0] in _CORRELATIONS or "correlation" in name:
        return known | {"kind": "correlation", "unit": "correlation"}
    if score["better"] == "one":
        return known | {"kind": "ratio", "unit": "ratio"}
    if score["better"] == "zero":
        return known | {"kind": "distance" if "|" in name else "gap", "unit": "points"}
    return known | {"kind": "share", "unit": "share"}


def _comparison(entry: Object, scores: Mapping[tuple[str, str, str], Object]) -> Object:
    name = entry["name"]
    score = scores.get((entry["system"], entry["suite"], name))
    before = scores.get((entry["baseline"], entry["suite"], name))
    measure = score or {"name": name, "value": None, "low": None, "high": None, "n": entry["n"]}
    return {**entry, "measure": measure, "before": before and before["value"]}


def _charts(charts: Object) -> Object:
    grids = []
    for name, chart in charts.items():
        if name == "table":
            grids.append({"columns": chart["columns"], "rows": chart["rows"], "title": ""})
        elif name not in ("by_occupation", "flips") and isinstance(chart, list) and chart:
            columns = list(chart[0])
            rows = [[line.get(column) for column in columns] for line in chart]
            grids.append({"columns": columns, "rows": rows, "title": name})
    projection = charts.get("projection")
    return {
        "jobs": [_job(job) for job in charts.get("by_occupation", ())],
        "flips": charts.get("flips", []),
        "projection": projection and {"x": "x", "y": "y", **projection, "points": list(_points(projection))},
        "slopes": charts.get("slopes", {}).get("pairs", []),
        "grids": grids,
    }


def _points(projection: Object) -> Iterator[Object]:
    for point in projection["points"]:
        yield {"before": None, "after": None, **point}


def _job(job: Object) -> Object:
    genders = ("feminine", "masculine", "neutral")
    return {**job, "percent": {gender: job[gender] for gender in genders if gender in job}}


def _rows(result: Object) -> Iterator[Object]:
    for row in result["rows"]:
        made = {**row, "suite": result["suite"], "system": result["system"]}
        if "gold" in row:
            gold = row["gold"]
            choice = Choice(
                Mention(*gold["pronoun"]),
                tuple(Mention(*each) for each in gold["candidates"]),
                tuple(gold["names"]),
                gold["right"],
            )
            made["linked"] = sorted(linked(Answer(cluster_up(row["answer"]["clusters"])), choice))
        yield made
