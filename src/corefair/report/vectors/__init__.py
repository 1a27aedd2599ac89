"""What only the page of word vectors has: files, bias beside quality, projections, ranks of neighbours."""

from __future__ import annotations

from collections.abc import Mapping

from corefair.auditing.changes import Change, Move, baseline, changes, firsts, line, moved, summary
from corefair.auditing.report import Report, Result, SuiteCard
from corefair.report import overview
from corefair.report.gates import gates
from corefair.report.markup import Safe, count, el, grid, item, join, unbroken
from corefair.report.score_strips import Colours, explained
from corefair.report.vectors import evidence
from corefair.report.wording import listed, names

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
    "case are swapped by a coin. p (raw) is of one number alone; p (Holm) is corrected for having looked at "
    "several, and each table says at which.",
    "“Not certain” is not “no change”: the numbers differ, and these words cannot tell whether others would.",
    "Where a suite needs labels (which words lean to which side) they come from the original.",
    "A suite of which too few words are there is not measured; that is not a score of zero.",
)


class VectorPage:
    """The parts of the page that are about vectors."""

    title = "Gender in word vectors"
    reading: tuple[str, ...] = READING

    def __init__(self, report: Report, anchors: Mapping[str, str], colour_of: Colours) -> None:
        self.report, self.anchors, self.colour_of = report, anchors, colour_of
        self.trade_off = evidence.trade_off(report, colour_of)

    def in_short(self) -> str:
        """For the person who decides."""
        return in_short(self.report)

    def top(self) -> dict[str, tuple[str, Safe | None]]:
        """The sections before the suites: title and content by anchor."""
        return {
            "bias": ("Bias", self._bias()),
            "quality": ("Quality", overview.drawn(self.report, "quality")),
            "summary": ("What was found", self._findings()),
            "tradeoff": ("Bias and quality together", self.trade_off),
            "files": ("The files", _files(self.report)),
        }

    def _bias(self) -> Safe:
        table = overview.drawn(self.report, "bias") or el("p", "No suite of bias was asked for.")
        return join(table, el("p", CARE, class_="muted"))

    def size(self, card: SuiteCard) -> str:
        """What kind of suite it is."""
        kind = "bias" if card.kind == "bias" else "what the vectors are good for"
        return f"It measures {kind}; version {card.version}"

    def evidence(self, card: SuiteCard, results: list[Result], *, first: bool) -> Safe:
        """What one suite brought; how to read drawings, unless the first of them stood further up."""
        valid = [result for result in results if result.valid]
        explain = first and self.trade_off is None
        grids = [table for result in valid for table in evidence.grids(result)]
        return join(
            explained(self.report) if explain else None,
            evidence.scores(self.report, valid, self.colour_of),
            evidence.projections(self.report, valid),
            evidence.slopes(self.report, valid, self.colour_of),
            el("details", el("summary", f"In detail: {count(len(grids), 'table')}"), *grids)
            if grids
            else None,
        )

    def _findings(self) -> Safe:
        report, against = self.report, baseline(self.report)
        items = []
        for name in names(report):
            found = changes(report, name)
            badge = "Not measured" if not found else "Baseline" if name == against else "Measured"
            items.append(
                el(
                    "li",
                    el("p", el("span", badge, class_="badge"), el("b", name), class_="who"),
                    el("p", unbroken(summary(report, name)), class_="says"),
                    el("ul", *map(_line, firsts(found))) if found and name != against else None,
                    class_="verdict" if found else "verdict invalid",
                )
            )
        bad = [result for result in report.results if not result.valid]
        box = (
            el("h3", "Not measured"),
            el("p", "These say nothing: neither that there is bias nor that there is none."),
            el("ul", *(item(f"{r.subject} on {r.suite}: {'; '.join(r.problems)}") for r in bad)),
        )
        return join(
            el("ul", *items, class_="verdicts"),
            el("div", *box, class_="box") if bad else None,
            gates(report),
        )


def in_short(report: Report) -> str:
    """What became of the numbers, and what to do next."""
    against = baseline(report)
    changed = [name for name in names(report) if name != against]
    if not any(result.valid for result in report.results):
        return "Nothing could be measured: too few of the words asked for are in these files."
    if against is None or not changed:
        words = f"{summary(report, names(report)[0])} Read each number beside its interval; to see what"
        return f"{words} a change to the vectors did, audit them with --against the original."
    moves = " ".join(f"{name}: {_moves(report, name)}." for name in changed)
    return (
        f"Against {against}, {moves} Weigh quality against bias below, and audit a system that is built on "
        "the vectors before relying on them."
    )


def _moves(report: Report, name: str) -> str:
    """`of 20 numbers of bias 13 improved, of 6 numbers of quality none moved for certain`."""
    parts = []
    for kind in ("bias", "quality"):
        moves = [change.move for change in changes(report, name) if change.suite.kind == kind]
        words: tuple[tuple[Move, str], ...] = (("better", "improved"), ("worse", "got worse"))
        counted = [f"{moves.count(move)} {word}" for move, word in words if move in moves]
        if moves:
            told = listed(counted) if counted else "none moved for certain"
            parts.append(f"of {count(len(moves), 'number')} of {kind} {told}")
    return ", ".join(parts) or "nothing could be measured"


def _line(change: Change) -> Safe:
    word = el("b", moved(change), class_=f"move {change.move}") if change.move else None
    return el("li", f"{change.suite.key}: ", word, " · " if word else None, unbroken(line(change)))


def _files(report: Report) -> Safe:
    """What each file is, and what was done to it."""
    rows = []
    for subject in report.subjects:
        about = subject.vectors
        if about is None:
            rows.append((subject.name, "–", "–", "–", el("td", "nothing on record", class_="text")))
            continue
        steps = el("ol", *map(item, about.history)) if about.history else "nothing on record"
        role = "original" if about.original else "audited"
        notes = [item(each) for each in (about.direction, *about.notes) if each]
        told = el("td", steps, el("ul", *notes) if notes else None, class_="text")
        cells = (f"{about.words:,}", f"{about.dim:,}", told)
        rows.append((subject.name, role, *cells))
    heads = ("File", "Role", "Words", "Dimensions", "What was done to it, in order, and what was noticed")
    return grid("The files.", heads, rows, numbers={2, 3})
