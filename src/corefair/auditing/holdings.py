"""What a corpus holds, in sentences that say no more than the numbers beside them."""

from __future__ import annotations

from corefair.auditing.numbers import interval, shown
from corefair.auditing.report import Report, Result
from corefair.types import Score

_NO_HEADLINE = {"people": "No entity with feminine or masculine pronouns"}  # what it means, by suite
_AIMS = {"zero": 0.0, "half": 0.5, "one": 1.0}


def summary(report: Report, name: str) -> str:
    """One corpus in a few sentences: the headline numbers, and whether they tell the two groups apart."""
    results = [result for result in report.results if result.subject == name]
    parts = [_sentences(result, by=report.suite(result.suite).by) for result in results if result.valid]
    parts += [
        f"{result.suite}: not counted, for {'; '.join(result.problems)}."
        for result in results
        if result.problems
    ]
    return " ".join(filter(None, parts)) or "Nothing in it could be counted."


def leaning(score: Score) -> str:
    """Whether an interval leaves out evenness: `more masculine`, `more feminine`, or `not certain`.

    >>> leaning(Score("masculine share", 0.7, 0.6, 0.8, 90, better="half"))
    'more masculine'
    """
    aim = _AIMS.get(score.better)
    if aim is None or score.low is None or score.high is None:
        return ""
    return "more masculine" if score.low > aim else "more feminine" if score.high < aim else "not certain"


def _sentences(result: Result, *, by: str) -> str:
    """Its headline numbers; where there are none, what else was counted of the whole."""
    known = [score for score in result.scores if score.value is not None]
    leading = [score for score in known if score.role == "headline"]
    others = [score for score in known if by not in score.groups]
    if leading or not others:
        return " ".join(map(_sentence, leading))
    why = _NO_HEADLINE.get(result.suite, f"{result.suite}: no headline number is defined")
    return "; ".join([why, *(f"{each.name}: {_number(each)} ({interval(each)})" for each in others)]) + "."


def _sentence(score: Score) -> str:
    told = {
        "more masculine": f"{interval(score)}; more masculine",
        "more feminine": f"{interval(score)}; more feminine",
        "not certain": f"{interval(score)}; which side has more is not certain",
        "": "too few for an interval",
    }[leaning(score)]
    return f"{score.name[:1].upper()}{score.name[1:]}: {_number(score)} ({told})."


def _number(score: Score) -> str:
    return shown(score) + {"ratio": " times", "points": " points"}.get(score.unit, "")
