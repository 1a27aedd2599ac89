"""Which sentences a page shows of each result: twins answered differently, what is wrong, what is right.

There is room for so many; `Filter` says how many there are in all. All of them are in rows.jsonl.gz.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from corefair.auditing.report import Judged, Report, Result, SuiteCard
from corefair.auditing.wording import short_label
from corefair.types import Answer

MOST, ALL, LEAST = 200, 800, 20  # items shown of one result, about how many in the page, and at least of each
GENDERS = ("gender", "feminine", "masculine")
LABELS = {  # of items that are no twins, and of twins without any of the directions below
    "flip": "Answered differently",
    "wrong": "Wrong",
    "failed": "No usable answer",
    "open": "No candidate is right",
    "right": "Right",
}

Rows = Mapping[tuple[str, str], Sequence[Judged]]  # by subject and suite


class Item(NamedTuple):
    """A sentence, or twins that were answered differently, and the filters that keep it; the first leads."""

    rows: tuple[Judged, ...]
    filters: tuple[str, ...]


class Filter(NamedTuple):
    """A button above a list: what it keeps, of how many on the page and in all."""

    key: str
    label: str
    shown: int
    total: int


class CaseList(NamedTuple):
    """What is listed of one result."""

    subject: str
    anchor: str
    n_cases: int
    items: tuple[Item, ...]
    filters: tuple[Filter, ...]


def by_result(rows: Iterable[Judged]) -> dict[tuple[str, str], list[Judged]]:
    """The pronoun questions among judged cases, by subject and suite."""
    made: dict[tuple[str, str], list[Judged]] = {}
    for row in rows:
        if row.gold is not None and row.linked is not None:
            made.setdefault((row.subject, row.suite), []).append(row)
    return made


def case_lists(report: Report, rows: Rows) -> dict[tuple[str, str], CaseList]:
    """A list for each result that has pronoun questions."""
    asked = [result for result in report.results if rows.get((result.subject, result.suite))]
    most = max(LEAST, min(MOST, ALL // max(1, len(asked))))
    return {
        (result.subject, result.suite): _case_list(
            result, report.suite(result.suite), rows[result.subject, result.suite], f"cases-{i}", most
        )
        for i, result in enumerate(asked)
    }


def _case_list(result: Result, card: SuiteCard, rows: Sequence[Judged], anchor: str, most: int) -> CaseList:
    twins = _twins(result, rows)
    directions = _directions(card, twins)
    flipped = {row.case for pair in twins for row in pair}
    items = [Item(pair, (*_keys(pair, directions), "flip", *_wrong(pair))) for pair in twins]
    items += [Item((row,), (_key(row),)) for row in rows if row.case not in flipped]
    labels = {**directions_in_words(directions), **LABELS}
    shown = _chosen(items, list(labels), most if result.valid else LEAST)
    filters = [
        Filter(
            key,
            label,
            sum(key in item.filters for item in shown),
            sum(key in item.filters for item in items),
        )
        for key, label in labels.items()
    ]
    return CaseList(result.subject, anchor, len(rows), shown, tuple(each for each in filters if each.total))


def _twins(result: Result, rows: Sequence[Judged]) -> list[tuple[Judged, ...]]:
    """The sets of twins that were answered differently, the feminine before the masculine before others."""
    by_id = {row.case: row for row in rows}
    order = {name: i for i, name in enumerate(GENDERS[1:])}
    sets = [[by_id[name] for name in names if name in by_id] for names in result.charts.flips]
    return [
        tuple(sorted(pair, key=lambda row: order.get(row.groups.get("gender", ""), len(order))))
        for pair in sets
        if len(pair) > 1
    ]


Direction = tuple[str, str, str]  # the grouping, which group was answered wrongly, which rightly


def _directions(card: SuiteCard, twins: Sequence[tuple[Judged, ...]]) -> dict[str, Direction]:
    """By gender and by the suite's own contrast, both ways, as far as twins differ in them."""
    made: dict[str, Direction] = {}
    for contrast in dict.fromkeys((GENDERS, card.contrast)):
        if contrast is not None and any(_differ(pair, contrast) for pair in twins):
            grouping, one, other = contrast
            made[f"{grouping}-one"] = (grouping, one, other)
            made[f"{grouping}-other"] = (grouping, other, one)
    return made


def _differ(pair: Sequence[Judged], contrast: tuple[str, str, str]) -> bool:
    grouping, *sides = contrast
    return {row.groups.get(grouping) for row in pair} >= set(sides)


def directions_in_words(directions: Mapping[str, Direction]) -> dict[str, str]:
    """What the buttons say.

    >>> directions_in_words({"": ("gender", "feminine", "masculine")}).values()
    dict_values(['Wrong for feminine, right for masculine'])
    >>> directions_in_words({"": ("pronouns", "xe", "he")}).values()
    dict_values(['Wrong for “xe”, right for “he”'])
    """
    words = {}
    for key, (grouping, wrong, right) in directions.items():
        one, other = (short_label({grouping: side}) for side in (wrong, right))
        to = "" if grouping == "stereotype" else "for "
        words[key] = f"Wrong {to}{one}, right {to}{other}"
    return words


def _keys(pair: Sequence[Judged], directions: Mapping[str, Direction]) -> list[str]:
    return [
        key
        for key, (grouping, wrong, right) in directions.items()
        if any(row.right is False and row.groups.get(grouping) == wrong for row in pair)
        and any(row.right is True and row.groups.get(grouping) == right for row in pair)
    ]


def _wrong(pair: Sequence[Judged]) -> list[str]:
    return ["wrong"] if any(row.right is False for row in pair) else []


def _key(row: Judged) -> str:
    if isinstance(row.answer, Answer) and row.answer.status != "ok":
        return "failed"
    return "open" if row.right is None else "right" if row.right else "wrong"


def _chosen(items: Sequence[Item], keys: Sequence[str], most: int) -> tuple[Item, ...]:
    """As many of each kind as there is room for, spread evenly over the suite; of right ones what is left."""
    kinds = {key: [item for item in items if item.filters[0] == key] for key in keys}
    first = [key for key in keys if key != "right"]
    sizes = dict(zip(first, share_out([len(kinds[key]) for key in first], most), strict=True))
    sizes["right"] = min(len(kinds["right"]), most - sum(sizes.values()))
    return tuple(item for key in keys for item in _spread(kinds[key], sizes[key]))


def share_out(sizes: Sequence[int], most: int) -> list[int]:
    """How many to take of each kind: equally many as long as they last.

    >>> share_out([3, 100, 100], 50), share_out([0, 4], 50)
    ([3, 24, 23], [0, 4])
    """
    taken = [0] * len(sizes)
    left = min(most, sum(sizes))
    while left:
        for i, size in enumerate(sizes):
            if taken[i] < size and left:
                taken[i] += 1
                left -= 1
    return taken


def _spread(items: Sequence[Item], n: int) -> list[Item]:
    """Evenly from first to last."""
    return [items[i * len(items) // n] for i in range(n)]
