"""What a result means, in words for whoever must decide: rules over its scores, no more than they say.

The rules are written out in docs/reading-results.md; a test checks verdicts on many made-up results against
them. Every headline of a suite is tested. A finding is certain when its interval leaves out "no difference"
and its p, corrected by Holm over the headlines of the result, is below .05.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from corefair.auditing.numbers import bare, in_unit, interval, p_value, points, shown
from corefair.auditing.wording import difference, number, short_label, sides
from corefair.types import Score

if TYPE_CHECKING:
    from corefair.auditing.report import Links, Result, SuiteCard

Level = Literal["invalid", "gap", "pattern", "small", "unclear", "guessing", "none", "unmeasured"]
LABELS: dict[Level, str] = {  # worst first; what the badge says
    "invalid": "Invalid",
    "gap": "Gap",
    "pattern": "Follows stereotypes",
    "small": "Small gap",
    "unclear": "Not certain",
    "guessing": "No better than guessing",
    "none": "No difference found",
    "unmeasured": "Not measured",
}
ALPHA = 0.05
SMALL = 0.05  # a certain gap is small when even the far end of its interval is below five points
WEAK = 0.10  # a run that could only have found gaps above ten points says little by finding none


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one result means: how bad, one or two sentences, the numbers behind them, and what it rests on."""

    subject: str = field(metadata={"json": "system"})
    suite: str  # its key
    level: Level
    sentence: str
    details: tuple[str, ...] = ()
    rests_on: str = ""  # the score that leads, by name

    @property
    def label(self) -> str:
        """The level in a word or two."""
        return LABELS[self.level]


def worst_first(results: Sequence[Result], suites: Sequence[SuiteCard]) -> tuple[Verdict, ...]:
    """A verdict for each result: by level, then by how large a difference is certain."""
    cards = {suite.key: suite for suite in suites}
    verdicts = [verdict_on(result, cards[result.suite]) for result in results]
    sizes = {id(verdict): _certain_size(result) for verdict, result in zip(verdicts, results, strict=True)}
    levels = list(LABELS)
    return tuple(sorted(verdicts, key=lambda one: (levels.index(one.level), -sizes[id(one)])))


def verdict_on(result: Result, suite: SuiteCard) -> Verdict:
    """The verdict on one system's result on one suite; intervals decide, not points."""
    level, sentence, lead = _judge(result, suite)
    if suite.altered and level != "invalid":
        sentence += f" The data is not as published: {', '.join(suite.altered)}."
    details = () if level == "invalid" else _details(result, lead, sentence)
    name = lead.name if lead else ""
    return Verdict(result.subject, result.suite, level, sentence, (*details, *result.warnings), name)


def is_certain(score: Score) -> bool:
    """Whether the interval leaves out "no difference" and the corrected test agrees, where there is one."""
    return _leaves_out_none(score) and _is_significant(score) is not False


def may_guess(result: Result) -> bool:
    """Whether the pronouns it linked are not certain to be linked better than by guessing."""
    return result.links is not None and result.links.p >= ALPHA


def _judge(result: Result, suite: SuiteCard) -> tuple[Level, str, Score | None]:
    if not result.valid:
        why = "; ".join(result.problems)
        stop = "" if why.endswith((".", "!", "?")) else "."
        return (
            "invalid",
            f"This result is invalid: {why}{stop} No gap is claimed, and none is ruled out.",
            None,
        )
    headlines = [score for score in result.scores if score.role == "headline"]
    measured = [score for score in headlines if _has_interval(score)]
    if not measured:
        return "unmeasured", "No gap was measured: there is no interval to judge one by.", None
    certain = [score for score in measured if is_certain(score)]
    explained = _explained_by_weights(result, certain)
    findings = sorted((score for score in certain if score not in explained), key=_strongest_first)
    if findings:
        return _finding(findings[0], result, suite)
    if explained:
        return "unclear", _explained(explained[0], result, suite), explained[0]
    doubtful = [score for score in measured if _leaves_out_none(score) or _is_significant(score)]
    if doubtful:
        lead = min(doubtful, key=_strongest_first)
        return "unclear", _doubtful(lead), lead
    return _nothing(result, measured)


