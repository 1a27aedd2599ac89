"""Balanced weights for a suite or a table of a user's own: read, trim, label, weigh, write."""

from __future__ import annotations

import operator
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite, isnan
from pathlib import Path
from typing import Any, NamedTuple

from corefair import stats
from corefair.auditing.building import build_suites
from corefair.auditing.imbalance import contrasted, imbalance
from corefair.auditing.validity import sides_of
from corefair.errors import DataError, UnknownName
from corefair.io import files
from corefair.io.records import column, identities, read_records
from corefair.registry import metrics
from corefair.registry import suites as registered_suites
from corefair.runs.content import digest
from corefair.suites.coref import gap
from corefair.suites.coref.properties import as_property, known, values
from corefair.types import Suite
from corefair.weighting import Balance, Property, balance, cross

_LEAST = 1e-100  # of the largest weight; below, a square of it would be 0
_IDS = ("id", "name")  # columns, in any case, that tell examples apart
_COMPARE = {
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
}


@dataclass(frozen=True)
class Weighed:
    """Weights by the id of each example, with their groups, and what was balanced."""

    ids: tuple[str, ...]
    groups: tuple[str, ...]
    properties: tuple[Property, ...]
    balance: Balance
    left_out: int  # examples trimmed away, or without a group

    @property
    def effective(self) -> dict[str, float]:
        """How many examples of equal weight would say as much, by group."""
        of_group: dict[str, list[float]] = {}
        for weight, group in zip(self.balance.weights.tolist(), self.groups, strict=True):
            of_group.setdefault(group, []).append(weight)
        return {group: stats.effective_sample_size(weights) for group, weights in of_group.items()}


def weigh(
    source: str,
    *,
    group: str | None = None,
    properties: Sequence[str] = (),
    interactions: Sequence[str] = (),
    keep: Sequence[str] = (),
    bins: int | None = None,
    vocabulary: Collection[str] | None = None,
    data: Path | None = None,
) -> Weighed:
    """Weights for a suite (`gap:test`), a file like GAP's, or a table with a column for each property.

    A property is a name, with `:5` for five bins or `:2,5,10` to cut there; an interaction is `one*other`;
    what to keep is `distance <= 4`. Without properties a suite is balanced on those in which its groups
    differ, and a table on all its columns.
    """
    ids, groups, found, lines = _examples(source, group, properties, vocabulary, data)
    asked = [_parse(each) for each in properties] or [(name, None) for name in found]
    crossed = [[part.strip() for part in each.split("*")] for each in interactions]
    tests = [_condition(each) for each in keep]
    needed = {
        *(name for name, _ in asked),
        *(n for each in crossed for n in each),
        *(name for name, *_ in tests),
    }
    for name in needed - set(found):
        raise UnknownName("property", name, found)
    for name in sorted(needed):
        _check_finite(name, found[name], lines, source)
    kept = [
        i
        for i, each in enumerate(groups)
        if each is not None and all(_holds(found[name][i], compare, limit) for name, compare, limit in tests)
    ]
    cuts = dict(asked)
    labelled = {
        name: as_property(
            name, [found[name][i] for i in kept], bins=cuts.get(name) or _bins(found[name], bins)
        )
        for name in needed
    }
    made = [labelled[name] for name, _ in asked]
    made += [cross(*(labelled[name] for name in each)) for each in crossed]
    chosen = [str(groups[i]) for i in kept]
    return Weighed(
        tuple(ids[i] for i in kept), tuple(chosen), tuple(made), balance(chosen, made), len(ids) - len(kept)
    )


def write_weights(weighed: Weighed, path: Path) -> None:
    """id, group and weight, tab-separated; `corefair audit --weights` reads them."""
    odd = next((each for each in (*weighed.ids, *weighed.groups) if re.search(r"[\t\r\n]", each)), None)
    if odd is not None:
        raise DataError(f"{odd!r} holds a character that a table cannot: rename it", path=str(path))
    with files.writing(path) as out:
        out.write("id\tgroup\tweight\n")
        for each in zip(weighed.ids, weighed.groups, weighed.balance.weights.tolist(), strict=True):
            out.write("\t".join(map(str, each)) + "\n")


def weighted(suite: Suite, path: Path) -> Suite:
    """The suite with the weights of a file; a case that is not in it weighs nothing."""
    records = read_records(path, as_text=("id", "group"))
    ids = identities(records, "id", path=path)
    weights = column(records, "weight", path=path)
    for line, weight in zip(records.lines, weights, strict=True):
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 <= weight < inf:
            message = f"{weight!r} is no weight: expected a finite number from 0"
            raise DataError(message, path=str(path), line=line)
    suite = replace(suite, weighted_by=(path.name, digest([path])))
    of = dict(zip(ids, weights, strict=True))
    if not any(of.get(case.id) for case in suite.cases):
        raise DataError(
            f"it gives weight to no case of {suite.name}: are its ids the suite's?", path=str(path)
        )
    largest = float(max(of.values()))  # only their proportions matter
    cases = [replace(case, weight=float(of.get(case.id, 0.0)) / largest) for case in suite.cases]
    if lost := [case.id for case in cases if 0 < case.weight < _LEAST]:
        raise DataError(
            f"the weight of {lost[0]} is next to nothing beside the largest: write 0", path=str(path)
        )
    for side in {str(each): each for pair in sides_of(suite) for each in pair}.values():
        there = [case for case in cases if case.is_in(side)]
        if there and not any(case.weight for case in there):
            named = ", ".join(side.values())
            raise DataError(
                f"it gives no weight to any case of {named}, with which others are compared", path=str(path)
            )
    own = [each.name for each in suite.measures if metrics.facts(each.metric).get("weighted")]
    measures = tuple(each for each in suite.measures if each.name not in own)
    n_without = sum(case.id not in of for case in suite.cases)
    n_others = len(of) - (len(cases) - n_without)
    notes = [
        *(
            [f"{n_without:,} of {len(cases):,} cases are not in {path.name}: they weigh nothing"]
            if n_without
            else ()
        ),
        *([f"{n_others:,} ids of {path.name} are none of {suite.key}"] if n_others else ()),
        *([f"left out, for they have weights of their own: {', '.join(own)}"] if own else ()),
    ]
    return replace(suite, cases=cases, measures=measures, caveats=(*suite.caveats, *notes))


