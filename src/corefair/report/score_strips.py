"""Scores as strips: whatever their unit, the subjects beside each other, each with its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from corefair.auditing.report import Report, Result
from corefair.report.axes import Span, nice_span
from corefair.report.markup import Safe, el
from corefair.report.strips import Mark, strips
from corefair.report.wording import NOUNS, between, interval_name, value
from corefair.types import Score, Unit

Colours = Mapping[str, int]  # by the name of a subject
HEADS: Mapping[Unit, str] = {
    "share": "Percent",
    "points": "Percentage points",
    "ratio": "Ratio",
    "correlation": "Correlation",
    "number": "Value",
}
NO_DIFFERENCE: Mapping[Unit, float] = {"share": 0.0, "points": 0.0, "ratio": 1.0, "correlation": 0.0}


class Drawn(NamedTuple):
    """A score and the words and colour of its line."""

    label: str
    colour: int
    score: Score


def of_name(results: Sequence[Result], name: str, colour_of: Colours) -> list[Drawn]:
    """A line for each valid result that has the score of that name."""
    found = ((result.subject, result.score(name)) for result in results if result.valid)
    return [Drawn(subject, colour_of[subject], score) for subject, score in found if score is not None]


def score_strips(report: Report, groups: Sequence[tuple[str, Sequence[Drawn]]], caption: str) -> Safe:
    """A table of strips for scores of one unit, in groups that each may have a title."""
    scores = [drawn.score for _, lines in groups for drawn in lines]
    unit, about_zero = scores[0].unit, any(score.better == "zero" for score in scores)
    bar = unit == "share" or (unit == "number" and about_zero)
    span = _span(scores, unit, about_zero=about_zero)
    zero = NO_DIFFERENCE.get(unit, 0.0 if about_zero else None)
    marks = [(title, [_mark(drawn) for drawn in lines]) for title, lines in groups]
    return strips(
        marks,
        caption=caption,
        columns=(NOUNS[report.asks].capitalize(), HEADS[unit], f"Value and {interval_name(report)}"),
        span=span,
        zero=zero,
        bar=bar,
        percent=unit in ("share", "points"),
    )


def _span(scores: Sequence[Score], unit: Unit, *, about_zero: bool) -> Span:
    ends = [end for score in scores for end in (score.value, score.low, score.high) if end is not None]
    if unit == "correlation":
        return -1.0, 1.0
    if unit == "share":
        return 0.0, 1.0 if max(ends, default=1.0) > 0.4 else 0.5 if max(ends) > 0.1 else 0.1
    if unit == "number" and not about_zero:
        low, high = min(0.0, *ends, 0.0), max(0.0, *ends, 0.0)
        return (low, high) if low < high else (0.0, 1.0)
    centre = 1.0 if unit == "ratio" else 0.0
    low, high = nice_span([end - centre for end in ends], least=0.1)
    return centre + low, centre + high


def _mark(drawn: Drawn) -> Mark:
    label, colour, score = drawn
    return Mark(label, colour, score.value, score.low, score.high, value(score), between(score))


def explained(report: Report) -> Safe:
    """How to read the drawings, to stand where the first of them does."""
    asked = {"systems": "sentences", "vectors": "words or questions", "corpora": "documents"}[report.asks]
    return el(
        "p",
        el("b", "How to read the drawings. "),
        "A dot, or the end of a bar, is the number that was measured. The thin line through it, between two "
        f"short strokes, is its {interval_name(report)}: other {asked} of the same kind would have given "
        "other numbers, and this is how far they would reach. Where it crosses the heavy line, there may be "
        "no difference at all.",
        class_="explain",
    )
