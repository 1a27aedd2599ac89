"""From counts to numbers: means over seeds, intervals over sentences, and paired changes from a baseline.

A test set is drawn anew by whole units (bootstrap), the same draw for every cell, so that rows are compared
sentence by sentence. A training is drawn anew by the spread that rows of its system show over seeds, pooled
over these rows, for three seeds of one row say little: in every resample a variance is drawn from what the
pooled one allows (χ²), and from it the deviation of each row's mean. So a row with one seed is not taken for
certain where others show how much seeds matter. What is not trained has no such part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from corefair.auditing.measure import described, of_sides, signed
from corefair.errors import DataError
from corefair.experiments.counted import Counted, by_unit
from corefair.experiments.result import Change, Number, Share
from corefair.stats.intervals import drawn_counts, folded, interval
from corefair.types import Measure, Score

Floats = NDArray[np.float64]
LEVEL = 0.95
FINER = 5  # times as many draws for a headline


@dataclass(frozen=True)
class Group:
    """The cells of one row on one suite or corpus, by seed, and what the row is compared with."""

    row: str
    system: str
    baselines: Sequence[str]
    trained: bool
    cells: Sequence[Counted]
    keys: Sequence[str] = ()  # of the cells: rows that come to the same thing have the same


@dataclass(frozen=True)
class _Drawn:
    """A measure of one row: with each seed, and their mean on every draw of the test set.

    Of the size of a difference, the difference: its size is that of the mean, as tables show both sides.
    """

    values: tuple[float, ...]
    resampled: Floats  # [resamples]
    n: int

    @property
    def mean(self) -> float:
        return float(np.mean(self.values))


def estimate(
    asked: str,
    measures: Sequence[Measure],
    groups: Sequence[Group],
    *,
    resamples: int,
    seed: int = 0,
    shares: bool = False,
) -> tuple[list[Number], list[Change]]:
    """Every measure of every row, and of those that have a baseline how far they are from it.

    With `shares`, also how much of the baseline's value that is.
    """
    if not groups:
        return [], []
    first = groups[0].cells[0]
    for group in groups:
        for cell in group.cells:
            if not np.array_equal(cell.cases, first.cases) or not np.array_equal(cell.units, first.units):
                raise DataError(
                    f"{asked}: the cells of {group.row} were asked other cases than {groups[0].row}"
                )
    n_units = len(np.unique(first.units))
    rng = np.random.default_rng(seed)
    # p of headlines is corrected for many of them, so it must be known further down than an interval.
    all_draws = np.concatenate(list(drawn_counts(n_units, FINER * resamples, rng)))  # [n_draws, n_units]
    trained = {group.row for group in groups if group.trained}
    numbers: list[Number] = []
    changes: list[Change] = []
    for at, measure in enumerate(measures):
        draws = all_draws if measure.role == "headline" else all_draws[:resamples]
        drawn = {group.row: _draw(group, measure, draws) for group in groups}
        there = {row: each for row, each in drawn.items() if each is not None}
        known = [group for group in groups if group.row in there]
        noise = _noise(known, there, len(draws), np.random.default_rng([seed, at]))
        for group in known:
            numbers.append(_number(asked, measure, group, there[group.row], noise, n_units))
            changes += [
                _change(
                    asked, measure, group.row, baseline, there, noise, n_units, trained=trained, shares=shares
                )
                for baseline in group.baselines
                if baseline in there
            ]
    return numbers, changes


def _draw(group: Group, measure: Measure, draws: Floats) -> _Drawn | None:
    """None where the measure is not defined for one of the seeds."""
    metric = of_sides(signed(measure))
    values: list[float] = []
    resampled: list[Floats] = []
    n = 0
    for cell in group.cells:
        sides = cell.sides(measure)
        if sides is None:
            return None
        units, _ = by_unit(sides, cell.units)
        with np.errstate(divide="ignore", invalid="ignore"):
            value = float(metric(units.sum(axis=0)[None])[0])
            on_draws = np.asarray(metric(draws @ units), dtype=np.float64)
        if not np.isfinite(value):
            return None
        values.append(value)
        resampled.append(on_draws)
        n = int((sides != 0).any(axis=1).sum())
    return _Drawn(tuple(values), np.mean(resampled, axis=0), n)


def _noise(
    groups: Sequence[Group], drawn: Mapping[str, _Drawn], resamples: int, rng: np.random.Generator
) -> dict[str, Floats]:
    """By row, how far its mean might be off for having these seeds, on every draw; not of all rows.

    A training counts once, in however many rows it stands, and rows of the same trainings are off together.
    """
    found: dict[str, Floats] = {}
    for system in dict.fromkeys(group.system for group in groups if group.trained):
        of_system = [group for group in groups if group.system == system and group.trained]
        rows = _apart(of_system)
        squares = sum(float(np.var(drawn[row].values)) * len(drawn[row].values) for row in rows)
        freedom = sum(len(drawn[row].values) - 1 for row in rows)
        if freedom:
            variance = squares / rng.chisquare(freedom, resamples)
            off: dict[frozenset[str], Floats] = {}
            for group in of_system:
                if _trainings(group) not in off:
                    n_seeds = len(drawn[group.row].values)
                    off[_trainings(group)] = rng.standard_normal(resamples) * np.sqrt(variance / n_seeds)
                found[group.row] = off[_trainings(group)]
    return found


def _trainings(group: Group) -> frozenset[str]:
    return frozenset(group.keys or (group.row,))


def _apart(groups: Sequence[Group]) -> list[str]:
    """Rows whose trainings are not all among those of another that is listed."""
    kept: list[Group] = []
    for group in sorted(groups, key=lambda group: -len(_trainings(group))):
        if not any(_trainings(group) <= _trainings(each) for each in kept):
            kept.append(group)
    return [group.row for group in kept]


def _number(
    asked: str, measure: Measure, group: Group, drawn: _Drawn, noise: Mapping[str, Floats], n_units: int
) -> Number:
    value, values = drawn.mean, drawn.values
    low, high = _bounds(value, drawn.resampled, n_units)
    p = None
    if measure.how in ("difference", "distance") and low is not None:
        p = _p(value, drawn.resampled + noise.get(group.row, 0.0))
    spread = float(np.std(values, ddof=1)) if len(values) > 1 else None
    if measure.how == "distance":
        value, values = abs(value), tuple(map(abs, values))
        if low is not None and high is not None:
            low, high = folded(low, high)
    score = replace(described(measure), value=value, low=low, high=high, n=drawn.n, p=p)
    return Number(group.row, asked, score, values, spread)


def _change(
    asked: str,
    measure: Measure,
    row: str,
    baseline: str,
    drawn: Mapping[str, _Drawn],
    noise: Mapping[str, Floats],
    n_units: int,
    *,
    trained: Set[str],
    shares: bool,
) -> Change:
    means, resampled = ([], [])  # type: tuple[list[float], list[Floats]]
    for each in (row, baseline):
        mean, on_draws = drawn[each].mean, drawn[each].resampled + noise.get(each, 0.0)
        means.append(abs(mean) if measure.how == "distance" else mean)
        resampled.append(np.abs(on_draws) if measure.how == "distance" else on_draws)
    apart, differences = means[0] - means[1], resampled[0] - resampled[1]
    low, high = _bounds(apart, differences, n_units)
    p = _p(apart, differences) if low is not None else None
    drawn_anew = {row, baseline} & trained
    with_seeds = bool(drawn_anew) and drawn_anew <= noise.keys()  # of one alone would hold half of it
    of_it = _share(means, resampled, n_units) if shares else None
    return Change(row, baseline, asked, measure.name, apart, low, high, p, with_seeds=with_seeds, share=of_it)


def _share(means: Sequence[float], resampled: Sequence[Floats], n_units: int) -> Share | None:
    """How much of the baseline's value goes, on the same draws of both: None where that may be 0."""
    low, high = _bounds(means[1], resampled[1], n_units)
    if low is None or high is None or low <= 0 <= high:
        return None
    with np.errstate(divide="ignore", invalid="ignore"):
        on_draws = 1 - resampled[0] / resampled[1]
    value = 1 - means[0] / means[1]
    low, high = _bounds(value, on_draws, n_units)
    return None if low is None or high is None else Share(value, low, high)


