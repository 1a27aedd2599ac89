"""Before and after: two readings, or two reports, on the same cases, compared row by row."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from corefair.auditing.imbalance import Check
from corefair.auditing.measure import Difference, compare_one
from corefair.auditing.report import Comparison, Judged, Report, Result, SuiteCard
from corefair.auditing.results import OTHER_SCALE, Settings, holm_by_role
from corefair.errors import DataError
from corefair.types import Case, Measure, Reading, Row, Score

OTHER_WEIGHTS = (
    "the two reports weigh its cases differently, so it is not compared; audit both with the same --weights, "
    "or both without"
)


@dataclass(frozen=True)
class Compared:
    """How far each number moved from one report to another, and what could not be compared."""

    asks: Literal["systems", "vectors", "corpora"]
    comparisons: tuple[Comparison, ...]
    notes: tuple[str, ...]
    resamples: int
    seed: int


def compare(before: Report, after: Report, *, resamples: int = 2000, seed: int = 0) -> Compared:
    """Every number of every suite both reports have, both times on the cases they share, with paired tests.

    Reports of one system each are compared with each other; of several, each system with itself. A result
    that is invalid, or whose cases weigh otherwise in the other report, is not compared; notes say so, and
    name what is in one report only.
    """
    if before.asks != after.asks:
        raise DataError(f"one report is on {before.asks} and the other on {after.asks}: they share no case")
    if before.asks == "corpora":
        raise DataError(
            "two corpora share no case: corefair audit corpus ONE OTHER sets their numbers beside each other"
        )
    settings = Settings(resamples, seed)
    alone: list[str] = []
    notes: list[str] = []
    compared: list[Comparison] = []
    for old, new in _pairs(before, after, alone):
        compared += _compare_results(before, old, after, new, settings, notes)
    notes = list(dict.fromkeys(notes))  # of several systems most are the same
    if not compared and notes:
        raise DataError(f"nothing can be compared: {'; '.join(notes)}")
    if not compared:
        names = [", ".join(subject.name for subject in report.subjects) for report in (before, after)]
        raise DataError(
            f"the two reports ({names[0]}; {names[1]}) have no suite and case in common, or the first is of "
            "several systems and the second of none of them: compare reports of one system each"
        )
    return Compared(before.asks, tuple(corrected(compared)), (*alone, *notes), resamples, seed)


def compare_readings(
    card: SuiteCard, check: Check, settings: Settings, baseline: str, old: Reading, new: Result, now: Reading
) -> list[Comparison]:
    """The measures of a result against those of an earlier reading, on the cases both have."""
    before = {row.case: row for row in old.rows}
    shared = [
        (case, row, before[case.id])
        for case, row in zip(now.cases, now.rows, strict=True)
        if case.id in before
    ]
    if not shared:
        return []
    cases, rows, old_rows = (list(part) for part in zip(*shared, strict=True))
    compared = _compare(card.measures, baseline, cases, old_rows, new, rows, settings)
    if check.evened is not None and check.weighted_gap is not None:
        weight_of = {case.id: case.weight for case in check.evened.cases}
        weighted = [replace(case, weight=weight_of[case.id]) for case in cases]
        compared += _compare([check.weighted_gap], baseline, weighted, old_rows, new, rows, settings)
    return compared


def corrected(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """With p corrected by Holm: of headlines over all headlines compared, of others over all compared."""
    ps = holm_by_role([(one.p, one.measure.role) for one in comparisons])
    return [replace(one, p_holm=p) for one, p in zip(comparisons, ps, strict=True)]


def _compare(
    measures: Sequence[Measure],
    baseline: str,
    cases: Sequence[Case],
    old_rows: Sequence[Row],
    new: Result,
    rows: Sequence[Row],
    settings: Settings,
) -> list[Comparison]:
    compared = []
    for measure in measures:
        score = new.score(measure.name)
        if score is None:
            continue
        found = compare_one(measure, cases, rows, old_rows, resamples=settings.resamples, seed=settings.seed)
        if found is not None:
            compared.append(_comparison(new, baseline, score, found))
    return compared


def _comparison(new: Result, baseline: str, score: Score, found: Difference) -> Comparison:
    return Comparison(
        new.suite,
        baseline,
        new.subject,
        score,
        found.value,
        found.low,
        found.high,
        found.n,
        found.p,
        before=found.before,
        after=found.after,
    )


def _compare_results(
    before: Report, old: Result, after: Report, new: Result, settings: Settings, notes: list[str]
) -> list[Comparison]:
    """The numbers of two results on one suite; what cannot be compared goes to the notes."""
    card, other = before.suite(old.suite), after.suite(new.suite)
    invalid = [
        f"{card.key}: {result.subject} is invalid in the {which} report ({'; '.join(result.problems)}), "
        "so it is not compared"
        for which, result in (("first", old), ("second", new))
        if not result.valid
    ]
    if invalid or card.by_length:
        notes += invalid or [f"{card.key}: {OTHER_SCALE}"]
        return []
    if old.rows_left_out or new.rows_left_out:
        if (card.weighted_by or ("", ""))[1] != (other.weighted_by or ("", ""))[1]:
            notes.append(f"{card.key}: {OTHER_WEIGHTS}")
            return []
        notes.append(
            f"{card.key}: its {max(old.n_rows, new.n_rows):,} rows are not beside the report, so there is "
            "no paired test; audit both files at once: corefair audit vectors AFTER --against BEFORE"
        )
        return _not_sums(old, new, notes)
    old_rows = {row.case: row for row in before.rows(subject=old.subject, suite=old.suite)}
    new_rows = {row.case: row for row in after.rows(subject=new.subject, suite=new.suite)}
    if not old_rows and not new_rows:
        return _not_sums(old, new, notes)
    by_id = sorted(old_rows.keys() & new_rows.keys())
    shared = [name for name in by_id if _asks_the_same(old_rows[name], new_rows[name])]
    if apart := len(by_id) - len(shared):
        notes.append(
            f"{card.key}: {apart:,} cases have the same id in both but other words or another right answer, "
            "and are left out"
        )
    elif card.data != other.data and not any(row.words for row in new_rows.values()):
        notes.append(f"{card.key}: its files are not the same in both: cases of one id may differ")
    kept, moved = ([rows[name] for name in shared] for rows in (old_rows, new_rows))
    if not _weighed_alike(kept, moved):
        notes.append(f"{card.key}: {OTHER_WEIGHTS}")
        return []
    cases = [Case(row.case, None, None, row.groups, unit=row.unit, weight=row.weight) for row in kept]
    compared = []
    if cases:
        rows = [list(map(_row, each)) for each in (kept, moved)]
        compared = _compare(card.measures, old.subject, cases, rows[0], new, rows[1], settings)
    sums = {measure.name for measure in card.measures}
    others = [pair for pair in _in_both(old, new) if pair[1].name not in sums]
    _tell_undefined(
        old, new, {*(one.measure.name for one in compared), *(score.name for _, score in others)}, notes
    )
    left_out = len(old_rows) + len(new_rows) - 2 * len(by_id)
    if left_out:
        notes.append(f"{card.key}: {left_out} cases are in one report only, and left out")
    if left_out or apart:
        if others:
            names = "; ".join(score.name for _, score in others)
            notes.append(f"{card.key}: left out, for they cannot be had of the shared cases alone: {names}")
        return compared
    return [*compared, *(_untested(old, new, *pair) for pair in others)]


def _asks_the_same(old: Judged, new: Judged) -> bool:
    """Whether it is the same question, with the same answer; rows of some suites have neither."""
    return (old.words, old.gold) == (new.words, new.gold)


def _weighed_alike(old: Sequence[Judged], new: Sequence[Judged]) -> bool:
    """Whether cases weigh the same in both, but for a factor."""
    one, other = (np.array([row.weight for row in rows]) for rows in (old, new))
    scales = [weights.max(initial=0.0) or 1.0 for weights in (one, other)]
    return bool(np.allclose(one / scales[0], other / scales[1], rtol=1e-9, atol=0))


def _not_sums(old: Result, new: Result, notes: list[str]) -> list[Comparison]:
    """Numbers without rows: how far they moved, without interval or test, where they are of as many cases."""
    both = _in_both(old, new)
    _tell_undefined(old, new, {score.name for _, score in both}, notes)
    alike = [
        (before, score)
        for before, score in both
        if (before.n, dict(before.groups)) == (score.n, dict(score.groups))
    ]
    if apart := [score.name for before, score in both if (before, score) not in alike]:
        notes.append(f"{old.suite}: left out, for they are not of the same cases: {'; '.join(apart)}")
    return [_untested(old, new, *pair) for pair in alike]


def _tell_undefined(old: Result, new: Result, told: Container[str], notes: list[str]) -> None:
    """The numbers that both results name and that are not `told`, for one of them is not defined."""
    names = [
        score.name for score in new.scores if old.score(score.name) is not None and score.name not in told
    ]
    if names:
        why = "they cannot be computed both times on the same cases"
        notes.append(f"{old.suite}: left out, for {why}: {'; '.join(names)}")


def _in_both(old: Result, new: Result) -> list[tuple[Score, Score]]:
    """The numbers that are defined in both."""
    return [
        (before, score)
        for score in new.scores
        if (before := old.score(score.name)) is not None and None not in (before.value, score.value)
    ]


def _untested(old: Result, new: Result, before: Score, score: Score) -> Comparison:
    assert before.value is not None and score.value is not None
    difference = Difference(before.value, score.value, None, None, score.n, None)
    return _comparison(new, old.subject, score, difference)


def _pairs(before: Report, after: Report, alone: list[str]) -> list[tuple[Result, Result]]:
    """Results of the same suite; of the same subject where both have it, else the first of each.

    Vectors that were audited against an original are taken without it: it was there to compare with. What is
    in one report only is added to `alone`.
    """
    pairs = []
    olds, news = _changed(before), _changed(after)
    n_subjects = len({old.subject for old in olds})
    for old in olds:
        same_suite = [new for new in news if new.suite == old.suite]
        same_subject = [new for new in same_suite if new.subject == old.subject]
        if same_subject or (same_suite and n_subjects == 1):
            pairs.append((old, (same_subject or same_suite)[0]))
    alone += _alone("first", olds, news, [old for old, _ in pairs])
    alone += _alone("second", news, olds, [new for _, new in pairs])
    return pairs


def _alone(which: str, ours: list[Result], theirs: list[Result], paired: list[Result]) -> list[str]:
    """What one report has and the other has not: suites, and subjects on the suites of both."""
    both = {result.suite for result in theirs}
    suites = dict.fromkeys(result.suite for result in ours if result.suite not in both)
    subjects: dict[str, list[str]] = {}
    for result in ours:
        if result.suite in both and not any(result is one for one in paired):
            subjects.setdefault(result.subject, []).append(result.suite)
    alone = [*suites, *(f"{name} on {', '.join(on)}" for name, on in subjects.items())]
    return [f"{each} is in the {which} report only" for each in alone]


def _changed(report: Report) -> list[Result]:
    originals = {s.name for s in report.subjects if s.vectors is not None and s.vectors.original}
    kept = [result for result in report.results if result.subject not in originals]
    return kept or list(report.results)


def _row(row: Judged) -> Row:
    return Row(row.case, row.answer, row.counts, row.linked)
