"""Rows as text in columns."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def columns(rows: Sequence[Sequence[str]], *, right: Collection[int] = ()) -> str:
    """One line a row, cells padded to the widest; the columns in `right` are set to the right.

    >>> print(columns([("set", "n"), ("gap", "10")], right=[1]))
    set   n
    gap  10
    """
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)
