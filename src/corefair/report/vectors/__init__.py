"""The page of an audit of word vectors: what was found, the files, bias against quality, suite by suite."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from corefair.report import tables as shared
from corefair.report.frame import framed, gates
from corefair.report.load import tables as paper_tables
from corefair.report.markup import Safe, count, el, item, join
from corefair.report.method import method
from corefair.report.vectors import evidence, tables
from corefair.report.vectors.strips import scores
from corefair.report.vectors.words import Change, baseline, changes, firsts, line, moved, summary

Json = Mapping[str, Any]
CARE = (
    "These numbers say how the vectors score on these words. Less of one measure is not the absence of bias: "
    "what one measure no longer sees, another may still find. “Improved” means nearer to what the measure's "
    "paper calls better, with an interval that leaves out no change. Groups are grammatical: feminine and "
    "masculine words, not people."
)
READING = (
    "An interval says where the number would have fallen on other words or questions of the same kind. It "
    "comes from resampling whole units.",
    "p is how often chance alone would give a difference at least this large: the two files' answers to each "
    "case are swapped by a coin. “Holm” is p corrected for having looked at several numbers.",
    "Where a suite needs labels (which words lean to which side) they come from the original.",
    "A suite of which too few words are there is not measured; that is not a score of zero.",
)


def render(data: Json) -> str:
    """The whole page, ready to be written to a file."""
    names = [each["name"] for each in data["systems"]]
    colour_of = {name: i for i, name in enumerate(names)}
    suites = {f"suite-{i}": suite for i, suite in enumerate(data["suites"])}
    parts: dict[str, tuple[str, Safe | None]] = {
        "summary": ("What was found", _summary(data)),
        "files": ("The files", tables.files(data)),
        "tradeoff": ("Bias and quality together", evidence.trade_off(data, colour_of)),
        "bias": ("Bias", tables.overview(data, "bias")),
        "quality": ("Quality", tables.overview(data, "quality")),
        **{anchor: (suite["key"], _suite(data, suite, colour_of)) for anchor, suite in suites.items()},
        "comparisons": ("Compared case by case", tables.comparisons(data)),
        "scores": ("All scores", shared.scores(data, noun="File")),
        "method": (
            "How this was made",
            join(el("h3", "Reading the numbers"), el("ul", *map(item, READING)), method(data)),
        ),
    }
    shown = {anchor: (title, part) for anchor, (title, part) in parts.items() if part is not None}
    said = f"{count(len(names), 'file')} on {count(len(suites), 'suite')}, {data['date']}"
    links = (el("li", el("a", title, href=f"#{anchor}")) for anchor, (title, _) in shown.items())
    sections = (
        el("section", el("h2", title, id=f"{anchor}-h"), part, id=anchor, aria_labelledby=f"{anchor}-h")
        for anchor, (title, part) in shown.items()
    )
    body = join(
        el("a", "Skip to what was found", class_="skip", href="#summary"),
        el(
            "header",
            el("h1", "Audit of word vectors"),
            el("p", f"{', '.join(names)}: {said}, corefair {data['corefair']}.", class_="lead"),
            el("nav", el("ul", *links), aria_label="Contents"),
        ),
        el("main", *sections),
        el("footer", el("p", "Every number is in report.json.")),
    )
    return framed(body, title=f"Audit of word vectors: {', '.join(names)}", data=data)


def _summary(data: Json) -> Safe:
    against = baseline(data)
    items = []
    for name in (each["name"] for each in data["systems"]):
        found = changes(data, name)
        badge = "Not measured" if not found else "Baseline" if name == against else "Measured"
        lines = el("ul", *map(_line, firsts(found)))
        items.append(
            el(
                "li",
                el("p", el("span", badge, class_="badge"), el("b", name), class_="who"),
                el("p", summary(data, name), class_="says"),
                lines if found and name != against else None,
                class_="verdict" if found else "verdict invalid",
            )
        )
    bad = [result for result in data["results"] if not result["valid"]]
    box = (
        el("h3", "Not measured"),
        el("p", "These say nothing: neither that there is bias nor that there is none."),
        el("ul", *(item(f"{r['system']} on {r['suite']}: {'; '.join(r['problems'])}") for r in bad)),
    )
    return join(
        el("p", CARE, class_="muted"),
        el("ul", *items, class_="verdicts"),
        el("div", *box, class_="box") if bad else None,
        gates(data.get("gates", ())),
    )


def _line(change: Change) -> Safe:
    word = el("b", moved(change), class_=f"move {change.move}") if change.move else None
    return el("li", f"{change.suite['key']}: ", word, " · " if word else None, line(change))


def _suite(data: Json, suite: Json, colour_of: Mapping[str, int]) -> Safe:
    results = [result for result in data["results"] if result["suite"] == suite["key"]]
    valid = [result for result in results if result["valid"]]
    kind = "bias" if suite["kind"] == "bias" else "what the vectors are good for"
    own = [table for result in valid for table in tables.own_tables(result)]
    return join(
        el("p", suite["about"]),
        el("p", f"It measures {kind}; version {suite['version']}.", class_="muted"),
        *scores(suite, valid, colour_of),
        evidence.projections(data, valid),
        evidence.slopes(data, valid, colour_of),
        join(el("h3", "In detail"), *own) if own else None,
        tables.coverage(results),
        *(shared.paper_table(table, noun="File") for table in paper_tables(data, suite["key"])),
        el("h3", "What this suite cannot show"),
        el("ul", *map(item, suite["caveats"])) if suite["caveats"] else el("p", "–"),
    )
