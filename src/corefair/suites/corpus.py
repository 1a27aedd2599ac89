"""What a corpus holds: people by the gender of their pronouns, and how often they are called by a job.

WinoBias §3.1 counts entities with a mention headed by a gendered pronoun, heads found by tree so that *his
mother* is no masculine mention, and compares how often mentions of either group contain a job title.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from corefair import lists, stats
from corefair.errors import DataError
from corefair.suites.job_titles import title_spans
from corefair.text import analyse
from corefair.text.mentions import head_of
from corefair.types import Cluster, Document, Kind, Mention, Row, Score, Unit

GROUPS = ("feminine", "masculine", "neutral", "neo")
COUNTS = (
    *GROUPS,  # entities with a pronoun of this group alone
    "mixed",  # entities with pronouns of two groups
    "feminine_pronouns",  # words, in clusters or not
    "masculine_pronouns",
    "feminine_mentions",  # of feminine entities, pronouns too
    "masculine_mentions",
    "feminine_phrases",  # of feminine entities, without pronouns
    "masculine_phrases",
    "feminine_titled",  # phrases that contain a job title
    "masculine_titled",
)
_PLACE = {name: at for at, name in enumerate(COUNTS)}
_Array = NDArray[np.float64]


@dataclass(frozen=True)
class Holdings:
    """The counts of every document, in order, with its genre; totals are sums over them."""

    rows: tuple[Row, ...]
    genres: tuple[str, ...]

    @property
    def totals(self) -> Mapping[str, float]:
        """The sum of each count."""
        return {name: sum(row.counts[name] for row in self.rows) for name in COUNTS}


def holdings(docs: Iterable[Document]) -> Holdings:
    """Count the people of each document; one without trees is analysed first.

    >>> from corefair.types import cluster_up
    >>> words = ("Ann", "met", "her", "father", ",", "a", "judge", ".", "He", "left", ".")
    >>> people = cluster_up([[(0, 1), (2, 3)], [(2, 4), (8, 9)]])
    >>> found = holdings([Document("d", words, sentences=(0, 8), clusters=people)]).totals
    >>> found["feminine"], found["masculine"], found["masculine_phrases"], found["masculine_titled"]
    (1.0, 1.0, 1.0, 0.0)
    """
    rows: list[Row] = []
    genres: list[str] = []
    for doc in _with_trees(docs):
        rows.append(Row(doc.id, None, _counts(doc)))
        genres.append(doc.genre or "")
    return Holdings(tuple(rows), tuple(genres))


def scores(found: Holdings, *, resamples: int = 2000, seed: int = 0) -> list[Score]:
    """The two numbers of WinoBias §3.1 and what they are made of, for all documents and for each genre.

    Intervals are over documents. A number that is not defined, as where no document has a feminine entity,
    has no value; one that rests on a single document has no interval.
    """
    made: list[Score] = []
    genres = sorted({genre for genre in found.genres if genre})
    for genre in ("", *genres) if len(genres) > 1 else ("",):
        rows = [row for row, of in zip(found.rows, found.genres, strict=True) if genre in ("", of)]
        totals = np.array([[row.counts[name] for name in COUNTS] for row in rows])  # [n_docs, n_counts]
        for name, (metric, kind, unit, counted) in _MEASURES.items():
            groups = {"genre": genre} if genre else {}
            n = int(totals[:, [_PLACE[each] for each in counted]].sum())
            value, low, high = _interval(totals, metric, resamples=resamples, seed=seed)
            made.append(
                Score(name, value, low, high, n, kind=kind, unit=unit, groups=groups, role="headline")
            )
    return made


def _with_trees(docs: Iterable[Document]) -> Iterator[Document]:
    for doc in docs:
        if doc.words and (doc.heads is None or doc.relations is None or doc.tags is None):
            yield from analyse([doc])
        else:
            yield doc


def _counts(doc: Document) -> dict[str, float]:
    counts = dict.fromkeys(COUNTS, 0.0)
    for word in doc.words:
        group = group_of_pronoun().get(word.lower())
        if group in ("feminine", "masculine"):
            counts[f"{group}_pronouns"] += 1
    titled: list[Mention] | None = None
    for cluster in doc.clusters:
        groups = _groups(doc, cluster)
        if len(groups) > 1:
            counts["mixed"] += 1
        for group in groups if len(groups) == 1 else ():
            counts[group] += 1
            if group not in ("feminine", "masculine"):
                continue
            titled = title_spans(doc) if titled is None else titled
            for mention in dict.fromkeys(cluster):
                counts[f"{group}_mentions"] += 1
                if _pronoun(doc, mention) is None:
                    counts[f"{group}_phrases"] += 1
                    inside = any(mention.start <= start and end <= mention.end for start, end in titled)
                    counts[f"{group}_titled"] += inside
    return counts


def _groups(doc: Document, cluster: Cluster) -> set[str]:
    """The groups of the pronouns that head mentions of an entity."""
    found = (_pronoun(doc, mention) for mention in cluster)
    return {group for group in found if group}


def _pronoun(doc: Document, mention: Mention) -> str | None:
    """The group of the pronoun that heads a mention, nothing for *I* and *it*; None if it is no pronoun."""
    head = head_of(doc, mention)
    group = group_of_pronoun().get(doc.words[head].lower())
    if group is not None:
        return group
    return (
        "" if doc.tags is not None and doc.tags[head] in ("PRP", "PRP$", "WP", "WP$", "WDT", "EX") else None
    )


@cache
def group_of_pronoun() -> Mapping[str, str]:
    """The group of each form, in lower case: *they* is neutral whether it is one or many."""
    found: dict[str, str] = {}
    for row in lists.read("pronouns"):
        ordinary = set(row["ordinary"].split())
        forms = [row[case] for case in ("nominative", "accusative", "determiner", "possessive", "reflexive")]
        for form in [*forms, *row["also"].split()]:
            if form not in ordinary:
                found.setdefault(form, row["group"])
    return found


def _share(totals: _Array) -> _Array:
    masculine, feminine = totals[..., _PLACE["masculine"]], totals[..., _PLACE["feminine"]]
    return np.asarray(masculine / (masculine + feminine))


def _pronoun_share(totals: _Array) -> _Array:
    masculine, feminine = totals[..., _PLACE["masculine_pronouns"]], totals[..., _PLACE["feminine_pronouns"]]
    return np.asarray(masculine / (masculine + feminine))


def _titled(group: str, of: str, totals: _Array) -> _Array:
    return np.asarray(totals[..., _PLACE[f"{group}_titled"]] / totals[..., _PLACE[f"{group}_{of}"]])


def _times(of: str, totals: _Array) -> _Array:
    return np.asarray(_titled("masculine", of, totals) / _titled("feminine", of, totals))


_PHRASES, _MENTIONS = ("feminine_phrases", "masculine_phrases"), ("feminine_mentions", "masculine_mentions")
_MEASURES: Mapping[str, tuple[stats.Metric, Kind, Unit, tuple[str, ...]]] = {
    "masculine share of entities": (_share, "share", "share", ("feminine", "masculine")),
    "masculine share of pronouns": (
        _pronoun_share,
        "share",
        "share",
        ("feminine_pronouns", "masculine_pronouns"),
    ),
    "feminine phrases with a job title": (
        lambda t: _titled("feminine", "phrases", t),
        "share",
        "share",
        _PHRASES[:1],
    ),
    "masculine phrases with a job title": (
        lambda t: _titled("masculine", "phrases", t),
        "share",
        "share",
        _PHRASES[1:],
    ),
    "job titles, masculine over feminine phrases": (
        lambda t: _times("phrases", t),
        "ratio",
        "ratio",
        _PHRASES,
    ),
    "job titles, masculine over feminine mentions": (
        lambda t: _times("mentions", t),
        "ratio",
        "ratio",
        _MENTIONS,
    ),
}


def _interval(
    totals: _Array, metric: stats.Metric, *, resamples: int, seed: int
) -> tuple[float | None, float | None, float | None]:
    """The value and its bounds; None for what is not defined."""
    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(metric(totals.sum(axis=0)))
    if not np.isfinite(value):
        return None, None, None
    try:
        found = stats.bootstrap(totals, metric, resamples=resamples, seed=seed)
    except DataError:  # one document, or half of the resamples have no feminine title
        return value, None, None
    return value, float(found.low), float(found.high)
