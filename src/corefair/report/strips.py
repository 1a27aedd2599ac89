"""Strips in inline SVG, one a line of a table: a dot or a bar on one axis, and its interval.

Name, drawing and number stand beside each other, text keeps its size on a phone, and the table is the text
alternative. Everything goes through `el`, which escapes whatever is not known to be markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from corefair.report.axes import N_COLOURS, Span, nice_ticks, number
from corefair.report.markup import Safe, el


class Mark(NamedTuple):
    """One strip: whose, where, and what is printed beside it; without a value only that."""

    label: str
    colour: int
    value: float | None = None
    low: float | None = None
    high: float | None = None
    shown: str = ""
    note: str = ""


def strips(
    groups: Sequence[tuple[str, Sequence[Mark]]],
    *,
    caption: str,
    columns: tuple[str, str, str],
    span: Span,
    zero: float | None = None,
    bar: bool = False,
    percent: bool = True,
) -> Safe:
    """A table of strips on one axis: a dot or a bar, and its interval; the line at `zero` is drawn bold."""
    ticks = nice_ticks(*span)
    grid = [_line(x=_at(tick, span), height=26, class_="zero" if tick == zero else "grid") for tick in ticks]
    bodies = []
    for title, marks in groups:
        rows = [el("tr", el("th", title, colspan=3, scope="rowgroup", class_="group"))] if title else []
        rows += [
            el(
                "tr",
                el("th", el("i", "", class_=f"dot c{mark.colour % N_COLOURS}"), mark.label, scope="row"),
                el("td", _strip(mark, grid, span, zero, bar), class_="draw"),
                el("td", mark.shown, el("small", mark.note) if mark.note else None, class_="num both"),
            )
            for mark in marks
        ]
        bodies.append(el("tbody", *rows))
    axis = el(
        "svg", *(_tick(tick, span, percent) for tick in ticks), height=18, width="100%", aria_hidden="true"
    )
    head = el(
        "thead",
        el(
            "tr",
            el("th", columns[0], scope="col"),
            el("th", el("span", columns[1]), axis, scope="col", class_="draw"),
            el("th", columns[2], scope="col", class_="num"),
        ),
    )
    return el("table", el("caption", caption), head, *bodies, class_="plot")


def _strip(mark: Mark, grid: Sequence[Safe], span: Span, zero: float | None, bar: bool) -> Safe:
    label = f"{mark.label}: {mark.shown} {mark.note}".strip()
    drawn: list[Safe] = []
    if mark.value is not None:
        colour = f"c{mark.colour % N_COLOURS}"
        x = _at(mark.value, span)
        if bar:
            start = _at(zero or 0.0, span)
            left, wide = min(start, x), abs(x - start)
            drawn.append(el("rect", x=_pc(left), width=_pc(wide), y=6, height=14, class_=f"bar {colour}"))
        if mark.low is not None and mark.high is not None:
            ends = _at(mark.low, span), _at(mark.high, span)
            drawn.append(el("line", x1=_pc(ends[0]), x2=_pc(ends[1]), y1=13, y2=13, class_="span"))
            drawn += [el("line", x1=_pc(end), x2=_pc(end), y1=9, y2=17, class_="span") for end in ends]
        if not bar:
            drawn.append(el("circle", cx=_pc(x), cy=13, r=5, class_=colour))
    return el("svg", el("title", label), *grid, *drawn, height=26, width="100%", role="img", aria_label=label)


def _at(value: float, span: Span) -> float:
    """Where a value stands, in percent of the width; what is outside is put at the edge."""
    return float(min(max(100 * (value - span[0]) / (span[1] - span[0]), 0.0), 100.0))


def _pc(x: float) -> str:
    return f"{x:.2f}%"


def _line(*, x: float, height: int, class_: str) -> Safe:
    return el("line", x1=_pc(x), x2=_pc(x), y1=0, y2=height, class_=class_)


def _tick(value: float, span: Span, percent: bool) -> Safe:
    x = _at(value, span)
    anchor = "start" if x < 4 else "end" if x > 96 else "middle"
    return el("text", number(100 * value if percent else value), x=_pc(x), y=13, text_anchor=anchor)


def needle(value: float, *, colour: int, label: str, reach: float = 100.0) -> Safe:
    """A bar from the middle, for one cell of the table of occupations."""
    x = _at(value, (-reach, reach))
    bar = el(
        "rect", x=_pc(min(x, 50)), width=_pc(abs(x - 50)), y=4, height=10, class_=f"bar c{colour % N_COLOURS}"
    )
    middle = _line(x=50, height=18, class_="zero")
    return el("svg", el("title", label), bar, middle, height=18, width="100%", role="img", aria_label=label)
