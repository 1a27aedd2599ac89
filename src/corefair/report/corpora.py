"""What only the page of corpora has: whom each speaks of, in numbers, by genre, and the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corefair.auditing.holdings import leaning, summary
from corefair.auditing.report import Report, Result, SuiteCard
from corefair.report import overview
from corefair.report.gates import gates
from corefair.report.markup import Safe, el, grid, join, unbroken
from corefair.report.score_strips import Colours, Drawn, explained, of_name, score_strips
from corefair.report.vectors.evidence import grids
from corefair.report.wording import between, names, value

CARE = (
    "These numbers say how often people are written about, not what is said of them. Groups are grammatical: "
    "feminine, masculine and neutral pronouns. Even numbers do not show that a corpus is without bias, and a "
    "system trained on it may still have some: audit the system."
)
READING = (
    "An interval says where the number would have fallen on other documents of the same kind. It comes from "
    "resampling whole documents.",
    "A share of 50 % and a ratio of 1 are even. Where an interval holds that value, which side has more is "
    "not certain.",
    "p of a ratio is how often chance alone would give a difference at least this large, if feminine and "
    "masculine people were exchanged in each document by a coin.",
    "n counts entities that have what is divided by; of pronouns it counts documents.",
    "A genre with few documents has a wide interval, one with a single document none.",
)


class CorpusPage:
    """The parts of the page that are about corpora."""

    title = "Gender in corpora"
    reading: tuple[str, ...] = READING

    def __init__(self, report: Report, anchors: Mapping[str, str], colour_of: Colours) -> None:
        self.report, self.anchors, self.colour_of = report, anchors, colour_of

    def in_short(self) -> str:
        """For the person who decides."""
        return in_short(self.report)

    def top(self) -> dict[str, tuple[str, Safe | None]]:
        """The sections before the suites: title and content by anchor."""
        found = join(el("ul", *map(self._finding, names(self.report)), class_="verdicts"), gates(self.report))
        numbers = join(overview.drawn(self.report), el("p", CARE, class_="muted"))
        return {
            "summary": ("What was found", found),
            "numbers": ("Headline numbers", numbers),
            "files": ("The corpora", _files(self.report)),
        }

    def size(self, card: SuiteCard) -> str:
        """Which version was counted by."""
        return f"Version {card.version}"

    def evidence(self, card: SuiteCard, results: list[Result], *, first: bool) -> Safe:
        """The numbers drawn, those of each genre folded, and what was counted."""
        valid = [result for result in results if result.valid]
        whole = [measure.name for measure in card.measures]
        parts = [self._strips(valid, of_unit) for of_unit in _by_unit(valid, whole)]
        return join(
            explained(self.report) if first else None,
            el("div", *parts, class_="charts"),
            *(table for result in valid for table in grids(result)),
            *(self._by_group(card, result) for result in valid),
        )

    def _finding(self, name: str) -> Safe:
        scores = [
            score
            for each in self.report.results
            if each.subject == name and each.valid
            for score in each.scores
        ]
        told = next((leaning(score) for score in scores if score.role == "headline"), "")
        badge = {"": "Not counted" if not scores else "Counted", "not certain": "Counted"}.get(
            told, told.capitalize()
        )
        return el(
            "li",
            el("p", el("span", badge, class_="badge"), el("b", name), class_="who"),
            el("p", unbroken(summary(self.report, name)), class_="says"),
            class_="verdict" if scores else "verdict invalid",
        )

    def _strips(self, results: Sequence[Result], listed: Sequence[str]) -> Safe:
        groups = [(name, of_name(results, name, self.colour_of)) for name in listed]
        return el(
            "div", score_strips(self.report, groups, "Numbers with their intervals; one line a corpus.")
        )

    def _by_group(self, card: SuiteCard, result: Result) -> Safe | None:
        """Each headline number in each genre, folded."""
        drawings = []
        for measure in card.measures:
            mine = [s for s in result.scores if s.role == "extra" and s.name.startswith(f"{measure.name}, ")]
            lines = [
                Drawn(s.groups[card.by], self.colour_of[result.subject], s)
                for s in mine
                if card.by in s.groups
            ]
            if lines:
                drawings.append(
                    score_strips(self.report, [(measure.name, lines)], f"By {card.by}, with intervals.")
                )
        if not drawings:
            return None
        return el("details", el("summary", f"{result.subject}, by {card.by}"), *drawings)


def in_short(report: Report) -> str:
    """What the corpora hold, and what to do next."""
    if not any(result.valid for result in report.results):
        return "Nothing could be counted: there are no clusters in these files."
    parts = []
    for result in report.results:
        score = next((score for score in result.scores if score.role == "headline"), None)
        if result.valid and score is not None:
            parts.append(f"{result.subject}, {score.name} {value(score)} ({between(score)})")
    return f"{'; '.join(parts)}. The swap of corefair evens out genders in training text."


def _by_unit(results: Sequence[Result], listed: Sequence[str]) -> list[list[str]]:
    units: dict[str, list[str]] = {}
    for name in listed:
        found = [score for result in results if (score := result.score(name)) is not None]
        if found:
            units.setdefault(found[0].unit, []).append(name)
    return list(units.values())


def _files(report: Report) -> Safe:
    """How large each corpus is, and whose clusters were counted."""
    rows = []
    for subject in report.subjects:
        about = subject.corpus
        if about is not None:
            digest = el("td", el("code", about.sha256), class_="sign")
            rows.append(
                (
                    subject.name,
                    f"{about.documents:,}",
                    f"{about.words:,}",
                    about.clusters or "its own",
                    digest,
                )
            )
    heads = ("Corpus", "Documents", "Words", "Clusters", "SHA-256 of words and clusters")
    return grid("The corpora.", heads, rows, numbers={1, 2})
