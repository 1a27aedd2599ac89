"""The papers' tables in LaTeX, laid out as there, for booktabs: ready to be set beside the published ones."""

from __future__ import annotations

from corefair.auditing.numbers import shown
from corefair.auditing.report import Report
from corefair.io.visible import visible
from corefair.registry import renderers
from corefair.report import overview
from corefair.report.paper_tables import STAR, Table, has_star, paper_tables, star
from corefair.report.wording import UNDEFINED, interval_name, names
from corefair.types import Score

_GREEK = ["alpha", "beta", "gamma", "delta", "eta", "lambda", "mu", "rho", "sigma", "tau", "chi"]
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
    **{letter: rf"$\{name}$" for letter, name in zip("αβγδηλμρστχ", _GREEK, strict=True)},
    **{each: "\\" + each for each in "&%$#_"},
    # Pictures of control characters, which LaTeX's own fonts lack, as terminals write them: ^[ is Escape.
    **{chr(0x2400 + code): rf"\textasciicircum{{}}{chr(64 + code)}" for code in range(0x20) if code != 28},
    "\u241c": r"\textasciicircum{}\textbackslash{}",
    "\ufffd": "?",
}


@renderers.register("latex")
def render(report: Report) -> str:
    """One `table` per table of a paper, then every headline number; needs the package booktabs."""
    lead = rf"% Made by corefair {' '.join(report.corefair.split())}; needs \usepackage{{booktabs}}"
    return "\n\n".join([lead, *map(_table, paper_tables(report)), _headlines(report)]) + "\n"


def escape(text: str) -> str:
    r"""Text that LaTeX prints as it stands, on one line.

    >>> escape("50 % of T1_p & |Diff|")
    '50 \\% of T1\\_p \\& \\textbar{}Diff\\textbar{}'
    >>> escape("λ = 1")
    '$\\lambda$ = 1'
    >>> escape("a\x1bb")
    'a\\textasciicircum{}[b'
    """
    return "".join(_SPECIAL.get(char, char) for char in visible(" ".join(text.split())))


def _table(table: Table) -> str:
    condition = ["Condition"] if table.has_conditions else []
    heads = ["", *condition, *table.columns]
    lines, last = [], None
    for subject, name, scores in table.lines:
        cells = ["" if subject == last and name else subject, *([name] if condition else [])]
        lines.append(
            line(cells + ["–" if score is None else _number(score) + star(score) for score in scores])
        )
        last = subject
    lines += [_invalid(subject, len(heads)) for subject in table.invalid]
    caption = f"{table.suite}, {table.title}: shares in percent, ratios as fractions."
    caption += f" {STAR}." if has_star(table) else ""
    return framed(caption, "ll" if condition else "l", heads, lines)


def _headlines(report: Report) -> str:
    """A line for each number, the subjects beside each other, with its interval below."""
    subjects = names(report)
    lines = []
    for each in overview.lines(report):
        if not each.measure and report.asks != "systems":
            nothing = rf"\multicolumn{{{len(subjects)}}}{{c}}{{not measured}} \\"
            lines.append(f"{escape(each.suite.key)} & & {nothing}")
            continue
        valid = [bool(r and r.valid) for r in (report.result(s, each.suite.key) for s in subjects)]
        cells = [
            _number(score) if score else "–" if ok else "invalid"
            for score, ok in zip(each.scores, valid, strict=True)
        ]
        lines.append(line([each.suite.key, each.measure, *cells]))
        lines.append(line(["", "", *("" if score is None else _bounds(score) for score in each.scores)]))
    caption = f"Headline numbers, each with its {interval_name(report)}: shares in percent, gaps in points."
    return framed(caption, "ll", ["Suite", "Measure", *subjects], lines)


def _number(score: Score) -> str:
    return UNDEFINED if score.value is None else shown(score).removesuffix(" %")


def _bounds(score: Score) -> str:
    if score.value is None or score.low is None or score.high is None:
        return ""
    return f"[{shown(score, 'low').removesuffix(' %')}, {shown(score, 'high').removesuffix(' %')}]"


def framed(caption: str, left: str, heads: list[str], lines: list[str]) -> str:
    """A table with rules; the columns of `left` are set to the left, all others to the right."""
    columns = left + "r" * (len(heads) - len(left))
    rows = [
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        line(heads),
        r"\midrule",
        *lines,
        r"\bottomrule",
    ]
    inside = [r"\centering", rf"\caption{{{escape(caption)}}}", *rows, r"\end{tabular}"]
    return "\n".join([r"\begin{table}", *inside, r"\end{table}"])


def line(cells: list[str]) -> str:
    """A line of a table, its cells escaped."""
    return " & ".join([_first(cells[0]), *map(escape, cells[1:])]) + r" \\"


def _first(cell: str) -> str:
    r"""The first cell of a line, escaped; `[` and `*` after the end of a line would be that command's.

    >>> line(["*", "[1, 2]"])
    '{}* & [1, 2] \\\\'
    """
    return ("{}" if cell.startswith(("[", "*")) else "") + escape(cell)


def _invalid(subject: str, width: int) -> str:
    return rf"{_first(subject)} & \multicolumn{{{width - 1}}}{{c}}{{invalid}} \\"
