"""What is drawn of vectors, in inline SVG: projections, slopes of ranks, bias against quality."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log10
from typing import Any, NamedTuple

from corefair.report.charts import LEFT, N_COLOURS, TOP, WIDTH, Plane, Span, plane
from corefair.report.markup import Safe, count, el, join
from corefair.report.verdict import shown

Json = Mapping[str, Any]
Colours = Mapping[str, int]  # by the name of a file
MORE_WOMEN, MORE_MEN, UNKNOWN = 1, 0, 5  # colours of jobs by who holds them
N_NAMED = 5  # words written at each end of a projection
MOST_SLOPES = 12  # of one word
APART = 13  # between two labels, in the drawing's units


class Bar(NamedTuple):
    """A file in the trade-off: its bias score goes across, its quality score upwards."""

    name: str
    across: Json
    upwards: Json


def projection(
    title: str, points: Sequence[Json], *, axes: tuple[str, str], spans: tuple[Span, Span]
) -> Safe:
    """Words where they are after a change (the original: where they are); the outermost are named."""
    side = "after"
    here = [each for each in points if each.get(side)]
    x_of, y_of, drawn = plane(axes, spans)
    ordered = sorted(here, key=lambda each: (each[side][0], each["word"]))
    for each in ordered:
        share = each.get("percent_women")
        colour = UNKNOWN if share is None or share == 50 else MORE_WOMEN if share > 50 else MORE_MEN
        women = "" if share is None else f", {share:g} % women"
        x, y = each[side]
        said = f"{each['word']}: {x:.3f}, {y:.3f}{women}"
        drawn.append(
            el("circle", el("title", said), cx=x_of(x), cy=y_of(y), r=3.5, class_=f"point c{colour}")
        )
    ends = {id(each): each for each in [*ordered[:N_NAMED], *ordered[::-1][:N_NAMED]]}.values()
    drawn += _labels([(x_of(e[side][0]), y_of(e[side][1]), e["word"]) for e in ends])
    said = f"{title}: {axes[1]} against {axes[0]}, {len(here)} words"
    return _figure(title, f"{len(here)} words", said, drawn)


def spans(points: Sequence[Json]) -> tuple[Span, Span]:
    """The axes that hold every word before and after."""
    places = [each[side] for each in points for side in ("before", "after") if each.get(side)]
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


def slopes(title: str, pairs: Sequence[Json], *, colour: int) -> Safe:
    """The ranks of one word's neighbours before and after, on a scale of powers of ten, nearest on top."""
    known = [each for each in pairs if each.get("before") and each.get("after")][:MOST_SLOPES]
    tall = max(150, APART * (len(known) + 3))
    last = max([10.0, *(float(each[side]) for each in known for side in ("before", "after"))])
    x_of = {"before": 0.5 * WIDTH, "after": 0.82 * WIDTH}

    def y_of(rank: float) -> float:
        return round(26 + (tall - 36) * log10(max(rank, 1)) / log10(last), 1)

    drawn: list[Safe] = []
    for side, x in x_of.items():
        anchor, away = ("end", -1) if side == "before" else ("start", 1)
        drawn.append(el("text", side, x=x, y=12, text_anchor="middle"))
        drawn.append(el("line", x1=x, x2=x, y1=20, y2=tall, class_="grid"))
        ordered = sorted(known, key=lambda each: (each[side], each["neighbour"]))
        places = _spread([y_of(each[side]) for each in ordered], low=26, high=tall - 4)
        for each, place in zip(ordered, places, strict=True):
            y = y_of(each[side])
            drawn.append(el("line", x1=x + 5 * away, y1=y, x2=x + 20 * away, y2=place, class_="grid"))
            rank = f"{each[side]:,.0f}"
            text = f"{_short(each['neighbour'])} {rank}" if side == "before" else rank
            at = {"x": x + 24 * away, "y": round(place + 4, 1), "text_anchor": anchor}
            drawn.append(el("text", text, **at, class_="word"))
            drawn.append(el("circle", cx=x, cy=y, r=3, class_=f"c{colour % N_COLOURS}"))
    for each in known:
        said = f"{each['neighbour']}: rank {each['before']:,.0f} before, {each['after']:,.0f} after"
        ends = {f"x{i}": x_of[side] for i, side in enumerate(x_of, 1)}
        ends |= {f"y{i}": y_of(each[side]) for i, side in enumerate(x_of, 1)}
        drawn.append(el("line", el("title", said), **ends, class_=f"slope s{colour % N_COLOURS}"))
    said = f"{title}: ranks of {count(len(known), 'neighbour')} before and after"
    rest = len(pairs) - len(known)
    note = count(len(known), "neighbour") + (f"; {rest} more below" if rest else "")
    return _figure(title, note, said, drawn, height=tall + 8)


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


