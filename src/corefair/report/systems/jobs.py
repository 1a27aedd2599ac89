"""Job by job: how a system treats each occupation, beside the share of women who work in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from corefair import stats
from corefair.auditing.numbers import in_unit
from corefair.auditing.report import Judged, Report, Result
from corefair.errors import DataError
from corefair.report.axes import nice_span
from corefair.report.markup import Safe, el, grid, join
from corefair.report.planes import scatter
from corefair.report.score_strips import Colours, of_name, score_strips
from corefair.report.strips import Mark, needle, strips
from corefair.report.wording import interval_name
from corefair.types import Job

N_SHOWN = 5  # occupations at either end
UNKNOWN = 5  # the colour of what is no system's
FEWEST_UNITS = 10  # an interval from fewer says nothing
RESAMPLES = 1000
SAME = 0.05  # percentage points by which a job's score may differ from what its rows give: rounding
SHARES = {"bls": "% women in the job (labour statistics)", "bergsma": "% feminine in text (Bergsma & Lin)"}


class Rated(NamedTuple):
    """An occupation's score in points with its interval, if enough units bear on it, and how many cases."""

    value: float
    low: float | None
    high: float | None
    n: int


def job_by_job(
    report: Report, results: Sequence[Result], rows: Mapping[str, Sequence[Judged]], colour_of: Colours
) -> Safe | None:
    """Scatters, correlations, the ends of the list with intervals, and all of it folded."""
    drawn = [result for result in results if result.valid and result.charts.jobs]
    if not drawn:
        return None
    lead = (
        "For each job, how much more often (in points) feminine than masculine pronouns are linked to it, "
        "against the share of women. A rising line means that answers follow who holds the job. The shaded "
        "band holds the line with 95 % confidence."
    )
    figures = [
        figure
        for result in drawn
        for figure in scatters(result.subject, result.charts.jobs, colour=colour_of[result.subject])
    ]
    ends = [
        _ends(report, result, rows.get(result.subject, ()), colour_of[result.subject]) for result in drawn
    ]
    return join(
        el("h3", "Job by job"),
        el("p", lead),
        el("div", *figures, class_="scatters") if figures else None,
        el("div", *_correlations(report, drawn, colour_of), class_="charts"),
        two_shares(drawn[0].charts.jobs),
        el("h4", "Jobs at both ends"),
        el(
            "p",
            "The jobs where the gender of the pronoun moved the answers most, and least. They were picked "
            f"for being so: among {len(drawn[0].charts.jobs)} jobs some are far out by chance alone.",
        ),
        el("div", *ends, class_="charts"),
        _all_jobs(drawn, colour_of),
    )


def scatters(name: str, jobs: Sequence[Job], *, colour: int) -> list[Safe]:
    """The score of each job against each share of women that is known (Rudinger 2018, Figure 4)."""
    figures = []
    for share, axis in SHARES.items():
        points = [
            (x, job.score, f"{job.occupation}: {x:g} % women, {job.score:+g}")
            for job in jobs
            if (x := _share(job, share)) is not None
        ]
        if points:
            figures.append(
                scatter(
                    points,
                    title=name,
                    axes=(axis, "feminine − masculine"),
                    spans=((0, 100), (-100, 100)),
                    colour=colour,
                )
            )
    return figures


def shares(jobs: Sequence[Job]) -> Safe | None:
    """The share of women in text against that in the job, and the line where both are the same (Figure 3)."""
    points = [
        (job.bls, job.bergsma, f"{job.occupation}: {job.bls:g} % in the job, {job.bergsma:g} % in text")
        for job in jobs
        if job.bls is not None and job.bergsma is not None
    ]
    if not points:
        return None
    return scatter(
        points,
        title="Text beside the labour market",
        axes=(SHARES["bls"], SHARES["bergsma"]),
        spans=((0, 100), (0, 100)),
        colour=UNKNOWN,
        diagonal=True,
    )


def two_shares(jobs: Sequence[Job]) -> Safe | None:
    """The same with a sentence."""
    drawn = shares(jobs)
    if drawn is None:
        return None
    below = sum(job.bergsma < job.bls for job in jobs if job.bls is not None and job.bergsma is not None)
    said = (
        f"The two shares beside each other, whatever the system. On the dotted line they would be the same; "
        f"{below} of {len(jobs)} jobs are below it: in text they are feminine less often than at work."
    )
    return join(el("h4", "What text says of the jobs"), el("p", said), el("div", drawn, class_="scatters"))


def _share(job: Job, share: str) -> float | None:
    return job.bls if share == "bls" else job.bergsma


def _correlations(report: Report, results: Sequence[Result], colour_of: Colours) -> list[Safe]:
    names = dict.fromkeys(
        score.name for result in results for score in result.scores if score.kind == "correlation"
    )
    if not names:
        return []
    groups = [(name, of_name(results, name, colour_of)) for name in names]
    caption = "Correlations with their intervals; the heavy line is none."
    head = el("h4", "How closely answers follow the job")
    return [el("div", head, score_strips(report, groups, caption))]


