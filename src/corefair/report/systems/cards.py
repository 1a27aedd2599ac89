"""Verdicts as cards, worst first, with a way to the sentences behind each; and all of them in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from corefair.auditing.report import Report
from corefair.auditing.verdicts import LABELS, Level, Verdict
from corefair.report.markup import Safe, count, el, item, join, unbroken
from corefair.report.systems.case_lists import CaseList
from corefair.report.systems.sentences import case_link
from corefair.report.wording import listed

OUTCOMES: Mapping[Level, tuple[str, str]] = {  # of one result, and of several
    "invalid": ("is invalid", "are invalid"),
    "gap": ("shows a gap", "show a gap"),
    "pattern": ("follows stereotypes", "follow stereotypes"),
    "small": ("shows a small gap", "show a small gap"),
    "unclear": ("is not certain", "are not certain"),
    "guessing": ("is no better than guessing", "are no better than guessing"),
    "none": ("shows no difference that this test could find", "show no difference that the tests could find"),
    "unmeasured": ("has nothing to judge by", "have nothing to judge by"),
}
NEXT: Mapping[Level, str] = {  # what to do, by the worst that was found
    "invalid": "Repair the run first: an invalid result does not say that there is no gap.",
    "gap": "Read the sentences behind the gap, decide whether the system may be used where such sentences "
    "occur, mitigate, and audit again.",
    "pattern": "Read the sentences behind it: answers depend on who usually holds a job. Mitigate, and audit "
    "again.",
    "small": "Read the sentences behind it, and decide whether so small a gap matters where the system is "
    "used.",
    "unclear": "Ask more cases, or another suite, before deciding: these cannot tell.",
    "guessing": "Look at what the system gets right at all, and do not conclude that there is no gap: one "
    "could not show.",
    "none": "Read what these suites cannot show before relying on it.",
    "unmeasured": "Choose a suite with enough cases: nothing can be said from these.",
}


class Card(NamedTuple):
    """A verdict that one system got, on one suite or in the very same words on several."""

    subject: str
    level: Level
    sentence: str
    details: tuple[str, ...]


def in_short(report: Report) -> str:
    """How many results came out which way, and what to do next."""
    if not report.verdicts:
        return "No result: nothing was measured."
    levels = Counter(verdict.level for verdict in report.verdicts)
    parts = [f"{n} {OUTCOMES[level][n > 1]}" for level in LABELS if (n := levels.get(level, 0))]
    of = f"Of {count(len(report.verdicts), 'result')}, {listed(parts)}."
    if len(report.verdicts) == 1:
        of = f"The result {OUTCOMES[report.verdicts[0].level][0]}."
    found = [level for level in LABELS if level in levels]
    steps = found[:2] if found[0] == "invalid" else found[:1]
    return f"{of} {' '.join(NEXT[level] for level in steps)}"


def cards(report: Report, anchors: Mapping[str, str], lists: Mapping[tuple[str, str], CaseList]) -> Safe:
    """Invalid results in a box of their own, then the others."""
    bad = [verdict for verdict in report.verdicts if verdict.level == "invalid"]
    good = [verdict for verdict in report.verdicts if verdict.level != "invalid"]
    box = (
        el("h3", "Invalid results"),
        el("p", "A silent or broken system is invalid, never without a gap."),
    )
    return join(
        el("div", *box, _cards(bad, anchors, lists), class_="box") if bad else None,
        _cards(good, anchors, lists) if good else el("p", "There is no valid result."),
    )


def _cards(
    verdicts: Iterable[Verdict], anchors: Mapping[str, str], lists: Mapping[tuple[str, str], CaseList]
) -> Safe:
    suites_of: dict[Card, list[str]] = {}
    for verdict in verdicts:
        card = Card(verdict.subject, verdict.level, verdict.sentence, tuple(verdict.details))
        suites_of.setdefault(card, []).append(verdict.suite)
    items = []
    for card, suites in suites_of.items():
        links = [el("a", suite, href=f"#{anchors[suite]}") for suite in suites]
        badge = el("span", LABELS[card.level], class_="badge")
        found = [(suite, lists[card.subject, suite]) for suite in suites if (card.subject, suite) in lists]
        ways = [
            join(case_link(listed_cases), f" ({suite})" if len(suites) > 1 else None)
            for suite, listed_cases in found
        ]
        items.append(
            el(
                "li",
                el("p", badge, el("b", card.subject), " on ", _with_commas(links), class_="who"),
                el("p", unbroken(card.sentence), class_="says"),
                el("ul", *(item(unbroken(each)) for each in card.details)) if card.details else None,
                el("p", _with_commas(ways), class_="ways") if ways else None,
                class_=f"verdict {card.level}",
            )
        )
    return el("ul", *items, class_="verdicts")


def _with_commas(parts: list[Safe]) -> Safe:
    return join(*(part for i, each in enumerate(parts) for part in ((", ", each) if i else (each,))))
