"""The report as one self-contained page: verdicts, then the evidence, then how it was made.

Nothing is loaded from anywhere; whatever comes from the report is escaped by `el`; the page's one script, the
text filter, is allowed by its hash and nothing else runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from string import Template
from typing import Any

from corefair.report import evidence, tables, vectors
from corefair.report.balance import balance
from corefair.report.flips import flips
from corefair.report.frame import framed, gates
from corefair.report.load import tables as paper_tables
from corefair.report.markup import Safe, count, el, item, join
from corefair.report.method import method
from corefair.report.verdict import LEVELS, Verdict, worst_first

Json = Mapping[str, Any]


def render(data: Json) -> str:
    """The whole page, ready to be written to a file."""
    if data.get("subject") == "vectors":
        return vectors.render(data)
    template = (files("corefair.report") / "template.html").read_text(encoding="utf-8")
    names = [system["name"] for system in data["systems"]]
    page = _Page(data, {name: i for i, name in enumerate(names)})
    said = f"{count(len(names), 'system')} on {count(len(data['suites']), 'suite')}, {data['date']}"
    made = {
        "lead": f"{', '.join(names)}: {said}, corefair {data['corefair']}.",
        "nav": page.nav(),
        "verdicts": join(page.verdicts(), gates(data.get("gates", ()))),
        "suites": join(*(page.suite(i, suite) for i, suite in enumerate(data["suites"]))),
        "comparisons": tables.comparisons(data),
        "scores": tables.scores(data),
        "method": method(data),
        "footer": "Differences are measured on the sentences of each suite; every number is in report.json.",
    }
    body = Template(template).substitute({key: join(value) for key, value in made.items()})
    return framed(body, title=f"Coreference audit: {', '.join(names)}", data=data)


class _Page:
    def __init__(self, data: Json, colour_of: Mapping[str, int]) -> None:
        self.data, self.colour_of = data, colour_of
        self.judged = worst_first(data)
        self.anchors = {suite["key"]: f"suite-{i}" for i, suite in enumerate(data["suites"])}

    def nav(self) -> Safe:
        rest = {"#verdicts": "Verdicts"} | {f"#{a}": key for key, a in self.anchors.items()}
        rest |= {"#comparisons": "Systems compared", "#scores": "All scores", "#method": "How this was made"}
        items = (el("li", el("a", name, href=where)) for where, name in rest.items())
        return el("nav", el("ul", *items), aria_label="Contents")

    def verdicts(self) -> Safe:
        bad = [each for each in self.judged if each[2].level == "invalid"]
        good = [each for each in self.judged if each[2].level != "invalid"]
        box = (
            el("h3", "Invalid results"),
            el("p", "A silent or broken system is invalid, never without a gap."),
        )
        return join(
            el("div", *box, self._verdict_list(bad), class_="box") if bad else None,
            self._verdict_list(good) if good else el("p", "There is no valid result."),
        )

    def _verdict_list(self, judged: Iterable[tuple[Json, Json, Verdict]]) -> Safe:
        """One item a verdict; where one system gets the very same on several suites, one for them all."""
        suites_of: dict[tuple[str, Verdict], list[str]] = {}
        for result, suite, verdict in judged:
            suites_of.setdefault((result["system"], verdict), []).append(suite["key"])
        items = []
        for (system, verdict), keys in suites_of.items():
            links = [el("a", key, href=f"#{self.anchors[key]}") for key in keys]
            badge = el("span", LEVELS[verdict.level], class_="badge")
            on = join(links[0], *(part for link in links[1:] for part in (", ", link)))
            details = el("ul", *map(item, verdict.details)) if verdict.details else None
            who = el("p", badge, el("b", system), " on ", on, class_="who")
            says = el("p", re.sub(r"\b([pr]) ([<=]) ", "\\1\u00a0\\2\u00a0", verdict.sentence), class_="says")
            items.append(el("li", who, says, details, class_=f"verdict {verdict.level}"))
        return el("ul", *items, class_="verdicts")

    def suite(self, number: int, suite: Json) -> Safe:
        results = [result for result in self.data["results"] if result["suite"] == suite["key"]]
        anchor = f"suite-{number}"
        size = f"{count(suite['n_cases'], 'case')} in {count(suite['n_units'], 'independent unit')}"
        parts = (
            el("h2", suite["key"], id=f"{anchor}-h"),
            el("p", suite["about"], " ", el("span", f"{size}, version {suite['version']}.", class_="muted")),
            evidence.gaps(results, self.colour_of),
            evidence.accuracies(results, self.colour_of),
            evidence.types(results, self.colour_of),
            evidence.occupations(results, self.colour_of),
            flips(self.data, anchor, results),
            balance(suite),
            tables.coverage(results),
            *(tables.paper_table(table) for table in paper_tables(self.data, suite["key"])),
            el("h3", "What this suite cannot show"),
            el("ul", *(el("li", caveat) for caveat in suite["caveats"]))
            if suite["caveats"]
            else el("p", "–"),
        )
        return el("section", *parts, id=anchor, aria_labelledby=f"{anchor}-h")
