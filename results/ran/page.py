"""The page of results/ran as a function of its table.json and that of results/gn-glove."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from statistics import mean, median
from typing import Any

from published import CLAIMS, GIPE, NAMES, OTHER, THETAS, Claim, ranks

Json = Mapping[str, Any]
TRAINED = "trained on one text"
GN_ROWS = (  # Tables 4 and 6: title, suite and measure in results/gn-glove, the paper's GloVe and GN-GloVe
    ("SemBias, definition", "sembias", "definition", "80.2", "97.7"),
    ("SemBias, stereotype", "sembias", "stereotype", "10.9", "1.4"),
    ("SemBias, none", "sembias", "none", "8.9", "0.9"),
    ("Google, semantic", "analogy", "Google semantic, 3CosMul", "79.02", "76.13"),
    ("Google, syntactic", "analogy", "Google syntactic, 3CosMul", "52.26", "51.00"),
    ("MSR", "analogy", "MSR, 3CosMul", "51.49", "49.29"),
    ("RG-65", "similarity", "Spearman, RG-65", "75.29", "74.11"),
    ("MTurk-287", "similarity", "Spearman, MTurk-287", "64.27", "66.36"),
    ("RW", "similarity", "Spearman, RW", "31.63", "36.20"),
    ("MEN", "similarity", "Spearman, MEN", "72.19", "74.49"),
    ("SimLex-999", "similarity", "Spearman, SimLex-999", "34.86", "37.12"),
)
CLASSES = {"A": "neighbours of class A (near by gender)", "B": "of class B (near for other reasons)"}
TITLES = {
    **{row: f"`{row}`" for row in NAMES}, "original": "original", "gn": "GN-GloVe",
    "gn_wa": "GN-GloVe without its last component",
}  # fmt: skip


def page(table: Json, gn: Json, sections: Sequence[str]) -> str:
    """The page; `sections` are of Table 7, a system each."""
    files, settings = table["files"], table["settings"]
    figure = next(held["network"] for held in files.values() if "network" in held)
    return f"""# RAN-Debias

