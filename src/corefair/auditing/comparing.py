"""Before and after: two readings, or two reports, on the same cases, compared row by row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from corefair.auditing.imbalance import Check
from corefair.auditing.measure import Difference, compare_one
from corefair.auditing.report import Comparison, Judged, Report, Result, SuiteCard
from corefair.auditing.results import OTHER_SCALE, Settings, holm_by_role
from corefair.errors import DataError
from corefair.types import Case, Measure, Reading, Row, Score


@dataclass(frozen=True)
class Compared:
    """How far each number moved from one report to another, and what could not be compared."""

    comparisons: tuple[Comparison, ...]
    notes: tuple[str, ...]
    resamples: int
    seed: int


def compare(before: Report, after: Report, *, resamples: int = 2000, seed: int = 0) -> Compared:
    """Every number of every suite both reports have, with paired tests on the cases they share.

    Reports of one system each are compared with each other; of several, each system with itself.
    """
    if before.asks != after.asks:
        raise DataError(f"one report is on {before.asks} and the other on {after.asks}: they share no case")
    if before.asks == "corpora":
        raise DataError(
            "two corpora share no case: corefair audit corpus ONE OTHER sets their numbers beside each other"
        )
    settings = Settings(resamples, seed)
    notes: list[str] = []
    compared: list[Comparison] = []
    for old, new in _pairs(before, after, notes):
        card = before.suite(old.suite)
        if card.by_length:
            notes.append(f"{card.key}: {OTHER_SCALE}")
            continue
        cases, rows, old_rows = _shared(before, old, after, new, notes)
        if cases:
            compared += _compare(card.measures, old.subject, cases, old_rows, new, rows, settings)
        summed = {one.measure.name for one in compared if one.suite == old.suite}
        compared += _not_sums(old, new, summed)
        notes += [
            f"{result.suite}: {result.subject} is invalid there ({'; '.join(result.problems)})"
            for result in (old, new)
            if not result.valid
        ]
    if not compared:
        names = [", ".join(subject.name for subject in report.subjects) for report in (before, after)]
        raise DataError(
            f"the two reports ({names[0]}; {names[1]}) have no suite and case in common, or the first is of "
            "several systems and the second of none of them: compare reports of one system each"
        )
    return Compared(tuple(corrected(compared)), tuple(notes), resamples, seed)


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


def _comparison(
    new: Result,
    baseline: str,
    score: Score,
    difference: Difference,
) -> Comparison:
    value, low, high, n, p = difference
    before = None if score.value is None else score.value - value
    return Comparison(new.suite, baseline, new.subject, score, value, low, high, n, p, before=before)


def _not_sums(old: Result, new: Result, summed: set[str]) -> list[Comparison]:
    """Numbers that are no sums over kept rows: how far they moved, without interval or test."""
    return [
        _comparison(
            new, old.subject, score, Difference(score.value - before.value, None, None, score.n, None)
        )
        for score in new.scores
        if score.name not in summed and score.value is not None
        if (before := old.score(score.name)) is not None and before.value is not None
    ]


def _pairs(before: Report, after: Report, notes: list[str]) -> list[tuple[Result, Result]]:
    """Results of the same suite; of the same subject where both have it, else the first of each.

    Vectors that were audited against an original are taken without it: it was there to compare with.
    """
    pairs = []
    olds, news = _changed(before), _changed(after)
    n_subjects = len({old.subject for old in olds})
    for old in olds:
        same_suite = [new for new in news if new.suite == old.suite]
        same_subject = [new for new in same_suite if new.subject == old.subject]
        if same_subject or (same_suite and n_subjects == 1):
            pairs.append((old, (same_subject or same_suite)[0]))
        elif not same_suite:
            notes.append(f"{old.suite} is in the first report only")
    return pairs


def _changed(report: Report) -> list[Result]:
    originals = {s.name for s in report.subjects if s.vectors is not None and s.vectors.original}
    kept = [result for result in report.results if result.subject not in originals]
    return kept or list(report.results)


def _shared(
    before: Report, old: Result, after: Report, new: Result, notes: list[str]
) -> tuple[list[Case], list[Row], list[Row]]:
    """The cases in both, with the rows of each."""
    if old.rows_left_out or new.rows_left_out:
        notes.append(
            f"{old.suite}: its {max(old.n_rows, new.n_rows):,} rows are not beside the report, so there is "
            "no paired test; audit both files at once: corefair audit vectors AFTER --against BEFORE"
        )
        return [], [], []
    old_rows = {row.case: row for row in before.rows(subject=old.subject, suite=old.suite)}
    new_rows = {row.case: row for row in after.rows(subject=new.subject, suite=new.suite)}
    shared = sorted(old_rows.keys() & new_rows.keys())
    left_out = len(old_rows) + len(new_rows) - 2 * len(shared)
    if left_out:
        notes.append(f"{old.suite}: {left_out} cases are in one report only, and left out")
    kept = [old_rows[name] for name in shared]
    cases = [Case(row.case, None, None, row.groups, unit=row.unit, weight=row.weight) for row in kept]
    return cases, [_row(new_rows[name]) for name in shared], list(map(_row, kept))


def _row(row: Judged) -> Row:
    return Row(row.case, row.answer, row.counts, row.linked)
