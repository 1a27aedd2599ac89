"""The tables of the page: coverage, the papers' tables, systems compared, and every score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from corefair.report.load import Table
from corefair.report.markup import Safe, count, el, grid, join
from corefair.report.verdict import said_p, shown

Json = Mapping[str, Any]


def coverage(results: Sequence[Json]) -> Safe:
    """How many cases each system answered and linked, and what went wrong."""
    rows = []
    for result in results:
        found = result["coverage"]
        rates = [
            f"{s['name'].removeprefix('link rate, ')} {shown(s)}".replace(" ", "\u00a0")
            for s in result["scores"]
            if s["name"].startswith("link rate, ")
        ]
        rate = "–" if found.get("link_rate") is None else f"{100 * found['link_rate']:.1f} %"
        notes = [
            *result["problems"],
            *result["warnings"],
            *(f"{n} × {why}" for why, n in found["messages"]),
        ]
        numbers = (f"{found[key]:,}" for key in ("cases", "ok", "refused", "error"))
        notes_cell = el("td", join(*(el("div", note) for note in notes)) if notes else "none", class_="text")
        rows.append((result["system"], *numbers, rate, el("td", *(el("div", r) for r in rates)), notes_cell))
    heads = ("System", "Cases", "Answered", "Refused", "Failed", "Linked", "Linked by group", "Notes")
    caption = "What came back. Linked: the pronoun was linked to some candidate; a gap rests on those."
    return join(el("h3", "Coverage"), grid(caption, heads, rows, numbers={1, 2, 3, 4, 5}))


def paper_table(table: Table, *, noun: str = "System") -> Safe:
    """A table of the suite's paper, laid out as there."""
    heads = (noun, *(("Condition",) if table.conditions else ()), *table.columns)
    rows = [
        (system, *((condition,) if table.conditions else ()), *(_scored(score) for score in scores))
        for system, condition, scores in table.rows
    ] + [(system, el("td", "invalid", colspan=len(heads) - 1)) for system in table.invalid]
    numbers = set(range(1 + table.conditions, len(heads)))
    return join(
        el(
            "h3",
            f"As in the paper: {table.title}"
            if table.title.startswith(("Table", "Section"))
            else table.title.capitalize(),
        ),
        grid(f"{table.suite}, {table.title}", heads, rows, numbers=numbers),
    )


def comparisons(data: Json) -> Safe:
    """Every pair of systems whose results are valid, on every headline number."""
    found = data["comparisons"]
    if not found:
        return el("p", "Only one system was audited, so there is nothing to compare.")
    bad = {(r["suite"], r["system"]) for r in data["results"] if not r["valid"]}
    ratios = {s["name"] for r in data["results"] for s in r["scores"] if s["better"] == "one"}
    rows = []
    for each in found:
        if bad & {(each["suite"], each["system"]), (each["suite"], each["baseline"])}:
            continue
        score = {**each, "better": "one" if each["name"] in ratios else "zero"}
        by, low, high = (shown(score, part) for part in ("difference", "low", "high"))
        holm = said_p(each["p_holm"]).removeprefix("p ").removeprefix("= ")
        sure = each["p_holm"] is not None and each["p_holm"] < 0.05
        p = said_p(each["p"]).removeprefix("p ").removeprefix("= ")
        pair = f"{each['system']} against {each['baseline']}"
        rows.append(
            (
                pair,
                each["suite"],
                each["name"],
                by,
                f"{low} to {high}",
                p,
                el("b", holm) if sure else holm,
            )
        )
    heads = ("Systems", "Suite", "Measure", "Difference", "Interval", "p", "Holm")
    caption = "The same cases, paired. Differences in points; bold where Holm's p is below .05."
    left_out = ", ".join(sorted(f"{system} on {suite}" for suite, system in bad))
    note = el("p", f"Left out because the result is invalid: {left_out}.", class_="muted") if bad else None
    return join(note, grid(caption, heads, rows, numbers={3, 4, 5, 6}) if rows else None)


def scores(data: Json, *, noun: str = "System") -> Safe:
    """Every score of every valid result with its signature."""
    rows: list[Sequence[Any]] = []
    for result in data["results"]:
        where = (result["system"], result["suite"])
        if not result["valid"]:
            rows.append((*where, el("td", "invalid: no score is shown; they are in report.json", colspan=6)))
            continue
        for score in result["scores"]:
            p = "" if score["p"] is None else said_p(score["p"]).removeprefix("p ").removeprefix("= ")
            sign = el("td", el("code", score["signature"]), class_="sign")
            rows.append((*where, score["name"], shown(score), interval(score), p, score["n"], sign))
    heads = (noun, "Suite", "Measure", "Value", "Interval", "p", "n", "Signature")
    table = grid("Every score with its interval and signature.", heads, rows, numbers={3, 4, 5, 6})
    return el("details", el("summary", f"{count(len(rows), 'line')}: show all"), table)


def interval(score: Json) -> str:
    """`10.1 to 12.3`, in the unit of the score."""
    if score["low"] is None or score["high"] is None:
        return "no interval"
    return f"{shown(score, 'low').removesuffix(' %')} to {shown(score, 'high').removesuffix(' %')}"


def _scored(score: Json | None) -> Safe:
    if score is None:
        return el("td", "–", class_="num")
    return el("td", shown(score), el("small", interval(score)), class_="num")
