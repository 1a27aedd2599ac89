"""Is the test itself even? The properties of its cases in both groups, and what weighting did about them."""

from __future__ import annotations

from collections.abc import Sequence

from corefair.auditing.imbalance import Imbalance
from corefair.auditing.numbers import minus, p_cell
from corefair.auditing.report import SuiteCard
from corefair.auditing.wording import label
from corefair.report.markup import Safe, el, grid, join
from corefair.report.wording import listed


def evenness(card: SuiteCard) -> Safe | None:
    """The table of properties, most uneven first, under a sentence on the weights; none for other suites."""
    if not card.imbalance:
        return None
    heads, rows = table(card)
    bold = [
        (el("b", row[0]) if each.found else row[0], *row[1:])
        for each, row in zip(card.imbalance, rows, strict=True)
    ]
    caption = (
        "Mean of each property of the cases by group. p (Holm) is corrected for all properties; bold where "
        "it is below .05."
    )
    drawn = grid(caption, heads, bold, numbers=set(range(1, len(heads))))
    return join(el("h3", "Is the test itself even?"), el("details", el("summary", in_words(card)), drawn))


def table(card: SuiteCard) -> tuple[Sequence[str], list[tuple[str, ...]]]:
    """Heads and rows as text."""
    sides = card.imbalance[0].groups
    heads = ("Property", *sides, "Effect in standard deviations", "p (raw)", "p (Holm)")
    return heads, [_row(each) for each in card.imbalance]


def _row(each: Imbalance) -> tuple[str, ...]:
    means = (f"{mean:.2f}" for mean in each.means)
    return (each.label, *means, minus(f"{each.effect:+.2f}"), p_cell(each.p), p_cell(each.p_holm))


def in_words(card: SuiteCard) -> str:
    """What was found, and how the weighted gap came about."""
    uneven = [each.label for each in card.imbalance if each.found]
    compared = f"{len(card.imbalance)} properties of the cases compared"
    if not uneven:
        grouping = card.contrast[0] if card.contrast else ""
        sides = listed([label({grouping: side}) for side in card.imbalance[0].groups])
        return f"{compared}: none was found to differ between {sides}."
    lead, weights = f"{compared}: the groups differ in {'; '.join(uneven)}.", card.weights
    if weights is None:
        return lead
    if weights.problem:
        return f"{lead} This could not be weighed away: {weights.problem}."
    largest = f", the largest {weights.largest[0]:.1f} times the mean" if weights.largest else ""
    return (
        f"{lead} The weighted gap is taken with weights that balance these: {weights.n:,} cases, worth "
        f"{weights.effective:,.0f} of equal weight{largest}, {100 * weights.share_zero:.1f} % without weight."
    )
