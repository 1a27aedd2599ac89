"""From a reading to a result: scores with their corrections and signatures, warnings, and judged rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Literal

from corefair import stats
from corefair.auditing.imbalance import Check, contrasted
from corefair.auditing.measure import described, of_sides, score_all
from corefair.auditing.positions import position_notes, position_scores
from corefair.auditing.provenance import altered
from corefair.auditing.report import Judged, Links, Result, SuiteCard
from corefair.auditing.subjects import Read
from corefair.auditing.validity import warnings
from corefair.auditing.verdicts import ALPHA
from corefair.errors import DataError
from corefair.metrics import totals_of
from corefair.types import (
    Answer,
    Case,
    Choice,
    CorpusSuite,
    Document,
    Measure,
    Reading,
    Role,
    Row,
    Score,
    Suite,
    VectorSuite,
)
from corefair.version import __version__

MOST_ROWS = 100_000  # of one result that are kept beside the report; of a larger one its scores only
SHIFT = "weighted less raw gap"
OTHER_SCALE = (
    "it depends on how long vectors are, and these have no original in common: it is not compared; audit "
    "both with --against one original"
)
NO_CASE = "it has no case to measure: none of its words is there"


@dataclass(frozen=True)
class Settings:
    """What the numbers of an audit depend on besides subjects and suites."""

    resamples: int = 2000
    seed: int = 0


def result_of(subject: str, card: SuiteCard, read: Read, check: Check, settings: Settings) -> Result:
    """One subject on one suite, with every score that its reading allows."""
    reading = read.reading
    scores = _scores(card, reading, check, settings) if reading.rows else list(reading.scores)
    placed = _positions(read, settings)
    scores += placed
    nothing = (NO_CASE,) if read.asked == "vectors" and not scores and not read.problems else ()
    signed = [replace(each, signature=_signature(each, card, read, settings)) for each in _corrected(scores)]
    detectable, room = _limit(card, signed, reading)
    return Result(
        suite=card.key,
        subject=subject,
        asked=read.asked,
        coverage=reading.coverage,
        scores=tuple(signed),
        problems=(*read.problems, *nothing),
        warnings=(
            *_weighting(card),
            *read.warnings,
            *warnings(reading.coverage),
            *position_notes(reading, placed),
            *(check.warnings if reading.rows else ()),
        ),
        detectable=detectable,
        room=room,
        links=_links(reading, settings),
        charts=reading.charts,
        n_rows=len(reading.rows),
        rows_left_out=len(reading.rows) > MOST_ROWS,
    )


def judged(subject: str, suite: str, reading: Reading) -> list[Judged]:
    """The cases of a reading as a report keeps them; none where there are too many."""
    if len(reading.rows) > MOST_ROWS:
        return []
    return [_judged(subject, suite, *pair) for pair in zip(reading.cases, reading.rows, strict=True)]


def card_of(suite: Suite | VectorSuite | CorpusSuite, check: Check) -> SuiteCard:
    """What a report keeps of a suite."""
    card = SuiteCard(
        key=suite.key,
        name=suite.name,
        version=suite.version,
        split="",
        about=suite.about,
        citation=suite.citation,
        licence=suite.licence,
        caveats=tuple(suite.caveats),
        data=dict(suite.data),
        measures=tuple(suite.measures),
        altered=altered(suite.data),
    )
    if isinstance(suite, VectorSuite):
        return replace(card, kind=suite.kind, by_length=suite.by_length)
    if isinstance(suite, CorpusSuite):
        return replace(card, by=suite.by)
    return replace(
        card,
        split=suite.split,
        contrast=suite.contrast,
        n_cases=len(suite.cases),
        n_units=len({case.unit or case.id for case in suite.cases}),
        imbalance=check.properties,
        weights=check.summary,
        weighted_by=suite.weighted_by,
    )


def _scores(card: SuiteCard, reading: Reading, check: Check, settings: Settings) -> list[Score]:
    resamples, seed = settings.resamples, settings.seed
    measures = [*card.measures, *_by_group(card, reading.cases)]
    scores = score_all(measures, reading.cases, reading.rows, resamples=resamples, seed=seed)
    return [*scores, *_weighted(check, reading, settings), *reading.scores]


def _weighting(card: SuiteCard) -> tuple[str, ...]:
    """That a user's weights were used, and of which file; none without."""
    if card.weighted_by is None:
        return ()
    return (f"weighted by {card.weighted_by[0]}; numbers that are no sums over cases are not",)


