"""What a summary of vectors rests on, drawn: bias against quality, projections, ranks of neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from corefair.report.markup import Safe, count, el, grid, join
from corefair.report.vectors import charts
from corefair.report.vectors.words import baseline

Json = Mapping[str, Any]
Colours = Mapping[str, int]  # by the name of a file
Named = tuple[str, str]  # a number by its suite and measure
ACROSS = (("gipe", "05"), ("sembias", "stereotype"))  # bias numbers of the trade-off, if they are there
UPWARDS = (
    ("analogy", "google, 3cosmul"),
    ("analogy", ""),
    ("similarity", ""),
)  # quality numbers, the first that is there


def trade_off(data: Json, colour_of: Colours) -> Safe | None:
    """A drawing for each bias number that two files or more have beside a quality number."""
    figures = [
        charts.trade_off(
            bars, colour_of, axes=(f"{x[0]}: {x[1]}", f"{y[0]}: {y[1]}"), title=f"{x[0]} and {y[0]}"
        )
        for x in _first(data, "bias", ACROSS)
        for y in _first(data, "quality", UPWARDS)[:1]
        if len(bars := _bars(data, x, y)) > 1
    ]
    said = (
        "Each point is a file. Further left is less of the bias measure; further up is more of the quality "
        "measure. Nothing here says which exchange is worth it."
    )
    return join(el("p", said), el("div", *figures, class_="scatters")) if figures else None


def _first(data: Json, kind: str, wanted: Sequence[Named]) -> list[Named]:
    """The numbers wanted, by suite and a part of their name; if none is there, the first headline."""
    kinds = {suite["key"]: suite["kind"] for suite in data["suites"]}
    scores = [
        (result["suite"], score)
        for result in data["results"]
        if result["valid"] and kinds[result["suite"]] == kind
        for score in result["scores"]
        if score["value"] is not None
    ]
    headline_first = sorted(scores, key=lambda each: bool(each[1]["table"]))
    known = dict.fromkeys((suite, score["name"]) for suite, score in headline_first)
    picked = [
        next((each for each in known if each[0] == suite and part in each[1].lower()), None)
        for suite, part in wanted
    ]
    return [each for each in picked if each] or list(known)[:1]


def _bars(data: Json, x: Named, y: Named) -> list[charts.Bar]:
    scores = {
        (result["system"], result["suite"], score["name"]): score
        for result in data["results"]
        if result["valid"]
        for score in result["scores"]
        if score["value"] is not None
    }
    names = [each["name"] for each in data["systems"]]
    both = ((name, scores.get((name, *x)), scores.get((name, *y))) for name in names)
    return [charts.Bar(name, across, upwards) for name, across, upwards in both if across and upwards]


def projections(data: Json, results: Sequence[Json]) -> Safe | None:
    """The words of each file in two dimensions, the original first, on the same axes."""
    drawn = [r for r in results if r["charts"].get("projection", {}).get("points")]
    if not drawn:
        return None
    spans = charts.spans([point for r in drawn for point in r["charts"]["projection"]["points"]])
    figures = []
    for result in drawn:
        found = result["charts"]["projection"]
        axes = (found.get("x", "x"), found.get("y", "y"))
        title = ("Before: " if result["system"] == baseline(data) else "") + result["system"]
        figures.append(charts.projection(title, found["points"], axes=axes, spans=spans))
    said = (
        "Each point is a word; the outermost are named, the others say their name when pointed at. Jobs held "
        "by more women than men are orange, by more men blue, others grey."
    )
    return join(el("h3", "Projection"), el("p", said), el("div", *figures, class_="scatters"))


def slopes(data: Json, results: Sequence[Json], colour_of: Colours) -> Safe | None:
    """For each changed file and word, how far its neighbours moved."""
    figures, rows = [], []
    for result in results:
        pairs = result["charts"].get("slopes", {}).get("pairs", ())
        name = result["system"]
        if name == baseline(data) or not pairs:
            continue
        rows += [
            (name, pair["word"], pair["neighbour"], _rank(pair.get("before")), _rank(pair.get("after")))
            for pair in pairs
        ]
        for word in dict.fromkeys(pair["word"] for pair in pairs):
            mine = [pair for pair in pairs if pair["word"] == word]
            figures.append(charts.slopes(f"{word}, {name}", mine, colour=colour_of[name]))
    if not rows:
        return None
    said = (
        "At which rank a word has each of these neighbours, nearest on top. A line that falls means that the "
        "two moved apart."
    )
    heads = ("File", "Word", "Neighbour", "Rank before", "Rank after")
    table = grid("Ranks of neighbours.", heads, rows, numbers={3, 4})
    return join(
        el("h3", "Ranks of neighbours"),
        el("p", said),
        el("div", *figures, class_="scatters"),
        el("details", el("summary", f"All {count(len(rows), 'pair')}"), table),
    )


def _rank(rank: float | None) -> str:
    return "–" if rank is None else f"{rank:,.0f}"
