"""The report in Markdown, for a pull request or a terminal: verdicts, gates, gaps, tables, caveats."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from corefair.report import balance
from corefair.report.load import tables
from corefair.report.verdict import LEVELS, headline, said_p, said_points, shown, worst_first

Json = Mapping[str, Any]
_SPECIAL = re.compile(r"([\\`*_\[\]|~#])")


def render(data: Json) -> str:
    """The page as text; every word from the report is escaped, so that it can be pasted anywhere."""
    if data.get("subject") == "vectors":
        from corefair.report.vectors.text import markdown  # it is written with the helpers below

        return markdown(data)
    names = ", ".join(system["name"] for system in data["systems"])
    parts = [
        "# Coreference audit",
        f"{escape(names)}; {escape(data['date'])}, corefair {escape(data['corefair'])}.",
        "## Verdicts",
        _verdicts(data),
        *gates(data.get("gates", ())),
        "## Gaps",
        _gaps(data),
        *_compared(data),
        *_even(data),
        *_tables(data),
        "## What these suites cannot show",
        listed(
            f"**{escape(s['key'])}**: {escape(caveat)}" for s in data["suites"] for caveat in s["caveats"]
        ),
        *missing(data),
        "## Cite",
        listed(
            f"{escape(s['key'])}: {escape(s['citation'])} ({escape(s['licence'])})" for s in data["suites"]
        ),
        "Groups are grammatical: feminine, masculine and neutral pronouns. Finding no gap does not show that "
        "there is none. Every number, with its signature, is in report.json.",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def escape(text: str) -> str:
    r"""Text that Markdown and HTML show as it stands, on one line.

    >>> escape("<b> a|b *c*")
    '&lt;b&gt; a\\|b \\*c\\*'
    """
    joined = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _SPECIAL.sub(r"\\\1", joined)


def _verdicts(data: Json) -> str:
    return listed(
        f"**{LEVELS[verdict.level]}**: {escape(result['system'])} on {escape(suite['key'])}. "
        f"{escape(verdict.sentence)}" + "".join(f"\n  - {escape(detail)}" for detail in verdict.details)
        for result, suite, verdict in worst_first(data)
    )


def gates(gates: Sequence[Json]) -> list[str]:
    """A gate is a condition for failing, so it is said as one."""
    if not gates:
        return []
    items = []
    for gate in gates:
        why = (line.removeprefix(f"{gate['condition']}: ") for line in gate["failed"])
        said = f"**{'Failed' if gate['failed'] else 'Passed'}**: fail if {escape(gate['condition'])}"
        items.append(said + "".join(f"\n  - {escape(line)}" for line in why))
    return ["## Gates", listed(items)]


def _gaps(data: Json) -> str:
    rows = []
    for result in data["results"]:
        where, score = (result["suite"], result["system"]), headline(result)
        if not result["valid"]:
            rows.append((*where, "invalid", "", "", "", ""))
        elif score:
            interval = f"{shown(score, 'low')} to {shown(score, 'high')}"
            seen = said_points(result["detectable"], up=True) if result["detectable"] else "–"
            rows.append((*where, score["name"], shown(score), interval, said_p(score["p"]), seen))
    heads = ("Suite", "System", "Measure", "Value", "Interval", "p", "Would have found")
    return grid(heads, rows) if rows else "No gap was measured."


def _compared(data: Json) -> list[str]:
    bad = {(r["suite"], r["system"]) for r in data["results"] if not r["valid"]}
    rows = [
        (
            f"{each['system']} against {each['baseline']}",
            each["suite"],
            each["name"],
            *(
                shown({**each, "better": "zero", "value": each[part]})
                for part in ("difference", "low", "high")
            ),
            said_p(each["p_holm"]),
        )
        for each in data["comparisons"]
        if each["name"] == "gap"
        and not bad & {(each["suite"], each["system"]), (each["suite"], each["baseline"])}
    ]
    heads = ("Systems", "Suite", "Measure", "Difference", "Low", "High", "Holm")
    return ["## Systems compared", grid(heads, rows)] if rows else []


def _even(data: Json) -> list[str]:
    """Only where a suite is not: the page has them all."""
    parts = []
    for suite in data["suites"]:
        if any(each["p_holm"] < 0.05 for each in suite.get("imbalance", ())):
            parts += [f"## {escape(suite['key'])}: the test itself", escape(balance.said(suite))]
            parts += [grid(*balance.table(suite))]
    return parts


def _tables(data: Json) -> list[str]:
    parts = []
    for table in tables(data):
        heads = ("System", *(("Condition",) if table.conditions else ()), *table.columns)
        rows = [
            (
                system,
                *((condition,) if table.conditions else ()),
                *("–" if s is None else shown(s) for s in scores),
            )
            for system, condition, scores in table.rows
        ]
        rows += [(system, "invalid", *("",) * (len(heads) - 2)) for system in table.invalid]
        parts += [f"## {escape(table.suite)}, {escape(table.title)}", grid(heads, rows)]
    return parts


def missing(data: Json) -> list[str]:
    if not data["missing"]:
        return []
    said = listed(f"{escape(each['suite'])}: {escape(each['why'])}" for each in data["missing"])
    return ["## Suites that were not run", said]


def grid(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *([escape(cell) for cell in row] for row in rows)]
    lines[0] = [escape(head) for head in heads]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def listed(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)