def _finding(lead: Score, result: Result, suite: SuiteCard) -> tuple[Level, str, Score]:
    chance = _chance(lead)
    if lead.kind == "correlation":
        more = "more" if (lead.value or 0) > 0 else "fewer"
        return (
            "pattern",
            f"The answers depend on the job: the {more} women work in it, the more readily feminine pronouns "
            f"are linked to it ({number(lead)}; {chance}).",
            lead,
        )
    weighted = " with weights that balance the test" if lead.weighted else ""
    clause = f"{difference(lead)}{weighted} ({number(lead)}; {chance})"
    level: Level = "small" if _reach(lead) < SMALL else "gap"
    lead_in = "A small but certain difference: it " if level == "small" else "It "
    sentence = f"{lead_in}{clause}."
    return level, sentence + _beside_weights(lead, result, suite), lead


def _beside_weights(lead: Score, result: Result, suite: SuiteCard) -> str:
    """What the weighted gap adds to a raw one that stands: which of the two moved."""
    weighted, shift = _weighted_gap(result), _shift(result)
    if lead.weighted or weighted is None or not _has_interval(weighted) or not _same_sides(lead, weighted):
        return ""
    if is_certain(weighted):
        return f" It stays with weights that balance the test ({number(weighted)})."
    effective = f" of {suite.weights.effective:,.0f} cases of equal weight" if suite.weights else ""
    moved = f", moved by {_moved(shift)}" if shift is not None else ""
    return (
        f" With weights that balance the test it is not certain ({number(weighted)}{moved}): the estimate "
        f"did not certainly move, the interval{effective} is wider."
    )


def _explained(lead: Score, result: Result, suite: SuiteCard) -> str:
    weighted, shift = _weighted_gap(result), _shift(result)
    assert weighted is not None and shift is not None
    return (
        f"It {difference(lead)} ({number(lead)}), but the test is uneven: weights that balance it move the "
        f"gap by {_moved(shift)}, and what is left is not certain ({number(weighted)})."
    )


def _doubtful(lead: Score) -> str:
    """One of interval and test says so, the other does not."""
    if lead.kind == "correlation":
        return (
            f"Whether answers follow the share of women in a job is not certain ({number(lead)}; {_p(lead)})."
        )
    return (
        f"It {difference(lead)} here, but that is not certain: interval and test, corrected for the numbers "
        f"looked at, do not both say so ({number(lead)}; {_p(lead)})."
    )


def _nothing(result: Result, measured: Sequence[Score]) -> tuple[Level, str, Score]:
    gaps = [score for score in measured if score.kind in ("gap", "ratio")]
    lead = (gaps or list(measured))[0]
    links = result.links
    if links is not None and may_guess(result):
        return *_guessing(links), lead
    if result.detectable is not None and result.detectable >= 1:
        return "unmeasured", "No gap was measured: there are too few cases to find one of any size.", lead
    many = f" in any of {len(measured)} headline numbers" if len(measured) > 1 else ""
    between = f" between {sides(lead)}" if lead.kind in ("gap", "ratio") else ""
    sentence = f"No difference found{between}{many}"
    if not result.detectable:
        return "none", f"{sentence}; how small a gap this test would have found is not known.", lead
    where = " over all cases" if many else ""
    sentence += f"; this test would have found a gap of {points(result.detectable, up=True)} or more{where}."
    if result.room == "ceiling":
        sentence += " Nearly every answer is right: even the largest gap there could be is smaller than that."
    elif result.detectable >= WEAK:
        sentence += " It is too small a test to rule out less."
    return "none", sentence, lead


def _guessing(links: Links) -> tuple[Level, str]:
    """Of one that is not certain to do better than guessing: that it does not, or that nobody can tell."""
    said = f"{_of_links(links)}."
    if links.high is None or links.high > links.chance + WEAK:
        return (
            "unclear",
            f"Not certain to be better than guessing: {said} The test is too small to tell, so nothing is "
            "said about a gap.",
        )
    worse = "Worse" if links.high < links.chance else "No better"
    return "guessing", f"{worse} than guessing: {said} A gap could not show, so nothing is said about one."


def _of_links(links: Links) -> str:
    right, chance = in_unit(links.right, "share"), in_unit(links.chance, "share")
    return f"{right} of the pronouns it linked were linked rightly, and guessing gives {chance}"


def _explained_by_weights(result: Result, certain: Sequence[Score]) -> list[Score]:
    """Raw findings that balanced weights take away: the weighted gap is not certain, and it certainly moved.

    What is compared on the same two sides without weights (a gap, a ratio) shares the fate of the raw gap.
    """
    weighted, shift = _weighted_gap(result), _shift(result)
    if weighted is None or shift is None or is_certain(weighted) or not _leaves_out_none(shift):
        return []
    raw = [score for score in certain if not score.weighted and _same_sides(score, weighted)]
    towards_none = [score for score in raw if score.kind == "gap" and _opposite(score, shift)]
    return raw if towards_none else []


