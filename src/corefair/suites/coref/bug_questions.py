"""BUG as questions with a choice: natural sentences that hold a second profession beside the right one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from corefair import lists
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.coref import bug, choice
from corefair.suites.corpora.job_titles import title_spans
from corefair.types import Case, Choice, Mention, Suite

APART = 3  # words at least between the two: "actor and director" may be one person


@suites.register("bug_questions", splits=("gold",), data="bug")
def build(split: str | None = None, *, data: Path | None = None) -> Suite:
    """Which of two professions in a natural sentence does the pronoun mean, with stereotype and against?"""
    whole: Suite = bug.build(split, data=data)
    cases = tuple(_cases(whole.cases))
    return replace(
        whole,
        name="bug_questions",
        version="2",
        about=about(build),
        cases=cases,
        measures=choice.headline(bug.CONTRAST, ("neutral",)),
        caveats=(
            f"{len(cases)} of BUG's {len(whole.cases)} sentences: those with a second job title, by a list, "
            "in the singular and not within a name. "
            "Nobody has checked that it is another person: a few may be the same one.",
            *whole.caveats[1:],
        ),
        forced=True,
    )


def _cases(cases: Iterable[Case]) -> Iterator[Case]:
    for case in cases:
        (right,) = case.gold.candidates
        others = [
            span
            for span in title_spans(case.given)
            if (span.end + APART <= right.start or right.end + APART <= span.start)
            and _may_be_meant(span, case.given.words)
        ]
        name = case.gold.names[0]
        wrong = next(
            (span for span in others if " ".join(case.given.words[span.start : span.end]).lower() != name),
            None,
        )
        if wrong is None or wrong.start <= case.gold.pronoun.start < wrong.end:
            continue
        called = {right: name, wrong: " ".join(case.given.words[wrong.start : wrong.end]).lower()}
        both = tuple(sorted((Mention(*right), wrong)))
        gold = Choice(case.gold.pronoun, both, tuple(called[each] for each in both), both.index(right))
        yield replace(case, gold=gold)


def _may_be_meant(span: Mention, words: Sequence[str]) -> bool:
    """Whether she or he may be it: not a plural, nor a name after other parts of it, as in Roy Ward Baker."""
    title = words[span.start : span.end]
    before = words[span.start - 1] if span.start > 1 else ""  # the first word is a capital by its place
    return " ".join(title).lower() in _singular() and not (title[0][0].isupper() and before[:1].isupper())


@cache
def _singular() -> frozenset[str]:
    return frozenset(row["title"].lower() for row in lists.read("job_titles"))
