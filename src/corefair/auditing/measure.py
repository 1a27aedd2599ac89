"""From judged rows to scores: each measure's value, interval and p, units resampled whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair import stats
from corefair.errors import DataError
from corefair.metrics import evaluate, totals_of
from corefair.metrics.ratio import Quotient
from corefair.registry import metrics
from corefair.types import Case, Groups, Kind, Measure, Row, Score, Unit

Array = NDArray[Any]


def score_all(
    measures: Sequence[Measure], cases: Sequence[Case], rows: Sequence[Row], *, resamples: int, seed: int
) -> list[Score]:
    """Every measure that has cases to stand on, in the order given."""
    return [
        score
        for measure in measures
        if (score := score_one(measure, cases, rows, resamples=resamples, seed=seed)) is not None
    ]


def score_one(
    measure: Measure, cases: Sequence[Case], rows: Sequence[Row], *, resamples: int, seed: int
) -> Score | None:
    """A measure of these rows, or None if no case is in its groups or it divides by nothing."""
    table = _Wide.of(measure, cases, rows)
    if table is None or not table.n:
        return None
    value = float(of_sides(measure, of_some=measure.against is not None)(table.total())[0])
    if not isfinite(value):
        return None
    # The size of a difference has the interval of the difference, folded, and its test: a paper's star.
    low, high = _interval(table, of_sides(signed(measure), of_some=True), resamples=resamples, seed=seed)
    if measure.how == "distance" and low is not None and high is not None:
        low, high = stats.folded(low, high)
    tested = measure.how in ("difference", "distance") or (
        measure.how == "ratio" and measure.role == "headline"
    )
    p = _p(table, measure, seed=seed) if tested and low is not None else None
    return replace(described(measure), value=value, low=low, high=high, n=table.n, p=p)


def signed(measure: Measure) -> Measure:
    """Of the size of a difference, the difference; any other as it is."""
    return replace(measure, how="difference") if measure.how == "distance" else measure


def described(measure: Measure) -> Score:
    """What a measure is, as a score without a value: its kind and unit follow from its metric.

    >>> score = described(Measure("gap", "link_accuracy", {}, {}, "difference"))
    >>> score.kind, score.unit
    ('gap', 'points')
    """
    facts = metrics.facts(measure.metric)
    kind: Kind = facts["kind"]
    of = kind if measure.against is not None else None
    unit: Unit = facts["unit"]
    if measure.how in ("difference", "distance"):
        kind = "gap" if measure.how == "difference" else "distance"
        unit = "points" if unit == "share" else "number"
    elif measure.how == "ratio":
        kind = unit = "ratio"
    return Score(
        measure.name,
        None,
        None,
        None,
        0,
        kind=kind,
        unit=unit,
        groups=measure.where,
        against=measure.against,
        of=of,
        weighted=bool(facts.get("weighted")),
        role=measure.role,
        better=measure.better,
        table=measure.table,
        condition=measure.condition,
        column=measure.column or measure.name,
    )


def compare_one(
    measure: Measure,
    cases: Sequence[Case],
    rows: Sequence[Row],
    baseline: Sequence[Row],
    *,
    resamples: int,
    seed: int,
) -> Difference | None:
    """How far a measure is above the baseline's on the same cases, by paired randomisation."""
    ours, theirs = _Wide.of(measure, cases, rows), _Wide.of(measure, cases, baseline)
    metric = of_sides(measure, of_some=measure.against is not None)
    if ours is None or theirs is None:
        return None
    before, after = (float(metric(table.total())[0]) for table in (theirs, ours))
    if not isfinite(before + after):
        return None

    def gap(totals: Array) -> Array:
        left, right = np.split(totals, 2, axis=-1)
        return metric(left) - metric(right)

    both = _Wide(
        np.hstack([ours.counts, theirs.counts]), ours.units, ours.weights, ours.on_left, ours.on_right, ours.n
    )
    low, high = _interval(both, gap, resamples=resamples, seed=seed)
    p: float | None = None
    if low is not None:
        test = stats.paired_randomisation(
            ours.counts, theirs.counts, of_sides(measure), units=ours.units, weights=ours.weights, seed=seed
        )
        p = float(test.p)
    return Difference(before, after, low, high, ours.n, p)


def unit_totals(measure: Measure, cases: Sequence[Case], rows: Sequence[Row]) -> Array | None:
    """The weighted totals of a measure by unit, [n_units, n_sides * n_totals], units by name."""
    table = _Wide.of(measure, cases, rows)
    if table is None:
        return None
    units, at = np.unique(table.units, return_inverse=True)
    totals = np.zeros((len(units), table.counts.shape[1]))
    np.add.at(totals, at, table.counts * table.weights[:, None])
    return totals


