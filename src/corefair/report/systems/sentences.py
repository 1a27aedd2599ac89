"""The sentences behind a verdict, drawn: pronoun, right and chosen candidate marked, buttons to filter."""

from __future__ import annotations

from collections.abc import Sequence

from corefair.auditing.report import Judged
from corefair.report import marked
from corefair.report.markup import Safe, count, el, join
from corefair.report.systems.case_lists import CaseList, Item
from corefair.types import Choice

MOST_TWINS = 4  # sentences shown of one set of twins


def case_link(listed: CaseList) -> Safe:
    """From a verdict to its sentences."""
    words = "the sentence" if listed.n_cases == 1 else f"the {count(listed.n_cases, 'sentence')}"
    return el("a", f"show {words}", href=f"#{listed.anchor}")


def shown(lists: Sequence[CaseList]) -> Safe | None:
    """The lists of one suite, each folded under its subject."""
    if not lists:
        return None
    legend = el(
        "p",
        "The ",
        el("mark", "pronoun"),
        " is marked, ",
        el("u", "candidates"),
        " are underlined, the ",
        el("u", "right one", class_="right"),
        " doubly; the ",
        el("u", "chosen one", class_="hit"),
        " is bold. Sentences that differ only in the pronoun should get the same answer: where they did not, "
        "they stand together.",
        class_="legend",
    )
    return join(el("h3", "Sentences"), legend, *map(_shown, lists))


def _shown(listed: CaseList) -> Safe:
    buttons = [
        el("button", f"{label} ({total:,})", type="button", data_is=key, aria_pressed="false")
        for key, label, _, total in listed.filters
    ]
    box = el(
        "div",
        el("button", "All", type="button", data_is="", aria_pressed="true"),
        *buttons,
        el("label", "with the words", for_=f"{listed.anchor}-q"),
        el("input", id=f"{listed.anchor}-q", type="search", autocomplete="off"),
        el("output", "", aria_live="polite"),
        class_="filter",
        data_list=f"{listed.anchor}-list",
        hidden=True,
    )
    name = f"Sentences as {listed.subject} answered them"
    items = el(
        "ul",
        *map(_item, listed.items),
        id=f"{listed.anchor}-list",
        class_="cases",
        tabindex=0,
        aria_label=name,
    )
    n_shown = sum(len(item.rows) for item in listed.items)
    note = (
        f"{n_shown:,} of {listed.n_cases:,} are on this page, spread evenly over the suite, those that were "
        "answered differently or wrongly first; all are in rows.jsonl.gz, and corefair report FOLDER --rows "
        "FILE.csv --which all makes a table of them."
        if n_shown < listed.n_cases
        else f"All {listed.n_cases:,} are on this page."
    )
    summary = f"{listed.subject}: {count(listed.n_cases, 'sentence')}, {_in_short(listed)}"
    return el("details", el("summary", summary), el("p", note, class_="muted"), box, items, id=listed.anchor)


def _in_short(listed: CaseList) -> str:
    total = {each.key: each.total for each in listed.filters}
    flips = total.get("flip", 0)
    return f"{count(flips, 'pair')} answered differently" if flips else f"{total.get('wrong', 0):,} wrong"


def _item(item: Item) -> Safe:
    rest = len(item.rows) - MOST_TWINS
    more = el("small", f"… and {count(rest, 'more twin')}") if rest > 0 else None
    return el("li", *map(_sentence, item.rows[:MOST_TWINS]), more, data_is=" ".join(item.filters))


def _sentence(row: Judged) -> Safe:
    if row.gold is None:
        return el("p", row.case)
    parts = [_piece(piece, row.gold, row.linked or ()) for piece in marked.pieces(row.words, row.gold)]
    return el("p", *parts, " → ", el("b", marked.outcome(row)), " ", el("small", row.case))


def _piece(piece: marked.Piece, gold: Choice, linked: Sequence[int]) -> str | Safe:
    inside: str | Safe = el("mark", piece.text) if piece.pronoun else piece.text
    if piece.candidate is None:
        return inside
    kinds = ["right"] * (piece.candidate == gold.right) + ["hit"] * (piece.candidate in linked)
    return el("u", inside, class_=" ".join(kinds) or None)
