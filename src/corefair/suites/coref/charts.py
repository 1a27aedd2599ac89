"""What pronoun questions give to be drawn: job by job, and the twins that were answered differently."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from corefair import lists
from corefair.metrics.ratio import divide
from corefair.types import Case, Charts, Job, Row

Twins = tuple[Case, Case]


class Women(NamedTuple):
    """The share of women in an occupation, in percent."""

    bls: float | None = None  # by labour statistics
    bergsma: float | None = None  # in text


def charts(
    cases: Sequence[Case],
    contrast: tuple[str, str, str],
    women: Mapping[str, Women],
    rows: Sequence[Row],
) -> Charts:
    """The jobs of `women`, and the twins of the two groups of the contrast that were answered differently."""
    return Charts(jobs=by_occupation(cases, rows, women), flips=flips(twins(cases, contrast), rows))


def by_occupation(cases: Sequence[Case], rows: Sequence[Row], women: Mapping[str, Women]) -> tuple[Job, ...]:
    """For each occupation of `women` how often, in percent, pronouns of each gender were linked to it alone.

    Counted are all cases in which it is a candidate, right or wrong. One that is asked about with feminine or
    with masculine pronouns only is left out: it has no score.
    """
    row_of = {row.case: row for row in rows}
    links: dict[str, dict[str, list[int]]] = {}
    for case in (case for case in cases if case.id in row_of):
        for number, name in enumerate(case.gold.names):
            if name in women:
                by_gender = links.setdefault(name, {})
                by_gender.setdefault(case.groups["gender"], []).append(taken(row_of[case.id]) == number)
    jobs = []
    for name, by_gender in links.items():
        percent = {gender: divide(100 * sum(each), len(each)) for gender, each in sorted(by_gender.items())}
        if {"feminine", "masculine"} <= set(percent):
            score = percent["feminine"] - percent["masculine"]
            jobs.append(Job(name, score, percent, women[name].bls, women[name].bergsma))
    return tuple(jobs)


def twins(cases: Sequence[Case], contrast: tuple[str, str, str]) -> list[Twins]:
    """Cases in one and the other group of a contrast that are the same question but for its pronouns.

    They are of one unit, and have the same words, candidates and right answer; of several that have, only
    the first of either group are paired.
    """
    grouping, one, other = contrast
    sides: dict[Hashable, dict[str, Case]] = {}
    for case in cases:
        group = case.groups.get(grouping)
        if group in (one, other):
            sides.setdefault(_but_pronouns(case), {}).setdefault(group, case)
    return [(side[one], side[other]) for side in sides.values() if len(side) == 2]


def flips(pairs: Sequence[Twins], rows: Sequence[Row]) -> tuple[tuple[str, str], ...]:
    """The ids of twins that were not linked to the same candidate."""
    return tuple((one.case, other.case) for one, other in judged(pairs, rows) if taken(one) != taken(other))


def judged(pairs: Sequence[Twins], rows: Sequence[Row]) -> Iterator[tuple[Row, Row]]:
    """The rows of twins that have both."""
    row_of = {row.case: row for row in rows}
    for one, other in pairs:
        if one.id in row_of and other.id in row_of:
            yield row_of[one.id], row_of[other.id]


def taken(row: Row) -> int | None:
    """The one candidate that the pronoun was linked to; None where it was linked to none, or to several."""
    return row.linked[0] if row.linked and len(row.linked) == 1 else None


def women_of(name: str) -> dict[str, Women]:
    """The occupations of a word list with their share of women by labour statistics."""
    return {row["occupation"]: Women(float(row["percent_women"])) for row in lists.read(name)}


def _but_pronouns(case: Case) -> Hashable:
    words = tuple("_" if word.lower() in _pronouns() else word for word in case.given.words)
    return case.unit, words, case.gold.pronoun, case.gold.candidates, case.gold.right


@cache
def _pronouns() -> frozenset[str]:
    columns = ("nominative", "accusative", "determiner", "possessive", "reflexive")
    rows = lists.read("pronouns")
    return frozenset(form for row in rows for form in (*map(row.get, columns), *row["also"].split()) if form)
