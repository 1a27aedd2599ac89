"""The page of Table 2 as a function of table2.json: our systems beside the paper's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from corefair.experiments.published import layout

Json = Mapping[str, Any]
MEASURES = ("F1, overall", "F1-Bias", "acc-Bias", "W-Bias", "Wnum-Bias", "Wdist-Bias", "Wt-Bias")
TESTED = ("acc-Bias", "W-Bias", "Wt-Bias")
KEPT = {  # what is even -> how it is told, and what the paper has
    "names": ("the number of names", "75 %"),
    "place": ("the place of the right name", "75 %"),
    "both, each by itself": ("both, each by itself, which is what the weights do", ""),
    "both together": ("both together, cell by cell", "below 70 %"),
}
WIDTH = 40  # of the longest bar


def page(table: Json) -> str:
    """The page."""
    settings, sizes = table["settings"], table["downsampling"]
    return f"""# GAP with balanced weights: Table 2 in spirit, appendix B, and downsampling

Kocijan, Camburu & Lukasiewicz 2021 ask 16 systems of their time; here are the resolvers that come with
corefair, on the same 2,000 examples with the same weights ([how they are made](README.md)), by

    python results/gap-weighting/table2.py

Nothing is trained for it; with trainings it is a grid, `grid.yaml`, in which any file of predictions
can be a row.

## Table 2

Ours with its 95 % interval ({settings["resamples"]:,} resamples of examples); below, the paper's rows.
A ratio below 1: feminine pronouns are resolved less well. The systems see the text alone, and find
names themselves.

{_table2(table["systems"])}

## Do two systems differ? (3.6)

Paired randomisation of their answers; the first less the second. p is of each test alone, as in the
paper, which has p = .024 for BERT GAP against BERT and .364 for E2E ADV against E2E, on Wt-Bias.

{_tests(table["tests"])}

## Appendix B: what is uneven

Examples by how many names they have, and by the place of the right name among names in order of
distance.

{_drawn("names", table["distributions"]["names"])}

{_drawn("place", table["distributions"]["place"])}

## Weights against throwing away

The most examples that can stay if examples are left out until the genders are even, exactly (an integer
program), as a share of all {sizes["examples"]:,}. {sizes["with a right name"]:,} have a right name; the
others have no place, and stay in none.

{_kept(sizes)}

With weights all {sizes["with a right name"]:,} stay; their effective number is
{sizes["effective"]:,.0f}, since weights are not all alike. The paper's shares are near ours if they are
taken of all examples and, for both properties, cell by cell; to make each property even by itself, as
the weights do, less has to go.

## Reading

{_reading(table)}
"""


def _table2(systems: Mapping[str, Mapping[str, Json]]) -> str:
    header = ["", *(name.removesuffix(", overall") for name in MEASURES)]
    ours = [
        [f"**{name}**", *(_three(held[measure]) for measure in MEASURES)] for name, held in systems.items()
    ]
    published = layout("gap-2")
    printed = {"F1": 0, "F1-Bias": 1, "acc-Bias": 2, "W-Bias": 3, "Wt-Bias": 6}
    theirs = []
    for row in published.rows:
        cells = [""] * len(MEASURES)
        for column, place in printed.items():
            cells[place] = f"*{published.numbers[row, column]}*"
        theirs.append([f"paper, {row}", *cells])
    return _lines(header, [*ours, *theirs])


def _three(score: Json) -> str:
    return f"**{_bare(score['value'])}** ({_bare(score['low'])} to {_bare(score['high'])})"


def _tests(tests: Sequence[Json]) -> str:
    pairs = dict.fromkeys((each["system"], each["baseline"]) for each in tests)
    rows = []
    for system, baseline in pairs:
        held = {
            each["measure"]: each
            for each in tests
            if (each["system"], each["baseline"]) == (system, baseline)
        }
        rows.append([f"{system} less {baseline}", *(_difference(held[name]) for name in TESTED)])
    return _lines(["", *TESTED], rows)


def _difference(test: Json) -> str:
    value, low, high = (_signed(test[part]) for part in ("difference", "low", "high"))
    return f"{value} ({low} to {high}), p = {_p(test['p'])}"


def _drawn(name: str, held: Mapping[str, Sequence[Sequence[int]]]) -> str:
    feminine, masculine = ({row[0]: row[1] for row in held[gender]} for gender in ("feminine", "masculine"))
    most = max([*feminine.values(), *masculine.values()])
    lines = [f"    {name:<6} feminine{' ' * (WIDTH - 1)}masculine"]
    for value in sorted({*feminine, *masculine}):
        one, other = feminine.get(value, 0), masculine.get(value, 0)
        lines.append(
            f"    {value:>5}  {one:>4} {_bar(one, most):<{WIDTH}} {other:>4} {_bar(other, most)}".rstrip()
        )
    return "\n".join(lines)


def _bar(n: int, most: int) -> str:
    return "█" * max(round(WIDTH * n / most), n > 0)


def _kept(sizes: Json) -> str:
    rows = [
        [said, f"{sizes['kept'][name]:,}", f"{100 * sizes['kept'][name] / sizes['examples']:.1f} %", paper]
        for name, (said, paper) in KEPT.items()
    ]
    return _lines(["even in", "stay", "of all", "paper"], rows)


def _reading(table: Json) -> str:
    """Sentences made of the numbers: a ratio is clear when its interval leaves out 1."""
    systems = table["systems"]
    lines = []
    for measure in TESTED:
        below = [name for name, held in systems.items() if held[measure]["high"] < 1]
        above = [name for name, held in systems.items() if held[measure]["low"] > 1]
        rest = [name for name in systems if name not in (*below, *above)]
        lines.append(
            f"{measure}: clearly below 1 for {_listed(below)}; clearly above for {_listed(above)}; not clear "
            f"for {_listed(rest)}."
        )
    moved = {name: held["W-Bias"]["value"] - held["acc-Bias"]["value"] for name, held in systems.items()}
    most = max(moved, key=lambda name: abs(moved[name]))
    up = [name for name, by in moved.items() if by > 0]
    lines.append(
        f"Weights move the ratio most for {most}, by {_signed(moved[most])}; upwards for {_listed(up)}."
    )
    clear = [
        f"{each['system']} and {each['baseline']}"
        for each in table["tests"]
        if each["measure"] == "Wt-Bias" and each["p"] < 0.05
    ]
    lines.append(f"On Wt-Bias these differ at p < .05, not corrected: {'; '.join(clear) or 'none'}.")
    lines.append(
        "F1 of all four is below that of most of the paper's systems: ratios of small numbers are coarse, "
        "as the intervals show."
    )
    return "\n".join(f"- {line}" for line in lines)


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names) or "none"


def _lines(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    table = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in table)


def _bare(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def _signed(value: float) -> str:
    return ("−" if value < 0 else "+") + _bare(abs(value))


def _p(value: float) -> str:
    return f"{value:.4f}".removeprefix("0") if value < 1 else "1"
