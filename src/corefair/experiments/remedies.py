"""What rows do to gaps: which gaps are read, when a change of one is certain, and what it is then called.

A change is certain when its interval leaves out 0 and its p, corrected by Holm over all gaps and F1 that are
read, is below .05. A gap is certain when its interval leaves out 0 and its own p is below .05.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from corefair.auditing.imbalance import WEIGHTED
from corefair.auditing.verdicts import ALPHA
from corefair.experiments.corpus_counts import F1
from corefair.experiments.result import Asked, Change, Experiment, Number
from corefair.types import Score

MOST_LOST = 0.05  # of F1 on the first corpus: what loses no more still resolves, whatever it does on a suite
Effect = Literal["narrows", "turns", "widens", "opens", "levels", "uncertain"]


class Remedy(NamedTuple):
    """What a row does to a gap of one of its baselines, and what that costs."""

    change: Change
    before: Number
    after: Number
    effect: Effect
    cost: Change | None  # of F1, on the first corpus
    untold: str = ""  # why the cost is not told, where it was measured


def gaps_of(found: Experiment, asked: Asked) -> list[str]:
    """The gaps of a suite that are read, by name."""
    return gaps_among(found.numbers, asked)


def gaps_among(numbers: Iterable[Number], asked: Asked) -> list[str]:
    """The gaps that are read: headlines in points between the two groups that the suite is about.

    One that is an earlier one by another name, with the same number in every row, is not read again. Nor is
    the gap with the weights that an audit finds for an uneven suite: it is no sum over cases, so that it can
    not be drawn anew with the seeds, or compared; it stands in the tables.
    """
    if asked.contrast is None:
        return []
    grouping, one, other = asked.contrast
    gaps: dict[str, dict[str, tuple[float, ...]]] = {}  # by name, by row
    for number in numbers:
        score = number.score
        is_read = score.kind == "gap" and score.role == "headline" and score.unit == "points"
        is_read &= score.name != WEIGHTED
        sides = score.groups.get(grouping), (score.against or {}).get(grouping)
        if number.asked == asked.key and is_read and sides == (one, other):
            gaps.setdefault(score.name, {})[number.row] = number.seeds
    names = list(gaps)
    return [name for at, name in enumerate(names) if gaps[name] not in [gaps[each] for each in names[:at]]]


def remedies(found: Experiment, asked: str, measure: str) -> list[Remedy]:
    """Every row that is compared on a gap, where both it and its baseline may be believed."""
    made = []
    for change in found.changes:
        if (change.asked, change.measure) != (asked, measure):
            continue
        before, after = (found.number(row, asked, measure) for row in (change.baseline, change.row))
        if before and after and all(found.is_sound(each.row, asked) for each in (before, after)):
            made.append(Remedy(change, before, after, _effect(change, before, after), *_paid(found, change)))
    return made


def levelled(found: Experiment, asked: str, measure: str) -> list[Remedy]:
    """Rows that may be guessing, and so show no gap, where their baseline has one.

    Such a row says nothing by itself. But that a gap is gone is something, where its change is certain and
    the system resolves ordinary text as it did, with no more than MOST_LOST of F1 lost by the interval: then
    it has not gone to pieces, it no longer follows the group here. To leave these rows out would be to read
    remedies only where they leave a rest.
    """
    of_measure = [one for one in found.changes if (one.asked, one.measure) == (asked, measure)]
    return [made for one in of_measure if (made := _levels(found, one)) is not None]


def how_read(found: Experiment, change: Change) -> str:
    """`yes`, `levels`, or in few words why a change is not read."""
    why = found.why_unread(change.asked, change.row, change.baseline)
    return "levels" if why and _levels(found, change) else why or "yes"


def is_told(found: Experiment, change: Change) -> bool:
    """Whether a change of a gap may stand as a number."""
    return how_read(found, change) in ("yes", "levels")


def _levels(found: Experiment, change: Change) -> Remedy | None:
    asked, row, baseline = change.asked, change.row, change.baseline
    before, after = (found.number(each, asked, change.measure) for each in (baseline, row))
    if before is None or after is None or after.score.kind != "gap" or not is_certain(change):
        return None
    guesses = found.is_believed(row, asked) and not found.is_sound(row, asked)
    if not (guesses and found.is_sound(baseline, asked) and is_gap(before.score)):
        return None
    cost, untold = _paid(found, change)
    if cost is None or cost.low is None or cost.low < -MOST_LOST or _size(after) >= _size(before):
        return None
    return Remedy(change, before, after, "levels", cost, untold)


def _size(number: Number) -> float:
    return abs(number.score.value or 0.0)


def _paid(found: Experiment, change: Change) -> tuple[Change | None, str]:
    """What a row costs in F1 on the first corpus, or why that is not told: one of the two is not read."""
    if not found.corpora:
        return None, ""
    corpus = found.corpora[0]
    broken = [row for row in (change.row, change.baseline) if not found.is_sound(row, corpus)]
    if broken:
        are = "is" if len(broken) == 1 else "are"
        return None, f"What it costs in F1 is not told: {' and '.join(broken)} {are} not read on {corpus}."
    return found.change(change.row, change.baseline, corpus, F1.name), ""


def is_certain(change: Change) -> bool:
    """Whether a change is."""
    if change.low is None or change.high is None or change.p_holm is None:
        return False
    return not change.low <= 0 <= change.high and change.p_holm < ALPHA


def is_gap(score: Score) -> bool:
    """Whether a gap is certain."""
    if score.low is None or score.high is None or score.p is None:
        return False
    return not score.low <= 0 <= score.high and score.p < ALPHA


def shows_a_gap(row: str, numbers: Sequence[Number], asked: Asked) -> bool:
    """Whether one of a row's gaps that are read is certain: half are wrong, but answers follow the group.

    Of other headlines some are certain by luck, where there are many.
    """
    read = gaps_among(numbers, asked)
    return any(each.row == row and each.score.name in read and is_gap(each.score) for each in numbers)


def _effect(change: Change, before: Number, after: Number) -> Effect:
    old, new = before.score.value or 0.0, after.score.value or 0.0
    if not is_certain(change):
        return "uncertain"
    if not is_gap(before.score):
        return "opens" if is_gap(after.score) else "uncertain"
    if old * new < 0:
        return "turns" if is_gap(after.score) else "narrows"
    return "narrows" if abs(new) < abs(old) else "widens"
