"""A report in a folder and back: scores in report.json, every judged case beside it in rows.jsonl.gz."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from corefair.auditing.report import Judged, Report
from corefair.auditing.typed_json import from_json, to_json
from corefair.auditing.verdicts import worst_first
from corefair.errors import DataError
from corefair.io.damaged import damaged, json_value
from corefair.io.files import lines, writing
from corefair.runs.content import digest
from corefair.runs.writing import write_errors

FAMILY, VERSION = "corefair.report", 2  # the schema's name, and the version we write
REPORT, ROWS = "report.json", "rows.jsonl.gz"


def save(report: Report, folder: Path) -> Path:
    """Write both files, each there only when all of it is; the rows first, so that a report has its rows.

    The report tells the SHA-256 of its rows: those of another audit, that a kill may leave beside it, are
    told apart.
    """
    with write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with writing(folder / ROWS) as out:
        out.writelines(_row_lines(report))
    with writing(folder / REPORT) as out:
        out.write(dumps(report, rows_sha256=digest([folder / ROWS])))
    return folder / REPORT


def dumps(report: Report, *, rows_sha256: str | None = None) -> str:
    """report.json as text."""
    known = {"schema": f"{FAMILY}/{VERSION}", **to_json(report)}
    if rows_sha256:
        known["rows_sha256"] = rows_sha256
    for result in known["results"]:
        result["valid"] = not result["problems"]
    for comparison in known["comparisons"]:
        comparison["name"] = comparison["measure"]["name"]
    return json.dumps(known, ensure_ascii=False, allow_nan=False)


def load(path: Path | str) -> Report:
    """A report from its folder or its report.json, plain or gzip; its rows are read when they are asked for.

    Reports of version 1, which had their rows inside, load too. A number that JSON does not have (NaN,
    Infinity) is read as null: not defined.
    """
    path = Path(path)
    if path.is_dir():
        path = path / REPORT
    data = json_value(path)
    version = _version(data, str(path))
    with damaged(path, "a sound report"):
        return _load(data, version, path)


def _load(data: Any, version: int, path: Path) -> Report:
    try:
        if version == 1:
            from corefair.auditing.version_1 import upgraded

            data, rows = upgraded(data)
            report = from_json(Report, data, "report").with_rows(partial(_typed_rows, rows, str(path)))
            _check(report)
            judged = worst_first(report.results, report.suites) if report.asks == "systems" else ()
            return replace(report, verdicts=judged)
        report = from_json(Report, data, "report")
        _check(report)
    except DataError as error:
        raise DataError(f"not a sound report: {error}; run the audit again", path=str(path)) from None
    return report.with_rows(partial(_read_rows, path.with_name(ROWS), data.get("rows_sha256")))


def _check(report: Report) -> None:
    """Refuse one whose parts speak of what is not in it."""
    subjects, suites = {each.name for each in report.subjects}, {card.key for card in report.suites}
    named = [(each.subject, each.suite) for each in report.results]
    named += [(each.subject, each.suite) for each in report.verdicts]
    named += [(name, each.suite) for each in report.comparisons for name in (each.subject, each.baseline)]
    for subject, suite in named:
        if subject not in subjects or suite not in suites:
            raise DataError(f"it speaks of {subject!r} on {suite!r}, and has not both")


def _row_lines(report: Report) -> Iterator[str]:
    for row in report.rows():
        yield json.dumps(to_json(row), ensure_ascii=False, allow_nan=False) + "\n"


def _version(data: Any, path: str) -> int:
    named = data.get("schema") if isinstance(data, dict) else None
    family, _, version = named.partition("/") if isinstance(named, str) else ("", "", "")
    if family != FAMILY or not version.isdecimal():
        wanted = f'it has no "schema": "{FAMILY}/{VERSION}"; give the report.json that an audit wrote'
        raise DataError(f"not a report: {wanted}", path=path)
    if len(version) > 9 or int(version) > VERSION:
        newer = f"a report of schema {version}, and this corefair reads up to {VERSION}"
        raise DataError(f"{newer}: install a newer corefair", path=path)
    return int(version)


def _read_rows(path: Path, sha256: Any) -> Sequence[Judged]:
    if not path.exists():
        raise DataError(
            f"the judged cases are not here: {ROWS} belongs beside {REPORT}; copy the whole folder",
            path=str(path),
        )
    rows = _typed_rows((json.loads(line) for line in lines(path)), str(path))
    if sha256 is not None and digest([path]) != sha256:
        message = f"the judged cases are not those of the {REPORT} beside them: run the audit again"
        raise DataError(message, path=str(path))
    return rows


def _typed_rows(rows: Any, path: str) -> Sequence[Judged]:
    made: list[Judged] = []
    try:
        for row in rows:
            made.append(from_json(Judged, row, "row"))
    except DataError as error:
        if error.path is not None:
            raise  # of the file, not of the row
        raise DataError(f"not a sound row: {error}", path=path, line=len(made) + 1) from None
    except (ValueError, RecursionError) as error:
        raise DataError(f"not JSON: {error}", path=path, line=len(made) + 1) from None
    return made
