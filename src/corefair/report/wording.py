"""Words for what a report shows: groups, dates, lists of names, and numbers that cannot be computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from corefair.auditing.numbers import interval, shown
from corefair.auditing.report import Report
from corefair.types import Better, Score

UNDEFINED = "cannot be computed"
NOUNS = {
    "systems": "system",
    "vectors": "file",
    "corpora": "corpus",
}  # what is audited, by what the report asks
NOUNS_OF_MANY = {"systems": "systems", "vectors": "files", "corpora": "corpora"}
WANTED: Mapping[Better, str] = {
    "higher": "higher",
    "lower": "lower",
    "zero": "nearer 0",
    "one": "nearer 1",
    "half": "nearer 50 %",
}
GROUPINGS = {"gender": "grammatical gender", "pronouns": "pronoun", "answer": "who is meant"}


def value(score: Score) -> str:
    """A score in its unit; one that is not defined says so.

    >>> value(Score("r", None, None, None, 60, unit="correlation"))
    'cannot be computed'
    """
    return UNDEFINED if score.value is None else shown(score)


def between(score: Score) -> str:
    """Its interval, or nothing where there is no value to have one."""
    return "" if score.value is None else interval(score)


def date(written: str) -> str:
    """An ISO date in words; whatever else as it stands.

    >>> date("2026-11-17T08:30:00+00:00"), date("of old")
    ('17 November 2026', 'of old')
    """
    try:
        day = datetime.fromisoformat(written)
    except ValueError:
        return written
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"  # not strftime, which speaks the reader's language


MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else "".join(parts)


def interval_name(report: Report) -> str:
    """`95 % interval`, as far as the report says."""
    share = report.settings.get("level")
    return f"{100 * share:g} % interval" if isinstance(share, (int, float)) else "interval"


def names(report: Report) -> list[str]:
    """What was audited."""
    return [subject.name for subject in report.subjects]
