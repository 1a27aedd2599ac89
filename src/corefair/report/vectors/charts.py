"""What is drawn of vectors, in inline SVG: projections, slopes of ranks, bias against quality."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import log10
from typing import NamedTuple

from corefair.report.axes import N_COLOURS, Span
from corefair.report.markup import Safe, count, el, join
from corefair.report.planes import LEFT, WIDTH, Plane, figure, plane
from corefair.report.score_strips import Colours
from corefair.report.wording import value
from corefair.types import Point, Projection, Score, Slope

MORE_WOMEN, MORE_MEN, UNKNOWN = 1, 0, 5  # colours of jobs by who holds them
N_NAMED = 5  # words written at each end of a projection
MOST_SLOPES = 12  # of one word
APART = 13  # between two labels, in the drawing's units
PERCENT = {"share", "points"}  # units that are drawn in hundredths


class Bar(NamedTuple):
    """A file in the trade-off: its bias score goes across, its quality score upwards."""

    name: str
    across: Score
    upwards: Score


def projection(title: str, drawn_of: Projection, *, spans: tuple[Span, Span]) -> Safe:
    """Words where they are after a change (the original: where they are); the outermost are named."""
    here = [(point.after, point) for point in drawn_of.points if point.after is not None]
    axes = (drawn_of.x, drawn_of.y)
    x_of, y_of, drawn = plane(axes, spans)
    ordered = sorted(here, key=lambda each: (each[0][0], each[1].word))
    for (x, y), point in ordered:
        share = point.percent_women
        colour = UNKNOWN if share is None or share == 50 else MORE_WOMEN if share > 50 else MORE_MEN
        women = "" if share is None else f", {share:g} % women"
        title_of = el("title", f"{point.word}: {x:.3f}, {y:.3f}{women}")
        drawn.append(el("circle", title_of, cx=x_of(x), cy=y_of(y), r=3.5, class_=f"point c{colour}"))
    ends = {point.word: (place, point) for place, point in [*ordered[:N_NAMED], *ordered[::-1][:N_NAMED]]}
    drawn += _labels([(x_of(place[0]), y_of(place[1]), point.word) for place, point in ends.values()])
    label = f"{title}: {axes[1]} against {axes[0]}, {len(here)} words"
    return figure(title, f"{len(here)} words", label, drawn)


def spans(points: Sequence[Point]) -> tuple[Span, Span]:
    """The axes that hold every word before and after."""
    places = [place for point in points for place in (point.before, point.after) if place is not None]
    return _around([place[0] for place in places]), _around([place[1] for place in places])


def _around(values: Sequence[float]) -> Span:
    """A little more than the values need."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    room = 0.06 * (high - low) or 0.5 * abs(high) or 0.5
    return low - room, high + room


def _labels(
    places: Iterable[tuple[float, float, str]], *, free: Iterable[tuple[float, float]] = ()
) -> list[Safe]:
    """Words beside their points; one that would lie on another, or on what must stay free, is left out."""
    placed = [(x - 5, y, x + 5) for x, y in free]  # from, at which height, to
    drawn = []
    for x, y, word in places:
        wide = 6.4 * len(word)  # about: the page's font is the reader's
        left = x + 6 + wide > WIDTH
        start = x - 6 - wide if left else x + 6
        taken = any(abs(y - b) < APART and start < c and a < start + wide for a, b, c in placed)
        if taken or start < LEFT:
            continue
        placed.append((start, y, start + wide))
        anchor = "end" if left else "start"
        drawn.append(el("text", word, x=x - 6 if left else x + 6, y=y + 4, text_anchor=anchor, class_="word"))
    return drawn


class Ranked(NamedTuple):
    """A neighbour of which both ranks are known."""

    neighbour: str
    before: float
    after: float


