"""The page of results as a function of table1.json: ours beside the paper's, and nothing computed here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    n = sum(w["n"].values())
    changed = ", ".join(
        f"{name} from {one} to {other}" for name, (one, other) in found["spacy_3"]["changed"].items()
    )
    compared = found["comparison"]
    return f"""# The gap on GAP, again

Kocijan, Camburu & Lukasiewicz 2021 ([arXiv:2011.01837](https://arxiv.org/abs/2011.01837)): feminine examples of
GAP hold more names, and the right one further from the pronoun, so rules that never look at gender score worse on
them. Weights that give both genders the same share of each number of names, and of each place of the right name,
take that out. Here are their numbers beside ours, made by

    python results/gap-weighting/make.py

which needs the published sets (`corefair data get gap`, or `COREFAIR_DATA`), and writes this page and `table1.json`.

## What differs between the genders

Mean and standard deviation, ours and the paper's (3.3).

{_properties(found["properties"])}

## Table 1: names as annotated

Ours, the 95 % interval of ours ({found["settings"]["resamples"]:,} bootstrap resamples of the examples, with the
weights as they are), and the paper's. W-F1-Bias is not in the paper. The furthest of ours from the paper's: {_furthest(found["table"]["Ground-Truth"])}.

{_table(found["table"])}

Random is exact: every count is its mean over the names that could be picked, where the paper repeats 10,000 times;
F1 is that of the mean counts. Dist-k goes through files of predictions, as any system may: the k-th nearest name by
the words strictly between, ties in the order of annotation, none if there are fewer than k; it counts for A or B
where their spans touch. Dist-3 is not 1.000 in any weighted column for lack of a place: of the {n:,} examples with a
right name, {w["without_place"]} have it in no annotated span. A ratio of 1 is what the weights were made for; that
they are 1 for rules by number and place does not say that they would be for another system.

With a spaCy pipeline the names it finds are used instead, and rows for it added:
`make.py --names en_core_web_lg`; on its own, `corefair audit nearest:names=en_core_web_lg --suite gap`.
No such rows stand here unless the table above has them.

## Table 2: any system

A file of predictions in the form of GAP's scorer, id, TRUE or FALSE for A and for B:

    python results/gap-weighting/make.py --predictions .
    corefair audit gap:dist-1.tsv gap:dist-2.tsv gap:dist-3.tsv --suite gap -o report
    corefair report report/report.json

prints, among the rest,

{_indented(found["printed"])}

and intervals and signatures are in report.json. Whether two systems differ (3.6) is asked by paired randomisation
of their answers, weighted. Dist-2 less Dist-1:

{_comparison(compared)}

## The weights

{_weights(w, wt)}

No weights can have an objective below the bound, so these are the best there are. The published ones were found over
all 2,000 examples, those without a right name at weight 0. Each of these is the smaller one in a pair with every
other, which adds a constant, half the sum of weights for each of them, and leaves the best weights the best:
{w["left_out"]} · {n} / 2 for W, and {wt["left_out"]} · {sum(wt["n"].values())} / 2 for Wt. The published objective is that of the published
files, which round.

Distances are counted in words as spaCy 2.2 cuts them, which leaves “1-year” and “400-meter” whole. spaCy 3 cuts them
in three, which moves the place of {len(found["spacy_3"]["changed"])} right names ({changed}) and a weight by up to {found["spacy_3"]["furthest"]:.2f}. We keep
the rule of the paper's time, in which a hyphen cuts between two letters or two digits, not between a digit and a
letter.

## Figures 1 and 2: how many examples have which weight

{_histogram("W", w)}

{_histogram("Wt", wt)}
"""


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
    return f"{most:.4f} ({column} of {system})"


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
        row("share at zero", "zero", "{:.2%}", ("< 1 %", "0")),
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
