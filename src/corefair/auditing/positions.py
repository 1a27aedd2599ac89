"""Where the chosen candidates stood: a model that always takes the first is neither right nor without a gap.

Beside the accuracy of anything that chooses: the share of picks that are the candidate named first in the
text; and of one that was asked in both orders, the share of answers that change with the order and the share
of picks that were listed first.
"""

from __future__ import annotations

from collections.abc import Sequence

from corefair import stats
from corefair.metrics.ratio import divide
from corefair.types import Answer, Case, Choice, Reading, Row, Score

FIRST_NAMED = "picks that are the first-named"
FIRST_LISTED = "picks that are listed first"
CHANGED = "answers that change with the order"
_TABLE = "by position"
_SIDED = 0.15  # how far a share may be from what would be right before it is said in a sentence
_UNSTEADY = 0.10

Counted = list[tuple[int, int, str]]  # how many, of how many, in which unit


def position_scores(reading: Reading, *, resamples: int, seed: int) -> list[Score]:
    """The shares that can be had of these answers."""
    pairs = [
        (case, row)
        for case, row in zip(reading.cases, reading.rows, strict=True)
        if isinstance(case.gold, Choice) and len(case.gold.candidates) > 1
    ]
    counted = {FIRST_NAMED: _first_named(pairs), CHANGED: _changed(pairs), FIRST_LISTED: _first_listed(pairs)}
    return [_score(name, found, resamples, seed) for name, found in counted.items() if found]


def position_notes(reading: Reading, scores: Sequence[Score]) -> tuple[str, ...]:
    """Sentences for whoever reads the accuracy, where position had a hand in it."""
    notes = []
    for score in scores:
        if score.value is None:
            continue
        if score.name == CHANGED and score.value > _UNSTEADY:
            notes.append(
                f"{100 * score.value:.0f} % of answers change with the order in which the options are listed"
            )
        due = _due(reading, score.name)
        if due is not None and abs(score.value - due) > _SIDED and _is_apart(score, due):
            where = "named first in the text" if score.name == FIRST_NAMED else "listed first"
            notes.append(
                f"{100 * score.value:.0f} % of its picks are the candidate {where}, "
                f"where {100 * due:.0f} % would be right: accuracy is partly position"
            )
    return tuple(notes)


def _is_apart(score: Score, due: float) -> bool:
    """Whether more than chance tells the share from what would be right."""
    return score.low is not None and score.high is not None and not score.low <= due <= score.high


def _due(reading: Reading, name: str) -> float | None:
    """How often the right candidate stands first: always half of the time where both orders are asked."""
    if name == FIRST_LISTED:
        return 0.5
    if name != FIRST_NAMED:
        return None
    firsts = [
        gold.candidates[gold.right].start == min(mention.start for mention in gold.candidates)
        for case in reading.cases
        if isinstance(gold := case.gold, Choice) and gold.right is not None and len(gold.candidates) > 1
    ]
    return sum(firsts) / len(firsts) if firsts else None


def _first_named(pairs: Sequence[tuple[Case, Row]]) -> Counted:
    found = []
    for case, row in pairs:
        if row.linked and len(row.linked) == 1:
            starts = [mention.start for mention in case.gold.candidates]
            found.append((int(starts[row.linked[0]] == min(starts)), 1, case.unit or case.id))
    return found


def _changed(pairs: Sequence[tuple[Case, Row]]) -> Counted:
    return [
        (int(len(set(takes)) > 1), 1, case.unit or case.id)
        for case, row in pairs
        if len(takes := _takes(row)) > 1
    ]


def _first_listed(pairs: Sequence[tuple[Case, Row]]) -> Counted:
    """The first time candidates are listed as they stand in the question, the second time from the last."""
    found = []
    for case, row in pairs:
        takes = _takes(row)[:2]
        if len(takes) == 2:
            firsts = (0, len(case.gold.candidates) - 1)
            made = [(take == first) for take, first in zip(takes, firsts, strict=True) if take is not None]
            if made:
                found.append((sum(made), len(made), case.unit or case.id))
    return found


def _takes(row: Row) -> tuple[int | None, ...]:
    return row.answer.takes if isinstance(row.answer, Answer) else ()


def _score(name: str, found: Counted, resamples: int, seed: int) -> Score:
    counts = [[hits, of] for hits, of, _ in found]
    units = [unit for *_, unit in found]
    share = stats.Interval(divide(sum(hits for hits, _ in counts), sum(of for _, of in counts)), 0.0, 0.0)
    several = len(set(units)) > 1
    if several:
        share = stats.bootstrap(
            counts,
            lambda totals: divide(totals[..., 0], totals[..., 1]),
            units=units,
            resamples=resamples,
            seed=seed,
        )
    return Score(
        name,
        float(share.value),
        float(share.low) if several else None,
        float(share.high) if several else None,
        len(found),
        role="table",
        better="lower" if name == CHANGED else "higher",
        table=_TABLE,
        column=name,
    )
