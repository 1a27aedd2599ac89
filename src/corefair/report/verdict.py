"""What a result means, in words for whoever must decide: from its numbers, and never more than they say."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, isfinite
from typing import Any, NamedTuple

from corefair import stats
from corefair.errors import DataError

Json = Mapping[str, Any]
LEVELS = {  # worst first; what the badge says
    "invalid": "Invalid",
    "gap": "Gap",
    "pattern": "Follows stereotypes",
    "small": "Small gap",
    "unclear": "Unclear",
    "none": "No gap found",
    "unmeasured": "Not measured",
}
ALPHA = 0.05
SMALL = 0.05  # a certain gap is small when even the far end of its interval is below five points
WEAK = 0.10  # a run that could only have found gaps above ten points says little by finding none
PATTERN_P = 0.01  # stricter: the correlation with labour statistics is looked at besides the gap


class Verdict(NamedTuple):
    """How bad (a key of LEVELS), one or two sentences, and the numbers behind them."""

    level: str
    sentence: str
    details: tuple[str, ...]


def of(result: Json, suite: Json) -> Verdict:
    """The verdict on one system's result on one suite; the interval decides, not the point."""
    if not result["valid"]:
        why = "; ".join(result["problems"]) or "no reason was recorded"
        sentence = f"This result is invalid: {_stopped(why)} No gap is claimed, and none is ruled out."
        return Verdict("invalid", sentence, tuple(result["warnings"]))
    score = headline(result)
    details = _details(result, suite, score)
    if score is None or not _finite(score["value"], score["low"], score["high"]):
        sentence = "No gap was measured: there is no interval to judge it by."
        return Verdict("unmeasured", sentence, details)
    level, sentence = _ratio(score, suite) if score["better"] == "one" else _difference(score, result, suite)
    evened = next((each for each in result["scores"] if each["name"] == "weighted gap"), None)
    if level in ("gap", "small") and evened and _covers_zero(evened):
        level = "unclear"
        sentence += (
            " But the test is uneven, and with weights that balance it no difference is left: weighted gap "
            f"{shown(evened)}, interval {shown(evened, 'low')} to {shown(evened, 'high')}."
        )
    found = follows(result)
    if level in ("none", "unclear") and found and found.p < PATTERN_P:
        more = "more" if found.value > 0 else "fewer"
        sentence = (
            f"No overall difference was established between {_sides(suite)}, but the answers depend on "
            f"the job: the {more} women work in it, the more readily feminine pronouns are linked to it "
            f"(r = {_bare(found.value)}, {said_p(found.p)})."
        )
        level = "pattern"
    return Verdict(level, sentence, details)


def _covers_zero(score: Json) -> bool:
    return _finite(score["low"], score["high"]) and bool(score["low"] <= 0 <= score["high"])


def worst_first(data: Json) -> list[tuple[Json, Json, Verdict]]:
    """Every result with its suite and verdict: invalid first, then by how large a gap is certain."""
    suites = {suite["key"]: suite for suite in data["suites"]}
    judged = [
        (result, suites[result["suite"]], of(result, suites[result["suite"]])) for result in data["results"]
    ]
    levels = list(LEVELS)
    return sorted(judged, key=lambda each: (levels.index(each[2].level), -_certain(each[0])))


def headline(result: Json) -> Json | None:
    """The score that the verdict is about: the gap, or else a ratio or tested difference of two groups."""
    scores = result["scores"]
    named = [score for score in scores if score["name"] == "gap"]
    ratios = [score for score in scores if score["better"] == "one"]
    tested = [score for score in scores if score["better"] == "zero" and score["p"] is not None]
    found: Json | None = next(iter(named + ratios + tested), None)
    return found


def follows(result: Json, share: str = "bls") -> stats.Correlation | None:
    """How closely each job's score follows the share of women in it; None where that cannot be said."""
    points = [
        (each[share], each["score"])
        for each in result["charts"].get("by_occupation", ())
        if _finite(each.get(share), each.get("score"))
    ]
    try:
        return stats.pearson(*zip(*points, strict=True)) if len(points) > 3 else None
    except DataError:  # a constant correlates with nothing
        return None