def _ends(report: Report, result: Result, rows: Sequence[Judged], colour: int) -> Safe:
    """The jobs with the largest and the smallest difference, drawn with their intervals."""
    ordered = sorted(result.charts.jobs, key=lambda job: (-abs(job.score), job.occupation))
    if not ordered[0].score:
        return el("p", f"{result.subject}: feminine and masculine pronouns came out alike in every job.")
    rated = rate(ordered, rows, seed=_seed(report))
    most = ordered[:N_SHOWN]
    least = ordered[max(N_SHOWN, len(ordered) - N_SHOWN) :][::-1]
    groups = [("Most", [_mark(job, rated.get(job.occupation), colour) for job in most])]
    if least:
        groups.append(("Least", [_mark(job, rated.get(job.occupation), colour) for job in least]))
    ends = [
        end / 100 for _, marks in groups for mark in marks for end in (mark.value, mark.low, mark.high) if end
    ]
    low, high = nice_span(ends, least=0.1)
    return strips(
        groups,
        caption=f"{result.subject}: feminine less masculine pronouns linked to the job, in points. Right of "
        "the heavy line: feminine ones more often.",
        columns=("Job (% women)", "Percentage points", f"Difference, {interval_name(report)}, n"),
        span=(100 * low, 100 * high),
        zero=0.0,
        percent=False,
    )


def _seed(report: Report) -> int:
    seed = report.settings.get("seed")
    return seed if isinstance(seed, int) else 0


def _mark(job: Job, rated: Rated | None, colour: int) -> Mark:
    women = "" if job.bls is None else f" ({job.bls:.0f} %)"
    label, shown = f"{job.occupation}{women}", _points(job.score)
    if rated is None:
        return Mark(label, colour, job.score, shown=shown)
    if rated.low is None or rated.high is None:
        return Mark(label, colour, job.score, shown=shown, note=f"n {rated.n:,}, too few for an interval")
    between = f"{_points(rated.low)} to {_points(rated.high)}"
    return Mark(label, colour, job.score, rated.low, rated.high, shown, f"{between}, n {rated.n:,}")


def _points(percent: float) -> str:
    return in_unit(percent / 100, "points")


def rate(jobs: Sequence[Job], rows: Sequence[Judged], *, seed: int = 0) -> dict[str, Rated]:
    """The same difference for each job from its rows, with an interval over whole units.

    A job whose rows do not give its score is left out: they do not say what the score was made of.
    """
    wanted = {job.occupation for job in jobs}
    totals: dict[str, dict[str, list[float]]] = {name: {} for name in wanted}  # by job, by unit
    for row in rows:
        side = {"feminine": 0, "masculine": 2}.get(row.groups.get("gender", ""))
        if row.gold is None or side is None:
            continue
        for i, name in enumerate(row.gold.names):
            if name in wanted:
                counts = totals[name].setdefault(row.unit, [0.0] * 4)
                counts[side] += row.linked == (i,)
                counts[side + 1] += 1
    rated = {job.occupation: _rate(list(totals[job.occupation].values()), seed) for job in jobs}
    score_of = {job.occupation: job.score for job in jobs}
    return {
        name: found
        for name, found in rated.items()
        if found is not None and abs(found.value - score_of[name]) <= SAME
    }


def _rate(units: Sequence[Sequence[float]], seed: int) -> Rated | None:
    table = np.array(units, dtype=float).reshape(len(units), 4)
    _, feminine, _, masculine = table.sum(axis=0)
    if not feminine or not masculine:
        return None
    n = int(feminine + masculine)
    value = float(_difference(table.sum(axis=0)))
    if len(units) < FEWEST_UNITS:
        return Rated(value, None, None, n)
    try:
        _, low, high = stats.bootstrap(table, _difference, resamples=RESAMPLES, seed=seed)
    except DataError:  # one group is in too few of the units
        return Rated(value, None, None, n)
    return Rated(value, float(low), float(high), n)


def _difference(totals: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(100 * (totals[..., 0] / totals[..., 1] - totals[..., 2] / totals[..., 3]))


def _all_jobs(results: Sequence[Result], colour_of: Colours) -> Safe:
    """Every occupation, sorted by its share of women, all systems beside each other."""
    by_job: dict[str, dict[str, Job]] = {}
    for result in results:
        for job in result.charts.jobs:
            by_job.setdefault(job.occupation, {})[result.subject] = job
    share_of = {name: next(iter(jobs.values())).bls for name, jobs in by_job.items()}
    rows = []
    for name in sorted(by_job, key=lambda job: (share_of[job] is None, share_of[job], job)):
        cells = []
        for result in results:
            found = by_job[name].get(result.subject)
            shown = "–" if found is None else _points(found.score)
            label = f"{result.subject}, {name}: {shown}"
            bar = needle(found.score if found else 0.0, colour=colour_of[result.subject], label=label)
            cells.append(el("td", bar, class_="draw"))
        share = share_of[name]
        rows.append((name, "–" if share is None else f"{share:.0f}", *cells))
    heads = ("Occupation", "% women", *(result.subject for result in results))
    caption = "Right: linked to feminine pronouns more often. Left: to masculine ones. The ends are ±100."
    summary = el("summary", f"All {len(rows)} occupations by share of women")
    return el("details", summary, grid(caption, heads, rows, numbers={1}, class_="jobs"))
