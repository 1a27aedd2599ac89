"""Is a test itself lopsided? Where one group's cases are harder for other reasons, a gap may come from those.

Kocijan et al. (2021) showed it for GAP: the feminine half has more names, and the right one further away.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from corefair import stats
from corefair.errors import DataError
from corefair.suites.coref.properties import Value, as_property, asked, known, values
from corefair.types import Case, CorpusSuite, Measure, Suite, VectorSuite

if TYPE_CHECKING:
    from corefair.weighting import Balance

Array = NDArray[Any]
WEIGHTED = "weighted gap"
MOST_DRAWS = 100_000  # for p: there are eight properties at most to correct for
SURE = 0.05  # of p after Holm's correction over the properties


@dataclass(frozen=True, slots=True)
class Imbalance:
    """One property in the two groups of a contrast: its means (or the share of a value), and how sure."""

    name: str
    # "the number of candidates"; for a property of kinds "the case of the pronoun being other"
    label: str = field(metadata={"json": "said"})
    groups: tuple[str, str]
    means: tuple[float, float]
    effect: float  # the difference of the means in standard deviations
    n: int
    p: float
    p_holm: float

    @property
    def found(self) -> bool:
        """Whether the two groups differ."""
        return self.p_holm < SURE


def imbalance(suite: Suite, *, vocabulary: Collection[str] | None = None) -> list[Imbalance]:
    """Every property of the suite's questions in the two groups of its contrast, the surest difference first.

    None if the suite does not ask pronoun questions. A property of kinds is shown by the kind whose share
    differs most, its p corrected for that choice.
    """
    cases, groups = contrasted(suite)
    if len(set(groups)) < 2:
        return []
    tested = []
    for name, each in known(vocabulary=vocabulary).items():
        found = values(name, cases, vocabulary=vocabulary)
        tested.append(_test(name, each.said, found, groups, suite.contrast[1:], cases))
    holm = stats.holm([each.p for each in tested])
    corrected = [replace(each, p_holm=float(p)) for each, p in zip(tested, holm, strict=True)]
    return sorted(corrected, key=lambda each: (each.p_holm, -abs(each.effect)))


def contrasted(suite: Suite) -> tuple[list[Case], list[str]]:
    """The questions in either group of the suite's contrast, and the group of each."""
    grouping, one, other = suite.contrast
    cases = [case for case in asked(suite.cases) if case.groups.get(grouping) in (one, other)]
    return cases, [case.groups[grouping] for case in cases]


def even_out(suite: Suite, properties: Sequence[str]) -> tuple[Suite, Balance, Array]:
    """The same suite with weights under which these properties are balanced; other cases weigh nothing.

    The array says what the weights balance, a row for each contrasted case (`weighting.design`).
    """
    from corefair.weighting import balance, design  # most suites are even

    cases, groups = contrasted(suite)
    made = [as_property(name, values(name, cases)) for name in properties]
    found = balance(groups, made)
    weight_of = dict(zip((case.id for case in cases), found.weights.tolist(), strict=True))
    weighted = [replace(case, weight=weight_of.get(case.id, 0.0)) for case in suite.cases]
    return replace(suite, cases=weighted), found, design(groups, made)


@dataclass(frozen=True, slots=True)
class Weights:
    """How a test was evened out, or why it could not be."""

    properties: tuple[str, ...]  # that are balanced
    n: int = 0
    effective: float = 0.0  # cases of equal weight that would say as much
    largest: tuple[float, ...] = ()  # weights, as multiples of the mean
    share_zero: float = 0.0
    notes: tuple[str, ...] = ()
    problem: str = ""


@dataclass(frozen=True)
class Check:
    """What an audit says of a suite itself: how even it is, and the same suite evened out where it is not."""

    properties: tuple[Imbalance, ...]
    evened: Suite | None = None
    weights: Balance | None = None
    design: Array | None = None  # what they balance, a row for each contrasted case
    problem: str = ""  # why it could not be evened out
    others: tuple[Imbalance, ...] = ()  # of headlines that compare other groups, on other sentences

    @property
    def uneven(self) -> list[str]:
        """The names of the properties in which the groups differ."""
        return [each.name for each in self.properties if each.found]

    @property
    def warnings(self) -> list[str]:
        """One sentence for each two groups that differ, with their means."""
        found = [each for each in (*self.properties, *self.others) if each.found]
        return [
            _lopsided([each for each in found if each.groups == groups])
            for groups in dict.fromkeys(each.groups for each in found)
        ]

    @property
    def weighted_gap(self) -> Measure | None:
        """The headline gap, to be taken on the evened suite."""
        gap = contrast_gap(self.evened) if self.evened else None
        return replace(gap, name=WEIGHTED, table="") if gap else None

    @property
    def summary(self) -> Weights | None:
        """What a report keeps of the weights."""
        if self.weights is None:
            return Weights(tuple(self.uneven), problem=self.problem) if self.problem else None
        weights = self.weights.weights
        return Weights(
            tuple(self.uneven),
            n=len(weights),
            effective=float(stats.effective_sample_size(weights)),
            largest=tuple(self.weights.largest().tolist()),
            share_zero=self.weights.share_zero,
            notes=tuple(self.weights.zero),
        )


