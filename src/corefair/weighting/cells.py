"""Examples of one group with the same properties are interchangeable: a cell, which gets one weight.

The objective is convex and does not change when two examples of a cell trade weights, so the mean of all such
trades, in which they weigh the same, is optimal too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.weighting.properties import Labels, Property

Array = NDArray[Any]


@dataclass(frozen=True)
class Cells:
    """The cells, and the constraints on their weights: `rows @ weights == 0`, and equal totals a group."""

    groups: tuple[str, ...]
    sets: tuple[tuple[str, str], ...]  # property and label
    of_example: Array  # [n] which cell each example is in
    size: Array  # [n_cells] how many examples
    group: Array  # [n_cells] index in `groups`
    member: Any  # sparse [n_sets, n_cells]: 1 where a cell is in a set

    @property
    def total(self) -> float:
        """What the weights of each group add up to."""
        return float(self.size.sum()) / len(self.groups)

    def of_group(self, group: int) -> Array:
        """The cells of a group."""
        return np.flatnonzero(self.group == group)

    def rows(self, cells: Array) -> Any:
        """Sparse [n_sets × (n_groups - 1), n_cells]: the weight a set has in each group above the first's."""
        from scipy.sparse import csr_matrix, diags, vstack

        member = self.member[:, cells] @ diags(self.size[cells].astype(float))
        first = (self.group[cells] == 0).astype(float)
        return csr_matrix(
            vstack(
                [
                    member @ diags((self.group[cells] == group).astype(float) - first)
                    for group in range(1, len(self.groups))
                ]
            )
        )


def collapse(groups: Sequence[str], properties: Sequence[Property]) -> Cells:
    """Sort examples into cells."""
    from scipy.sparse import csr_matrix

    names = tuple(dict.fromkeys(groups))
    place = {name: i for i, name in enumerate(names)}
    coded = [np.array([place[group] for group in groups])]
    labels_of: list[list[Labels]] = []  # by property, then by code
    for each in properties:
        codes: dict[Labels, int] = {}
        coded.append(np.array([codes.setdefault(labels, len(codes)) for labels in each.labels]))
        labels_of.append(list(codes))
    found, of_example, size = np.unique(
        np.column_stack(coded), axis=0, return_inverse=True, return_counts=True
    )
    sets = tuple((each.name, label) for each in properties for label in each.sets)
    row = {each: i for i, each in enumerate(sets)}
    members = []  # of each property: [n_codes, n_sets] picked by the code of each cell
    for each, known, codes_of_cells in zip(properties, labels_of, found.T[1:], strict=True):
        at = [(code, row[each.name, label]) for code, labels in enumerate(known) for label in labels]
        entries = np.array(at, dtype=int).reshape(-1, 2).T
        table = csr_matrix((np.ones(len(at)), (entries[0], entries[1])), shape=(len(known), len(sets)))
        members.append(table[codes_of_cells])
    member = csr_matrix(sum(members, start=csr_matrix((len(found), len(sets)))).T)
    return Cells(names, sets, of_example.reshape(-1), size, found[:, 0], member)