class _Examples(NamedTuple):
    """What may be weighed: of a table, the line of each example too."""

    ids: list[str]
    groups: list[str | None]
    values: Mapping[str, Sequence[Any]]
    lines: Sequence[int] = ()


def _examples(
    source: str,
    group: str | None,
    properties: Sequence[str],
    vocabulary: Collection[str] | None,
    data: Path | None,
) -> _Examples:
    """The examples of a suite or a table, and their values that may be balanced."""
    path = Path(source)
    if source.partition(":")[0] not in registered_suites or path.exists():
        if not path.exists():
            raise DataError(f"{source} is no suite (corefair list) and no file here")
        if not _is_gap(path):
            return _of_table(path, group)
        suite = gap.from_file(path)
    else:
        (suite,), _ = build_suites([source], data=data)
    if group is not None and group != suite.contrast[0]:
        raise DataError(f"{suite.name} compares groups of {suite.contrast[0]}, not of {group}")
    return _of_suite(suite, properties, vocabulary)


def _of_suite(suite: Suite, properties: Sequence[str], vocabulary: Collection[str] | None) -> _Examples:
    cases, groups = contrasted(suite)
    if not cases:
        raise DataError(f"{suite.name} asks no pronoun questions in groups that could be balanced")
    names = list(known(vocabulary=vocabulary))
    if not properties:
        names = [each.name for each in imbalance(suite, vocabulary=vocabulary) if each.found]
    if not names:
        raise DataError(
            f"{suite.name} is even in all we know to compare; name what to balance with --property"
        )
    return _Examples(
        [case.id for case in cases],
        list(groups),
        {name: values(name, cases, vocabulary=vocabulary) for name in names},
    )


def _of_table(path: Path, group: str | None) -> _Examples:
    records = read_records(path, as_text=(*_IDS, (group or "").lower()))
    if group is None:
        raise DataError(f"which column is the group? --group one of: {', '.join(records[0])}", path=str(path))
    names = dict.fromkeys(key for record in records for key in record)
    key = next((name for name in names if name.lower() in _IDS), None)
    ids = [str(i) for i in range(1, len(records) + 1)] if key is None else identities(records, key, path=path)
    groups = [None if value is None else str(value) for value in column(records, group, path=path)]
    found = {name: column(records, name, path=path) for name in names if name not in (key, group)}
    return _Examples(ids, groups, found, records.lines)


def _check_finite(name: str, values: Sequence[Any], lines: Sequence[int], source: str) -> None:
    for value, line in zip(values, lines, strict=False):  # a suite has no lines, and no such values
        if isinstance(value, float) and not isfinite(value):
            message = f"{name}: {value} is not a finite number; leave it empty where it is not known"
            raise DataError(message, path=source, line=line)


def _is_gap(path: Path) -> bool:
    first = next(iter(files.lines(path)), "")
    return {"Pronoun-offset", "A-coref", "B-coref"} <= set(first.rstrip("\r\n").split("\t"))


def _parse(text: str) -> tuple[str, int | list[float] | None]:
    """A name, and how to cut it into bins, if that is said."""
    name, colon, cut = text.rpartition(":")
    if not colon:
        return text, None
    try:
        found = int(cut) if cut.isdecimal() else [float(each) for each in cut.split(",")]
    except ValueError:
        found = 0
    if not found:
        raise DataError(f"{text}: after the colon comes a number of bins, or where to cut: 2,5,10")
    return name, found


def _bins(found: Sequence[Any], bins: int | None) -> int | None:
    is_number = all(isinstance(value, int | float) for value in found if value is not None)
    return bins if is_number else None


def _condition(text: str) -> tuple[str, Any, Any]:
    matched = re.fullmatch(r"\s*(.+?)\s*(<=|>=|==|!=|<|>)\s*(.+?)\s*", text)
    if matched is None:
        raise DataError(f"{text!r}: what to keep is said as: distance <= 4")
    name, sign, limit = matched.groups()
    try:
        number = float(limit)
    except ValueError:
        return name, _COMPARE[sign], limit
    if isnan(number):
        raise DataError(f"{text!r}: nothing compares with {limit}: what to keep is said as: distance <= 4")
    return name, _COMPARE[sign], number


def _holds(value: Any, compare: Any, limit: Any) -> bool:
    """A value that is not known is not outside the range, and is kept."""
    if value is None:
        return True
    if isinstance(value, int | float) != isinstance(limit, float):
        raise DataError(f"{value!r} cannot be compared with {limit!r}")
    return bool(compare(value, limit))