def _bounds(value: float, resampled: Floats, n_units: int) -> tuple[float | None, float | None]:
    """None where there is one unit, or the measure is undefined on most draws."""
    if n_units < 2:
        return None, None
    try:
        _, low, high = interval(np.asarray(value), resampled, level=LEVEL)
    except DataError:
        return None, None
    return float(low), float(high)


def _p(value: float, resampled: Floats) -> float:
    """How often a draw is as far from what was found as that is from 0 (two-sided)."""
    defined = resampled[np.isfinite(resampled)]
    reached = np.abs(defined - value) >= abs(value) - 1e-12
    return float((1 + reached.sum()) / (1 + len(defined)))


def with_tests(numbers: Sequence[Number], tested: Callable[[Number], float | None]) -> list[Number]:
    """With the p of a single cell's own audit, which is by randomisation; or ours, if that is larger.

    Ours knows of seeds, where other rows show how much they matter.
    """
    made = []
    for number in numbers:
        p = tested(number) if len(number.seeds) == 1 else None
        if p is not None:
            number = replace(number, score=replace(number.score, p=max(p, number.score.p or 0.0)))
        made.append(number)
    return made


def not_sums(asked: str, row: str, scores: Sequence[Sequence[Score]]) -> list[Number]:
    """Scores that are no sums over cases, as correlations: the mean over seeds; an interval for one."""
    made = []
    for each in scores[0]:
        found = [score for of_cell in scores for score in of_cell if score.name == each.name]
        values = [score.value for score in found if score.value is not None]
        if len(values) == len(scores):
            alone = len(values) == 1
            score = replace(
                each,
                value=float(np.mean(values)),
                low=each.low if alone else None,
                high=each.high if alone else None,
                p=each.p if alone else None,
                p_holm=None,
                signature="",
            )
            spread = None if alone else float(np.std(values, ddof=1))
            made.append(Number(row, asked, score, tuple(values), spread))
    return made