def slopes(title: str, pairs: Sequence[Slope], *, colour: int) -> Safe:
    """The ranks of one word's neighbours before and after, on a scale of powers of ten, nearest on top."""
    known = [
        Ranked(pair.neighbour, pair.before, pair.after)
        for pair in pairs
        if pair.before is not None and pair.after is not None
    ][:MOST_SLOPES]
    tall = max(150, APART * (len(known) + 3))
    last = max([10.0, *(rank for each in known for rank in (each.before, each.after))])
    x_of = {1: 0.5 * WIDTH, 2: 0.82 * WIDTH}  # by the place of the rank in `Ranked`

    def y_of(rank: float) -> float:
        return round(26 + (tall - 36) * log10(max(rank, 1)) / log10(last), 1)

    drawn: list[Safe] = []
    for side, x in x_of.items():
        anchor, away = ("end", -1) if side == 1 else ("start", 1)
        drawn.append(el("text", Ranked._fields[side], x=x, y=12, text_anchor="middle"))
        drawn.append(el("line", x1=x, x2=x, y1=20, y2=tall, class_="grid"))
        ranks = sorted((each.before if side == 1 else each.after, each.neighbour) for each in known)
        places = _spread([y_of(rank) for rank, _ in ranks], low=26, high=tall - 4)
        for (at, neighbour), place in zip(ranks, places, strict=True):
            drawn.append(el("line", x1=x + 5 * away, y1=y_of(at), x2=x + 20 * away, y2=place, class_="grid"))
            text = f"{_short(neighbour)} {rank(at)}" if side == 1 else rank(at)
            where = {"x": x + 24 * away, "y": round(place + 4, 1), "text_anchor": anchor}
            drawn.append(el("text", text, **where, class_="word"))
            drawn.append(el("circle", cx=x, cy=y_of(at), r=3, class_=f"c{colour % N_COLOURS}"))
    for each in known:
        name = el("title", f"{each.neighbour}: rank {rank(each.before)} before, {rank(each.after)} after")
        ends = {"x1": x_of[1], "x2": x_of[2], "y1": y_of(each.before), "y2": y_of(each.after)}
        drawn.append(el("line", name, **ends, class_=f"slope s{colour % N_COLOURS}"))
    rest = len(pairs) - len(known)
    note = count(len(known), "neighbour") + (f"; {rest} more below" if rest else "")
    label = f"{title}: ranks of {count(len(known), 'neighbour')} before and after"
    return figure(title, note, label, drawn, height=tall + 8)


def rank(of: float | None) -> str:
    """`1,200`, or a dash."""
    return "–" if of is None else f"{of:,.0f}"


def _spread(ys: Sequence[float], *, low: float, high: float) -> list[float]:
    """Places in order for labels, none too near the next, from low to high if they fit there at all."""
    placed: list[float] = []
    for y in ys:
        placed.append(max(y, placed[-1] + APART) if placed else max(y, low))
    for at in range(len(placed) - 1, -1, -1):
        placed[at] = min(placed[at], high)
        high = placed[at] - APART
    return placed


def _short(word: str, most: int = 22) -> str:
    return word if len(word) <= most else word[: most - 1] + "…"


def trade_off(
    bars: Sequence[Bar], colour_of: Colours, *, axes: tuple[str, str], title: str, note: str
) -> Safe:
    """A cross for each file: a bias number across and a quality number upwards, with their intervals."""
    told = "; ".join(f"{bar.name} {value(bar.across)} and {value(bar.upwards)}" for bar in bars)
    units = [" (%)" if score.unit in PERCENT else "" for score in bars[0][1:]]
    bars = [Bar(bar.name, _in_percent(bar.across), _in_percent(bar.upwards)) for bar in bars]
    spans = _around(_ends([bar.across for bar in bars])), _around(_ends([bar.upwards for bar in bars]))
    space = plane((axes[0] + units[0], axes[1] + units[1]), spans)
    drawn = space.drawn
    for bar in bars:
        drawn += _cross(space, bar, colour_of[bar.name])
    points = [(space.x_of(bar.across.value or 0.0), space.y_of(bar.upwards.value or 0.0)) for bar in bars]
    places = [(x, y - 9, bar.name) for (x, y), bar in zip(points, bars, strict=True)]
    drawn += _labels(places, free=points)
    keys = [
        el("span", el("i", "", class_=f"dot c{colour_of[bar.name] % N_COLOURS}"), bar.name, class_="key")
        for bar in bars
    ]
    return figure(title, join(note, *keys), f"{title}: {axes[1]} against {axes[0]}; {told}", drawn)


def _in_percent(score: Score) -> Score:
    """What is drawn of a share."""
    if score.unit not in PERCENT:
        return score
    value, low, high = (None if part is None else 100 * part for part in (score.value, score.low, score.high))
    return replace(score, value=value, low=low, high=high)


def _ends(scores: Iterable[Score]) -> list[float]:
    ends = (end for score in scores for end in (score.value, score.low, score.high))
    return [end for end in ends if end is not None]


def _cross(space: Plane, bar: Bar, colour: int) -> list[Safe]:
    name, across, upwards = bar
    x, y = space.x_of(across.value or 0.0), space.y_of(upwards.value or 0.0)
    drawn = []
    if across.low is not None and across.high is not None:
        at = {"x1": space.x_of(across.low), "x2": space.x_of(across.high), "y1": y, "y2": y}
        drawn.append(el("line", **at, class_=f"error s{colour % N_COLOURS}"))
    if upwards.low is not None and upwards.high is not None:
        at = {"y1": space.y_of(upwards.low), "y2": space.y_of(upwards.high), "x1": x, "x2": x}
        drawn.append(el("line", **at, class_=f"error s{colour % N_COLOURS}"))
    return [*drawn, el("circle", el("title", name), cx=x, cy=y, r=5, class_=f"c{colour % N_COLOURS}")]