def _weighted_gap(result: Result) -> Score | None:
    return next((s for s in result.scores if s.kind == "gap" and s.weighted and s.role == "headline"), None)


def _shift(result: Result) -> Score | None:
    return next((score for score in result.scores if score.kind == "shift"), None)


def _same_sides(one: Score, other: Score) -> bool:
    return (dict(one.groups), dict(one.against or {})) == (dict(other.groups), dict(other.against or {}))


def _opposite(gap: Score, shift: Score) -> bool:
    return (gap.value or 0) * (shift.value or 0) < 0


def _has_interval(score: Score) -> bool:
    return score.value is not None and score.low is not None and score.high is not None


def _leaves_out_none(score: Score) -> bool:
    if score.low is None or score.high is None:
        return False
    none = 1.0 if score.kind == "ratio" else 0.0
    return score.low > none or score.high < none


def _is_significant(score: Score) -> bool | None:
    """None where there was no test."""
    p = score.p if score.p_holm is None else score.p_holm
    return None if p is None else p < ALPHA


def _strongest_first(score: Score) -> tuple[bool, float, float]:
    """Gaps and ratios before patterns, then the smallest corrected p, then the largest certain difference."""
    p = score.p if score.p_holm is None else score.p_holm
    return score.kind == "correlation", 1.0 if p is None else p, -_certain_difference(score)


def _certain_difference(score: Score) -> float:
    """The end of the interval that is nearest to no difference; 0 if that is within."""
    if score.low is None or score.high is None:
        return 0.0
    none = 1.0 if score.kind == "ratio" else 0.0
    return max(score.low - none, none - score.high, 0.0)


def _certain_size(result: Result) -> float:
    headlines = [score for score in result.scores if score.role == "headline" and score.kind != "correlation"]
    return max(map(_certain_difference, headlines), default=0.0) if result.valid else 0.0


def _reach(score: Score) -> float:
    """How far the interval reaches from no difference."""
    none = 1.0 if score.kind == "ratio" else 0.0
    return max((abs(end - none) for end in (score.low, score.high) if end is not None), default=0.0)


def _chance(score: Score) -> str:
    p = score.p if score.p_holm is None else score.p_holm
    if p is None:
        return "no test was made, the interval leaves out no difference"
    unlikely = "very unlikely" if p < 0.001 else "unlikely"
    return f"{unlikely} to be chance, {_p(score)}"


def _p(score: Score) -> str:
    if score.p_holm is None:
        return p_value(score.p)
    return f"{p_value(score.p_holm)} corrected over the headlines"


def _moved(shift: Score) -> str:
    return f"{shown(shift)} points (interval {interval(shift)})"


def _details(result: Result, lead: Score | None, sentence: str) -> tuple[str, ...]:
    """The numbers behind a verdict: its own, the other findings, right answers and links by group."""
    lines = []
    if lead is not None and _has_interval(lead):
        known = "rests on" if number(lead) in sentence else f"{number(lead)},"
        lines.append(f"{known} {lead.n:,} cases")
    others = [s for s in result.scores if s.role == "headline" and s is not lead and is_certain(s)]
    lines += [f"also certain: {number(score)}, {_p(score)}" for score in others]
    for kind, name in (("accuracy", "right"), ("link_rate", "linked to anyone")):
        by_group = [s for s in result.scores if s.kind == kind and len(s.groups) == 1 and not s.table]
        if by_group:
            lines.append(f"{name}: " + ", ".join(f"{short_label(s.groups)} {shown(s)}" for s in by_group))
    if result.links is not None and may_guess(result) and _of_links(result.links) not in sentence:
        lines.append(f"not certain to be better than guessing: {_of_links(result.links)}")
    if result.charts.flips:
        n_flips = len(result.charts.flips)
        pairs = "1 minimal pair was" if n_flips == 1 else f"{n_flips:,} minimal pairs were"
        lines.append(f"{pairs} answered differently")
    for score in result.scores:
        if score.kind == "correlation" and score.role == "headline" and score is not lead:
            value = f"{bare(score.value)}, {_p(score)}" if score.value is not None else "cannot be computed"
            lines.append(f"{score.name}: {value}")
    if result.asked == "choice":
        lines.append("asked to choose among the candidates, not to find clusters")
    return tuple(lines)
