"""Markup that cannot be broken into: whatever is not made here is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from corefair.io.visible import visible


class Safe(str):
    """Markup: what `el` made, and so has been escaped."""


def el(name: str, *inside: object, **attributes: object) -> Safe:
    """An element; strings in it are escaped, None is left out, `class_` is class and `a_b` is a-b.

    >>> el("p", "a < b", el("b", 1), class_="x")
    '<p class="x">a &lt; b<b>1</b></p>'
    """
    said = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{_shown(value)}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in ("meta", "input", "br", "link", "img"):
        return Safe(f"<{name}{said}>")
    return Safe(f"<{name}{said}>{join(*inside)}</{name}>")


def join(*parts: object) -> Safe:
    """Parts after each other, those that are not markup escaped."""
    return Safe(
        "".join(part if isinstance(part, Safe) else _shown(part) for part in parts if part is not None)
    )


def _shown(value: object) -> str:
    return escape(visible(str(value), block=True))


def grid(
    caption: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    numbers: Iterable[int] = (),
    class_: str | None = None,
) -> Safe:
    """A table that scrolls within itself where it is too wide; a cell that is a <td> stays as it is."""
    right = set(numbers)
    head = (el("th", h, scope="col", class_="num" if i in right else None) for i, h in enumerate(heads))
    body = (
        el("tr", *(
            cell if isinstance(cell, Safe) and cell.startswith("<td")
            else el("th", cell, scope="row") if i == 0
            else el("td", cell, class_="num" if i in right else None)
            for i, cell in enumerate(row)
        ))
        for row in rows
    )  # fmt: skip
    table = el(
        "table", el("caption", caption), el("thead", el("tr", *head)), el("tbody", *body), class_=class_
    )
    return el("div", table, class_="wide", tabindex=0, role="region", aria_label=caption)


def item(text: str) -> Safe:
    """An item of a list."""
    return el("li", text)


def unbroken(sentence: str) -> str:
    """With no line end within `p = .03` or `50.0 %`."""
    together = re.sub(r"\b([pr]) ([<=]) ", "\\1\u00a0\\2\u00a0", sentence)
    return re.sub(r"(?<=\d) %", "\u00a0%", together)


def count(n: int, noun: str) -> str:
    """`1 case`, `2,000 cases`."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"
