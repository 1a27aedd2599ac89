"""How a report was made, so that it can be made again: self-test, citations, data, settings and versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from corefair.report.markup import Safe, el, grid, item, join

Json = Mapping[str, Any]


def method(data: Json) -> Safe:
    """Self-test, citations, what is missing, hashes, settings and versions."""
    facts = {
        "Command": " ".join(data["command"]) or "from Python",
        "Date": data["date"],
        "Schema": data["schema"],
    }
    facts |= {key.capitalize(): value for key, value in {**data["settings"], **data["environment"]}.items()}
    hashes = [
        (s["key"], name, el("td", el("code", h))) for s in data["suites"] for name, h in s["data"].items()
    ]
    cites = [(s["key"], s["citation"], s["licence"]) for s in data["suites"]]
    missing = [(each["suite"], each["why"]) for each in data["missing"]]
    tested = [f"{s['name']}: {why}" for s in data["systems"] for why in s["self_test"]]
    own = f"The corefair contributors. corefair, version {data['corefair']}. And the suites you used:"
    listed = el("p", el("code", "corefair data list"), " shows which sets can be downloaded.")
    asked = [
        el("h3", "Self-test"),
        el("ul", *map(item, tested)) if tested else el("p", "No system failed it."),
    ]
    return join(
        *(asked if data.get("subject") != "vectors" else ()),
        *_aside(data["systems"]),
        el("h3", "How to cite"),
        el("p", own),
        grid("Suites, their papers and licences.", ("Suite", "Paper", "Licence"), cites),
        el("h3", "Suites that were not run"),
        join(listed, grid("Missing data.", ("Suite", "Why, and how to get it"), missing))
        if missing
        else el("p", "All suites asked for were run."),
        el("h3", "Data"),
        grid("SHA-256 of each file.", ("Suite", "File", "SHA-256"), hashes)
        if hashes
        else el("p", "No files."),
        el("h3", "Settings and environment"),
        el("dl", *(join(el("dt", key), el("dd", value)) for key, value in facts.items())),
    )


def _aside(systems: Sequence[Json]) -> list[Safe]:
    """What systems wrote besides their answers; folded, since it may be long and is theirs."""
    boxes = []
    for system in systems:
        stderr, warnings = system.get("stderr", "").strip(), system.get("warnings", ())
        if not stderr and not warnings:
            continue
        label = f"Standard error of {system['name']}"
        text = el("div", el("pre", stderr), class_="wide", tabindex=0, role="region", aria_label=label)
        boxes.append(
            el(
                "details",
                el("summary", f"{system['name']}: what it said besides its answers"),
                el("ul", *map(item, warnings)) if warnings else None,
                join(el("p", "The end of its standard error:"), text) if stderr else None,
            )
        )
    return [el("h3", "Said by the systems"), *boxes] if boxes else []
