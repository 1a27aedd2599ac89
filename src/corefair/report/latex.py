"""The papers' tables in LaTeX, laid out as there, for booktabs: ready to be set beside the published ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from corefair.report.load import Table, tables
from corefair.report.verdict import shown

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "−": r"$-$",
    "–": "--",
    "ρ": r"$\rho$",
    **{each: "\\" + each for each in "&%$#_"},
}


def render(data: Mapping[str, Any]) -> str:
    """One `table` per table of a paper, then the headline gap of every suite; needs the package booktabs."""
    if data.get("subject") == "vectors":
        from corefair.report.vectors.text import latex  # it is written with the helpers below

        return latex(data)
    made = [_table(table) for table in tables(data)]
    return (
        "\n\n".join(
            [
                rf"% Made by corefair {_plain(data['corefair'])}; needs \usepackage{{booktabs}}",
                *made,
                _gaps(data),
            ]
        )
        + "\n"
    )


def escape(text: str) -> str:
    r"""Text that LaTeX prints as it stands, on one line.

    >>> escape("50 % of T1_p & |Diff|")
    '50 \\% of T1\\_p \\& \\textbar{}Diff\\textbar{}'
    """
    return "".join(_SPECIAL.get(char, char) for char in " ".join(text.split()))


def _table(table: Table) -> str:
    heads = ["System", *(["Condition"] if table.conditions else []), *table.columns]
    lines, last = [], None
    for system, condition, scores in table.rows:
        named = "" if system == last and condition else system
        cells = [named, *([condition] if table.conditions else [])]
        cells += ["–" if score is None else shown(score).removesuffix(" %") for score in scores]
        lines.append(_line(cells))
        last = system
    lines += [_invalid(system, len(heads)) for system in table.invalid]
    caption = f"{table.suite}, {table.title}: percent, ratios as fractions."
    return _framed(caption, "ll" if table.conditions else "l", heads, lines)


def _gaps(data: Mapping[str, Any]) -> str:
    heads = ["Suite", "System", "Gap", "Low", "High", "Cases"]
    lines = []
    for result in data["results"]:
        gap = next((score for score in result["scores"] if score["name"] == "gap"), None)
        if not result["valid"]:
            lines.append(escape(result["suite"]) + " & " + _invalid(result["system"], len(heads) - 1))
        elif gap:
            numbers = [shown(gap, part) for part in ("value", "low", "high")]
            lines.append(_line([result["suite"], result["system"], *numbers, str(gap["n"])]))
    return _framed("Gaps in percentage points with their intervals.", "ll", heads, lines)


def _framed(caption: str, left: str, heads: list[str], lines: list[str]) -> str:
    columns = left + "r" * (len(heads) - len(left))
    rows = [
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        _line(heads),
        r"\midrule",
        *lines,
        r"\bottomrule",
    ]
    inside = [r"\centering", rf"\caption{{{escape(caption)}}}", *rows, r"\end{tabular}"]
    return "\n".join([r"\begin{table}", *inside, r"\end{table}"])


def _line(cells: list[str]) -> str:
    return " & ".join(map(escape, cells)) + r" \\"


def _invalid(system: str, width: int) -> str:
    return rf"{escape(system)} & \multicolumn{{{width - 1}}}{{c}}{{invalid}} \\"


def _plain(text: str) -> str:
    return " ".join(text.split())
