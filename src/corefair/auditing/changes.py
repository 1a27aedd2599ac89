"""What a file of vectors scored, and how far that is from the original, in words that claim no more."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from corefair.auditing import numbers
from corefair.auditing.report import Comparison, Report, SuiteCard
from corefair.auditing.verdicts import ALPHA
from corefair.types import Score

Move = Literal["", "better", "worse", "unclear", "untested"]  # "" where there is no original
MOVES: dict[Move, tuple[str, str]] = {  # what is said of one number, and of several
    "better": ("improved", "improved"),
    "worse": ("got worse", "got worse"),
    "unclear": ("is not certain to have moved", "are not certain to have moved"),
    "untested": ("cannot be compared", "cannot be compared"),
}
# Of a number, what is put down to rounding: the digits that a file of text drops move all words by a little,
# and over thousands of them that is certain, and nothing.
ROUNDING = 1e-3


@dataclass(frozen=True, slots=True)
class Change:
    """One headline number of a file: what it is, what it was in the original, and which way it moved."""

    suite: SuiteCard
    score: Score
    before: Score | None
    compared: Comparison | None  # the paired test, where the number is a sum over cases
    move: Move


def baseline(report: Report) -> str | None:
    """The file the others are compared with: the original, or else the first of several."""
    names = [subject.name for subject in report.subjects]
    originals = [s.name for s in report.subjects if s.vectors is not None and s.vectors.original]
    return originals[0] if originals else names[0] if len(names) > 1 else None


def changes(report: Report, name: str) -> list[Change]:
    """The headline numbers of one file, in the order of suites; none of a result that is not valid."""
    against = baseline(report)
    compared = {(one.suite, one.measure.name): one for one in report.comparisons if one.subject == name}
    found = []
    for result in report.results:
        if result.subject != name or not result.valid:
            continue
        old = report.result(against, result.suite) if against not in (None, name) else None
        for score in (score for score in result.scores if score.role == "headline"):
            before = old.score(score.name) if old is not None and old.valid else None
            pair = compared.get((result.suite, score.name))
            change = Change(report.suite(result.suite), score, before, pair, "")
            if against not in (None, name):
                other = before is not None and _of_other_cases(change)
                change = replace(change, move="untested" if other else _move(score, before, pair))
            found.append(change)
    return found


def firsts(found: Sequence[Change]) -> list[Change]:
    """The first number of each suite: what its paper leads with."""
    return list({change.suite.key: change for change in reversed(found)}.values())[::-1]


def moved(change: Change) -> str:
    """Which way a number moved, in a few words; nothing where there is no original."""
    return MOVES[change.move][0] if change.move else ""


def line(change: Change) -> str:
    """`stereotype 1.1 % (0.2 to 2.3), was 10.9 % (8.0 to 13.9); −9.8 points …, Holm's p < .001`"""
    text = f"{change.score.name} {_with_interval(change.score)}"
    if change.before is not None:
        text += f", was {_with_interval(change.before)}"
    if change.compared is not None:
        text += f"; {_shared(change)}{difference(change.compared)}"
    elif change.move in ("better", "worse", "unclear"):
        apart = "overlap" if change.move == "unclear" else "do not overlap"
        text += f"; the intervals {apart}, there is no paired test"
    elif change.before is not None and _of_other_cases(change):
        text += "; not of the same words and pairs, so not compared"
    return text


def _shared(change: Change) -> str:
    """What it was and is on the cases that both have, where these are not all."""
    pair = change.compared
    if pair is None or change.before is None or {change.score.n, change.before.n} == {pair.n}:
        return ""
    was, now = (numbers.in_unit(value, pair.measure.unit) for value in (pair.before, pair.after))
    return f"on the {pair.n:,} cases of both {now}, was {was}: "


def difference(compared: Comparison) -> str:
    """The difference with its interval and Holm's p."""
    unit = compared.measure.unit
    parts = (compared.difference, compared.low, compared.high)
    by, low, high = (numbers.difference(part, unit) for part in parts)
    points = " points" if unit in ("share", "points") else ""
    between = f" ({low} to {high})" if compared.low is not None else ""
    return f"{by}{points}{between}, Holm's {numbers.p_value(compared.p_holm)}"


def summary(report: Report, name: str) -> str:
    """One file in a sentence or two: how many numbers of each kind moved, and which way."""
    found, against = changes(report, name), baseline(report)
    if not found:
        return "No suite could be measured on it; nothing is claimed of it."
    if against is None:
        n_suites = len({change.suite.key for change in found})
        return (
            f"{_count(len(found), 'number')} on {_count(n_suites, 'suite')}; there is no original to compare "
            "with."
        )
    if against == name:
        original = any(s.name == name and s.vectors and s.vectors.original for s in report.subjects)
        return f"{'The original: the' if original else 'The'} others are compared with it."
    parts = []
    for kind in ("bias", "quality"):
        moves = [change.move for change in found if change.suite.kind == kind]
        if moves:
            counted = [(moves.count(move), words) for move, words in MOVES.items() if move in moves]
            told = _listed([f"{n} {one if n == 1 else many}" for n, (one, many) in counted])
            parts.append(f"of {_count(len(moves), 'number')} of {kind}, {told}")
    return f"Against {against}: {'; '.join(parts)}."


def _of_other_cases(change: Change) -> bool:
    """Whether it was measured on other cases than in the original: fewer pairs, or among fewer words."""
    if change.before is None or change.compared is not None:
        return False
    is_sum = change.score.name in {measure.name for measure in change.suite.measures}
    of_both = [(score.n, dict(score.groups)) for score in (change.score, change.before)]
    return is_sum or of_both[0] != of_both[1]


def _move(score: Score, before: Score | None, compared: Comparison | None) -> Move:
    """A move is claimed when the paired interval leaves out 0 and Holm's p is small; where there is no paired
    test, when the two intervals have nothing in common, which asks for more; and never of rounding."""
    if before is None or score.value is None or before.value is None:
        return "untested"
    if compared is not None and compared.low is not None and compared.high is not None:
        p = compared.p_holm
        sure = (compared.low > 0 or compared.high < 0) and (p is None or p < ALPHA)
    elif score.low is None or score.high is None or before.low is None or before.high is None:
        return "untested"
    else:
        sure = score.low > before.high or score.high < before.low
    old, new = _both_values(score.value, before.value, compared)
    if not sure or math.isclose(new, old, rel_tol=ROUNDING):
        return "unclear"
    return "better" if _distance(score, new) < _distance(score, old) else "worse"


def _both_values(value: float, before: float, compared: Comparison | None) -> tuple[float, float]:
    """A number before and after: of the cases that both have, where it was tested on those."""
    if compared is None or compared.before is None or compared.after is None:
        return before, value
    return compared.before, compared.after


def _distance(score: Score, value: float) -> float:
    """How far a number is from where its paper wants it."""
    aims = {"zero": 0.0, "half": 0.5, "one": 1.0}
    if score.better in aims:
        return abs(value - aims[score.better])
    return value if score.better == "lower" else -value


def _with_interval(score: Score) -> str:
    if score.value is None:
        return "cannot be computed"
    return f"{numbers.shown(score)} ({numbers.interval(score)})"


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]
