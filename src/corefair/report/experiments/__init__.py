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
