"""Every number and every change of an experiment as CSV, a line each."""

from __future__ import annotations

import csv
import io

from corefair.experiments.remedies import how_read
from corefair.experiments.result import Experiment

HEAD = (
    "kind", "row", "baseline", "on", "measure", "unit", "value", "low", "high", "spread", "seeds", "n", "p",
    "p_holm", "read",
)  # fmt: skip


def table(found: Experiment) -> str:
    """The table, its head first; fractions as they are, nothing rounded; `read` says what may be read."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    write(HEAD)
    for n in found.numbers:
        s = n.score
        write(
            (
                "number",
                n.row,
                "",
                n.asked,
                s.name,
                s.unit,
                s.value,
                s.low,
                s.high,
                n.spread,
                len(n.seeds),
                s.n,
                s.p,
                "",
                found.why_number_unread(n) or "yes",
            )
        )
    unit = {(n.asked, n.score.name): n.score.unit for n in found.numbers}
    for c in found.changes:
        of = unit[c.asked, c.measure]
        write(
            (
                "change",
                c.row,
                c.baseline,
                c.asked,
                c.measure,
                of,
                c.difference,
                c.low,
                c.high,
                "",
                "",
                "",
                c.p,
                c.p_holm,
                how_read(found, c),
            )
        )
    return out.getvalue()
