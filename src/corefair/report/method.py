"""How a report was made, so that it can be made again: self-test, citations, data, settings and versions."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from corefair.auditing.report import Report, Subject
from corefair.report.markup import Safe, el, grid, item, join


def method(report: Report, reading: Sequence[str]) -> Safe:
    """How to read the numbers, citations, what is missing; folded: hashes, settings and versions."""
    cites = [(card.key, card.citation, card.licence) for card in report.suites]
    own = f"The corefair contributors. corefair, version {report.corefair}. And the suites you used:"
    missing = [(each.suite, each.why) for each in report.not_run]
    where = el("p", el("code", "corefair data list"), " shows which sets can be downloaded.")
    not_run = grid("Suites that were not run.", ("Suite", "Why, and how to get it"), missing)
    return join(
        el("h3", "Reading the numbers"),
        el("ul", *map(item, reading)),
        *(_self_test(report.subjects) if report.asks == "systems" else ()),
        *_aside(report.subjects),
        el("h3", "How to cite"),
        el("p", own),
        grid("Suites, their papers and licences.", ("Suite", "Paper", "Licence"), cites),
        el("h3", "Suites that were not run"),
        join(where, not_run) if missing else el("p", "All suites asked for were run."),
        *_data(report),
        *_facts(report),
    )


def _self_test(subjects: Sequence[Subject]) -> list[Safe]:
    failed = [f"{subject.name}: {why}" for subject in subjects for why in subject.self_test]
    return [
        el("h3", "Self-test"),
        el("ul", *map(item, failed)) if failed else el("p", "No system failed it."),
    ]


def _aside(subjects: Sequence[Subject]) -> list[Safe]:
    """What systems wrote besides their answers; folded, since it may be long and is theirs."""
    boxes = []
    for subject in subjects:
        stderr = subject.stderr.strip()
        if not stderr and not subject.warnings:
            continue
        label = f"Standard error of {subject.name}"
        text = el("div", el("pre", stderr), class_="wide", tabindex=0, role="region", aria_label=label)
        boxes.append(
            el(
                "details",
                el("summary", f"{subject.name}: what came besides its answers"),
                el("ul", *map(item, subject.warnings)) if subject.warnings else None,
                join(el("p", "The end of its standard error:"), text) if stderr else None,
            )
        )
    return [el("h3", "Besides the answers"), *boxes] if boxes else []


def _data(report: Report) -> list[Safe]:
    hashes = [
        (card.key, name, el("td", el("code", digest), class_="sign"))
        for card in report.suites
        for name, digest in card.data.items()
    ]
    if not hashes:
        return [el("h3", "Data"), el("p", "No files.")]
    table = grid("SHA-256 of each file.", ("Suite", "File", "SHA-256"), hashes)
    summary = el("summary", f"{len(hashes)} files and their SHA-256")
    return [el("h3", "Data"), el("details", summary, table)]


def _facts(report: Report) -> list[Safe]:
    facts: dict[str, object] = {"Command": shlex.join(report.command) or "from Python", "Date": report.date}
    facts |= {key.capitalize(): value for key, value in report.settings.items()}
    facts |= {key.capitalize(): value for key, value in report.environment.items()}
    listed = el("dl", *(join(el("dt", key), el("dd", value)) for key, value in facts.items()))
    head = el("h3", "Settings and environment")
    return [head, el("details", el("summary", "Command, seed, versions"), listed)]
