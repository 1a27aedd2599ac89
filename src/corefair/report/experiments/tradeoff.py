"""The trade-off: a gap against F1, a point with bars for each row, and the front of those nothing beats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from corefair.auditing.numbers import difference
from corefair.experiments.result import Experiment, Number
from corefair.report.axes import N_COLOURS, Span
from corefair.report.markup import Safe, el, join
from corefair.report.planes import figure, plane

SHAPES = ("round", "square", "diamond")
ROOM = 0.08  # of the span, on each side


class Point(NamedTuple):
    """A row: the size of its gap, and its F1."""

    row: str
    gap: Number
    f1: Number

    @property
    def size(self) -> float:
        return abs(self.gap.score.value or 0.0)

    @property
    def height(self) -> float:
        return self.f1.score.value or 0.0


def points(found: Experiment, asked: str, measure: str) -> list[Point]:
    """The rows that have both numbers and are read on both: neither broken nor guessing."""
    made = []
    for row in found.rows:
        gap = found.number(row.name, asked, measure)
        f1 = found.number(row.name, found.corpora[0], "CoNLL F1") if found.corpora else None
        if gap and f1 and all(found.is_sound(row.name, each) for each in (asked, f1.asked)):
            made.append(Point(row.name, gap, f1))
    return made


def front(of: Sequence[Point]) -> list[Point]:
    """Those that no other beats in both: a smaller gap at no less F1, or more F1 at no larger gap."""

    def beats(one: Point, other: Point) -> bool:
        no_worse = one.size <= other.size and one.height >= other.height
        return no_worse and (one.size < other.size or one.height > other.height)

    return sorted((each for each in of if not any(beats(other, each) for other in of)), key=lambda p: p.size)


def tradeoff(found: Experiment, asked: str, measure: str, colours: dict[str, int]) -> Safe | None:
    """The chart; nothing where fewer than two rows can be drawn."""
    drawn_points = points(found, asked, measure)
    if len(drawn_points) < 2:
        return None
    best = front(drawn_points)
    reach = [_sizes(point) for point in drawn_points]
    x_span = _span([each for low, high in reach for each in (100 * low, 100 * high)], from_zero=True)
    f1 = [point.f1.score for point in drawn_points]
    heights = [100 * v for s in f1 for v in (s.value, s.low, s.high) if v is not None]
    x_of, y_of, drawn = plane((f"size of the {measure} in points", "CoNLL F1"), (x_span, _span(heights)))
    line = " ".join(f"{x_of(100 * p.size)},{y_of(100 * p.height)}" for p in best)
    drawn.append(el("polyline", points=line, class_="front"))
    for point, (low, high) in zip(drawn_points, reach, strict=True):
        x, y, score = x_of(100 * point.size), y_of(100 * point.height), point.f1.score
        colour = colours[point.row] % N_COLOURS
        drawn.append(
            el("line", x1=x_of(100 * low), x2=x_of(100 * high), y1=y, y2=y, class_=f"bars s{colour}")
        )
        if score.low is not None and score.high is not None:
            ends = y_of(100 * score.low), y_of(100 * score.high)
            drawn.append(el("line", x1=x, x2=x, y1=ends[0], y2=ends[1], class_=f"bars s{colour}"))
    for point in drawn_points:
        colour = colours[point.row] % N_COLOURS
        label = f"{point.row}: gap {difference(point.gap.score.value, 'points')}, F1 {100 * point.height:.1f}"
        x, y = x_of(100 * point.size), y_of(100 * point.height)
        drawn.append(_mark(x, y, label, colour, _shape(colours[point.row])))
    keys = (
        el("span", el("i", "", class_=f"dot {_shape(n)} c{n % N_COLOURS}"), row, class_="key")
        for row, n in ((point.row, colours[point.row]) for point in drawn_points)
    )
    label = f"{measure} on {asked} against F1, {len(drawn_points)} rows"
    return figure(f"{asked}: {measure}", join(*keys), label, drawn)


def _shape(number: int) -> str:
    """What tells rows of one colour apart, since colours come again."""
    return SHAPES[number // N_COLOURS % len(SHAPES)]


def _mark(x: float, y: float, label: str, colour: int, shape: str) -> Safe:
    title = el("title", label)
    if shape == "round":
        return el("circle", title, cx=x, cy=y, r=5, class_=f"c{colour}")
    turned = {"transform": f"rotate(45 {x} {y})"} if shape == "diamond" else {}
    return el("rect", title, x=x - 4.5, y=y - 4.5, width=9, height=9, class_=f"c{colour}", **turned)


def _sizes(point: Point) -> tuple[float, float]:
    """Between which sizes the gap lies; 0 where its interval holds it."""
    score = point.gap.score
    if score.low is None or score.high is None:
        return point.size, point.size
    ends = sorted((abs(score.low), abs(score.high)))
    return (0.0 if score.low <= 0 <= score.high else ends[0]), ends[1]


def _span(values: Sequence[float], *, from_zero: bool = False) -> Span:
    low, high = (0.0 if from_zero else min(values)), max(values)
    room = max((high - low) * ROOM, 0.5)
    return (0.0 if from_zero else low - room), high + room