What Kumar, Bhotia, Kumar & Chakraborty 2020 ([TACL 8](https://aclanthology.org/2020.tacl-1.32)) say of
RAN-Debias and what is not in [results/vectors](../vectors/README.md), which has their Tables 4 to 6, 8
and 10 on all words that may be changed (V_d). Made by

    python results/ran/make.py

which writes this page, `table.json` and `nurse.svg`, and needs the published sets. **The paper's
vectors are others** (GloVe of Wikipedia 2017, 322,636 words, 300 dimensions). Ours:
{_described(files)}. Intervals are of {settings["resamples"]:,} resamples of words, the same for all
rows; words share neighbours, so they are narrower than they should be.

## The claims on GIPE

By how much of the other's GIPE one is below or above it. The claim is of the least of the three.

{_claims(files)}

{_claims_read(files)}

## Table 5 on H_d

H_d are all words made of letters alone but those that Bolukbasi et al. published as gender-specific,
whether a method changed them or not; V_d is that of results/vectors. GIPE, lower is better; in italics
the paper's.

{_gipe(files)}

{_gipe_read(files)}

## GN-GloVe: the rows of Tables 4 to 6

GN-GloVe is trained, not made of other vectors, so it stands beside GloVe of the same text ({_text(gn)}
words of Wikipedia), as in [results/gn-glove](../gn-glove/README.md); its GIPE is in the table above,
under *{TRAINED}*, with one seed. Tables 4 and 6, percent, means of three seeds with the lowest and the
highest:

{_gn(gn)}

{_gn_read(files)}

## Tables 1, 9 and 11: ranks of neighbours

At which rank a word has a neighbour, ours and in italics the paper's; a dash where one of the words is
not in the file. Ranks hang on how many words a file has: compare them along a line. The paper's Tables
1 and 11 do not agree with each other on GloVe (*nurse* has *mother* at 12 and at 27).

{_ranks(files)}

{_ranks_read(files)}

## Figure 1: the network around *nurse*

Edges with β above {settings["threshold"]:g}, before and after `ran`. Right: neighbours of the word;
left: words whose neighbour it is; orange: both. η goes from {figure["original"]["eta"]:.2f} to
{figure["ran"]["eta"]:.2f}, γ from {figure["original"]["gamma"]:.2f} to {figure["ran"]["gamma"]:.2f}.
For other words and files: `corefair vectors network nurse ran.txt --against glove.txt -o nurse.svg`.

![The neighbours of nurse that gender brought near](nurse.svg)

Before: {_edges(figure["original"])}. After: {_edges(figure["ran"])}.

## Table 7

The end-to-end network with each kind of vectors is a grid:

    corefair experiment results/ran/grid.yaml -o ran \\
        --set gn_whole=GN --set gn=GN_GLOVE --set gn_base=GLOVE
    corefair experiment results/ran/grid.yaml -o ran --set corpus=ONTONOTES --set litbank= --set gum=

GN is GN-GloVe with all dimensions, GN_GLOVE without its last, w_a, and GLOVE plain GloVe of the same ten and
a half million words ([results/sowinobias](../sowinobias/README.md)): so little text that GN-GloVe is to be
compared with that. The paper's GN-GloVe keeps its last dimension: it has 97.7 % of SemBias's definitions
right, and ours without it 11.0 % ([results/gn-glove](../gn-glove/README.md)). The run of `c2f-static` was
made before that was seen: its row GN-GloVe is w_a, and without it 5 of 6 pairs are in the paper's order. What
the tables call OntoNotes is OntoGUM in our rows; gaps are of accuracy, Diff is of F1.

{sections[0]}

{sections[1]}
"""


def _described(files: Json) -> str:
    sizes = {name: f"{held['words']:,} words, {held['dim']} dimensions" for name, held in files.items()}
    named = {name: f"GloVe and GN-GloVe {name}" if name == TRAINED else f"`{name}`" for name in files}
    return "; ".join(f"{named[name]}, {size}" for name, size in sizes.items())


def _claims(files: Json) -> str:
    header = ["claim", "vectors", *(f"θ = .{tag}" for tag in THETAS), "the least is"]
    rows = []
    for number, claim in enumerate(CLAIMS):
        printed = [_of_paper(claim, place) for place in range(len(THETAS))]
        rows.append(
            [claim.says, "*paper's Tables 5 and 8*", *(f"*{100 * share:.0f} %*" for share in printed), ""]
        )
        for name, held in files.items():
            if held["claims"]:
                shares = [held["claims"][number][tag] for tag in THETAS]
                rows.append(["", f"`{name}`", *map(_share, shares), _verdict(claim, shares)])
    return _lines(header, rows)


def _of_paper(claim: Claim, place: int) -> float:
    """From the paper's rounded numbers."""
    share = float(GIPE["V_d"][claim.row][place]) / float(GIPE["V_d"][claim.other][place]) - 1
    return -share if claim.way == "below" else share


def _share(three: Json) -> str:
    return f"**{100 * three['value']:.1f} %** ({100 * three['low']:.1f} to {100 * three['high']:.1f})"


def _verdict(claim: Claim, shares: Sequence[Json]) -> str:
    least = min(shares, key=lambda each: each["value"])
    if least["low"] >= claim.share:
        return "**enough, clearly**"
    if least["value"] >= claim.share:
        return "**enough**, not clearly"
    return "**less, clearly**" if least["high"] < claim.share else "**less**, not clearly"


def _claims_read(files: Json) -> str:
    lines = []
    for number, claim in enumerate(CLAIMS):
        found = {name: held["claims"][number] for name, held in files.items() if held["claims"]}
        least = {name: min(each["value"] for each in shares.values()) for name, shares in found.items()}
        told = ", ".join(f"{100 * value:.1f} % on {name}" for name, value in least.items())
        lines.append(f"- {claim.says}: at least {told}.")
    every = [each for held in files.values() for shares in held["claims"] for each in shares.values()]
    if all(each["low"] > 0 for each in every):
        lines.append("- The directions hold, clearly, at every θ and in both files, whatever the sizes.")
    return "\n".join(lines)


def _gipe(files: Json) -> str:
    parts = []
    for name, held in files.items():
        header = ["", *(f"{words}, θ = .{tag}" for words in held["gipe"] for tag in THETAS)]
        rows = []
        for row in (row for row in next(iter(held["gipe"].values())) if row != "n"):
            cells = [
                f"**{held['gipe'][words][row][tag]['value']:.4f}** "
                f"({held['gipe'][words][row][tag]['low']:.4f} to {held['gipe'][words][row][tag]['high']:.4f})"
                + _printed(words, row, place)
                for words in held["gipe"]
                for place, tag in enumerate(THETAS)
            ]
            rows.append([TITLES[row], *cells])
        sizes = ", ".join(f"{words} {of['n']:,} words" for words, of in held["gipe"].items())
        parts.append(f"**{name}**, {sizes}\n\n{_lines(header, rows)}")
    return "\n\n".join(parts)


def _printed(words: str, row: str, place: int) -> str:
    found = GIPE[words].get(row)
    return f" *{found[place]}*" if found else ""


def _gipe_read(files: Json) -> str:
    lines = []
    for name, held in files.items():
        of = held["gipe"]["H_d"]
        if "ran" not in of:
            continue
        best = {
            tag: min(of[row][tag]["value"] for row in ("original", "hard", "gp", "ran")) for tag in THETAS
        }
        low = [tag for tag in THETAS if of["ran"][tag]["value"] == best[tag]]
        where = "every θ" if len(low) == len(THETAS) else " and ".join(f"θ = .{tag}" for tag in low) or "no θ"
        lines.append(f"- {name}: of GloVe, hard, gp and ran, `ran` is lowest on H_d at {where}.")
    lines.append("- The paper has `ran` lowest on H_d but for θ = .07, where `hard` is.")
    return "\n".join(lines)


def _text(gn: Json) -> str:
    found = re.search(r"counted\(([\d,]+) words", " ".join(gn["runs"][0]["history"]["glove"]))
    assert found is not None, "results/gn-glove/table.json says how much text was counted"
    return found[1]


def _gn(gn: Json) -> str:
    def ours(method: str, suite: str, measure: str) -> str:
        values = [100 * run["scores"][method][suite]["scores"][measure]["value"] for run in gn["runs"]]
        return f"**{mean(values):.1f}** ({min(values):.1f}, {max(values):.1f})"

    rows = [
        [said, ours("glove", suite, measure), f"*{glove}*", ours("gn", suite, measure), f"*{theirs}*"]
        for said, suite, measure, glove, theirs in GN_ROWS
    ]
    return _lines(["", "GloVe", "paper", "GN-GloVe", "paper"], rows)


def _gn_read(files: Json) -> str:
    of = files[TRAINED]["gipe"]["V_d"]
    tags = [tag for tag in THETAS if of["gn"][tag]["value"] > of["original"][tag]["value"]]
    wa = [tag for tag in THETAS if of["gn_wa"][tag]["value"] > of["original"][tag]["value"]]

    def told(found: Sequence[str]) -> str:
        if len(found) == len(THETAS):
            return "above it at every θ"
        return f"above it at {', '.join('.' + t for t in found)} only" if found else "below it at every θ"

    return (
        f"Beside GIPE of GloVe on V_d, that of GN-GloVe is {told(tags)}, without its last component "
        f"{told(wa)}; "
        "the paper has GN-GloVe above GloVe at every θ. These are "
        "single values; whether they differ was not tested. AP is not in results/gn-glove."
    )


def _ranks(files: Json) -> str:
    parts = []
    for number, title in (("1", "Table 1"), ("9", "Table 9"), ("11", "Table 11")):
        mine = [each for each in ranks() if each[0] == number]
        rows_of_paper = list(dict.fromkeys(row for *_, theirs in mine for row in theirs))
        columns = [
            (name, row) for name, held in files.items() for row in rows_of_paper
            if any(row in found for found in held["ranks"].values())
        ]  # fmt: skip
        header = ["word", "neighbour", *(f"{_short(name)}: {TITLES[row]}" for name, row in columns),
                  *(f"*paper: {NAMES[row]}*" for row in rows_of_paper)]  # fmt: skip
        lines = [
            [
                word,
                neighbour,
                *(
                    str(files[name]["ranks"].get(f"{word} {neighbour}", {}).get(row, "–"))
                    for name, row in columns
                ),
                *(f"*{theirs[row]}*" if row in theirs else "" for row in rows_of_paper),
            ]
            for _, word, neighbour, theirs in mine
        ]
        parts.append(f"**{title}**\n\n{_lines(header, lines)}")
    return "\n\n".join(parts)


def _short(name: str) -> str:
    return {TRAINED: "own text"}.get(name, name.split(".")[0].split("-")[0])


def _ranks_read(files: Json) -> str:
    """How many of Table 11's neighbours of either class moved away with `ran`, among those at hand."""
    lines = []
    table = [(word, neighbour) for number, word, neighbour, _ in ranks() if number == "11"]
    for name, held in files.items():
        here = {pair: held["ranks"][" ".join(pair)] for pair in table if " ".join(pair) in held["ranks"]}
        if not any("ran" in found for found in here.values()):
            continue
        classes: dict[str, list[float]] = {"A": [], "B": []}
        for (_, neighbour), found in here.items():
            classes["B" if neighbour in OTHER else "A"].append(found["ran"] / found["original"])
        told = "; ".join(
            f"{sum(times > 1 for times in found)} of {len(found)} {CLASSES[kind]}, which stand "
            f"{median(found):.1f} times as far (median)"
            for kind, found in classes.items()
        )
        lines.append(f"- {name}: with `ran` a later rank than before have {told}.")
    return "\n".join(lines)


def _edges(of: Json) -> str:
    def told(edges: Sequence[Sequence[Any]], n: int, what: str) -> str:
        words = ", ".join(word for word, *_ in sorted(edges, key=lambda edge: -edge[2])[:8])
        return f"{len(edges)} of {n} {what}" + (
            f" ({words}{' …' if len(edges) > 8 else ''})" if edges else ""
        )

    n_out, n_into = of["n"]
    into = told(of["neighbour_of"], n_into, "words that have it as one")
    return f"{told(of['neighbours'], n_out, 'neighbours')}, {into}"


def _lines(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    table = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in table)
