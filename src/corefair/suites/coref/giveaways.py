"""What gives a suite's answers away without reading: a place that the right candidate stands in too often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import floor
from typing import NamedTuple

from corefair import stats
from corefair.suites.coref.properties import asked, order_of, right_of
from corefair.types import Case, Groups

SURE = 0.05  # of p after Holm's correction over all that was looked at
MOST_GROUPS = 12  # of a grouping that is looked into; of more, such as occupations, there is too much to tell
TELLS = "answer"  # the grouping by which suites say who is right: that gives nothing away
PLACES = ("first", "second", "third", "fourth", "fifth")


class Giveaway(NamedTuple):
    """A rule that is right too often in some group, though it reads nothing but who stands where."""

    rule: str  # "the second named", "the nearest"
    groups: Groups  # where; empty: everywhere
    share: float  # of cases in which it is right
    by_chance: float  # what a draw among the candidates is right on, or the rule on all cases if that is more
    n: int
    p: float  # after Holm's correction

    @property
    def sentence(self) -> str:
        """Such as `The right candidate is always the second named where type is 2 (792 of 792 cases).`"""
        where = " and ".join(f"{grouping} is {group}" for grouping, group in self.groups.items())
        often = "always" if self.share == 1 else f"in {100 * self.share:.1f} % of cases"
        counts = f"{round(self.share * self.n):,} of {self.n:,} cases"
        return f"The right candidate is {often} {self.rule}{f' where {where}' if where else ''} ({counts})."


def giveaways(cases: Sequence[Case]) -> list[Giveaway]:
    """The best such rule of all cases and of each group, where it beats chance, or what it does everywhere.

    Tested are whole units (twins have one answer), one-sided, with Holm's correction over everything that was
    looked at; of the rules that pass for a group, the one that is right most often.
    """
    choices = [case for case in asked(cases) if len(case.gold.candidates) > 1]
    met = [rules_met(case) for case in choices]
    draws = [1 / len(case.gold.candidates) for case in choices]
    looked: list[Giveaway] = []
    for groups, inside in _subsets(choices):
        units = [choices[i].unit or choices[i].id for i in inside]
        for rule in dict.fromkeys(rule for rules in met for rule in rules):
            right = [rule in met[i] for i in inside]
            everywhere = sum(rule in rules for rules in met) / len(met) if groups else 0.0
            expected = max(sum(draws[i] for i in inside) / len(inside), everywhere)
            share = sum(right) / len(right)
            looked.append(Giveaway(rule, groups, share, expected, len(inside), _p(right, units, expected)))
    corrected = stats.holm([each.p for each in looked]).tolist() if looked else []
    best: dict[tuple[tuple[str, str], ...], Giveaway] = {}
    for each, p in zip(looked, corrected, strict=True):
        held = best.get(key := tuple(each.groups.items()))
        if p < SURE and (held is None or each.share > held.share):
            best[key] = each._replace(p=p)
    return sorted(best.values(), key=lambda each: (-each.share, -each.n))


def rules_met(case: Case) -> list[str]:
    """The rules that find the right one of those asked about: by place in the text, by distance."""
    gold, right, order = case.gold, right_of(case), order_of(case)
    n = len(gold.candidates)
    ranked = sorted(gold.candidates, key=lambda each: (each.words_from(gold.pronoun), each))
    rules = {
        **{f"the {name} named": order == number for number, name in enumerate(PLACES, 1)},
        "the last named": order == n > 2,
        "the nearest": right == ranked[0],
        "the furthest": right == ranked[-1],
    }
    return [rule for rule, is_met in rules.items() if is_met]


def decisions(cases: Sequence[Case]) -> dict[str, int]:
    """How often each candidate is the right one, by name, most often first."""
    choices = asked(cases)
    right = Counter(case.gold.names[case.gold.right] for case in choices)
    names = dict.fromkeys(name for case in choices for name in case.gold.names)
    return {name: right[name] for name in sorted(names, key=lambda name: -right[name])}


def _subsets(cases: Sequence[Case]) -> Iterator[tuple[Groups, list[int]]]:
    """All cases, then those of each group of every grouping with two groups or a few more."""
    if cases:
        yield {}, list(range(len(cases)))
    for grouping in dict.fromkeys(grouping for case in cases for grouping in case.groups):
        groups = dict.fromkeys(case.groups[grouping] for case in cases if grouping in case.groups)
        for group in groups if grouping != TELLS and 1 < len(groups) <= MOST_GROUPS else ():
            yield {grouping: group}, [i for i, case in enumerate(cases) if case.groups.get(grouping) == group]


def _p(right: Sequence[bool], units: Sequence[str], expected: float) -> float:
    """How likely so many units or more are right, if each is one draw, right as often as expected."""
    from scipy.special import bdtrc  # slow to import, and seldom needed

    of_unit: dict[str, list[bool]] = {}
    for unit, is_right in zip(units, right, strict=True):
        of_unit.setdefault(unit, []).append(is_right)
    n_right = floor(sum(sum(each) / len(each) for each in of_unit.values()) + 1e-9)
    return 1.0 if n_right == 0 or expected >= 1 else float(bdtrc(n_right - 1, len(of_unit), expected))
