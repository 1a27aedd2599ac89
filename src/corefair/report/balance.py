"""Is the test itself even? The properties of its cases in both groups, and what weighting did about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from corefair.report.markup import Safe, el, grid, join
from corefair.report.verdict import said_p

Json = Mapping[str, Any]
HEADS = ("Property", "Effect in standard deviations", "p", "Holm")


def balance(suite: Json) -> Safe | None:
    """The table of properties, most uneven first, under a sentence on the weights; none for other suites."""
    if not suite.get("imbalance"):
        return None
    heads = (HEADS[0], *suite["contrast"][1:], *HEADS[1:])
    rows = [(el("b", row[0]) if each["p_holm"] < 0.05 else row[0], *row[1:]) for each, row in _rows(suite)]
    table = grid(
        "Mean of each property of the cases by group; bold where Holm's p is below .05.",
        heads,
        rows,
        numbers={1, 2, 3, 4, 5},
    )
    details = el("details", el("summary", said(suite)), table)
    return join(el("h3", "Is the test itself even?"), details)


def table(suite: Json) -> tuple[Sequence[str], list[tuple[str, ...]]]:
    """The same as text: heads and rows."""
    return (HEADS[0], *suite["contrast"][1:], *HEADS[1:]), [row for _, row in _rows(suite)]


def said(suite: Json) -> str:
    """What was found, and how the weighted gap came about."""
    uneven = [each["said"] for each in suite["imbalance"] if each["p_holm"] < 0.05]
    compared = f"{len(suite['imbalance'])} properties of the cases compared"
    if not uneven:
        return f"{compared}: none differs between {' and '.join(suite['contrast'][1:])}."
    weights = suite.get("weights", {})
    lead = f"{compared}: the groups differ in {'; '.join(uneven)}."
    if "problem" in weights:
        return f"{lead} This could not be weighed away: {weights['problem']}."
    if not weights:
        return lead
    return (
        f"{lead} The weighted gap is taken with weights that balance these: {weights['n']:,} cases, worth "
        f"{weights['effective']:,.0f} of equal weight, the largest {weights['largest'][0]:.1f} times the "
        f"mean, {100 * weights['share_zero']:.1f} % without weight."
    )


def _rows(suite: Json) -> list[tuple[Json, tuple[str, ...]]]:
    return [
        (
            each,
            (
                each["said"],
                *(f"{mean:.2f}" for mean in each["means"]),
                f"{each['effect']:+.2f}".replace("-", "−"),
                *(said_p(each[p]).removeprefix("p ").removeprefix("= ") for p in ("p", "p_holm")),
            ),
        )
        for each in suite["imbalance"]
    ]
