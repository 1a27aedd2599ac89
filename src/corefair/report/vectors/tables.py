"""The tables of a page on vectors: the files and their history, scores by kind, coverage, comparisons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from corefair.report.markup import Safe, count, el, grid, item, join
from corefair.report.tables import interval
from corefair.report.vectors.words import Change, baseline, changes, signed
from corefair.report.verdict import plain, said_p, shown

Json = Mapping[str, Any]
MOST_WORDS = 2000  # missing words listed in the page; all are in report.json
WANTED = {"higher": "higher", "lower": "lower", "zero": "nearer 0", "one": "nearer 1"}


def files(data: Json) -> Safe:
    """What each file is, and what was done to it."""
    rows = []
    for each in data["systems"]:
        about = each["vectors"]
        steps = el("ol", *map(item, about["history"])) if about["history"] else "nothing on record"
        role = "original" if about["original"] else "audited"
        rows.append((each["name"], role, f"{about['words']:,}", about["dim"], el("td", steps, class_="text")))
    heads = ("File", "Role", "Words", "Dimensions", "What was done to it, in order")
    return grid("The files.", heads, rows, numbers={2, 3})


def overview(data: Json, kind: str) -> Safe:
    """Every headline number of one kind, the files beside each other; not measured where it is not."""
    names = [each["name"] for each in data["systems"]]
    found = {name: {(c.suite["key"], c.score["name"]): c for c in changes(data, name)} for name in names}
    keys = [suite["key"] for suite in data["suites"] if suite["kind"] == kind]
    rows: list[Sequence[Any]] = []
    for key in keys:
        measures = dict.fromkeys(each for changed in found.values() for each in changed if each[0] == key)
        for _, measure in measures:
            cells = [_cell(data, name, key, found[name].get((key, measure))) for name in names]
            one = next(c[key, measure].score for c in found.values() if (key, measure) in c)
            better = el("small", f"{key}; better: {WANTED[one['better']]}")
            rows.append((join(measure, el("br"), better), *cells))
        if not measures:
            rows.append((key, el("td", "not measured", colspan=len(names), class_="text")))
    if not rows:
        return el("p", f"No suite of {kind} was asked for.")
    heads = ("Measure and suite", *names)
    against = baseline(data)
    said = f"; below it the change against {against} and p after Holm" if against else ""
    caption = f"Headline numbers of {kind}: value and interval, how many cases (n){said}."
    return grid(caption, heads, rows, numbers=set(range(1, len(heads))), class_="overview")


def _cell(data: Json, name: str, suite: str, change: Change | None) -> Safe:
    if change is None:
        invalid = any(r["suite"] == suite and r["system"] == name and not r["valid"] for r in data["results"])
        return el("td", "not measured" if invalid else "–", class_="num")
    score = change.score
    parts = [el("small", interval(score)), el("small", f"n {score['n']:,}")]
    if change.compared is not None:
        holm = said_p(change.compared["p_holm"])
        by = f"{signed(change.compared['difference'], score)}, Holm's {holm}"
        parts.append(el("small", by, class_=f"move {change.move}"))
    return el("td", shown(score), *parts, class_="num")


def coverage(results: Sequence[Json]) -> Safe:
    """How many cases each file could be asked, and which words it lacks."""
    rows = []
    for result in results:
        found = result["coverage"]
        kept = "rows in report.json"
        if result.get("rows_left_out"):
            kept = f"scores only: {result['rows_left_out']:,} rows are too many to keep"
        words = "–" if found["words"] is None else f"{found['words']:,}"
        problems = [el("div", each) for each in result["problems"]]
        cell = el("td", *problems, _missing(found) if not problems else None, class_="text")
        rows.append((result["system"], f"{found['cases']:,}", words, cell, kept if not problems else "–"))
    heads = ("File", "Cases", "Words asked", "Missing words", "Kept")
    return join(
        el("h3", "Coverage"),
        grid("What the vectors could be asked.", heads, rows, numbers={1, 2}),
    )


def _missing(found: Json) -> Safe:
    missing = found["missing"]
    if not missing:
        return join("none")
    listed = ", ".join(missing[:MOST_WORDS])
    more = f" … and {len(missing) - MOST_WORDS:,} more in report.json" if len(missing) > MOST_WORDS else ""
    summary = f"{len(missing):,} of {found['words']:,} words missing"
    return el("details", el("summary", summary), el("p", listed + more))


def comparisons(data: Json) -> Safe:
    """Each file against the original on every headline number that is a sum over cases."""
    against = baseline(data)
    if against is None:
        return el("p", "Only one file was audited, so there is nothing to compare.")
    rows = []
    for name in (each["name"] for each in data["systems"] if each["name"] != against):
        for change in changes(data, name):
            each = change.compared
            if each is None:
                continue
            by, low, high = (signed(each[part], change.score) for part in ("difference", "low", "high"))
            p, holm = (said_p(each[part]).removeprefix("p ").removeprefix("= ") for part in ("p", "p_holm"))
            sure = change.move in ("better", "worse")
            row = (
                name,
                change.suite["key"],
                change.score["name"],
                f"{each['n']:,}",
                by,
                f"{low} to {high}",
                p,
            )
            rows.append((*row, el("b", holm) if sure else holm))
    if not rows:
        return el("p", "No number could be compared case by case.")
    heads = ("File", "Suite", "Measure", "Cases", "Difference", "Interval", "p", "Holm")
    caption = (
        f"The same cases, paired: each file less {against}. Shares in points. Bold where the interval leaves "
        "out 0 and Holm's p is below .05. Numbers that are no sums over cases have no paired test."
    )
    return grid(caption, heads, rows, numbers={3, 4, 5, 6, 7})


def own_tables(result: Json) -> list[Safe]:
    """What a suite brought along to be read: `table`, and any other chart that is a list of flat lines."""
    made = []
    for name, chart in result["charts"].items():
        if name == "table":
            heads, lines = chart["columns"], chart["rows"]
        elif isinstance(chart, (list, tuple)) and chart and all(isinstance(line, Mapping) for line in chart):
            heads = list(chart[0])
            lines = [[line.get(head) for head in heads] for line in chart]
        else:
            continue
        title = result["system"] if name == "table" else f"{result['system']}, {name}"
        made.append(_folded(title, heads, lines))
    return made


def _folded(title: str, heads: Sequence[str], lines: Sequence[Sequence[Any]]) -> Safe:
    rows = [[_plain(cell) for cell in line] for line in lines]
    numbers = {i for line in lines for i, cell in enumerate(line) if isinstance(cell, (int, float))}
    table = grid(title, heads, rows, numbers=numbers)
    return el("details", el("summary", f"{title}: {count(len(rows), 'line')}"), table)


def _plain(cell: Any) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, (list, tuple)):
        return ", ".join(map(_plain, cell))
    if isinstance(cell, bool) or not isinstance(cell, (int, float)):
        return str(cell)
    return f"{cell:,}" if isinstance(cell, int) else plain(cell)
