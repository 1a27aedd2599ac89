"""The page of results as a function of table1.json: ours beside the paper's, and nothing computed here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

COLUMNS = ("F1", "Accuracy", "F1-Bias", "acc-Bias", "W-Bias", "Wnum-Bias", "Wdist-Bias", "Wt-Bias")
PAPER = {  # Table 1
    "Ground-Truth": {
        "Random": (0.305, 0.224, 0.884, 0.849, 1.000, 0.995, 0.899, 1.000),
        "Dist-1": (0.463, 0.412, 0.850, 0.776, 1.000, 0.804, 1.000, 1.000),
        "Dist-2": (0.353, 0.310, 0.923, 0.882, 1.000, 0.920, 1.000, 1.000),
        "Dist-3": (0.228, 0.156, 1.270, 1.347, 1.006, 1.266, 1.010, 1.007),
    },
    "Spacy-lg": {
        "Random": (0.286, 0.211, 0.904, 0.870, 0.975, 0.980, 0.905, 0.984),
        "Dist-1": (0.423, 0.375, 0.887, 0.816, 1.015, 0.824, 1.029, 1.018),
        "Dist-2": (0.319, 0.263, 0.917, 0.907, 0.962, 0.932, 0.977, 0.968),
        "Dist-3": (0.205, 0.134, 1.490, 1.585, 1.118, 1.494, 1.152, 1.200),
    },
}
MOMENTS = {  # section 3.3: mean and standard deviation
    "names": {"feminine": (6.30, 3.44), "masculine": (5.55, 3.18)},
    "place": {"feminine": (2.32, 1.54), "masculine": (1.86, 1.19)},
}
Json = Mapping[str, Any]


def readme(found: Json) -> str:
    """The page."""
    w, wt = found["weights"]["w"], found["weights"]["wt"]
    total, total_t = (sum(each["n"].values()) for each in (w, wt))
    places = found["spacy_3"]["changed"].items()
    return Template((Path(__file__).parent / "template.md").read_text(encoding="utf-8")).substitute(
        properties=_properties(found["properties"]),
        resamples=f"{found['settings']['resamples']:,}",
        furthest=_furthest(found["table"]["Ground-Truth"]),
        table=_table(found["table"]),
        twice=f"of {' and '.join(found['touched_twice'])}",
        without_place=w["without_place"],
        printed=_indented(found["printed"]),
        comparison=_comparison(found["comparison"]),
        weights=_weights(w, wt),
        left_out=w["left_out"],
        left_out_t=wt["left_out"],
        sum=f"{total:,}",
        sum_t=f"{total_t:,}",
        constant=f"{w['left_out'] * total / 2:,.1f}",
        constant_t=f"{wt['left_out'] * total_t / 2:,.1f}",
        changed=" and ".join(f"{name} (from {one} to {other})" for name, (one, other) in places),
        spacy=found["spacy_3"]["version"],
        moved=f"{found['spacy_3']['furthest']:.2f}",
        histogram=_histogram("W", w),
        histogram_t=_histogram("Wt", wt),
    )


def _properties(found: Json) -> str:
    said = {"names": "names in an example", "place": "place of the right name by distance"}
    rows = [
        [
            said[name],
            gender,
            f"{held['n']:,}",
            f"{held['mean']:.2f} ({held['sd']:.2f})",
            f"{MOMENTS[name][gender][0]:.2f} ({MOMENTS[name][gender][1]:.2f})",
        ]
        for name, of in found.items()
        for gender, held in of.items()
    ]
    return _lines(("", "gender", "examples", "ours", "paper"), rows)


def _furthest(table: Json) -> str:
    apart = {
        (system, column): abs(table[system][column]["value"] - value)
        for system, row in PAPER["Ground-Truth"].items()
        for column, value in zip(COLUMNS, row, strict=True)
    }
    (system, column), most = max(apart.items(), key=lambda each: each[1])
    return f"the {column} of {system}, by {most:.4f}"


def _table(tables: Json) -> str:
    columns = (*COLUMNS, "W-F1-Bias")
    rows = []
    for names, table in tables.items():
        paper = "Ground-Truth" if names == "Ground-Truth" else "Spacy-lg"
        for system, of in table.items():
            said = system if names == "Ground-Truth" else f"{system}, {names}"
            rows.append([f"**{said}**", *(f"**{_bare(of[column]['value'])}**" for column in columns)])
            between = (f"{_bare(of[column]['low'])}–{_bare(of[column]['high'])}" for column in columns)
            rows.append(["interval", *between])
            rows.append([f"paper, {paper}", *(_bare(value) for value in PAPER[paper][system]), ""])
    return _lines(("", *columns), rows)


def _comparison(found: Json) -> str:
    rows = [
        [name, _signed(of["difference"]), f"{_signed(of['low'])} to {_signed(of['high'])}", _p(of["p"])]
        for name, of in found.items()
    ]
    return _lines(("", "difference", "interval", "p"), rows)


def _weights(w: Json, wt: Json) -> str:
    def row(said: str, key: str, form: str, paper: tuple[str, str] = ("", "")) -> list[str]:
        return [said, form.format(w[key]), paper[0], form.format(wt[key]), paper[1]]

    genders = [
        f"{sum(each['n'].values()):,} ({each['n']['masculine']} m, {each['n']['feminine']} f)"
        for each in (w, wt)
    ]
    rows = [
        ["examples", genders[0], "", genders[1], "1,670 (865 m, 805 f)"],
        row("cells: alike in gender, names and place", "cells", "{:,}"),
        row("pairs of cells in a gender", "pairs_of_cells", "{:,}"),
        row("rounds of column generation", "rounds", "{}"),
        row("objective, Σ max(wᵢ, wⱼ)", "objective", "{:,.4f}"),
        row("its lower bound", "bound", "{:,.4f}"),
        row("largest constraint left unmet", "unmet", "{:.0e}"),
        row("mean of the ten largest", "top_ten", "{:.2f}", ("6.29", "3.3")),
        row("share at zero", "zero", "{:.2%}", ("< 1%", "0%")),
        row("effective sample size", "effective", "{:,.0f}"),
        row("furthest from the published weights", "furthest_from_published", "{:.0e}"),
        row("objective over all 2,000, ours", "objective_of_all", "{:,.4f}"),
        row("objective over all 2,000, published", "published_objective_of_all", "{:,.4f}"),
    ]
    return _lines(("", "W", "paper", "Wt", "paper"), rows)


def _histogram(name: str, weights: Json) -> str:
    """A line for each tenth up to 4, a block for each 20 examples; the few above are listed."""
    counts = {gender: dict(map(tuple, held)) for gender, held in weights["histogram"].items()}
    lows = sorted({low for held in counts.values() for low in held if low < 4})
    lines = [f"{name:<5}{'feminine':<46}masculine"]
    for low in lows:
        bars = [
            f"{counts[gender].get(low, 0):>4} " + "█" * -(-counts[gender].get(low, 0) // 20)
            for gender in ("feminine", "masculine")
        ]
        lines.append(f"{low:<5.1f}{bars[0]:<46}{bars[1]}".rstrip())
    above = ", ".join(f"{weight:.2f}" for weight in sorted(weights["largest"]))
    return _indented([*lines, f"above 4: {above}"])


def _lines(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    table = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in table)


def _indented(lines: Sequence[str]) -> str:
    return "\n".join(f"    {line}".rstrip() for line in lines)


def _bare(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def _signed(value: float) -> str:
    return ("−" if value < 0 else "+") + _bare(abs(value))


def _p(value: float) -> str:
    return f"{value:.4f}".removeprefix("0") if value < 1 else "1"
