"""What programs say to us, and what we show of it."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

from corefair.auditing.report import Report
from corefair.auditing.saved import load
from corefair.registry import renderers
from corefair.report.latex import escape as in_latex
from corefair.systems.outside.dialogue import ProgramFailed, _fields
from corefair.systems.outside.exchange import read_answer, read_picked
from corefair.types import Mention, Question
from fuzz.of_what_is_kept import report_files
from fuzz.targets import DOC, put, target

QUESTION = Question(DOC, Mention(5, 6), (Mention(0, 1), Mention(2, 4)))


@target(
    "a line of a program",
    b'{"id": "1", "clusters": [[[0, 1], [5, 6]]], "scores": [[[0, 1], [5, 6], 0.5]]}',
    b'{"scores": [-0.5, -1.5], "unit": "log-probability", "none": -3}',
    b'{"text": "Zo met", "clusters": [[[0, 2], [3, 6]]], "offsets": "char", "end": "inclusive"}',
    placed=False,
)
def _line(content: bytes, folder: Path) -> None:
    try:
        found = _fields(content.decode("utf-8", errors="replace"), number="1")
    except ProgramFailed:
        return
    assert read_answer(found, DOC).status in ("ok", "refused", "error")
    assert read_picked(found, QUESTION).status in ("ok", "refused", "error")


@target(
    "all that a program writes",
    b'{"clusters": []}\n{"clusters": [[[0, 1], [5, 6]]]}\n{"clusters": []}\n',
    placed=False,
)
def _program(content: bytes, folder: Path) -> None:
    from corefair.systems.ask import ask
    from corefair.systems.outside.command import Command

    if sys.platform == "win32":
        return
    system = Command(["cat", str(put(content, folder, "said"))], time_limit=5, start_limit=5)
    assert len(list(ask(system, [DOC] * 3))) == 3


@target(
    "text in a report",
    b"mine: <script>alert(1)</script> \x1b[31m & \\input{x} | `x` \xe2\x80\xae",
    placed=False,
)
def _rendered(content: bytes, folder: Path) -> None:
    text = content.decode("utf-8", errors="replace")[:200]
    report = _loaded()
    report = replace(
        report,
        subjects=tuple(replace(each, name=text, warnings=(text,), stderr=text) for each in report.subjects),
        results=tuple(replace(each, subject=text, warnings=(text,)) for each in report.results),
        verdicts=tuple(replace(each, subject=text, sentence=text) for each in report.verdicts),
    )
    for form in ("md", "latex", "junit", "html"):
        shown = renderers[form](report)
        odd = {char for char in shown if ord(char) < 32 and char not in "\n\t"} | ({"\x7f"} & set(shown))
        assert not odd, f"{form} shows control characters {odd!r}"
        assert form != "html" or shown.lower().count("<script") == _loaded_html().lower().count("<script")
    in_latex(text)


@cache
def _loaded() -> Report:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        put(report_files()[1], Path(folder), "rows.jsonl.gz")
        report = load(put(report_files()[0], Path(folder), "report.json"))
        rows = report.rows()
        return report.with_rows(lambda: rows)


@cache
def _loaded_html() -> str:
    return str(renderers["html"](_loaded()))
