"""What the build was told to fail on, and whether it does; a gate is a condition for failing."""

from __future__ import annotations

from corefair.auditing.report import GateOutcome, Report
from corefair.report.markup import Safe, el, item, join


def gates(report: Report) -> Safe | None:
    """The gates on the page, if there are any."""
    if not report.gates:
        return None
    items = []
    for gate in report.gates:
        badge = el("span", outcome(gate), class_="badge")
        condition = el("p", badge, "Fail if ", el("code", gate.condition), class_="who")
        why = el("ul", *map(item, reasons(gate))) if gate.failed else None
        items.append(el("li", condition, why, class_=f"verdict {'gap' if gate.failed else 'none'}"))
    return join(el("h3", "Gates"), el("ul", *items, class_="verdicts"))


def outcome(gate: GateOutcome) -> str:
    """In a word."""
    return "Failed" if gate.failed else "Passed"


def reasons(gate: GateOutcome) -> list[str]:
    """Why it failed, without the condition that each sentence opens with."""
    return [line.removeprefix(f"{gate.condition}: ") for line in gate.failed]


def in_short(report: Report) -> str:
    """`1 of 2 gates failed, and so does the build.`, or nothing where there are none."""
    n_failed = sum(bool(gate.failed) for gate in report.gates)
    if not report.gates:
        return ""
    if not n_failed:
        return f"All {len(report.gates)} gates passed." if len(report.gates) > 1 else "The gate passed."
    return f"{n_failed} of {len(report.gates)} gates failed, and so does the build."
