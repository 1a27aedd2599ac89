"""The page of results as a function of table.json: ours beside the papers', and what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from orders import CLAIMS, GIPE, Verdict, judge, order, published_orders, quality_kept, sembias_check, tests
from published import COLUMNS, METHODS, TABLES, WEAT_P, Column, Table

Json = Mapping[str, Any]


def render(table: Json) -> str:
    """The page."""
    files: Json = table["vectors"]
    settings = table["settings"]
    tables = "\n\n".join(
        f"## {each.title}\n\n{each.source}. {each.note}\n\n"
        + "\n\n".join(f"{_caption(each, name, of)}\n\n{_table(each, of)}" for name, of in files.items())
        for each in TABLES
    )
    return f"""# Two papers on word vectors, again

Kumar, Bhotia, Kumar & Chakraborty 2020 ([TACL 8](https://aclanthology.org/2020.tacl-1.32)) and Dawkins 2021
([GeBNLP](https://aclanthology.org/2021.gebnlp-1.12)) measure what methods do to the bias of word vectors. Here are their
tables beside ours, made by

    python results/vectors/make.py

which needs the published sets (`COREFAIR_DATA`) and writes this page and `table.json`; `--vectors FILE` takes other
vectors. **The papers' vectors are others** (GloVe of Wikipedia 2017, 322,636 words, 300 dimensions), so the order of the
methods is what can be compared, not the values. Ours: {_described(files)}.

A cell is the value and its 95 % interval ({settings["resamples"]:,} bootstrap resamples of the cases, seed {settings["seed"]}), then
what the paper prints. *soft* has the papers' λ = 0.2, *soft, means* the same λ with each term divided by its number of
entries; all else is at its default. Neither paper has `soft`. GN-GloVe is trained rather than post-processed and is not in
this table; nor are Kumar's GIPE over the words that Bolukbasi's classifier would change (Table 5, H_d), and the tables on
coreference and on single neighbours.

{tables}

## Which orders hold

For every two rows that a paper tells apart: are ours in the same order, and is the interval of their difference, on the
same resamples, clear of 0? The papers give no intervals, and some of their differences are in the last digit.

{_orders(files)}

{_reversed(files)}

## What the papers say

{_claims(files)}

## What we set ourselves to show

{_checks(files)}

## Reading

{_reading(files)}
"""


def _described(files: Json) -> str:
    return "; ".join(f"`{name}`, {of['words']:,} words, {of['dim']} dimensions" for name, of in files.items())


def _caption(table: Table, name: str, of_file: Json) -> str:
    """The file, and on how many cases each column stands."""
    suites: dict[str, list[str]] = {}
    for column in table.columns:
        if held := of_file["values"].get(column.key):
            first = next(iter(held.values()))
            units = "" if first["units"] == first["n"] else f" in {first['units']:,} units"
            suites.setdefault(f"n = {first['n']:,}{units}", []).append(column.label)
    said = suites if len(suites) == 1 else {f"{labels[0]}: {n}" for n, labels in suites.items()}
    if len(suites) > 1:
        said = [f"{', '.join(labels)}: {n}" for n, labels in suites.items()]
    return f"**{name}**, {'; '.join(said)}"


def _table(table: Table, of_file: Json) -> str:
    header = [""] + [cell for column in table.columns for cell in (column.label, "paper")]
    rows = [
        [f"`{row}`" if row != "original" else row]
        + [cell for column in table.columns for cell in (_ours(column, row, of_file), _paper(column, row))]
        for row in METHODS
    ]
    return _lines(header, rows)


def _ours(column: Column, row: str, of_file: Json) -> str:
    held = of_file["values"].get(column.key, {}).get(row)
    if held is None:
        return "–"
    value, low, high = (_number(held[part], column) for part in ("value", "low", "high"))
    p = f", p = {_bare(held['p'])}" if "p" in held else ""
    return f"**{value}** ({low} to {high}){p}"


def _paper(column: Column, row: str) -> str:
    if row not in column.paper:
        return ""
    p = f", p = {_bare(float(WEAT_P[column.key][row]))}" if column.key in WEAT_P else ""
    return f"*{column.paper[row].replace('-', '−', 1)}*{p}"


def _orders(files: Json) -> str:
    header = ["", "pairs"]
    for name in files:
        header += [f"{name}: same, clear", "same, not clear", "reversed, not clear", "reversed, clear"]
    rows = []
    everything = [0] * (1 + 4 * len(files))
    for table in TABLES:
        if table.title.startswith("SemBias, "):
            continue  # the same published pairs a second time
        counts: list[int] = []
        for of_file in files.values():
            found = [each for column in table.columns for each in published_orders(column, of_file)]
            kinds = [(True, True), (True, False), (False, False), (False, True)]
            counts += [sum((each.same, each.clear) == kind for each in found) for kind in kinds]
        n = max(sum(counts[4 * i : 4 * i + 4]) for i in range(len(files)))
        rows.append([table.title, str(n), *map(str, counts)])
        everything = [a + b for a, b in zip(everything, [n, *counts], strict=True)]
    rows.append(["**all**", *(f"**{count}**" for count in everything)])
    return _lines(header, rows)


def _reversed(files: Json) -> str:
    """The pairs that are clearly the other way."""
    lines = [
        "Clearly reversed (of two, the one the paper has lower is first; ours has it higher by so much):",
        "",
    ]
    for name, of_file in files.items():
        for table in TABLES:
            if table.title.startswith("SemBias, "):
                continue
            found = [each for column in table.columns for each in published_orders(column, of_file)]
            said = [
                f"{each.lower}, {each.higher} {COLUMNS[each.column].label} "
                f"{_number(-each.value, COLUMNS[each.column])} "
                f"({_number(-each.high, COLUMNS[each.column])} to {_number(-each.low, COLUMNS[each.column])})"
                for each in found
                if each.clear and not each.same
            ]
            if said:
                lines.append(f"- {name}, {table.title}: " + "; ".join(said))
    return "\n".join(lines) if len(lines) > 2 else "No pair is clearly reversed."


def _claims(files: Json) -> str:
    def row(source: str, says: str, verdict: Callable[[Json], Verdict]) -> list[str]:
        return [source, says, *(_verdict(verdict(of_file)) for of_file in files.values())]

    def of_claim(number: int) -> Callable[[Json], Verdict]:
        return lambda of_file: judge(CLAIMS[number], of_file)

    rows = [row(claim.source, claim.says, of_claim(number)) for number, claim in enumerate(CLAIMS)]
    rows += [
        row("Kumar, Table 6", "`ran` costs no quality (no benchmark clearly below the original)",
            lambda of_file: quality_kept("ran", of_file)),
        row("Dawkins, Table 2", "no method removes the association with occupations (p < .05 after each)",
            lambda of_file: tests(of_file, "s_occ", significant=True)),
        row("Dawkins, Table 2", "each removes that with gendered words (p ≥ .05 after each)",
            lambda of_file: tests(of_file, "s_def", significant=False)),
    ]  # fmt: skip
    return _lines(["paper", "says", *files], rows)


def _checks(files: Json) -> str:
    lines = []
    for name, of_file in files.items():
        for key in GIPE:
            steps = [order(of_file, key, "ran", "hard"), order(of_file, key, "hard", "original")]
            holds = all(step is not None and step.same for step in steps)
            clear = all(step is not None and step.same and step.clear for step in steps)
            values = (
                _number(of_file["values"][key][row]["value"], COLUMNS[key])
                for row in ("ran", "hard", "original")
            )
            word = "holds" if clear else "holds, within chance" if holds else "does not hold"
            said = " < " if holds else ", "
            lines.append(
                f"- GIPE, {COLUMNS[key].label}, `ran` below `hard` below original, {name}: **{word}** ({said.join(values)})."
            )
    lines += [
        "",
        "SemBias: the stereotype is chosen less often than in the original, the definition not less often; points.",
        "",
    ]
    rows = []
    for row in METHODS:
        if row != "original":
            cells = [
                _verdict(sembias_check(row, of_file, prefix=prefix))
                for of_file in files.values()
                for prefix in ("", "unit_")
            ]
            rows.append([f"`{row}`", *cells])
    header = [cell for name in files for cell in (f"{name}, as it comes", f"{name}, unit length")]
    return "\n".join(lines) + "\n" + _lines(["", *header], rows)


def _reading(files: Json) -> str:
    return "TODO"


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
