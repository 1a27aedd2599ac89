"""Points in a plane in inline SVG: the empty plane, and a scatter with its regression line and band."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from corefair.report.axes import N_COLOURS, Span, nice_ticks, number
from corefair.report.markup import Safe, el, join

WIDTH, HEIGHT = 380, 270
LEFT, RIGHT, TOP, BOTTOM = 58, 10, 12, 40  # margins


def scatter(
    points: Sequence[tuple[float, float, str]],
    *,
    title: str,
    axes: tuple[str, str],
    spans: tuple[Span, Span],
    colour: int,
    diagonal: bool = False,
) -> Safe:
    """Points with their regression line and its 95 % band; a point's title names it.

    The diagonal is where both numbers are the same.
    """
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    x_of, y_of, drawn = plane(axes, spans)
    if diagonal:
        low, high = max(spans[0][0], spans[1][0]), min(spans[0][1], spans[1][1])
        ends = {"x1": x_of(low), "y1": y_of(low), "x2": x_of(high), "y2": y_of(high)}
        drawn.append(el("line", **ends, class_="diagonal"))
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
    return figure(title, None, f"{title}: {axes[1]} against {axes[0]}, {len(points)} points", drawn)


def figure(
    title: str, note: str | Safe | None, label: str, drawn: Sequence[Safe], *, height: float = HEIGHT
) -> Safe:
    """A drawing under its title; the label is what is heard in its place."""
    svg = el(
        "svg", el("title", label), *drawn, viewBox=f"0 0 {WIDTH} {height:g}", role="img", aria_label=label
    )
    below = join(el("br"), note) if note else None
    return el("figure", el("figcaption", el("b", title), below), svg, class_="scatter")


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
        drawn.append(el("text", number(tick), x=x, y=HEIGHT - BOTTOM + 15, text_anchor="middle"))
    for tick in nice_ticks(*y_span):
        y = y_of(tick)
        kind = "zero" if tick == 0 and y_span[0] < 0 else "grid"
        drawn.append(el("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_=kind))
        drawn.append(el("text", number(tick), x=LEFT - 6, y=y + 4, text_anchor="end"))
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
