"""Whether a result may be believed at all: a silent or broken system is invalid, never without a gap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from corefair import stats
from corefair.types import Answer, Case, Coverage, Groups, Row, Suite

Sides = tuple[Groups, Groups]  # that a number compares

ERROR_LIMIT = 0.05  # share of cases without a usable answer above which a result is invalid
LINK_FLOOR = 0.10  # share of pronouns linked below which it is
LINK_WISH = 0.90  # and below which a gap is hard to read
SEVERAL_WISH = 0.10  # share of pronouns that are several people at once above which it is, too
_UNASKED = ("not asked", "not tried")  # how a system says that a question never reached it
_UNEVEN = 0.05  # p below which failures are not spread evenly over the two sides of a gap
_NAMED = 10  # missing words that a warning names; the report lists all


def coverage(answers: Sequence[Answer], rows: Sequence[Row]) -> Coverage:
    """What came back: answers by status, why the others failed, and how many pronouns were linked."""
    by_status = Counter(answer.status for answer in answers)
    messages = Counter(answer.message for answer in answers if answer.status != "ok")
    asked = sum(row.counts.get("cases", 0) for row in rows)
    return Coverage(
        cases=len(answers),
        ok=by_status["ok"],
        refused=by_status["refused"],
        failed=by_status["error"],
        messages=tuple(messages.most_common(5)),
        link_rate=sum(row.counts.get("linked", 0) for row in rows) / asked if asked else None,
        several=sum(len(row.linked or ()) > 1 for row in rows) / asked if asked else None,
        silent=None if asked else sum(1 for answer in answers if not answer.clusters),
    )


def problems(coverage: Coverage, self_test: Sequence[str]) -> tuple[str, ...]:
    """Why the result of a system is invalid; nothing if it is not."""
    reasons = list(self_test)
    unusable = coverage.refused + coverage.failed
    if unusable > ERROR_LIMIT * coverage.cases:
        why = f": {coverage.messages[0][0]}" if coverage.messages else ""
        reasons.append(f"{unusable} of {coverage.cases} cases have no usable answer{why}")
    if coverage.link_rate is not None and coverage.link_rate < LINK_FLOOR:
        reasons.append(
            f"only {100 * coverage.link_rate:.1f} % of pronouns were linked to anyone "
            f"(at least {100 * LINK_FLOOR:.0f} %)"
        )
    if coverage.silent is not None and coverage.silent == coverage.cases:
        reasons.append("not one cluster was found in any document")
    return tuple(reasons)


def missing_answers(
    answers: Sequence[Answer], cases: Sequence[Case], sides: Sequence[Sides]
) -> tuple[str, ...]:
    """Why answers that are missing, however few, make a gap of their own; nothing if they do not.

    They count as not linked. That is fair where a system failed here and there, not where it was never
    asked, nor where most of what failed is on one side of the gap.
    """
    both = zip(cases, answers, strict=True)
    failed = [(case, answer) for case, answer in both if answer.status == "error"]
    if len(failed) > ERROR_LIMIT * len(answers):
        return ()  # which is told already
    unasked = [answer.message for _, answer in failed if answer.message.startswith(_UNASKED)]
    if unasked:
        return (f"{len(unasked)} of {len(answers)} cases were not asked: {unasked[0]}",)
    uneven = _uneven([case for case, _ in failed], cases, sides)
    return (f"{uneven} cases failed, which is uneven: a gap would be theirs",) if uneven else ()


def uneven_refusals(
    answers: Sequence[Answer], cases: Sequence[Case], sides: Sequence[Sides]
) -> tuple[str, ...]:
    """A warning where a system refuses on one side of a gap more than on the other."""
    refused = [case for case, answer in zip(cases, answers, strict=True) if answer.status == "refused"]
    uneven = _uneven(refused, cases, sides)
    return (f"{uneven} cases were refused, which is uneven: a gap is theirs in part",) if uneven else ()


def sides_of(suite: Suite) -> list[Sides]:
    """The two sides of the suite's contrast, and of every headline that compares two."""
    grouping, one, other = suite.contrast
    compared = [(each.where, each.against) for each in suite.measures if each.role == "headline"]
    found: list[Sides] = [({grouping: one}, {grouping: other})]
    found += [(where, against) for where, against in compared if against is not None]
    return [each for i, each in enumerate(found) if each not in found[:i]]


def _uneven(marked: Sequence[Case], cases: Sequence[Case], sides: Sequence[Sides]) -> str:
    """How marked cases are spread over the two sides that share them least evenly; nothing if that is even.

    By Fisher's exact test, corrected by Holm over the pairs of sides.
    """
    if not marked:
        return ""
    from scipy.stats import fisher_exact  # it takes a while to import, and few audits need it

    tables = [[(_n_of(side, marked), _n_of(side, cases)) for side in pair] for pair in sides]
    ps = stats.holm([fisher_exact([(n, of - n) for n, of in table]).pvalue for table in tables]).tolist()
    p, table, pair = min(zip(ps, tables, sides, strict=True), key=lambda each: each[0])
    if p >= _UNEVEN:
        return ""
    named = zip(table, pair, strict=True)
    return " and ".join(f"{n:,} of {of:,} {', '.join(side.values())}" for (n, of), side in named)


def _n_of(side: Groups, cases: Sequence[Case]) -> int:
    return sum(case.is_in(side) for case in cases)


def warnings(coverage: Coverage) -> tuple[str, ...]:
    """What to keep in mind when reading a valid result."""
    notes = []
    unusable = coverage.refused + coverage.failed
    if unusable:
        why = f" ({coverage.messages[0][0]})" if coverage.messages else ""
        notes.append(
            f"{unusable} of {coverage.cases} cases have no usable answer{why}; they count as not linked"
        )
    if coverage.link_rate is not None and LINK_FLOOR <= coverage.link_rate < LINK_WISH:
        notes.append(
            f"{100 * coverage.link_rate:.1f} % of pronouns were linked to anyone: a gap may be one of "
            "linking at all, see the link rates"
        )
    if coverage.several is not None and coverage.several > SEVERAL_WISH:
        notes.append(
            f"{100 * coverage.several:.1f} % of pronouns were linked to several of the candidates at once: "
            "they count as wrong, and a gap can show in the others alone"
        )
    if coverage.missing and coverage.words:
        missing = coverage.missing
        listed = ", ".join(missing[:_NAMED]) + (", …" if len(missing) > _NAMED else "")
        notes.append(f"{len(missing):,} of {coverage.words:,} words are missing: {listed}")
    return tuple(notes)
