"""people: whom a corpus speaks of, by the gender of their pronouns, and how often it names their job.

WinoBias §3.1 counts entities with a mention headed by a gendered pronoun, heads found by tree so that *his
mother* is no masculine mention, and compares how often mentions of either group contain a job title.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from corefair import lists
from corefair.errors import UnknownName
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.corpora.job_titles import title_spans
from corefair.suites.published import fingerprints
from corefair.text import analyse
from corefair.text.mentions import head_of
from corefair.types import (
    Case,
    Charts,
    Cluster,
    CorpusSuite,
    Coverage,
    Document,
    Grid,
    Json,
    Measure,
    Mention,
    Reading,
    Row,
)

GROUPS = ("feminine", "masculine", "neutral", "neo", "mixed")  # mixed: pronouns of two groups
COUNTS = (
    *("entities", "gendered", "masculine", "neutral"),  # of an entity 1 or 0; gendered: feminine or masculine
    *("mentions", "phrases", "titled"),  # of a gendered entity; phrases are no pronouns, titled have a job
    *("gendered_words", "masculine_words"),  # pronouns of a document, in clusters or not
)
_FEMININE, _MASCULINE = {"pronouns": "feminine"}, {"pronouns": "masculine"}
_SHOWN = 8  # mentions of an entity that are kept to be looked at


@suites.register("people", asks="corpora", splits=(), data=None)
def build(split: str | None = None, *, data: Path | None = None) -> CorpusSuite:
    """Whom does a corpus speak of, by the gender of their pronouns, and whose job does it name?

    An entity is feminine, masculine or neutral if the pronouns that head its mentions all are.
    """
    if split:
        raise UnknownName("split of people", split, [])
    return CorpusSuite(
        name="people",
        version="1",
        about=about(build),
        answer=answer,
        measures=_measures(),
        citation="Zhao, Wang, Yatskar, Ordonez & Chang 2018, Gender Bias in Coreference Resolution: "
        "Evaluation and Debiasing Methods, NAACL, https://aclanthology.org/N18-2003, section 3.1",
        licence="that of the corpus",
        caveats=(
            "Only people with a pronoun of the third person are counted: one who is named once, or speaks as "
            "I, is not.",
            "They is neutral whether it is one or many: neutral entities are mostly groups.",
            "Clusters are those of the file, right or not; where a system found them, its mistakes are in "
            "the numbers. Trees that a file lacks come from the shipped pipeline.",
            "A job title is one of a list of ours in English: others are missed, and president counts "
            "whoever is called so.",
            "It says how often people are written about, not what is said of them.",
        ),
        by="genre",
        data=fingerprints("job_titles", "pronouns"),
    )


def answer(docs: Iterable[Document]) -> Reading:
    """A case for each document and for each entity with such a pronoun; no document is kept.

    >>> from corefair.types import cluster_up
    >>> words = ("Ann", "met", "her", "father", ",", "a", "judge", ".", "He", "left", ".")
    >>> people = cluster_up([[(0, 1), (2, 3)], [(2, 7), (8, 9)]])
    >>> found = answer([Document("d", words, sentences=(0, 8), clusters=people)])
    >>> [case.groups.get("pronouns", "") for case in found.cases]
    ['', 'feminine', 'masculine']
    >>> [row.counts["titled"] for row in found.rows]
    [0.0, 0.0, 1.0]
    """
    cases: list[Case] = []
    rows: list[Row] = []
    n_docs = silent = 0
    for doc in _with_trees(docs):
        n_docs += 1
        silent += not doc.clusters
        for case, counts in _held(doc):
            cases.append(case)
            rows.append(Row(case.id, None, counts))
    counted = Coverage(n_docs, ok=n_docs - silent, silent=silent)
    return Reading(cases, rows, counted, charts=Charts(grids=(_grid(cases, rows),)))


def _with_trees(docs: Iterable[Document]) -> Iterator[Document]:
    for doc in docs:
        if doc.words and (doc.heads is None or doc.relations is None or doc.tags is None):
            yield from analyse([doc])
        else:
            yield doc


def _held(doc: Document) -> Iterator[tuple[Case, dict[str, float]]]:
    genre = {"genre": doc.genre} if doc.genre else {}
    words = Counter(group_of_pronoun().get(word.lower()) for word in doc.words)
    gendered = words["feminine"] + words["masculine"]
    counts = {"gendered_words": float(gendered), "masculine_words": float(words["masculine"])}
    yield Case(doc.id, (), None, genre, unit=doc.id), dict.fromkeys(COUNTS, 0.0) | counts
    titled: list[Mention] | None = None
    for at, cluster in enumerate(doc.clusters, 1):
        found = {group for mention in cluster if (group := _pronoun(doc, mention))}
        if found:
            group = found.pop() if len(found) == 1 else "mixed"
            if group in ("feminine", "masculine"):
                titled = title_spans(doc) if titled is None else titled
            given = tuple(" ".join(doc.words[start:end]) for start, end in cluster[:_SHOWN])
            case = Case(f"{doc.id}#{at}", given, None, {"pronouns": group, **genre}, unit=doc.id)
            yield case, _counts(doc, cluster, group, titled or ())


def _counts(doc: Document, cluster: Cluster, group: str, titled: Sequence[Mention]) -> dict[str, float]:
    counts = dict.fromkeys(COUNTS, 0.0)
    counts["entities"] = 1.0
    counts["neutral"] = float(group == "neutral")
    if group in ("feminine", "masculine"):
        mentions = list(dict.fromkeys(cluster))
        phrases = [mention for mention in mentions if _pronoun(doc, mention) is None]
        counts |= {"gendered": 1.0, "masculine": float(group == "masculine")}
        counts |= {"mentions": float(len(mentions)), "phrases": float(len(phrases))}
        counts["titled"] = float(sum(_holds(mention, titled) for mention in phrases))
    return counts


def _holds(mention: Mention, spans: Iterable[Mention]) -> bool:
    return any(mention.start <= start and end <= mention.end for start, end in spans)


def _pronoun(doc: Document, mention: Mention) -> str | None:
    """The group of the pronoun that heads a mention, nothing for *I* and *it*; None if it is no pronoun."""
    head = head_of(doc, mention)
    group = group_of_pronoun().get(doc.words[head].lower())
    if group is not None:
        return group
    other = doc.tags is not None and doc.tags[head] in ("PRP", "PRP$", "WP", "WP$", "WDT", "EX")
    return "" if other else None


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


def _measures() -> tuple[Measure, ...]:
    """The two numbers of the paper lead; what they are made of, and their kin, follow."""
    sides = {"feminine": _FEMININE, "masculine": _MASCULINE}
    return (
        Measure("masculine share of entities", "masculine_entities", better="half", role="headline"),
        Measure(
            "job titles, masculine over feminine phrases",
            "titled_phrases",
            _MASCULINE,
            _FEMININE,
            "ratio",
            better="one",
            role="headline",
        ),
        Measure(
            "job titles, masculine less feminine phrases",
            "titled_phrases",
            _MASCULINE,
            _FEMININE,
            "difference",
            better="zero",
            role="headline",
        ),
        Measure(
            "job titles, masculine over feminine mentions",
            "titled_mentions",
            _MASCULINE,
            _FEMININE,
            "ratio",
            better="one",
        ),
        *(
            Measure(f"{side} phrases with a job title", "titled_phrases", where, better="zero")
            for side, where in sides.items()
        ),
        Measure("masculine share of pronouns", "masculine_pronouns", better="half"),
        Measure("neutral share of entities", "neutral_entities"),
    )


def _grid(cases: Sequence[Case], rows: Sequence[Row]) -> Grid:
    """What was counted, for the whole and for each genre where there are several."""
    genres = sorted({case.groups.get("genre", "") for case in cases} - {""})
    lines: list[tuple[Json, ...]] = []
    for genre in ("", *genres) if len(genres) > 1 else ("",):
        totals: Counter[str] = Counter()
        for case, row in zip(cases, rows, strict=True):
            if genre in ("", case.groups.get("genre")):
                group = case.groups.get("pronouns")
                totals[group or "documents"] += 1
                for name in ("phrases", "titled"):
                    totals[f"{name} {group}"] += int(row.counts[name])
        titled = (
            f"{totals[f'titled {group}']:,} of {totals[f'phrases {group}']:,}"
            for group in ("feminine", "masculine")
        )
        lines.append((genre or "all", totals["documents"], *(totals[group] for group in GROUPS), *titled))
    heads = ("feminine phrases with a job title", "masculine phrases with a job title")
    return Grid(("genre", "documents", *GROUPS, *heads), tuple(lines), "Entities by their pronouns")
