"""Pronoun questions: which candidate is in the pronoun's cluster, counted alike in every suite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corefair.types import Answer, Case, Choice, Measure, Mention, Row


def judge(case: Case, answer: Answer) -> Row:
    """Count one answer: was the pronoun linked, and to the right candidate alone?"""
    gold: Choice = case.gold
    links = linked(answer, gold)
    asked = gold.right is not None
    counts = {
        "cases": 1,
        "asked": int(asked),
        "right": int(asked and links == (gold.right,)),
        "linked": int(bool(links)),
    }
    return Row(case.id, answer, counts, linked=links)


def linked(answer: Answer, gold: Choice) -> tuple[int, ...]:
    """The candidates that share a cluster with the pronoun, by number.

    A mention stands for a candidate if it holds the candidate's last word, its head, and no other's: "the
    tall nurse" is the nurse, and "the nurse and the surgeon" is neither.
    """
    links = {
        number
        for cluster in answer.clusters
        if gold.pronoun in cluster
        for mention in cluster
        if mention != gold.pronoun and (number := stands_for(mention, gold)) is not None
    }
    return tuple(sorted(links))


def stands_for(mention: Mention, gold: Choice) -> int | None:
    """Which candidate a mention is, if it is just one."""
    held = [i for i, each in enumerate(gold.candidates) if mention.start < each.end <= mention.end]
    return held[0] if len(held) == 1 else None


def forced(answer: Answer, gold: Choice) -> int | None:
    """The candidate a system would take if it had to: the one it linked, or else scored higher."""
    links = linked(answer, gold)
    if len(links) == 1:
        return links[0]
    best: dict[int, float] = {}
    for one, other, value in answer.scores:
        for pronoun, mention in ((one, other), (other, one)):
            if pronoun == gold.pronoun and (number := stands_for(mention, gold)) is not None:
                best[number] = max(value, best.get(number, value))
    ranked = sorted(best, key=lambda number: -best[number])
    if not ranked or (len(ranked) > 1 and best[ranked[0]] == best[ranked[1]]):
        return None
    return ranked[0]


def headline(
    contrast: tuple[str, str, str],
    others: Sequence[str] = (),
    *,
    short: Mapping[str, str] | None = None,
) -> tuple[Measure, ...]:
    """What every such suite reports first: the gap between two groups, accuracy and link rate by group.

    `short` is what groups are called in the names of measures, where that is not the group itself.
    """
    grouping, one, other = contrast
    called = {group: (short or {}).get(group, group) for group in (one, other, *others)}
    return (
        gap("gap", {grouping: one}, {grouping: other}),
        *(Measure(f"accuracy, {name}", "link_accuracy", {grouping: g}) for g, name in called.items()),
        Measure("accuracy", "link_accuracy"),
        *(Measure(f"link rate, {name}", "link_rate", {grouping: g}) for g, name in called.items()),
        Measure("link rate", "link_rate"),
    )


def gap(
    name: str,
    where: Mapping[str, str],
    against: Mapping[str, str],
    *,
    metric: str = "link_accuracy",
    table: str = "",
) -> Measure:
    """The first group less the second, as a headline: what a verdict may rest on."""
    return Measure(name, metric, where, against, "difference", better="zero", table=table, role="headline")


def gaps_by(contrast: tuple[str, str, str], grouping: str, groups: Sequence[str]) -> tuple[Measure, ...]:
    """The headline gap within each group of another grouping: by type, by answer."""
    contrasted, one, other = contrast
    return tuple(
        gap(
            f"gap, {grouping} {group}",
            {contrasted: one, grouping: group},
            {contrasted: other, grouping: group},
            table=f"by {grouping}",
        )
        for group in groups
    )