def _by_group(card: SuiteCard, cases: Sequence[Case]) -> list[Measure]:
    """The headlines again in each group of the suite's grouping, where there are several."""
    groups = sorted({case.groups[card.by] for case in cases if card.by in case.groups})
    if len(groups) < 2:
        return []
    return [
        replace(
            measure,
            name=f"{measure.name}, {group}",
            where={**measure.where, card.by: group},
            against=None if measure.against is None else {**measure.against, card.by: group},
            role="extra",
        )
        for measure in card.measures
        if measure.role == "headline"
        for group in groups
    ]


def _positions(read: Read, settings: Settings) -> list[Score]:
    """Of a choice, where the chosen stood; clusters are found, not chosen."""
    if read.asked != "choice":
        return []
    return position_scores(read.reading, resamples=settings.resamples, seed=settings.seed)


def _weighted(check: Check, reading: Reading, settings: Settings) -> list[Score]:
    """The gap on the evened suite, and how far that is from the raw one; nothing where the suite is even.

    Its interval knows what the weights balance: another sample would have other weights, which balance it.
    """
    if check.evened is None or check.weighted_gap is None:
        return []
    from corefair.stats.balanced import balanced_contrast  # most suites are even

    measure = check.weighted_gap
    cases, groups = contrasted(check.evened)
    row_of = {row.case: row for row in reading.rows}
    names = totals_of(measure.metric)
    found = balanced_contrast(
        [[row_of[case.id].counts[name] for name in names] for case in cases],
        groups,
        of_sides(measure),
        of=check.evened.contrast[1:],
        weights=[case.weight for case in cases],
        design=check.design,
        units=[case.unit or case.id for case in cases],
        resamples=settings.resamples,
        seed=settings.seed,
    )
    known = replace(described(measure), n=len(cases), weighted=True)
    weighted = _with(known, found.weighted, p=found.p)
    moved = _with(known, found.moved, name=SHIFT, kind="shift", role="extra", weighted=False)
    return [weighted, moved]


def _with(score: Score, interval: stats.Interval, **changes: Any) -> Score:
    value, low, high = (float(part) for part in (interval.value, interval.low, interval.high))
    return replace(score, value=value, low=low, high=high, **changes)


def _corrected(scores: Sequence[Score]) -> list[Score]:
    ps = holm_by_role([(score.p, score.role) for score in scores])
    return [replace(score, p_holm=p) for score, p in zip(scores, ps, strict=True)]


def holm_by_role(tested: Sequence[tuple[float | None, Role]]) -> list[float | None]:
    """p corrected by Holm: of headlines over the headlines, of others over all that were tested.

    >>> holm_by_role([(0.01, "headline"), (0.02, "headline"), (0.03, "table"), (None, "extra")])
    [0.02, 0.02, 0.04, None]
    """
    holm: list[float | None] = [None] * len(tested)
    for headlines_only in (False, True):
        places = [
            i
            for i, (p, role) in enumerate(tested)
            if p is not None and (not headlines_only or role == "headline")
        ]
        values = stats.holm([tested[i][0] or 0.0 for i in places]).tolist()
        for place, p_holm in zip(places, values, strict=True):
            holm[place] = p_holm
    return holm


def _signature(score: Score, card: SuiteCard, read: Read, settings: Settings) -> str:
    data = sha256("".join(f"{name}={digest};" for name, digest in sorted(card.data.items())).encode())
    facts = {
        "data": data.hexdigest()[:12],
        **({"weights": card.weighted_by[1][:12]} if card.weighted_by else {}),
        "asked": read.asked,
        **read.signature,
        "n": score.n,
        "b": settings.resamples,
        "s": settings.seed,
        "corefair": __version__,
    }
    return "|".join([score.name, card.key, f"v{card.version}", *(f"{k}:{v}" for k, v in facts.items())])


