"""The report as one self-contained page: what was found, then the evidence, then how it was made.

Whatever comes from the report is escaped by `el`; the page's one script opens and filters lists, is allowed
by its hash, and nothing else runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from corefair.auditing.report import Report, Result, SuiteCard
from corefair.registry import renderers
from corefair.report import gates, paper_tables, tables
from corefair.report.corpora import CorpusPage
from corefair.report.frame import framed
from corefair.report.markup import Safe, count, el, item, join
from corefair.report.method import method
from corefair.report.score_strips import Colours
from corefair.report.systems import SystemPage
from corefair.report.vectors import VectorPage
from corefair.report.wording import NOUNS_OF_MANY, date, listed, names

FEW_SUITES = 2
MOST_NAMES = 3  # in the title; of more it says how many


class Page(Protocol):
    """What differs between audits of systems, of vectors and of corpora."""

    title: str
    reading: tuple[str, ...]

    def in_short(self) -> str: ...

    def top(self) -> Mapping[str, tuple[str, Safe | None]]: ...

    def size(self, card: SuiteCard) -> str: ...

    def evidence(self, card: SuiteCard, results: list[Result], *, first: bool) -> Safe: ...


PAGES: Mapping[str, Callable[[Report, Mapping[str, str], Colours], Page]] = {
    "systems": SystemPage,
    "vectors": VectorPage,
    "corpora": CorpusPage,
}


@renderers.register("html")
def render(report: Report) -> str:
    """The whole page, ready to be written to a file."""
    anchors = {card.key: f"suite-{i}" for i, card in enumerate(report.suites)}
    colour_of: Colours = {name: i for i, name in enumerate(names(report))}
    page: Page = PAGES[report.asks](report, anchors, colour_of)
    top = {anchor: (name, part) for anchor, (name, part) in page.top().items() if part is not None}
    suites = {anchors[key]: (key, part) for key, part in _suites(report, page).items()}
    rest = {
        **(
            {}
            if report.asks == "corpora"
            else {"comparisons": ("Compared case by case", tables.comparisons(report))}
        ),
        "scores": ("All scores", join(el("p", SIGNATURE), tables.scores(report))),
        "method": ("How this was made", method(report, page.reading)),
    }
    title = f"{page.title}: {_what(report)}"
    contents = {anchor: name for part in (top, suites, rest) for anchor, (name, _) in part.items()}
    main = (*_sections(top), el("div", *_sections(suites), class_=_kind(report)), *_sections(rest))
    body = join(
        el("a", "Skip to what was found", class_="skip", href=f"#{next(iter(contents))}"),
        _header(report, page, title, contents),
        el("main", *main),
        el("footer", el("p", FOOTER)),
    )
    return framed(body, title=title, generator=f"corefair {report.corefair}")


def _kind(report: Report) -> str:
    """Printed, vectors and many suites stand in two columns."""
    many = " many" if len(report.suites) > FEW_SUITES or report.asks == "vectors" else ""
    return f"suites {report.asks}{many}"


SIGNATURE = (
    "The signature names everything a score depends on: measure, suite, version, a hash of the data, how it "
    "was asked, cases (n), resamples (b), seed (s) and version of corefair. Quote it with the number."
)
FOOTER = "Every number is in report.json, every judged case beside it in rows.jsonl.gz."


def _what(report: Report) -> str:
    """`rule and nearest, on occupations`."""
    subjects, suites = names(report), [card.key for card in report.suites]
    who = listed(subjects) if len(subjects) <= MOST_NAMES else f"{len(subjects)} {NOUNS_OF_MANY[report.asks]}"
    where = listed(suites) if len(suites) <= MOST_NAMES else count(len(suites), "suite")
    return f"{who}, on {where}" if suites else who


def _header(report: Report, page: Page, title: str, contents: Mapping[str, str]) -> Safe:
    links = (el("li", el("a", name, href=f"#{anchor}")) for anchor, name in contents.items())
    made = f"{listed(names(report))}. Measured on {date(report.date)} with corefair {report.corefair}."
    decide = " ".join(filter(None, (page.in_short(), gates.in_short(report))))
    return el(
        "header",
        el("h1", title),
        el("p", el("b", "In short: "), decide, class_="decide"),
        el("p", made, class_="lead"),
        el("nav", el("ul", *links), aria_label="Contents"),
    )


def _sections(parts: Mapping[str, tuple[str, Safe]]) -> list[Safe]:
    return [
        el(
            "section",
            el("h2", title, id=f"{anchor}-h"),
            part,
            id=anchor,
            aria_labelledby=f"{anchor}-h",
        )
        for anchor, (title, part) in parts.items()
    ]


def _suites(report: Report, page: Page) -> dict[str, Safe]:
    """One section a suite: what it asks, the evidence, the paper's tables, what it cannot show."""
    made = {}
    valid = {result.suite for result in report.results if result.valid}
    first = next((card.key for card in report.suites if card.key in valid), None)
    for card in report.suites:
        results = [result for result in report.results if result.suite == card.key]
        papers = paper_tables.paper_tables(report, card.key)
        made[card.key] = join(
            el("p", card.about, " ", el("span", f"{page.size(card)}.", class_="muted")),
            page.evidence(card, results, first=card.key == first),
            tables.coverage(report, results),
            _tables(report, papers),
            el("h3", "What this suite cannot show"),
            el("ul", *map(item, card.caveats)) if card.caveats else el("p", "–"),
        )
    return made


def _tables(report: Report, papers: Sequence[paper_tables.Table]) -> Safe | None:
    """The papers' tables, folded: most readers have seen their numbers drawn."""
    if not papers:
        return None
    titles = listed([table.title for table in papers])
    drawn = (paper_tables.drawn(report, table) for table in papers)
    return join(
        el("h3", "Tables, laid out as papers have them"), el("details", el("summary", titles), *drawn)
    )
