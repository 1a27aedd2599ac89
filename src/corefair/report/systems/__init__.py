"""What only the page of systems has: verdicts, differences between groups, jobs, and sentences."""

from __future__ import annotations

from collections.abc import Mapping

from corefair.auditing.prompts import spread_sentence
from corefair.auditing.report import Report, Result, SuiteCard
from corefair.errors import DataError
from corefair.report import overview
from corefair.report.gates import gates
from corefair.report.markup import Safe, count, el, join
from corefair.report.score_strips import Colours, explained
from corefair.report.systems import cards, case_lists, evenness, sentences
from corefair.report.systems.groups import both_sides, gaps, right_answers
from corefair.report.systems.jobs import job_by_job

CARE = (
    "Worst first. A gap is claimed when its whole interval lies on one side of no difference and chance is "
    "an unlikely cause. Groups are grammatical: feminine, masculine and neutral pronouns, not people. "
    "Finding no gap does not show that there is none."
)
READING = (
    "An interval says where the number would have fallen on other sentences of the same kind. It comes from "
    "resampling whole units: sentences that differ only in the pronoun are kept together.",
    "p is how often chance alone would give a gap at least this large. p (raw) is of one number alone; "
    "p (Holm) is corrected for having looked at several, and each table says at which.",
    "“Would have found” is the smallest true gap that such a run finds four times in five. Smaller gaps may "
    "be there.",
    "A silent or broken system is invalid, never without a gap.",
)


class SystemPage:
    """The parts of the page that are about systems."""

    title = "Gender differences in coreference"
    reading: tuple[str, ...] = READING

    def __init__(self, report: Report, anchors: Mapping[str, str], colour_of: Colours) -> None:
        self.report, self.anchors, self.colour_of = report, anchors, colour_of
        self.trouble = ""  # why sentences cannot be shown
        try:
            self.rows = case_lists.by_result(report.rows())
        except DataError as error:
            self.rows, self.trouble = {}, str(error)
        self.lists = case_lists.case_lists(report, self.rows)

    def in_short(self) -> str:
        """For the person who decides."""
        return cards.in_short(self.report)

    def top(self) -> dict[str, tuple[str, Safe | None]]:
        """The sections before the suites: title and content by anchor."""
        trouble = el("p", f"Sentences cannot be shown: {self.trouble}.", class_="muted")
        verdicts = join(
            el("p", CARE, class_="muted"),
            trouble if self.trouble else None,
            cards.cards(self.report, self.anchors, self.lists),
            gates(self.report),
        )
        return {
            "verdicts": ("Verdicts", verdicts),
            "numbers": ("Headline numbers", overview.drawn(self.report)),
            "prompts": ("By several prompts", self._prompts()),
        }

    def _prompts(self) -> Safe | None:
        """What the choice of a prompt does to the numbers of a language model."""
        lines = (
            el("li", el("b", f"{each.model} on {each.suite}, {each.measure}: "), spread_sentence(each))
            for each in self.report.spreads
        )
        return el("ul", *lines) if self.report.spreads else None

    def size(self, card: SuiteCard) -> str:
        """How large a suite is."""
        n_cases = None if card.n_cases is None else count(card.n_cases, "case")
        n_units = None if card.n_units is None else f"in {count(card.n_units, 'independent unit')}"
        return ", ".join([" ".join(filter(None, (n_cases, n_units))), f"version {card.version}"]).lstrip(", ")

    def evidence(self, card: SuiteCard, results: list[Result], *, first: bool) -> Safe:
        """What the verdicts on one suite rest on; where it is the first, how to read the drawings."""
        colour_of, report = self.colour_of, self.report
        mine = {result.subject: self.rows.get((result.subject, card.key), []) for result in results}
        lists = [self.lists[key] for result in results if (key := (result.subject, card.key)) in self.lists]
        return join(
            explained(report) if first else None,
            el(
                "div",
                gaps(report, results, colour_of),
                right_answers(report, results, colour_of),
                both_sides(report, card, results, colour_of),
                class_="charts",
            ),
            job_by_job(report, results, mine, colour_of),
            sentences.shown(lists),
            evenness.evenness(card),
        )
