"""An experiment to look at: one page, a table for machines, and tables for papers.

page.py       the page, from the reading down to the method
cells.py      what is done, and what is not
tradeoff.py   the gap against F1, a point a row, and the front of those that nothing beats in both
moves.py      how far each row moves a gap, with intervals; of a decomposition, by source
layouts.py    the papers' tables, ours beside theirs
md.py         the reading, the papers' tables and what is not done, for a README
csv.py        every number and every change, a line each
latex.py      the papers' tables for a paper
"""

from __future__ import annotations

from corefair.errors import UnknownName
from corefair.experiments.result import Experiment

ENDINGS = {"html": "html", "csv": "csv", "latex": "tex", "md": "md"}  # of files, by form


def render(found: Experiment, form: str) -> str:
    """The experiment in one of these forms; the same one always gives the same text."""
    if form == "html":
        from corefair.report.experiments.page import page

        return page(found)
    if form == "csv":
        from corefair.report.experiments.csv import table

        return table(found)
    if form == "latex":
        from corefair.report.experiments.latex import latex

        return latex(found)
    if form == "md":
        from corefair.report.experiments.md import markdown

        return markdown(found)
    raise UnknownName("form of an experiment", form, ENDINGS)
