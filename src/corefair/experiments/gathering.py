"""From the folder of an experiment to its result: everything that is done, and the names of what is not."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

from corefair.auditing.numbers import in_unit
from corefair.auditing.report import Report, SuiteCard
from corefair.auditing.results import holm_by_role
from corefair.auditing.saved import load
from corefair.auditing.validity import LINK_FLOOR
from corefair.auditing.verdicts import may_guess
from corefair.errors import DataError
from corefair.experiments import stages
from corefair.experiments.cells import Cell, Piece, Plan
from corefair.experiments.corpus_counts import MEASURES
from corefair.experiments.counted import Counted
from corefair.experiments.estimates import Group, estimate, not_sums, with_tests
from corefair.experiments.reading import read_out, read_together
from corefair.experiments.remedies import shows_a_gap
from corefair.experiments.result import (
    Asked,
    CellCard,
    Change,
    Experiment,
    JobScores,
    Number,
    Problem,
    RowCard,
)
from corefair.experiments.rows import Row
from corefair.experiments.schedule import State, state_of
from corefair.types import Job, Json, Role
from corefair.version import __version__

_NONE_ANSWERED = "every answer failed, so it counts as failed; --again does it anew"
FEW_LINKS = 0.5  # of pronouns; a system that links fewer is no evidence of a smaller gap


def gather(plan: Plan, folder: Path, *, failed: Mapping[str, Sequence[str]] | None = None) -> Experiment:
    """What the folder has of a plan; `failed` says of cells by key what went wrong beside their folders."""
    states = {cell.key: state_of(folder, cell) for cell in plan.cells}
    numbers: list[Number] = []
    changes: list[Change] = []
    problems: list[Problem] = []
    asked: list[Asked] = []
    jobs: list[JobScores] = []
    wrong = {key: list(why) for key, why in (failed or {}).items()}
    for name in plan.grid.score:
        cells = _cells_with(plan, folder, "score", name)
        groups = _groups(plan, cells)
        if groups:
            found = estimate(name, MEASURES, groups, resamples=plan.grid.resamples)
            numbers += found[0]
            changes += found[1]
            asked.append(_corpus(name, groups[0].cells[0]))
            problems += _failures(name, groups)
            for each in (each for of_row in cells.values() for each in of_row):
                if 0 < len(each.counts.cases) == each.counts.totals["failed"].sum():
                    wrong.setdefault(each.key, []).append(f"score {name}: {_NONE_ANSWERED}")
    for suite in plan.suites:
        cells = _cells_with(plan, folder, "audit", suite.key)
        groups = _groups(plan, cells)
        if groups:
            reports = {row: [each.read() for each in held] for row, held in cells.items()}
            for row, held in cells.items():
                for each, report in zip(held, reports[row], strict=True):
                    coverage = report.results[0].coverage
                    if 0 < coverage.cases == coverage.failed:
                        wrong.setdefault(each.key, []).append(f"audit {suite.key}: {_NONE_ANSWERED}")
            card = next(iter(reports.values()))[0].suites[0]
            made, moved = estimate(
                suite.key,
                card.measures,
                groups,
                resamples=plan.grid.resamples,
                shares=plan.grid.kind == "decomposition",
            )
            summed = {measure.name for measure in card.measures}
            tested = with_tests(made, lambda number, reports=reports: _own_p(number, reports))  # type: ignore[misc]
            numbers += tested
            changes += moved
            asked.append(_suite(card, groups[0].cells[0]))
            for row, of_row in reports.items():
                extras = [[s for s in each.results[0].scores if s.name not in summed] for each in of_row]
                numbers += not_sums(suite.key, row, extras)
                broken = _problems(row, suite.key, of_row)
                if not broken and not shows_a_gap(row, tested, asked[-1]):
                    broken = _guessing(row, suite.key, of_row)
                problems += broken
                jobs += _jobs(row, suite.key, of_row)
    experiment = Experiment(
        name=plan.grid.name,
        about=plan.grid.about,
        kind=plan.grid.kind,
        rows=tuple(map(_row, plan.grid.rows)),
        cells=tuple(_cell_cards(plan, states, wrong)),
        asked=tuple(asked),
        numbers=tuple(numbers),
        changes=tuple(changes),
        problems=tuple(problems),
        jobs=tuple(jobs),
        suites=tuple(map(_without_places, plan.grid.suites)),
        not_here=tuple((_without_places(name), _without_places(why)) for name, why in plan.not_built),
        tables=plan.grid.tables,
        settings={"resamples": plan.grid.resamples, "level": 0.95, "seed": 0},
        made=_made(states),
    )
    experiment = replace(experiment, changes=tuple(_corrected(experiment)))
    return replace(experiment, findings=tuple(read_out(experiment)))


class _Held:
    """The counts of a cell, and where its report is."""

    def __init__(self, key: str, place: Path, kind: str, piece: Piece) -> None:
        self.key = key
        self._report = stages.report_of(place, piece)
        with _mended():
            self.counts = Counted.load(stages.counts_of(place, kind, piece))

    def read(self) -> Report:
        """The report of its audit."""
        with _mended():
            return load(self._report)


@contextmanager
def _mended() -> Iterator[None]:
    """A file of a cell that is damaged can be made anew: say how."""
    try:
        yield
    except DataError as error:
        raise DataError(f"{error.message}; delete it, and give the command again", path=error.path) from None


def _cells_with(plan: Plan, folder: Path, kind: str, name: str) -> dict[str, list[_Held]]:
    """By row, in the order of the grid, what its done cells have of a suite or corpus, by seed."""
    found: dict[str, list[_Held]] = {}
    for row in plan.grid.rows:
        for cell in plan.cells_of(row.name):
            pieces, done = (
                (cell.scores, stages.score_done) if kind == "score" else (cell.audits, stages.audit_done)
            )
            piece, place = next(each for each in pieces if each.name == name), stages.place_of(folder, cell)
            if done(place, piece) is not None:
                found.setdefault(row.name, []).append(_Held(cell.key, place, kind, piece))
    return found


def _groups(plan: Plan, cells: Mapping[str, Sequence[_Held]]) -> list[Group]:
    rows = [row for row in plan.grid.rows if row.name in cells]
    return [
        Group(row.name, row.system, row.baselines, row.trained, [each.counts for each in held], keys)
        for row in rows
        for held in [cells[row.name]]
        for keys in [[each.key for each in held]]
    ]


def _own_p(number: Number, reports: Mapping[str, Sequence[Report]]) -> float | None:
    """The test of the difference between two groups of sentences, as the audit of the one cell made it."""
    score = reports[number.row][0].results[0].score(number.score.name)
    return score.p if score else None


def _problems(row: str, suite: str, reports: Sequence[Report]) -> list[Problem]:
    found = [Problem(row, suite, why) for report in reports for why in report.results[0].problems]
    rates = [report.results[0].coverage.link_rate for report in reports]
    linked = [rate for rate in rates if rate is not None]
    told = any(rate < LINK_FLOOR for rate in linked)  # among the problems of the audit
    if linked and not told and sum(linked) / len(linked) < FEW_LINKS:
        mean = sum(linked) / len(linked)
        found.append(Problem(row, suite, f"it links {100 * mean:.0f} % of the pronouns to anyone"))
    return list(dict.fromkeys(found))


def _guessing(row: str, suite: str, reports: Sequence[Report]) -> list[Problem]:
    """Where at least half of its seeds are not certain to link better than guessing would."""
    links = [report.results[0].links for report in reports if may_guess(report.results[0])]
    there = [each for each in links if each is not None]
    if not there or 2 * len(there) < len(reports):
        return []
    right, chance = (
        in_unit(sum(values) / len(there), "share")
        for values in ([each.right for each in there], [each.chance for each in there])
    )
    seeds = f", in {len(there)} of {len(reports)} seeds" if len(reports) > 1 else ""
    why = f"{right} of the pronouns it links are linked rightly, and guessing gives {chance}{seeds}"
    return [Problem(row, suite, why, "guessing")]


def _jobs(row: str, suite: str, reports: Sequence[Report]) -> list[JobScores]:
    """The mean over seeds for each occupation of which a share of women is known."""
    held: dict[str, list[Job]] = {}
    for report in reports:
        for job in report.results[0].charts.jobs:
            if job.bls is not None or job.bergsma is not None:
                held.setdefault(job.occupation, []).append(job)
    made = tuple(
        replace(
            jobs[0],
            score=sum(job.score for job in jobs) / len(jobs),
            percent={group: sum(job.percent[group] for job in jobs) / len(jobs) for group in jobs[0].percent},
        )
        for jobs in held.values()
    )
    return [JobScores(row, suite, made)] if made else []


def _failures(name: str, groups: Sequence[Group]) -> list[Problem]:
    found = []
    for group in groups:
        n = sum(int(cell.totals["failed"].sum()) for cell in group.cells)
        if n:
            of = sum(len(cell.cases) for cell in group.cells)
            why = f"it failed on {n} of {of} documents, which count as without clusters"
            found.append(Problem(group.row, name, why))
    return found


def _corpus(name: str, counted: Counted) -> Asked:
    n = len(counted.cases)
    return Asked(name, "corpus", "Documents with gold clusters; clusters of one left out.", n, n, "document")


def _suite(card: SuiteCard, counted: Counted) -> Asked:
    n_units = len(set(counted.units.tolist()))
    return Asked(
        card.key, "suite", card.about, len(counted.cases), n_units, "unit", card.contrast, card.caveats
    )


def _corrected(found: Experiment) -> list[Change]:
    """With p by Holm: of the gaps and F1 that are read over all of these, of others over everything."""
    read = read_together(found)
    roles: list[Role] = ["headline" if (one.asked, one.measure) in read else "extra" for one in found.changes]
    ps = holm_by_role([(one.p, role) for one, role in zip(found.changes, roles, strict=True)])
    return [replace(one, p_holm=p) for one, p in zip(found.changes, ps, strict=True)]


def _row(row: Row) -> RowCard:
    return RowCard(
        row.name,
        row.system,
        row.baselines,
        {name: _shown(value) for name, value in row.settings.items()},
        {name: _shown(value) for name, value in row.resources.items()},
        "" if row.vectors is None else str(row.vectors),
        row.in_place,
        row.text,
        row.source,
        dict(row.published),
        tuple(row.corpus or ()),
    )


def _shown(value: Json) -> Json:
    """A path by its last two names: where it is on this machine is nobody's business."""
    if not isinstance(value, str) or not Path(value).is_absolute():
        return value
    return "/".join(Path(value).parts[-2:])


