"""Pronoun questions: which candidate is in the pronoun's cluster, counted alike in every suite."""

from __future__ import annotations

from collections.abc import Sequence

from corefair.types import Answer, Case, Choice, Measure, Mention, Row


def judge(case: Case, answer: Answer) -> Row:
    """Count one answer: was the pronoun linked, and to the right candidate alone?"""
    gold: Choice = case.gold
    found = linked(answer, gold)
    asked = gold.right is not None
    return Row(
        case.id,
        answer,
        {
            "cases": 1,
            "asked": int(asked),
            "right": int(asked and found == {gold.right}),
            "linked": int(bool(found)),
        },
    )


def linked(answer: Answer, gold: Choice) -> set[int]:
    """The candidates that share a cluster with the pronoun.

    A mention stands for a candidate if it holds the candidate's last word, its head, and no other's: "the
    tall nurse" is the nurse, and "the nurse and the surgeon" is neither.
    """
    return {
        number
        for cluster in answer.clusters
        if gold.pronoun in cluster
        for mention in cluster
        if mention != gold.pronoun and (number := stands_for(mention, gold)) is not None
    }


def stands_for(mention: Mention, gold: Choice) -> int | None:
    """Which candidate a mention is, if it is just one."""
    held = [i for i, each in enumerate(gold.candidates) if mention.start < each.end <= mention.end]
    return held[0] if len(held) == 1 else None


def forced(answer: Answer, gold: Choice) -> int | None:
    """The candidate a system would take if it had to: the one it linked, or else scored higher."""
    found = linked(answer, gold)
    if len(found) == 1:
        return found.pop()
    best: dict[int, float] = {}
    for one, other, value in answer.scores:
        for pronoun, mention in ((one, other), (other, one)):
            if pronoun == gold.pronoun and (number := stands_for(mention, gold)) is not None:
                best[number] = max(value, best.get(number, value))
    ranked = sorted(best, key=lambda number: -best[number])
    if not ranked or (len(ranked) > 1 and best[ranked[0]] == best[ranked[1]]):
        return None
    return ranked[0]


def headline(contrast: tuple[str, str, str], others: Sequence[str] = ()) -> tuple[Measure, ...]:
    """What every such suite reports first: accuracy by group, the gap between two of them, the link rate."""
    grouping, one, other = contrast
    return (
        Measure("gap", "link_accuracy", {grouping: one}, {grouping: other}, "difference", better="zero"),
        *(
            Measure(f"accuracy, {group}", "link_accuracy", {grouping: group})
            for group in (one, other, *others)
        ),
        Measure("accuracy", "link_accuracy"),
        *(Measure(f"link rate, {group}", "link_rate", {grouping: group}) for group in (one, other, *others)),
        Measure("link rate", "link_rate"),
    )


def gaps_by(contrast: tuple[str, str, str], grouping: str, groups: Sequence[str]) -> tuple[Measure, ...]:
    """The headline gap within each group of another grouping: by type, by answer."""
    headline_grouping, one, other = contrast
    return tuple(
        Measure(
            f"gap, {grouping} {group}",
            "link_accuracy",
            {headline_grouping: one, grouping: group},
            {headline_grouping: other, grouping: group},
            "difference",
            better="zero",
            table=f"by {grouping}",
        )
        for group in groups
    )