class Difference(NamedTuple):
    """A measure less the same measure of a baseline, both on the same cases."""

    before: float  # of the baseline
    after: float
    low: float | None
    high: float | None
    n: int
    p: float | None

    @property
    def value(self) -> float:
        """How far it is above the baseline's."""
        return self.after - self.before


@dataclass(frozen=True)
class _Wide:
    """The counts of the cases a measure is taken on, its sides next to each other, 0 where not in one."""

    counts: Array  # [n_cases, n_sides * n_totals]
    units: Array
    weights: Array
    on_left: Array
    on_right: Array
    n: int  # of cases that the measure divides by

    @staticmethod
    def of(measure: Measure, cases: Sequence[Case], rows: Sequence[Row]) -> _Wide | None:
        sides = [measure.where] if measure.against is None else [measure.where, measure.against]
        masks = [_within(cases, groups) for groups in sides]
        if not all(mask.any() for mask in masks):
            return None
        names = totals_of(measure.metric)
        counts = np.array([[row.counts[name] for name in names] for row in rows], dtype=float)
        used = np.logical_or.reduce(masks)
        weights = np.array([case.weight for case in cases])
        return _Wide(
            np.hstack([counts * mask[:, None] for mask in masks])[used],
            np.array([case.unit or case.id for case in cases])[used],
            weights[used],
            masks[0][used],
            masks[-1][used],
            _n_cases(measure.metric, names, counts[used & (weights > 0)]),
        )

    def total(self) -> Array:
        return np.asarray((self.weights @ self.counts)[None])


def _n_cases(metric: str, names: Sequence[str], counts: Array) -> int:
    """How many cases count: of one total over another, those that add to what it divides by; else all."""
    function = metrics[metric]
    if not isinstance(function, Quotient):
        return len(counts)
    return int((counts[:, list(names).index(function.per)] != 0).sum())


def _within(cases: Sequence[Case], groups: Groups) -> Array:
    return np.array([case.is_in(groups) for case in cases])


def of_sides(measure: Measure, *, of_some: bool = False) -> Callable[[Array], Array]:
    """A measure as a function of the totals of its sides, next to each other.

    With `of_some` it is NaN where a metric that needs some to divide by has none, as every share does of
    which one side is compared with the other.
    """
    metric = _of_totals(measure.metric, of_some=of_some, compared=measure.against is not None)
    n = len(totals_of(measure.metric))

    def value(totals: Array) -> Array:
        """[..., n_sides * n_totals] -> [...]"""
        values = [metric(side) for side in np.split(totals, totals.shape[-1] // n, axis=-1)]
        if measure.how == "value":
            return values[0]
        one, other = values
        if measure.how == "mean":
            return np.asarray((one + other) / 2)
        if measure.how == "ratio":
            with np.errstate(divide="ignore", invalid="ignore"):
                return np.asarray(one / other)
        return np.asarray(np.abs(one - other) if measure.how == "distance" else one - other)

    return value


def _of_totals(name: str, *, of_some: bool = False, compared: bool = False) -> Callable[[Array], Array]:
    names = totals_of(name)
    function = metrics[name]
    per = None
    if isinstance(function, Quotient) and (function.needs_some or compared):
        per = names.index(function.per)

    def metric(totals: Array) -> Array:
        value = evaluate(name, {each: totals[..., i] for i, each in enumerate(names)})
        made = np.asarray(value.f1 if hasattr(value, "f1") else value)  # of recall, precision and F1, F1
        return np.where(totals[..., per] == 0, np.nan, made) if of_some and per is not None else made

    return metric


def _interval(
    table: _Wide, metric: Callable[[Array], Array], *, resamples: int, seed: int
) -> tuple[float | None, float | None]:
    """None where there is one unit only, or where most resamples leave the measure undefined."""
    if len(set(table.units)) < 2:
        return None, None
    try:
        _, low, high = stats.bootstrap(
            table.counts, metric, units=table.units, weights=table.weights, resamples=resamples, seed=seed
        )
    except DataError:
        return None, None
    return float(low), float(high)


def _p(table: _Wide, measure: Measure, *, seed: int) -> float:
    """By swapping the sides within units where units have both (twins); else by regrouping whole units."""
    left, right = np.hsplit(table.counts, 2)
    metric = _of_totals(measure.metric)
    if set(table.units[table.on_left]).isdisjoint(table.units[table.on_right]):
        groups = np.where(table.on_left, "left", "right")
        return float(
            stats.permutation_test(
                left + right,
                groups,
                of=("left", "right"),
                metric=metric,
                units=table.units,
                weights=table.weights,
                seed=seed,
            ).p
        )
    test = stats.paired_randomisation(
        left, right, metric, units=table.units, weights=table.weights, seed=seed
    )
    return float(test.p)