def _without_places(why: str) -> str:
    """The same in a sentence.

    >>> _without_places("x was not found in /home/me/sets/data, /opt/data; run: corefair data get x")
    'x was not found in sets/data, opt/data; run: corefair data get x'
    >>> _without_places("reversed:/home/me/sets/gum/dev,anonymise")
    'reversed:gum/dev,anonymise'
    """
    return re.sub(r"(?<![\w.])/[^\s,;:]+", lambda found: str(_shown(found[0])).lstrip("/"), why)


def _cell_cards(
    plan: Plan, states: Mapping[str, State], failed: Mapping[str, Sequence[str]]
) -> list[CellCard]:
    made = []
    for row in plan.grid.rows:
        if row.left_out:
            made.append(CellCard(row.name, None, "", "left out", (row.left_out,)))
        made += [_card(cell, states[cell.key], failed.get(cell.key, ())) for cell in plan.cells_of(row.name)]
    return made


def _card(cell: Cell, state: State, failed: Sequence[str]) -> CellCard:
    why = tuple(dict.fromkeys(failed)) or state.failed  # rows that are one cell say it twice
    if state.is_done and not failed:
        return CellCard(cell.row, cell.seed, cell.key[:16], "done")
    return CellCard(cell.row, cell.seed, cell.key[:16], "failed" if why else "not done", why)


def _made(states: Mapping[str, State]) -> dict[str, Json]:
    seconds: dict[str, Json] = {
        key[:16]: round(state.seconds, 1) for key, state in states.items() if state.done
    }
    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "corefair": __version__,
        "python": platform.python_version(),
        "seconds of one core, by cell": seconds,
    }
