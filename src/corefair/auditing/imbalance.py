"""Is a test itself lopsided? Where one group's cases are harder for other reasons, a gap may come from those.

Kocijan et al. (2021) showed it for GAP: the feminine half has more names, and the right one further away.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair import stats
from corefair.errors import DataError
from corefair.suites.properties import Value, as_property, asked, known, values
from corefair.types import Case, Measure, Suite
from corefair.weighting import Balance, balance

Array = NDArray[Any]
WEIGHTED = "weighted gap"
SURE = 0.05  # of p after Holm's correction over the properties


@dataclass(frozen=True)
class Imbalance:
    """One property in the two groups of a contrast: its means (or the share of a value), and how sure."""

    name: str
    said: str  # "the number of candidates"; for a property of kinds "the case of the pronoun being other"
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


def even_out(suite: Suite, properties: Sequence[str]) -> tuple[Suite, Balance]:
    """The same suite with weights under which these properties are balanced; other cases weigh nothing."""
    cases, groups = contrasted(suite)
    found = balance(groups, [as_property(name, values(name, cases)) for name in properties])
    weight_of = dict(zip((case.id for case in cases), found.weights.tolist(), strict=True))
    weighted = [replace(case, weight=weight_of.get(case.id, 0.0)) for case in suite.cases]
    return replace(suite, cases=weighted), found


@dataclass(frozen=True)
class Check:
    """What an audit says of a suite itself: how even it is, and the same suite evened out where it is not."""

    properties: tuple[Imbalance, ...]
    evened: Suite | None = None
    weights: Balance | None = None
    problem: str = ""  # why it could not be evened out

    @property
    def uneven(self) -> list[str]:
        """The names of the properties in which the groups differ."""
        return [each.name for each in self.properties if each.found]

    @property
    def warnings(self) -> list[str]:
        """One sentence, if there are any, with their means."""
        found = [each for each in self.properties if each.found]
        if not found:
            return []
        means = "; ".join(f"{each.said}, {each.means[0]:.2f} and {each.means[1]:.2f}" for each in found)
        return [
            f"the test is lopsided, with different means for {' and '.join(found[0].groups)}: {means}; a gap "
            "may come from that"
        ]

    @property
    def weighted_gap(self) -> Measure | None:
        """The headline gap, to be taken on the evened suite."""
        gaps = [each for each in self.evened.measures if each.name == "gap"] if self.evened else []
        return replace(gaps[0], name=WEIGHTED) if gaps else None

    def as_json(self) -> dict[str, Any]:
        """What the report keeps."""
        found: dict[str, Any] = {"imbalance": [asdict(each) for each in self.properties]}
        if self.weights is not None:
            weights = self.weights.weights
            found["weights"] = {
                "properties": self.uneven,
                "n": len(weights),
                "effective": float(stats.effective_sample_size(weights)),
                "largest": self.weights.largest().tolist(),
                "share_zero": self.weights.share_zero,
                "notes": list(self.weights.zero),
            }
        elif self.problem:
            found["weights"] = {"properties": self.uneven, "problem": self.problem}
        return found


def check(suite: Suite) -> Check:
    """Look for imbalances, and weigh them away where there are any; a suite that has weights keeps those."""
    if len({case.weight for case in suite.cases}) > 1:
        return Check(())
    found = Check(tuple(imbalance(suite)))
    if not found.uneven:
        return found
    try:
        evened, weights = even_out(suite, found.uneven)
    except DataError as error:
        return replace(found, problem=str(error))
    return replace(found, evened=evened, weights=weights)


def _test(
    name: str,
    said: str,
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
                said if kind is None else f"{said} being {kind}",
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
        return float(stats.permutation_test(column, groups, of=of, units=units).p)
    counted = np.column_stack([column, np.ones(len(column))])
    left, right = (counted * side[:, None] for side in (on_left, ~on_left))
    return float(stats.paired_randomisation(left, right, lambda t: t[..., 0] / t[..., 1], units=units).p)