def _lopsided(found: Sequence[Imbalance]) -> str:
    means = "; ".join(f"{each.label}, {each.means[0]:.2f} and {each.means[1]:.2f}" for each in found)
    groups = " and ".join(found[0].groups)
    return f"the test is lopsided, with different means for {groups}: {means}; a gap may come from that"


def contrast_gap(suite: Suite) -> Measure | None:
    """The gap between the two groups of the suite's contrast, over all cases: its first headline."""
    grouping, one, other = suite.contrast
    sides = ({grouping: one}, {grouping: other})
    return next(
        (
            measure
            for measure in suite.measures
            if measure.how == "difference" and measure.role == "headline"
            if (dict(measure.where), dict(measure.against or {})) == sides
        ),
        None,
    )


def check(suite: Suite | VectorSuite | CorpusSuite) -> Check:
    """Look for imbalances, and weigh them away where there are any; a suite that has weights keeps those."""
    if not isinstance(suite, Suite) or len({case.weight for case in suite.cases}) > 1:
        return Check(())
    others = [each for contrast in _others(suite) for each in imbalance(replace(suite, contrast=contrast))]
    found = Check(tuple(imbalance(suite)), others=tuple(others))
    if not found.uneven:
        return found
    try:
        evened, weights, design = even_out(suite, found.uneven)
    except DataError as error:
        return replace(found, problem=str(error))
    return replace(found, evened=evened, weights=weights, design=design)


def _others(suite: Suite) -> Iterator[tuple[str, str, str]]:
    """Two groups that a headline compares besides the contrast, where no sentence is asked of both."""
    seen = {suite.contrast}
    for measure in suite.measures:
        if measure.role == "headline" and measure.against is not None and len(measure.where) == 1:
            ((grouping, one),) = measure.where.items()
            contrast = (grouping, one, measure.against.get(grouping, ""))
            units = [
                {case.unit or case.id for case in suite.cases if case.groups.get(grouping) == side}
                for side in contrast[1:]
            ]
            if contrast not in seen and all(units) and units[0].isdisjoint(units[1]):
                yield contrast
            seen.add(contrast)


def _test(
    name: str,
    label: str,
    found: Sequence[Value],
    groups: Sequence[str],
    of: Sequence[str],
    cases: Sequence[Case],
) -> Imbalance:
    """Kinds are told apart by 0 and 1 for each; cases without a value are left out."""
    kept = [i for i, value in enumerate(found) if value is not None]
    kinds: list[str | None] = [*sorted({value for value in found if isinstance(value, str)})]
    units = np.array([cases[i].unit or cases[i].id for i in kept])
    sides = np.array([groups[i] for i in kept])
    options = []
    for kind in kinds or [None]:
        column = np.array([found[i] if kind is None else found[i] == kind for i in kept], dtype=float)
        means = [float(column[sides == group].mean()) if (sides == group).any() else 0.0 for group in of]
        apart = means[0] - means[1]
        p = _p(column, sides, (of[0], of[1]), units) if abs(apart) > 1e-12 else 1.0
        spread = float(column.std())
        options.append(
            Imbalance(
                name,
                label if kind is None else f"{label} being {kind}",
                (of[0], of[1]),
                (means[0], means[1]),
                apart / spread if spread else 0.0,
                len(kept),
                min(1.0, p * max(1, len(kinds))),
                1.0,
            )
        )
    return min(options, key=lambda each: (each.p, -abs(each.effect)))


def _p(column: Array, groups: Array, of: tuple[str, str], units: Array) -> float:
    """By swapping within units that have both groups, else by regrouping whole units."""
    on_left = groups == of[0]
    if on_left.all() or not on_left.any():
        raise DataError("a property is known in one group only")
    if set(units[on_left]).isdisjoint(units[~on_left]):
        return float(stats.permutation_test(column, groups, of=of, units=units, most=MOST_DRAWS).p)
    counted = np.column_stack([column, np.ones(len(column))])
    left, right = (counted * side[:, None] for side in (on_left, ~on_left))
    test = stats.paired_randomisation(
        left, right, lambda t: t[..., 0] / t[..., 1], units=units, most=MOST_DRAWS
    )
    return float(test.p)