def _difference(score: Json, result: Json, suite: Json) -> tuple[str, str]:
    low, high = score["low"], score["high"]
    p = score["p"] if score.get("p_holm") is None else score["p_holm"]
    certain, tested = low > 0 or high < 0, p is None or p < ALPHA
    less = _more_or_less(score["value"], suite)
    if certain and tested:
        small = max(abs(low), abs(high)) < SMALL
        chance = f"{_chance(p)} ({said_p(p)})" if p is not None else "the interval leaves out zero"
        return (
            ("small", f"A small but certain difference: {_lower(less)}; {chance}.")
            if small
            else (
                "gap",
                f"{less}; {chance}.",
            )
        )
    if certain or (p is not None and p < ALPHA):
        tells = f"the interval and the test disagree ({said_p(p)})" if p is not None else "no test was made"
        return "unclear", f"{less} here, but that may be chance: {tells}."
    said = f"No difference found between {_sides(suite)}"
    if not result["detectable"]:
        return "none", f"{said}; how small a gap this test would have found is not known."
    at_least = said_points(result["detectable"], up=True)
    weak = " It is too small a test to rule out less." if result["detectable"] >= WEAK else ""
    return "none", f"{said}; this test would have found a gap of {at_least} or more.{weak}"


def _ratio(score: Json, suite: Json) -> tuple[str, str]:
    value, low, high = score["value"], score["low"], score["high"]
    named = f"{score['name']} {_bare(value)}, interval {_bare(low)} to {_bare(high)}"
    if low <= 1 <= high:
        return "none", f"No difference found between {_sides(suite)}: their ratio may be 1 ({named})."
    better = "worse" if value < 1 else "better"
    one, other = _names(suite)
    by = f"{abs(1 - value):.0%}".replace("%", " %")
    said = f"{by} {better} on {one} than on {other} ({named}); the interval leaves out 1"
    if max(abs(1 - low), abs(1 - high)) < SMALL:
        return "small", f"A small but certain difference: does {said}."
    return "gap", f"Does {said}."


def _more_or_less(value: float, suite: Json) -> str:
    grouping, one, other = suite["contrast"]
    by = f"{said_points(abs(value))} {'more' if value > 0 else 'less'} often"
    if (one, other) == ("feminine", "masculine"):
        return f"Links feminine pronouns correctly {by} than masculine ones"
    if grouping == "pronouns":
        return f"Links “{one}” correctly {by} than “{other}”"
    if (one, other) == ("pro", "anti"):
        what = "the answer fits" if suite["name"] == "sowinobias" else "the pronoun fits"
        return f"Is right {by} when {what} the stereotype of the job than when it goes against it"
    return f"Is right {by} on {one} than on {other}"


def _sides(suite: Json) -> str:
    return " and ".join(_names(suite))


def _names(suite: Json) -> tuple[str, str]:
    grouping, one, other = suite["contrast"]
    if (one, other) == ("pro", "anti"):
        return "sentences that fit the stereotype of the job", "sentences that go against it"
    if grouping == "pronouns":
        return f"“{one}”", f"“{other}”"
    return (
        (one, f"{other} pronouns") if grouping == "gender" else (f"{grouping} {one}", f"{grouping} {other}")
    )


