"""What may differ between groups without being bias: the identified properties, as labels on examples."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import isfinite
from numbers import Real
from typing import Any

import numpy as np

from corefair.errors import DataError

Labels = tuple[
    str, ...
]  # the property sets an example is in: none where the property is not known, or several
_DISTINCT = 50  # whole numbers with at most so many values stay as they are; others are binned


@dataclass(frozen=True)
class Property:
    """One property: its name, the labels of each example, and where numbers were cut."""

    name: str
    labels: tuple[Labels, ...]
    cuts: tuple[float, ...] = ()  # a number belongs to the bin that ends at the first cut it does not exceed

    @property
    def sets(self) -> list[str]:
        """The labels in use, in order of first use."""
        return list(dict.fromkeys(label for labels in dict.fromkeys(self.labels) for label in labels))


def categories(name: str, values: Iterable[Any]) -> Property:
    """A set for each value; None is in no set, and a tuple, list or set in several at once.

    >>> categories("case", ["her", None, ("her", "hers")]).labels
    (('her',), (), ('her', 'hers'))
    """
    return Property(name, tuple(_labels(name, value) for value in values))


def numbers(
    name: str, values: Sequence[float | None], *, bins: int | Sequence[float] | None = None
) -> Property:
    """A set for each whole number if there are few, else for each bin, with as equal counts as ties allow.

    `bins` is how many, or where to cut. None is in no set.

    >>> numbers("length", [1.5, 2, 3, None], bins=[2]).labels
    (('≤ 2',), ('≤ 2',), ('> 2',), ())
    >>> numbers("names", [2, 3, 2]).labels
    (('2',), ('3',), ('2',))
    """
    known = [value for value in values if value is not None]
    for value in known:
        if not isinstance(value, Real) or not isfinite(value):
            raise DataError(f"{name}: {value!r} is not a finite number; leave it empty where it is not known")
    distinct = sorted(set(known))
    if bins is None and len(distinct) <= _DISTINCT and all(float(value).is_integer() for value in distinct):
        return Property(name, tuple(() if value is None else (f"{value:.0f}",) for value in values))
    cuts = list(bins) if isinstance(bins, Sequence) else _quantiles(known, 10 if bins is None else bins)
    for cut in cuts:
        if not isfinite(cut):
            raise DataError(
                f"{name}: {cut} is no finite number to cut at: say a positive number of bins, or where to "
                "cut: 2,5,10"
            )
    if cuts != sorted(set(cuts)):
        raise DataError(f"{name}: bins must be cut at rising numbers, found {', '.join(map(str, cuts))}")
    ends = [f"≤ {cuts[0]:g}"] if len(cuts) else ["all"]
    ends += [f"{low:g} – {high:g}" for low, high in pairwise(cuts)]
    ends += [f"> {cuts[-1]:g}"] if len(cuts) else []
    places = np.searchsorted(
        np.asarray(cuts, dtype=float), [0.0 if value is None else value for value in values]
    )
    labels = tuple(
        () if value is None else (ends[place],) for value, place in zip(values, places, strict=True)
    )
    return Property(name, labels, tuple(map(float, cuts)))


def cross(*properties: Property) -> Property:
    """The interaction: a set for each combination of labels, so that these are balanced too.

    >>> cross(categories("a", ["x", "y"]), categories("b", ["1", None])).labels
    (('x × 1',), ())
    """
    return Property(
        " × ".join(each.name for each in properties),
        tuple(
            tuple(" × ".join(combined) for combined in product(*labels))
            for labels in zip(*(each.labels for each in properties), strict=True)
        ),
    )


def check(groups: Sequence[str], properties: Sequence[Property]) -> None:
    """At least two groups, and a value of every property for each example."""
    names = [each.name for each in properties]
    if len(set(groups)) < 2:
        found = f"only {groups[0]!r}" if len(groups) else "none"
        raise DataError(f"at least two groups are needed to balance one against another; found {found}")
    for each in properties:
        if len(each.labels) != len(groups):
            raise DataError(f"{each.name} has {len(each.labels)} values for {len(groups)} examples")
    if len(set(names)) < len(names):
        raise DataError(f"two properties have the same name: {', '.join(names)}")


def _labels(name: str, value: Any) -> Labels:
    if value is None:
        return ()
    if isinstance(value, tuple | list | set | frozenset):
        return tuple(dict.fromkeys(label for each in value for label in _labels(name, each)))
    if isinstance(value, float) and not isfinite(value):
        raise DataError(f"{name}: {value} is no value; leave it empty where it is not known")
    if not isinstance(value, Hashable):
        raise DataError(f"{name}: {value!r} cannot stand for a set")
    return (str(value),)


def _quantiles(known: Sequence[float], bins: int) -> list[float]:
    if bins < 1:
        raise DataError(f"{bins} bins: at least one is needed")
    cuts = np.unique(np.quantile(known, np.arange(1, bins) / bins)) if known else np.empty(0)
    return [float(cut) for cut in cuts if cut < max(known)]
