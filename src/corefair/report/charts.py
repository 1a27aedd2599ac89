"""What is drawn, in inline SVG: strips with intervals, scatters with a regression band, bars by occupation.

Everything goes through `el`, which escapes whatever is not known to be markup. Strips are rows of a table, so
that name, drawing and number stand beside each other, text keeps its size on a phone, and the table is the
text alternative.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from corefair.report.markup import Safe, el
from corefair.report.verdict import said_p
from corefair.stats import Correlation

Span = tuple[float, float]
N_COLOURS = 8
WIDTH, HEIGHT = 380, 270  # of a scatter
LEFT, RIGHT, TOP, BOTTOM = 58, 10, 12, 40  # its margins


class Mark(NamedTuple):
    """One strip: whose, where, and what is printed beside it; without a value only the note."""

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
    said = f"{mark.label}: {mark.shown} {mark.note}".strip()
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
    return el("svg", el("title", said), *grid, *drawn, height=26, width="100%", role="img", aria_label=said)


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
    return el("text", _number(100 * value if percent else value), x=_pc(x), y=13, text_anchor=anchor)


def _number(value: float) -> str:
    return f"{round(value, 6):g}".replace("-", "−")


def nice_ticks(low: float, high: float, most: int = 5) -> list[float]:
    """At most `most` round numbers from low to high.

    >>> nice_ticks(-0.2, 0.2)
    [-0.2, -0.1, 0.0, 0.1, 0.2]
    """
    steps = [base * 10.0**power for power in range(-3, 4) for base in (1, 2, 2.5, 5)]
    for step in steps:
        first, last = int(np.ceil(low / step - 1e-9)), int(np.floor(high / step + 1e-9))
        if last - first + 1 <= most:
            return [round(step * i, 6) for i in range(first, last + 1)]
    return [low, high]


def nice_span(values: Sequence[float], *, least: float) -> Span:
    """A span about 0 that holds the values, as wide on both sides, at least ±`least`."""
    reach = max([least, *map(abs, values)])
    step = next(step for step in (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 1e9) if reach <= 2 * step)
    reach = step * float(np.ceil(reach / step - 1e-9))
    return -reach, reach


def scatter(
    points: Sequence[tuple[float, float, str]],
    *,
    title: str,
    axes: tuple[str, str],
    spans: tuple[Span, Span],
    colour: int,
    found: Correlation | None,
) -> Safe:
    """Points with their regression line and its 95 % band, and r in the caption; a point's title names it."""
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    x_of, y_of, drawn = plane(axes, spans)
    band = regression([(x, y) for x, y, _ in points])
    if band:
        upper = " ".join(f"{x_of(x)},{y_of(y + reach)}" for x, y, reach in band)
        lower = " ".join(f"{x_of(x)},{y_of(y - reach)}" for x, y, reach in reversed(band))
        middle = " ".join(f"{x_of(x)},{y_of(y)}" for x, y, _ in band)
        fit = (
            el("polygon", points=f"{upper} {lower}", class_=f"band c{colour % N_COLOURS}"),
            el("polyline", points=middle, class_=f"fit s{colour % N_COLOURS}"),
        )
        inner = {"x": LEFT, "y": TOP, "width": wide, "height": tall}  # an inner svg cuts off what leaves it
        drawn.append(el("svg", *fit, **inner, viewBox=f"{LEFT} {TOP} {wide} {tall}", class_="cut"))
    drawn += [
        el("circle", el("title", label), cx=x_of(x), cy=y_of(y), r=4, class_=f"point c{colour % N_COLOURS}")
        for x, y, label in points
    ]
    r = (
        f"r = {found.value:.2f}, interval {found.low:.2f} to {found.high:.2f}, {said_p(found.p)}".replace(
            "-", "−"
        )
        if found
        else "no correlation can be computed"
    )
    said = f"{title}: {axes[1]} against {axes[0]}, {len(points)} points; {r}"
    svg = el("svg", el("title", said), *drawn, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=said)
    return el("figure", el("figcaption", el("b", title), el("br"), r), svg, class_="scatter")


class Plane(NamedTuple):
    """Where values stand in a drawing, and its grid, ticks and axes."""

    x_of: Callable[[float], float]
    y_of: Callable[[float], float]
    drawn: list[Safe]


def plane(axes: tuple[str, str], spans: tuple[Span, Span]) -> Plane:
    """The empty plane that points are drawn on; the line at 0 is bold where values fall on both sides."""
    (x_span, y_span), wide, tall = spans, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x_of(value: float) -> float:
        return round(LEFT + wide * (value - x_span[0]) / (x_span[1] - x_span[0]), 1)

    def y_of(value: float) -> float:
        return round(TOP + tall * (1 - (value - y_span[0]) / (y_span[1] - y_span[0])), 1)

    drawn: list[Safe] = []
    for tick in nice_ticks(*x_span):
        x = x_of(tick)
        kind = "zero" if tick == 0 and x_span[0] < 0 else "grid"
        drawn.append(el("line", x1=x, x2=x, y1=TOP, y2=TOP + tall, class_=kind))
        drawn.append(el("text", _number(tick), x=x, y=HEIGHT - BOTTOM + 15, text_anchor="middle"))
    for tick in nice_ticks(*y_span):
        y = y_of(tick)
        kind = "zero" if tick == 0 and y_span[0] < 0 else "grid"
        drawn.append(el("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_=kind))
        drawn.append(el("text", _number(tick), x=LEFT - 6, y=y + 4, text_anchor="end"))
    drawn.append(el("text", axes[0], x=LEFT + wide / 2, y=HEIGHT - 6, text_anchor="middle"))
    turn = f"translate(12 {TOP + tall / 2}) rotate(-90)"
    drawn.append(el("text", axes[1], transform=turn, text_anchor="middle"))
    return Plane(x_of, y_of, drawn)


def regression(points: Sequence[tuple[float, float]]) -> list[tuple[float, float, float]]:
    """(x, line, half width of its 95 % band) along a least-squares line; nothing where x is constant."""
    n = len(points)
    x, y = np.array(points, dtype=float).reshape(n, 2).T
    spread = float(((x - x.mean()) ** 2).sum()) if n > 2 else 0.0
    if spread == 0:
        return []
    from scipy.special import stdtrit

    slope = float(((x - x.mean()) * (y - y.mean())).sum() / spread)
    error = y - y.mean() - slope * (x - x.mean())
    scale = float(stdtrit(n - 2, 0.975)) * sqrt(float((error**2).sum()) / (n - 2))
    return [
        (
            float(at),
            float(y.mean() + slope * (at - x.mean())),
            scale * sqrt(1 / n + (at - x.mean()) ** 2 / spread),
        )
        for at in np.linspace(x.min(), x.max(), 21)
    ]


def needle(value: float, *, colour: int, said: str, reach: float = 100.0) -> Safe:
    """A bar from the middle, for one cell of the table of occupations."""
    x = _at(value, (-reach, reach))
    bar = el(
        "rect", x=_pc(min(x, 50)), width=_pc(abs(x - 50)), y=4, height=10, class_=f"bar c{colour % N_COLOURS}"
    )
    middle = _line(x=50, height=18, class_="zero")
    return el("svg", el("title", said), bar, middle, height=18, width="100%", role="img", aria_label=said)