def trade_off(bars: Sequence[Bar], colour_of: Colours, *, axes: tuple[str, str], title: str) -> Safe:
    """A cross for each file: a bias number across and a quality number upwards, with their intervals."""
    said = f"{title}: {axes[1]} against {axes[0]}; " + "; ".join(
        f"{bar.name} {shown(bar.across)} and {shown(bar.upwards)}" for bar in bars
    )
    bars = [Bar(bar.name, _in_percent(bar.across), _in_percent(bar.upwards)) for bar in bars]
    spans = _around(_ends([bar.across for bar in bars])), _around(_ends([bar.upwards for bar in bars]))
    units = [", %" if score.get("unit") == "share" else "" for score in bars[0][1:]]
    space = plane((axes[0] + units[0], axes[1] + units[1]), spans)
    drawn = space.drawn
    for bar in bars:
        drawn += _cross(space, bar, colour_of[bar.name])
    points = [(space.x_of(bar.across["value"]), space.y_of(bar.upwards["value"])) for bar in bars]
    places = [(x, y - 9, bar.name) for (x, y), bar in zip(points, bars, strict=True)]
    drawn += _labels(places, free=points)
    names = [
        el("span", el("i", "", class_=f"dot c{colour_of[bar.name] % N_COLOURS}"), bar.name, class_="key")
        for bar in bars
    ]
    return _figure(title, join("Bars are the intervals. ", *names), said, drawn)


def _in_percent(score: Json) -> Json:
    """What is drawn of a share."""
    if score.get("unit") != "share":
        return score
    ends = {part: score[part] for part in ("value", "low", "high")}
    return {**score, **{part: None if value is None else 100 * value for part, value in ends.items()}}


def _ends(scores: Iterable[Json]) -> list[float]:
    found = (score[part] for score in scores for part in ("value", "low", "high"))
    return [float(value) for value in found if value is not None]


def _cross(space: Plane, bar: Bar, colour: int) -> list[Safe]:
    name, across, upwards = bar
    x, y = space.x_of(across["value"]), space.y_of(upwards["value"])
    drawn = []
    if across["low"] is not None and across["high"] is not None:
        at = {"x1": space.x_of(across["low"]), "x2": space.x_of(across["high"]), "y1": y, "y2": y}
        drawn.append(el("line", **at, class_=f"error s{colour % N_COLOURS}"))
    if upwards["low"] is not None and upwards["high"] is not None:
        at = {"y1": space.y_of(upwards["low"]), "y2": space.y_of(upwards["high"]), "x1": x, "x2": x}
        drawn.append(el("line", **at, class_=f"error s{colour % N_COLOURS}"))
    return [*drawn, el("circle", el("title", name), cx=x, cy=y, r=5, class_=f"c{colour % N_COLOURS}")]


def _figure(
    title: str, note: str | Safe, said: str, drawn: Sequence[Safe], *, height: float = TOP + 258
) -> Safe:
    svg = el("svg", el("title", said), *drawn, viewBox=f"0 0 {WIDTH} {height:g}", role="img", aria_label=said)
    return el("figure", el("figcaption", el("b", title), el("br"), note), svg, class_="scatter")
