"""Rows as text in columns, and sentences in lines of whole words."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Sequence

WIDTH = 80
_NARROWEST = 14  # a name without a space is cut, where it must be, at no less than this


def columns(
    rows: Sequence[Sequence[str]],
    *,
    right: Collection[int] = (),
    fold: Sequence[int] = (),
    width: int = WIDTH,
) -> str:
    """One line a row, cells padded to the widest; the columns in `right` are set to the right.

    Where lines would be wider than `width`, cells of the columns in `fold` go on below, the first of them
    first, as far as that is needed; a long name among them is cut.

    >>> print(columns([("set", "n"), ("gap", "10")], right=[1]))
    set   n
    gap  10
    >>> print(columns([("a long name of it", "10"), ("b", "5")], right=[1], fold=[0], width=14))
    a long      10
    name of it
    b            5
    >>> print(columns([("a_name_of_twenty_two", "10")], right=[1], fold=[0], width=18))
    a_name_of_twen  10
    ty_two
    """
    from corefair.io.visible import visible  # with it comes all of `io`, which a help page does not need

    rows = [[visible(cell) for cell in row] for row in rows]
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    for at in fold:
        excess = sum(widths) + 2 * (len(widths) - 1) - width
        if excess > 0:
            longest_word = max((len(word) for row in rows for word in row[at].split()), default=1)
            widths[at] = max(widths[at] - excess, min(longest_word, _NARROWEST))
    lines = []
    for row in rows:
        cells = [
            wrapped(cell, width=max(widths[at], 1), cut=at in fold).split("\n") for at, cell in enumerate(row)
        ]
        for number in range(max(map(len, cells))):
            parts = [part[number] if number < len(part) else "" for part in cells]
            lines.append("  ".join(_padded(part, widths[at], at in right) for at, part in enumerate(parts)))
    return "\n".join(line.rstrip() for line in lines)


def _padded(cell: str, width: int, is_right: bool) -> str:
    return cell.rjust(width) if is_right else cell.ljust(width)


def wrapped(
    text: str, *, first: str = "", rest: str | None = None, width: int = WIDTH, cut: bool = False
) -> str:
    """The text in lines of whole words; after the first they begin with `rest`, by default as far in.

    A word longer than a line (a path) stays whole unless it may be cut; the line ends of the text stay, and a
    number is not parted from its percent sign.

    >>> print(wrapped("It asks who she is.", first="about  ", width=18))
    about  It asks who
           she is.
    """
    from corefair.io.visible import visible

    after = " " * len(first) if rest is None else rest
    lines = []
    for number, line in enumerate(text.split("\n")):
        lines += textwrap.wrap(
            re.sub(r"(?<=\d) %", "\N{NO-BREAK SPACE}%", visible(line)),
            width,
            initial_indent=after if number else first,
            subsequent_indent=after,
            break_long_words=cut,
            break_on_hyphens=False,
        ) or [after.rstrip() if number else first.rstrip()]
    return "\n".join(lines).replace("\N{NO-BREAK SPACE}%", " %")
