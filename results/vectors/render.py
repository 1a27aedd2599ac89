"""The page of results as a function of table.json: ours beside the papers', and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from findings import findings
from orders import (
    CLAIMS,
    GIPE,
    Claim,
    Order,
    Verdict,
    judge,
    p_of,
    published_orders,
    quality_kept,
    sembias_check,
    tests,
)
from published import COLUMNS, METHODS, TABLES, UNIT_LENGTH, WEAT_P, Column, Table

Json = Mapping[str, Any]
ORDERS = ("same, clear", "same, not clear", "equal or reversed, not clear", "reversed, clear")


def render(table: Json) -> str:
    """The page."""
    files: Json = table["vectors"]
    settings = table["settings"]
    return f"""# Two papers on word vectors, again

Kumar, Bhotia, Kumar & Chakraborty 2020 ([TACL 8](https://aclanthology.org/2020.tacl-1.32)) and Dawkins 2021
([GeBNLP](https://aclanthology.org/2021.gebnlp-1.12)) measure what methods do to bias in word vectors. Here
are their tables beside ours, made by

    python results/vectors/make.py

which needs the published sets (`COREFAIR_DATA`), takes about twenty minutes on two cores and writes this page
and `table.json`; `--vectors FILE` takes other vectors. **The papers' vectors are others** (GloVe of Wikipedia
2017, 322,636 words, 300 dimensions), so what can be compared is the order of methods, not the values. Ours:
{_described(files)}.

A cell is our value and its 95 % interval ({settings["resamples"]:,} bootstrap resamples of the cases, seed
{settings["seed"]}), then what the paper prints. *soft* has its paper's λ = 0.2, *soft, means* divides each
term by its number of entries; *ran, authors* is `ran` as the authors' code has it; all else is at its
default. GN-GloVe is trained rather than post-processed and is not in this table: it stands beside GloVe of
its own text in [results/gn-glove](../gn-glove/README.md). Kumar's GIPE over the words that Bolukbasi's
classifier would change (Table 5, H_d) and the tables on coreference and on neighbours of single words are in
[results/ran](../ran/README.md).

{_tables(files)}

## Which orders hold

For every two methods that a paper tells apart: are ours in the same order, and does the interval of their
difference, on the same resamples, leave out 0? The papers give no intervals, and some of their differences
are in the last digit: an order of theirs may itself be chance. Where two methods do not differ at all, one
comparison in twenty still comes out clear.

{_orders(files)}

{_reversed(files)}

## What the papers say

*Within chance*: the interval of the difference has 0 in it.

{_claims(files)}

## What we set out to show

{_checks(files)}

## Reading

{_reading(files)}
"""


def _described(files: Json) -> str:
    return "; ".join(f"`{name}`, {of['words']:,} words, {of['dim']} dimensions" for name, of in files.items())


def _tables(files: Json) -> str:
    return "\n\n".join(
        f"## {table.title}\n\n{table.source}. {table.note}\n\n"
        + "\n\n".join(f"{_caption(table, name, of)}\n\n{_table(table, of)}" for name, of in files.items())
        for table in TABLES
    )


def _caption(table: Table, name: str, of_file: Json) -> str:
    """The file, and on how many cases each column stands."""
    labels: dict[str, list[str]] = {}
    for column in table.columns:
        for held in list(of_file["values"][column.key].values())[:1]:
            units = "" if held["units"] == held["n"] else f" in {held['units']:,} units"
            labels.setdefault(f"n = {held['n']:,}{units}", []).append(column.label)
    if len(labels) == 1:
        return f"**{name}**, {next(iter(labels))}"
    return f"**{name}**, " + "; ".join(f"{', '.join(of)}: {n}" for n, of in labels.items())


def _table(table: Table, of_file: Json) -> str:
    header = ["", *(cell for column in table.columns for cell in (column.label, "paper"))]
    rows = [
        [
            row if row == "original" else f"`{row}`",
            *(cell for each in table.columns for cell in (_ours(each, row, of_file), _paper(each, row))),
        ]
        for row in METHODS
    ]
    return _lines(header, rows)


def _ours(column: Column, row: str, of_file: Json) -> str:
    held = of_file["values"][column.key].get(row)
    if held is None:
        return "–"
    value, low, high = (_number(held[part], column) for part in ("value", "low", "high"))
    p = p_of(of_file, column.key, row)
    return f"**{value}** ({low} to {high})" + ("" if p is None else f", p = {_bare(p)}")


def _paper(column: Column, row: str) -> str:
    if row not in column.paper:
        return ""
    p = f", p = {_bare(float(WEAT_P[column.key][row]))}" if column.key in WEAT_P else ""
    return f"*{column.paper[row].replace('-', '−')}*{p}"


def _published(files: Json) -> Iterator[tuple[Table, str, list[Order]]]:
    """Table by table and file by file the orders of the papers; SemBias at unit length repeats SemBias."""
    for table in TABLES:
        for name, of_file in files.items():
            if table.title != UNIT_LENGTH:
                yield (
                    table,
                    name,
                    [found for each in table.columns for found in published_orders(each, of_file)],
                )


def _kind(order: Order) -> str:
    same, _, _, reversed_clearly = ORDERS
    if order.clear:
        return same if order.same else reversed_clearly
    return ORDERS[1] if order.same else ORDERS[2]


def _orders(files: Json) -> str:
    rows: dict[str, list[str]] = {}
    totals: dict[str, list[int]] = {name: [0] * 4 for name in files}
    for table, name, found in _published(files):
        counts = [sum(_kind(order) == kind for order in found) for kind in ORDERS]
        totals[name] = [a + b for a, b in zip(totals[name], counts, strict=True)]
        rows.setdefault(table.title, [table.title]).extend(map(str, (len(found), *counts)))
    everything = [f"**{n}**" for counts in totals.values() for n in (sum(counts), *counts)]
    header = ["", *(cell for name in files for cell in (f"{name}: pairs", *ORDERS))]
    return _lines(header, [*rows.values(), ["**all**", *everything]])


def _reversed(files: Json) -> str:
    lines = []
    for table, name, found in _published(files):
        said = [_other_way(order) for order in found if _kind(order) == ORDERS[3]]
        if said:
            lines.append(f"- {table.title}, {name}: {'; '.join(said)}.")
    if not lines:
        return "No pair is clearly reversed."
    return "\n".join(["Clearly reversed, with how far ours is the other way:", "", *lines])


def _other_way(order: Order) -> str:
    column = COLUMNS[order.column]
    value, low, high = (_number(-each, column) for each in (order.value, order.high, order.low))
    return f"{column.label} of {order.lower} above {order.higher} by {value} ({low} to {high})"


def _claims(files: Json) -> str:
    def of_claim(claim: Claim) -> Callable[[Json], Verdict]:
        return lambda of_file: judge(claim, of_file)

    claims = [(claim.source, claim.says, of_claim(claim)) for claim in CLAIMS]
    claims += [
        (
            "Kumar, Table 6",
            "`ran` disturbs meaning minimally (4.7); held to: no benchmark is clearly below the original",
            lambda of_file: quality_kept("ran", of_file),
        ),
        (
            "Dawkins, Table 2",
            "`hard`, `ran` and `inlp` leave the association with occupations (p < .05)",
            lambda of_file: tests(of_file, "s_occ", significant=True),
        ),
        (
            "Dawkins, Table 2",
            "and remove that with gendered words (p ≥ .05)",
            lambda of_file: tests(of_file, "s_def", significant=False),
        ),
    ]
    rows = [
        [source, says, *(_verdict(verdict(of_file)) for of_file in files.values())]
        for source, says, verdict in claims
    ]
    return _lines(["paper", "says", *files], rows)


def _checks(files: Json) -> str:
    steps = [(key, *pair) for key in GIPE for pair in (("ran", "hard"), ("hard", "original"))]
    check = Claim("", "", steps)
    gipe = [f"{name}: {_verdict(judge(check, of_file))}" for name, of_file in files.items()]
    kinds = [(name, prefix) for name in files for prefix in ("", "unit_")]
    header = [f"{name}, {'unit length' if prefix else 'as it comes'}" for name, prefix in kinds]
    rows = [
        [f"`{row}`", *(_verdict(sembias_check(row, files[name], prefix=prefix)) for name, prefix in kinds)]
        for row in METHODS
        if row != "original"
    ]
    return "\n".join(
        [
            "GIPE of `ran` is below that of `hard`, and that below the original's, at every θ:",
            "",
            *(f"- {line}." for line in gipe),
            "",
            "In SemBias the stereotype is chosen less often than by the original, and the definition not"
            " less",
            "often (differences in points of a hundred):",
            "",
            _lines(["", *header], rows),
        ]
    )


def _reading(files: Json) -> str:
    counts = {name: [0, 0, 0, 0] for name in files}
    for _, name, found in _published(files):
        for order in found:
            counts[name][ORDERS.index(_kind(order))] += 1
    said = "; ".join(
        f"on {name} {same + unclear} of {sum(of)} hold, {same} of them clearly, and {against} are "
        "clearly reversed"
        for name, of in counts.items()
        for same, unclear, _, against in [of]
    )
    lines = [f"Of the published orders, {said}.", *findings(files)]
    return "\n".join(f"- {line}" for line in [*lines, *CAUTIONS])


CAUTIONS = (
    "The claims and checks above were written down before these tables were seen; the row *ran, authors* and "
    "the sentences here with the limits they use, after.",
    "After `hard` no two neutral words differ along *g*: where no definitional pair stands out in SemBias, "
    "rounding chooses between stereotype and none.",
    "Intervals of GIPE treat words as independent, which share neighbours: they are too narrow. Those of "
    "SemBias resample definitional pairs, of which there are few. Those of clusters and classifiers hold "
    "k-means and the training words fixed.",
    "One seed for `inlp`, `gp` and the classifiers; one list of words to preserve, ours, for `hard`, "
    "`soft` and the `ran` family. Where an order is reversed, vectors, dimensions, vocabulary, word "
    "lists and code all differ from the papers', and this page does not say which of them does it.",
)


def _verdict(verdict: Verdict) -> str:
    return f"**{verdict.word}**" + (f": {verdict.why}" if verdict.why else "")


def _number(value: float, column: Column) -> str:
    shown = f"{column.scale * value:.{column.digits}f}"
    return "−" + shown[1:] if shown.startswith("-") and float(shown) else shown.removeprefix("-")


def _bare(p: float) -> str:
    return f"{p:.4f}".removeprefix("0") if p < 1 else "1"


def _lines(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    table = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in table)
