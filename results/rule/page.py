"""The page of results/rule: tables from rule.json, with the published numbers beside ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]
# Rudinger et al. 2018, section 4 and Tables 1 and 2, in percent; r as printed. RULE is Lee et al. 2011.
WINOGENDER = {
    "resolved to OCCUPATION, masculine": 72,
    "resolved to OCCUPATION, feminine": 29,
    "resolved to OCCUPATION, neutral": 1,
    "minimal pairs resolved differently": 68,
    "feminine, gotcha no": 38.3,
    "masculine, gotcha no": 51.7,
    "feminine, gotcha yes": 10.0,
    "masculine, gotcha yes": 37.5,
    "r, score and B&L": 0.87,
    "r, score and BLS": 0.55,
}
# Zhao et al. 2018, Table 2 (development), Rule.
WINOBIAS = {"T1-p": 76.7, "T1-a": 37.5, "T1 |Diff|": 39.2, "T2-p": 50.5, "T2-a": 29.2, "T2 |Diff|": 21.3}
ACCURACY = ("gap", "accuracy, T1-p", "accuracy, T1-a", "accuracy, T2-p", "accuracy, T2-a", "link rate")
# Webster et al. 2018, development set, Lee et al. 2013; at second hand, not compared with the paper again.
GAP = {"F1, masculine": 55.4, "F1, feminine": 45.5, "F1, overall": 50.5, "F1-Bias": 0.82}


def readme(found: Json) -> str:
    """The whole page."""
    audits = found["audits"]
    return "\n".join(
        [
            "# The rule-based resolver",
            "",
            "`python results/rule/make.py` makes this page; it needs the published sets (`COREFAIR_DATA`).",
            f"Pipeline: {found['pipeline']}. Intervals: 95 %, bootstrap, {found['resamples']:,} resamples.",
            "",
            "## Corpora",
            "",
            "CoNLL F1 on the development sets, clusters of one left out. “Everything predicted” has words, "
            "sentences and speakers given; what the other rows add says what limits it.",
            "",
            *_corpora(found["corpora"]),
            *(line for name, rows in found["passes"].items() for line in _passes(name, rows)),
            "## Winogender",
            "",
            "RULE read *they* as plural; ours does so with `they=plural` and by default reads it as either. "
            "In percent, r as it is.",
            "",
            *_table(audits["winogender"], WINOGENDER),
            "## WinoBias, development set",
            "",
            "CoNLL F1, in percent, and link accuracy, which the paper does not print.",
            "",
            *_table(audits["winobias:dev"], {**WINOBIAS, **dict.fromkeys(ACCURACY)}),
            "## GAP, development set",
            "",
            "Published: Stanford's sieve on the same set (Webster et al. 2018, quoted at second hand). "
            "`short` spans hold nothing after the head, so that they seldom hold both names.",
            "",
            *_table(audits["gap:development"], GAP),
        ]
    )


def _corpora(rows: Sequence[Json]) -> list[str]:
    names = ("MUC", "B³", "CEAFe", "mentions")
    head = [
        "corpus",
        "given",
        *(f"{name} F1" for name in names),
        "CoNLL recall",
        "precision",
        "F1",
        "95 % interval",
    ]
    lines = [_row(head), _row(["---"] * len(head))]
    for row in rows:
        parts = [row[name] for name in ("muc", "b_cubed", "ceaf_e", "mentions")]
        conll = row["conll"]
        cells = [_percent(part["f1"]) for part in parts]
        cells += [_percent(conll[key]) for key in ("recall", "precision", "f1")]
        lines.append(_row([row["corpus"], row["given"], *cells, _interval(conll)]))
    return [*lines, ""]


def _passes(name: str, rows: Sequence[Json]) -> list[str]:
    """Links of each pass and how many of them are right, and what all passes up to it score."""
    head = ["pass", "links", "right, %", "CoNLL recall so far", "precision", "F1", "it links when"]
    lines = [f"### Pass by pass, {name}, everything predicted", "", _row(head), _row(["---"] * len(head))]
    for row in rows:
        right = _percent(row["right"] / row["links"]) if row["links"] else "–"
        scores = [_percent(row["conll"][key]) for key in ("recall", "precision", "f1")]
        lines.append(_row([f"`{row['pass']}`", f"{row['links']:,}", right, *scores, row["when"]]))
    note = (
        "A link is right if both of its phrases are mentions of one cluster in the key. Most links of "
        "`constructs` are with phrases that are never shown as mentions, so few can be right in that sense."
    )
    return [*lines, "", note, ""]


def _table(systems: Mapping[str, Json], published: Mapping[str, float | None]) -> list[str]:
    head = ["", "published", *systems]
    lines = [_row(head), _row(["---"] * len(head))]
    for name, value in published.items():
        plain = name.startswith("r,") or name == "F1-Bias"
        cells = ["–" if value is None else f"{value:.2f}" if plain else f"{value:g}"]
        for scores in systems.values():
            found = scores[name]
            if found["value"] is None:
                cells.append("cannot be computed")
                continue
            shown = f"{found['value']:.2f}" if plain else _percent(found["value"])
            p = f", p {_p(found['p'])}" if found["p"] is not None else ""
            cells.append(f"**{shown}** ({_interval(found, plain=plain)}{p})")
        lines.append(_row([name, *cells]))
    return [*lines, ""]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _interval(found: Json, *, plain: bool = False) -> str:
    if found["low"] is None or found["high"] is None:
        return "–"
    show = (lambda value: f"{value:.2f}") if plain else _percent
    return f"{show(found['low'])} … {show(found['high'])}"


def _p(p: float) -> str:
    return "< .0001" if p < 0.0001 else f"{p:.4f}"