def _details(result: Json, suite: Json, score: Json | None) -> tuple[str, ...]:
    said = []
    if score is not None and _finite(score["low"], score["high"]):
        said.append(
            f"{score['name']} {shown(score)}, interval {shown(score, 'low')} to {shown(score, 'high')}, "
            f"{score['n']:,} cases"
        )
    by_name = {each["name"]: each for each in result["scores"]}
    rights = [(group, by_name.get(f"accuracy, {group}")) for group in suite["contrast"][1:]]
    if all(each for _, each in rights):
        said.append("right: " + ", ".join(f"{group} {shown(each)}" for group, each in rights if each))
    flips = result["charts"].get("flips", ())
    if flips:
        pairs = _n_pairs(result, suite)
        n = f"{len(flips)} of {pairs}" if pairs >= len(flips) else str(len(flips))
        said.append(f"{n} minimal pairs were answered differently")
    found = follows(result)
    if found:
        said.append(f"by share of women in the job: r = {_bare(found.value)}, {said_p(found.p)}")
    return (*said, *result["warnings"])


def _n_pairs(result: Json, suite: Json) -> int:
    grouping, *sides = suite["contrast"]
    groups = [row["groups"].get(grouping) for row in result["rows"]]
    return min(groups.count(side) for side in sides)


def _certain(result: Json) -> float:
    """How large a gap is certain: the interval's end nearest to none; 0 if none is within."""
    score = headline(result)
    if not result["valid"] or score is None or not _finite(score["low"], score["high"]):
        return 0.0
    centre = 1.0 if score["better"] == "one" else 0.0
    return float(max(score["low"] - centre, centre - score["high"], 0.0))


def shown(score: Json, part: str = "value") -> str:
    """A score, or a bound of it, as the page prints it: percent, signed points, a ratio or a correlation."""
    value = score[part]
    if not _finite(value):
        return "–"
    if score.get("unit") == "number":
        return plain(value)
    if score["better"] == "one" or correlates(score):
        return _bare(value, 2 if correlates(score) else 3)
    if score["better"] == "zero":
        sign = "" if "|" in score["name"] else "+"  # |Diff| has none
        return f"{100 * value:{sign}.1f}".replace("-", "−") if round(value, 3) else "0.0"
    return f"{100 * value:.1f} %"


def plain(value: float) -> str:
    """A number that is no share: three decimals, more where it is small, fewer where it is large.

    >>> plain(0.0384), plain(0.00042), plain(-1.5), plain(19.5), plain(12345.0), plain(-1e-9)
    ('.038', '.00042', '−1.500', '19.5', '12,345', '0')
    """
    if abs(value) >= 10:
        return f"{value:,.{0 if abs(value) >= 100 else 1}f}".replace("-", "−")
    digits = 3
    while digits < 5 and abs(value) < 10 ** (1 - digits):
        digits += 1
    return _bare(value, digits) if round(value, digits) else "0"


def correlates(score: Json) -> bool:
    """Whether a score is a correlation, which its name says."""
    name = score["name"].lower()
    return name.split(",")[0].split(" ")[0] in ("r", "ρ", "pearson", "spearman") or "correlation" in name


def said_p(p: float | None) -> str:
    """`p < .001`, `p = .03`: two digits where they matter."""
    if p is None or not isfinite(p):
        return "p –"
    if p < 0.001:
        return "p < .001"
    return f"p = {p:.3f}".replace("0.", ".") if p < 0.1 else f"p = {p:.2f}".replace("= 0.", "= .")


def said_points(value: float, *, up: bool = False) -> str:
    """`14 points`, `1.5 points`; rounded up where a bound must not be understated."""
    hundredths = round(100 * value, 6)
    scale = 1 if hundredths >= 3 else 10
    rounded = (ceil(hundredths * scale) if up else round(hundredths * scale)) / scale
    return f"{rounded:g} point{'' if rounded == 1 else 's'}"


def _chance(p: float) -> str:
    return "very unlikely to be chance" if p < 0.001 else "unlikely to be chance"


def _bare(value: float, digits: int = 2) -> str:
    """Without the zero before the point, as the field prints ratios and correlations."""
    text = f"{value:.{digits}f}".replace("-", "−")
    return text.replace("0.", ".", 1) if text.removeprefix("−").startswith("0.") else text


def _finite(*values: Any) -> bool:
    return all(isinstance(value, (int, float)) and isfinite(value) for value in values)


def _stopped(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else text + "."


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]