def _limit(
    card: SuiteCard, scores: Sequence[Score], reading: Reading
) -> tuple[float | None, Literal["floor", "ceiling"] | None]:
    """The smallest gap this run would have found four times in five, and whether one could be there.

    Found is what is certain after Holm's correction, at its least favourable.
    """
    if card.contrast is None:
        return None, None
    alpha = ALPHA / max(1, sum(score.role == "headline" and score.p is not None for score in scores))
    grouping, *sides = card.contrast
    asked = [
        (
            row.counts["right"],
            row.counts["asked"],
            case.groups.get(grouping, ""),
            case.unit or case.id,
            case.weight,
        )
        for case, row in zip(reading.cases, reading.rows, strict=True)
        if {"right", "asked"} <= row.counts.keys()
    ]
    if not asked:
        return _limit_of_scores(scores, alpha), None
    right, n_asked, groups, units, weights = zip(*asked, strict=True)
    try:
        limit = stats.detection_limit(
            right,
            groups,
            of=(sides[0], sides[1]),
            asked=n_asked,
            units=units,
            weights=weights,
            alpha=alpha,
        )
    except DataError:  # nothing was asked of one of the groups
        return None, None
    rates = [_share(value for value in asked if value[2] == side) for side in sides]
    return limit.gap, stats.room((rates[0], rates[1]), limit.gap, n=limit.n).at


def _share(answers: Iterable[tuple[float, float, str, str, float]]) -> float:
    totals = [(right * weight, asked * weight) for right, asked, _, _, weight in answers]
    return sum(right for right, _ in totals) / sum(asked for _, asked in totals)


def _limit_of_scores(scores: Sequence[Score], alpha: float) -> float | None:
    """From the interval of the gap, where it is no gap between shares of right answers."""
    gap = next((score for score in scores if score.kind == "gap" and score.role == "headline"), None)
    if gap is None or gap.low is None or gap.high is None or gap.low == gap.high:
        return None
    return stats.minimum_detectable_gap(stats.standard_error(gap.low, gap.high), alpha=alpha)


def _links(reading: Reading, settings: Settings) -> Links | None:
    """How many of the linked pronouns were linked rightly, and how many a guess among candidates would be.

    Where there is one candidate there is no guess.
    """
    linked = [
        (row.counts["right"], 1 / len(case.gold.candidates), case.unit or case.id, case.weight)
        for case, row in zip(reading.cases, reading.rows, strict=True)
        if isinstance(case.gold, Choice) and case.gold.right is not None and row.linked
        if len(case.gold.candidates) > 1 and case.weight
    ]
    if not linked:
        return None
    right, chance, units, weights = zip(*linked, strict=True)
    found = stats.better_than_guessing(
        right,
        chance,
        units=units,
        weights=weights if len(set(weights)) > 1 else None,
        resamples=settings.resamples,
        seed=settings.seed,
    )
    return Links(found.value, found.low, found.high, len(linked), found.chance, found.p)


def _judged(subject: str, suite: str, case: Case, row: Row) -> Judged:
    is_choice = isinstance(case.gold, Choice)
    words: tuple[str, ...] = ()
    if is_choice and isinstance(case.given, Document):
        words = case.given.words
    elif not isinstance(case.given, Document):
        words = tuple(case.given)
    gold = case.gold
    return Judged(
        suite=suite,
        subject=subject,
        case=case.id,
        unit=case.unit or case.id,
        groups=dict(case.groups),
        weight=case.weight,
        counts=dict(row.counts),
        answer=replace(row.answer, scores=()) if isinstance(row.answer, Answer) else row.answer,
        words=words,
        gold=Choice(gold.pronoun, gold.candidates, gold.names, gold.right) if is_choice else None,
        linked=row.linked,
    )
