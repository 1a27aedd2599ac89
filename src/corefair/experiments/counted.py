"""Counts of every case, kept in arrays: what every number of an experiment is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.metrics import totals_of
from corefair.runs.arrays import read_npz, write_npz
from corefair.types import Groups, Measure, Totals

Floats = NDArray[np.float64]
Texts = NDArray[np.str_]


class Counts(NamedTuple):
    """One case."""

    case: str
    unit: str
    weight: float
    groups: Groups
    totals: Totals


@dataclass(frozen=True, eq=False)
class Counted:
    """All cases of a suite or corpus, as one system answered them."""

    cases: Texts  # [n]
    units: Texts  # [n]
    weights: Floats  # [n]
    groups: Mapping[str, Texts]  # [n] each; empty where a case has no such group
    totals: Mapping[str, Floats]  # [n] each

    @staticmethod
    def of(rows: Iterable[Counts]) -> Counted:
        """From cases one by one."""
        listed = list(rows)
        groupings = sorted({name for row in listed for name in row.groups})
        names = sorted({name for row in listed for name in row.totals})
        return Counted(
            np.array([row.case for row in listed], dtype=np.str_),
            np.array([row.unit for row in listed], dtype=np.str_),
            np.array([row.weight for row in listed], dtype=np.float64),
            {
                name: np.array([row.groups.get(name, "") for row in listed], dtype=np.str_)
                for name in groupings
            },
            {
                name: np.array([row.totals.get(name, 0.0) for row in listed], dtype=np.float64)
                for name in names
            },
        )

    def save(self, path: Path) -> None:
        """Keep it, whole or not at all."""
        arrays: dict[str, NDArray[np.generic]] = {
            "cases": self.cases,
            "units": self.units,
            "weights": self.weights,
            **{f"group {name}": each for name, each in self.groups.items()},
            **{f"total {name}": each for name, each in self.totals.items()},
        }
        write_npz(path, arrays, sync=True, small=True)

    @staticmethod
    def load(path: Path) -> Counted:
        """What `save` kept."""
        arrays = read_npz(path)
        try:
            return Counted(
                arrays["cases"].astype(np.str_),
                arrays["units"].astype(np.str_),
                arrays["weights"].astype(np.float64),
                {
                    name[6:]: each.astype(np.str_)
                    for name, each in arrays.items()
                    if name.startswith("group ")
                },
                {
                    name[6:]: each.astype(np.float64)
                    for name, each in arrays.items()
                    if name.startswith("total ")
                },
            )
        except KeyError as error:
            raise DataError(f"it lacks {error}", path=str(path)) from None

    def sides(self, measure: Measure) -> Floats | None:
        """What a measure is computed of, its sides beside each other, weighted: [n, n_sides · n_totals].

        A case counts for 0 on a side it is not in; None where a side has no case, or a total is not counted.
        """
        names = totals_of(measure.metric)
        if not all(name in self.totals for name in names):
            return None
        counts = np.column_stack([self.totals[name] for name in names]) * self.weights[:, None]
        of_sides = [measure.where] if measure.against is None else [measure.where, measure.against]
        masks = [self._within(groups) for groups in of_sides]
        if not all(mask.any() for mask in masks):
            return None
        return np.hstack([counts * mask[:, None] for mask in masks])

    def _within(self, groups: Groups) -> NDArray[np.bool_]:
        found = np.ones(len(self.cases), dtype=np.bool_)
        for name, value in groups.items():
            found &= self.groups[name] == value if name in self.groups else False
        return found


def by_unit(counts: Floats, units: Texts) -> tuple[Floats, Sequence[str]]:
    """Summed over the cases of each unit, units in the order of their names: [n_units, k]."""
    names, place = np.unique(units, return_inverse=True)
    summed = np.zeros((len(names), counts.shape[1]))
    np.add.at(summed, place, counts)
    return summed, [str(name) for name in names]
