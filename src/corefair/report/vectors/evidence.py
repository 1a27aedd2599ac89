"""What is drawn of vectors: scores with intervals, bias against quality, projections, ranks of neighbours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from corefair.auditing.changes import baseline
from corefair.auditing.numbers import plain
from corefair.auditing.report import Report, Result
from corefair.report.markup import Safe, count, el, grid, join
from corefair.report.score_strips import Colours, explained, of_name, score_strips
from corefair.report.vectors import charts
from corefair.report.wording import WANTED, names
from corefair.types import Grid, Json, Score, Unit

MOST_TRADED = 3  # bias numbers that are set against quality


def scores(report: Report, results: Sequence[Result], colour_of: Colours) -> Safe:
    """The headline scores of one suite; folded, associations that a paper has in a table."""
    leading = _strips(report, results, colour_of, lambda score: score.role == "headline")
    rest = _strips(
        report, results, colour_of, lambda score: score.role != "headline" and score.kind == "association"
    )
    folded = el("details", el("summary", "Associations of the paper's tables, drawn"), *rest)
    return join(el("div", *leading, class_="charts"), folded if rest else None)


def _strips(
    report: Report, results: Sequence[Result], colour_of: Colours, wanted: Callable[[Score], bool]
) -> list[Safe]:
    """A drawing for each unit and table."""
    shown: dict[tuple[Unit, str], dict[str, None]] = {}  # names by unit and table, in order
    for score in (score for result in results for score in result.scores if wanted(score)):
        table = "" if score.role == "headline" else score.table
        shown.setdefault((score.unit, table), {})[score.name] = None
    made = []
    for (_, table), listed in shown.items():
        groups = [(name, of_name(results, name, colour_of)) for name in listed]
        where = f" ({table})" if table else ""
        caption = f"Scores with their intervals{where}; one line a file."
        made.append(el("div", score_strips(report, groups, caption)))
    return made


class Traded(NamedTuple):
    """A number that a file may be drawn at: its suite, name and which way is better."""

    suite: str
    measure: str
    better: str


def trade_off(report: Report, colour_of: Colours) -> Safe | None:
    """The first number of each bias suite against the first of quality, where two files or more have both."""
    across, upwards = _firsts(report, "bias"), _firsts(report, "quality")[:1]
    pairs = [(x, y, bars) for x in across for y in upwards if len(bars := _bars(report, x, y)) > 1]
    figures = [
        charts.trade_off(
            bars,
            colour_of,
            axes=(_axis(x), _axis(y)),
            title=f"{x.suite} and {y.suite}",
            note=f"Across: {x.measure}; upwards: {y.measure}. ",
        )
        for x, y, bars in pairs[:MOST_TRADED]
    ]
    words = (
        "Each cross is a file: a bias measure across, a quality measure upwards, its arms their intervals; "
        "each axis says which way is better. Nothing here says which exchange is worth it."
    )
    if not figures:
        return None
    return join(explained(report), el("p", words), el("div", *figures, class_="scatters"))


def _axis(traded: Traded) -> str:
    return f"{traded.suite}, better: {traded.better}"


def _firsts(report: Report, kind: str) -> list[Traded]:
    first: dict[str, Traded] = {}
    for result in report.results:
        if result.valid and report.suite(result.suite).kind == kind:
            for score in result.scores:
                if score.role == "headline" and score.value is not None:
                    first.setdefault(result.suite, Traded(result.suite, score.name, WANTED[score.better]))
    return [first[card.key] for card in report.suites if card.key in first]


def _bars(report: Report, x: Traded, y: Traded) -> list[charts.Bar]:
    both = ((name, _score(report, name, x), _score(report, name, y)) for name in names(report))
    return [charts.Bar(name, across, upwards) for name, across, upwards in both if across and upwards]


def _score(report: Report, subject: str, traded: Traded) -> Score | None:
    result = report.result(subject, traded.suite)
    score = result.score(traded.measure) if result is not None and result.valid else None
    return score if score is not None and score.value is not None else None


def projections(report: Report, results: Sequence[Result]) -> Safe | None:
    """The words of each file in two dimensions, the original first, on the same axes."""
    drawn = [
        (result.subject, result.charts.projection)
        for result in results
        if result.charts.projection is not None and result.charts.projection.points
    ]
    if not drawn:
        return None
    spans = charts.spans([point for _, projection in drawn for point in projection.points])
    before = baseline(report)
    figures = [
        charts.projection(f"Before: {name}" if name == before else name, projection, spans=spans)
        for name, projection in drawn
    ]
    words = (
        "Each point is a word; the outermost are named, the others say their name when pointed at. Jobs held "
        "by more women than men are orange, by more men blue, others grey."
    )
    return join(el("h3", "Projection"), el("p", words), el("div", *figures, class_="scatters"))


def slopes(report: Report, results: Sequence[Result], colour_of: Colours) -> Safe | None:
    """For each changed file and word, how far its neighbours moved."""
    figures, rows = [], []
    before = baseline(report)
    for result in results:
        pairs, name = result.charts.slopes, result.subject
        if name == before or not pairs:
            continue
        rows += [
            (name, pair.word, pair.neighbour, charts.rank(pair.before), charts.rank(pair.after))
            for pair in pairs
        ]
        for word in dict.fromkeys(pair.word for pair in pairs):
            mine = [pair for pair in pairs if pair.word == word]
            figures.append(charts.slopes(f"{word}, {name}", mine, colour=colour_of[name]))
    if not rows:
        return None
    words = (
        "At which rank a word has each of these neighbours, nearest on top. A line that falls means that the "
        "two moved apart."
    )
    heads = ("File", "Word", "Neighbour", "Rank before", "Rank after")
    table = grid("Ranks of neighbours.", heads, rows, numbers={3, 4})
    return join(
        el("h3", "Ranks of neighbours"),
        el("p", words),
        el("div", *figures, class_="scatters"),
        el("details", el("summary", f"All {count(len(rows), 'pair')}"), table),
    )


def grids(result: Result) -> list[Safe]:
    """The tables a suite brought along to be read."""
    return [_grid(result.subject, table) for table in result.charts.grids]


def _grid(subject: str, table: Grid) -> Safe:
    title = f"{subject}, {table.title}" if table.title else subject
    rows = [[_plain(cell) for cell in line] for line in table.rows]
    numbers = {
        i
        for line in table.rows
        for i, cell in enumerate(line)
        if isinstance(cell, (int, float)) and not isinstance(cell, bool)
    }
    return grid(f"{title}: {count(len(rows), 'line')}", table.columns, rows, numbers=numbers)


def _plain(cell: Json) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, (list, tuple)):
        return ", ".join(map(_plain, cell))
    if isinstance(cell, bool) or not isinstance(cell, (int, float)):
        return str(cell)
    return f"{cell:,}" if isinstance(cell, int) else plain(cell)
