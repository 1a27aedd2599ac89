"""A report from its file, checked against the schema, and the paper's tables as they are laid out from it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from corefair.errors import DataError
from corefair.io.files import check_utf8, lines

FAMILY, VERSION = "corefair.report", 1  # the schema's name and the newest we read: "corefair.report/1"
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list, tuple),
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}
PLAIN: dict[str, set[type]] = {"string": {str}, "number": {int, float}, "integer": {int}}


def load(path: Path | str) -> dict[str, Any]:
    """The report in a file, plain or gzip; a DataError says what is wrong with any other file.

    A number that JSON does not have (NaN, Infinity) is read as null: not defined.
    """
    text = "".join(lines(path))
    try:
        check_utf8(text, line=1)
        data = json.loads(text, parse_constant=lambda _: None)
    except json.JSONDecodeError as error:
        raise DataError(f"not JSON: {error.msg}", path=str(path), line=error.lineno) from None
    except RecursionError:
        raise DataError("not a report: it is nested too deeply", path=str(path)) from None
    except DataError as error:
        raise error.at(path=str(path)) from None
    _check_family(data, str(path))
    wrong = next(faults(data, schema()), None)
    if wrong:
        raise DataError(f"not a sound report: {wrong}; run the audit again", path=str(path))
    found: dict[str, Any] = data
    return found


def _check_family(data: Any, path: str) -> None:
    named = data.get("schema") if isinstance(data, dict) else None
    family, _, version = named.partition("/") if isinstance(named, str) else ("", "", "")
    if family != FAMILY or not version.isdecimal():
        wanted = f'it has no "schema": "{FAMILY}/{VERSION}"; give the report.json that an audit wrote'
        raise DataError(f"not a report: {wanted}", path=path)
    if int(version) > VERSION:
        newer = (
            f"a report of schema {version}, and this corefair reads up to {VERSION}: install a newer corefair"
        )
        raise DataError(newer, path=path)


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of a report."""
    found: dict[str, Any] = json.loads((files("corefair.report") / "schema.json").read_text(encoding="utf-8"))
    return found


def faults(value: Any, rule: Mapping[str, Any], where: str = "report") -> Iterator[str]:
    """Where a value breaks a rule of the schema; of JSON Schema only the words that ours uses are known."""
    if "$ref" in rule:
        yield from faults(value, schema()["$defs"][rule["$ref"].rpartition("/")[2]], where)
        return
    if "type" in rule:
        wanted = [rule["type"]] if isinstance(rule["type"], str) else rule["type"]
        if not any(_is(value, each) for each in wanted):
            yield f"{where} is {_kind(value)}, not {' or '.join(wanted)}"
            return
    if "enum" in rule and value not in rule["enum"]:
        yield f"{where} is {value!r}, not one of {', '.join(map(repr, rule['enum']))}"
    if isinstance(value, Mapping):
        for name in rule.get("required", ()):
            if name not in value:
                yield f"{where} has no {name!r}"
        known, others = rule.get("properties", {}), rule.get("additionalProperties", True)
        for name, inside in value.items():
            if _plainly((inside,), known.get(name, others)):
                continue
            if name in known:
                yield from faults(inside, known[name], f"{where}.{name}")
            elif others is False:
                yield f"{where} has an unknown {name!r}"
            elif others is not True:
                yield from faults(inside, others, f"{where}.{name}")
    elif isinstance(value, (list, tuple)):
        if not rule.get("minItems", 0) <= len(value) <= rule.get("maxItems", len(value)):
            yield f"{where} has {len(value)} items"
        of = rule.get("items", True)
        for i, inside in enumerate(value) if of is not True and not _plainly(value, of) else ():
            yield from faults(inside, of, f"{where}[{i}]")
    if "if" in rule:
        branch = "else" if any(True for _ in faults(value, rule["if"], where)) else "then"
        yield from faults(value, rule[branch], where)


def _plainly(values: Iterable[Any], rule: Any) -> bool:
    """Whether all are words, or numbers, as their rule wants: most are, and a report has a million."""
    wanted = None if isinstance(rule, bool) or "enum" in rule else rule.get("type")
    return isinstance(wanted, str) and wanted in PLAIN and PLAIN[wanted].issuperset(map(type, values))


def _is(value: Any, name: str) -> bool:
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def _kind(value: Any) -> str:
    return next((name for name in TYPES if _is(value, name)), type(value).__name__)


class Table(NamedTuple):
    """A table of a suite's paper: a line per system, and per condition where names are "condition, group"."""

    suite: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[Mapping[str, Any] | None, ...]], ...]  # system, condition, scores
    invalid: tuple[str, ...]  # systems whose numbers are not shown

    @property
    def conditions(self) -> bool:
        """Whether lines have a condition."""
        return any(condition for _, condition, _ in self.rows)


def tables(data: Mapping[str, Any], suite: str | None = None) -> list[Table]:
    """The papers' tables in the order of suites and scores, for one suite or for all."""
    found: list[Table] = []
    for key in (each["key"] for each in data["suites"] if suite in (None, each["key"])):
        results = [result for result in data["results"] if result["suite"] == key]
        titles = dict.fromkeys(s["table"] for r in results for s in r["scores"] if s["table"])
        found += [_table(key, title, results) for title in titles]
    return found


def _table(suite: str, title: str, results: list[Mapping[str, Any]]) -> Table:
    scores = {
        (result["system"], score["name"]): score
        for result in results
        if result["valid"]
        for score in result["scores"]
        if score["table"] == title
    }
    names = list(dict.fromkeys(s["name"] for r in results for s in r["scores"] if s["table"] == title))
    split = {name: name.rpartition(", ") for name in names}
    conditions = list(dict.fromkeys(condition for condition, _, _ in split.values()))
    columns = list(dict.fromkeys(column for _, _, column in split.values()))
    if len(conditions) < 2 or len(conditions) * len(columns) != len(names):  # not a full grid: one long line
        conditions, columns = [""], names
    rows = tuple(
        (
            result["system"],
            condition,
            tuple(
                scores.get((result["system"], f"{condition}, {column}" if condition else column))
                for column in columns
            ),
        )
        for result in results
        if result["valid"]
        for condition in conditions
    )
    invalid = tuple(result["system"] for result in results if not result["valid"])
    return Table(suite, title, tuple(columns), rows, invalid)
