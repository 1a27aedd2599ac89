"""WinoBias: two occupations and a pronoun, whose gender is the stereotype of its referent or is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

from corefair.errors import DataError
from corefair.io import documents, files
from corefair.metrics import totals_of
from corefair.metrics.coref import count
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.coref import choice
from corefair.suites.coref.charts import charts, women_of
from corefair.suites.coref.giveaways import decisions, giveaways
from corefair.suites.published import choose, fingerprints, hashes
from corefair.types import Answer, Case, Choice, Cluster, Document, Entity, Measure, Mention, Row, Suite

FEMININE = frozenset(("she", "her", "hers", "herself"))
MASCULINE = frozenset(("he", "him", "his", "himself"))
CONTRAST = ("stereotype", "pro", "anti")
LISTS = ("female_occupations.txt", "male_occupations.txt")
FILES = {
    split: (
        *(f"{split}_type{kind}_{side}_stereotype.v4_auto_conll" for kind in "12" for side in ("pro", "anti")),
        *LISTS,
    )
    for split in ("test", "dev")
}
TABLES = {"test": "Table 3", "dev": "Table 2"}


@dataclass(frozen=True, slots=True)
class Question(Choice):
    """The choice, with the gold clusters that the CoNLL score is taken against."""

    clusters: tuple[Cluster, ...]


@suites.register("winobias", splits=("test", "dev"), data="winobias")
def build(split: str | None = None, *, data: Path | None = None) -> Suite:
    """Is a pronoun linked to an occupation as well against the gender stereotype as with it?"""
    split, paths = choose("winobias", split, FILES, data=data)
    occupations = [tuple(name.split()) for file in LISTS for name in _lines(paths[file])]
    cases = [
        case
        for kind in "12"
        for side in ("pro", "anti")
        for case in _cases(
            paths[f"{split}_type{kind}_{side}_stereotype.v4_auto_conll"], kind, side, occupations
        )
    ]
    return Suite(
        name="winobias",
        version="1.0",
        about=about(build),
        cases=cases,
        judge=judge,
        measures=_measures(TABLES[split]),
        contrast=CONTRAST,
        citation="Zhao, Wang, Yatskar, Ordonez & Chang 2018, Gender Bias in Coreference Resolution: "
        "Evaluation and Debiasing Methods, NAACL, https://aclanthology.org/N18-2003",
        licence="MIT",
        caveats=_caveats(cases, occupations),
        split=split,
        data={**hashes(paths), **fingerprints("winobias_occupations")},
        charts=partial(charts, cases, CONTRAST, women_of("winobias_occupations")),
    )


def judge(case: Case, answer: Answer) -> Row:
    """The counts of every pronoun question, and the totals of the CoNLL score."""
    row = choice.judge(case, answer)
    totals = _conll_totals(case.gold.clusters, answer.clusters, len(case.given.words))
    return replace(row, counts={**row.counts, **totals})


@lru_cache(maxsize=65536)
def _conll_totals(
    gold: tuple[Cluster, ...], answer: tuple[Cluster, ...], n_words: int
) -> Mapping[str, float]:
    # Few sentences differ in where their mentions are, so most answers have been counted before.
    words = ("_",) * n_words
    pair = (Document("key", words, clusters=gold), Document("answer", words, clusters=answer))
    tally = count([pair], names=("muc", "b_cubed", "ceaf_e"))
    return {name: float(tally[name][0]) for name in totals_of("conll")}


def odd_pairs(cases: Sequence[Case]) -> list[str]:
    """The pairs that differ in more than the pronoun's gender: in words, or in gold mentions."""
    by_unit: dict[str, list[Case]] = {}
    for case in cases:
        by_unit.setdefault(case.unit, []).append(case)
    return [unit for unit, members in by_unit.items() if len({_but_gender(each) for each in members}) > 1]


def _cases(path: Path, kind: str, side: str, occupations: Sequence[tuple[str, ...]]) -> Iterator[Case]:
    for doc in sorted(documents.read(path, format="conll"), key=lambda doc: _index(doc, path)):
        number = _index(doc, path)
        try:
            gold = _question(doc, occupations)
        except DataError as error:
            raise error.at(path=str(path)) from None
        name = f"type{kind}/{side}/{number}"
        entities = tuple(Entity(*mention, "PERSON") for mention in sorted(gold.candidates))
        gender = "feminine" if doc.words[gold.pronoun.start].lower() in FEMININE else "masculine"
        yield Case(
            name,
            replace(doc, id=name, clusters=(), entities=entities),
            gold,
            {"stereotype": side, "type": kind, "gender": gender},
            unit=f"type{kind}/{number}",
        )


def _index(doc: Document, path: Path) -> int:
    """The number of the sentence, which is the same in the pro and the anti file: …//17."""
    number = doc.id.rpartition("/")[2]
    if not number.isdecimal() or len(number) > 9:
        raise DataError(f"document {doc.id!r} has no number after its last slash", path=str(path))
    return int(number)


def _question(doc: Document, occupations: Sequence[tuple[str, ...]]) -> Question:
    mentions = [mention for cluster in doc.clusters for mention in cluster]
    pronouns = [each for each in mentions if _is_pronoun(doc, each)]
    nouns = [each for each in mentions if each not in pronouns]
    if not pronouns or not nouns:
        raise DataError(f"document {doc.id!r}: gold must hold a pronoun and an occupation")
    listed = list(_occupations(doc, occupations))
    right = next(
        (each for each in listed if each[0].end == nouns[0].end), (nouns[0], doc.words[nouns[0].end - 1])
    )
    others = [(each, name) for each, name in listed if name != right[1] and each not in nouns]
    wrong = others[0] if others else _other_noun(doc, mentions)
    first, second = sorted([right, wrong])
    return Question(
        pronouns[0],
        (first[0], second[0]),
        (first[1], second[1]),
        [first, second].index(right),
        clusters=doc.clusters,
    )


def _occupations(doc: Document, names: Sequence[tuple[str, ...]]) -> Iterator[tuple[Mention, str]]:
    """Every occupation of the list in the text, with its article; a plural counts too ("hairdressers")."""
    words = [word.lower() for word in doc.words]
    for end in range(1, len(words) + 1):
        for name in names:
            start = end - len(name)
            if start >= 0 and (*words[start : end - 1], words[end - 1].removesuffix("s")) in (
                name,
                (*name[:-1], name[-1].removesuffix("s")),
            ):
                article = start > 0 and words[start - 1] in ("the", "a", "an")
                yield Mention(start - article, end), " ".join(name)


def _other_noun(doc: Document, mentions: Iterable[Mention]) -> tuple[Mention, str]:
    """Where no other occupation is on the list: the first "the …" that is not in the gold cluster."""
    taken = {word for mention in mentions for word in range(*mention)}
    for i, word in enumerate(doc.words[:-1]):
        if word.lower() == "the" and not {i, i + 1} & taken:
            return Mention(i, i + 2), doc.words[i + 1].lower()
    raise DataError(f"document {doc.id!r}: no second person was found")


def _is_pronoun(doc: Document, mention: Mention) -> bool:
    return mention.end - mention.start == 1 and doc.words[mention.start].lower() in FEMININE | MASCULINE


def _but_gender(case: Case) -> tuple[tuple[str, ...], tuple[Cluster, ...]]:
    words = (("_" if word.lower() in FEMININE | MASCULINE else word) for word in case.given.words)
    return tuple(words), case.gold.clusters


def _lines(path: Path) -> list[str]:
    return [line.strip().lower() for line in files.lines(path) if line.strip()]


def _measures(table: str) -> tuple[Measure, ...]:
    made = list(choice.headline(CONTRAST))
    tabled = partial(Measure, metric="conll", table=table, role="table")
    for kind in "12":
        pro, anti = ({"type": kind, "stereotype": side} for side in ("pro", "anti"))
        made += [
            tabled(f"T{kind}-p", where=pro),
            tabled(f"T{kind}-a", where=anti),
            tabled(f"T{kind} Avg", where=pro, against=anti, how="mean"),
            tabled(f"T{kind} |Diff|", where=pro, against=anti, how="distance", better="zero"),
            # The paper's star on |Diff| is the test of this difference.
            tabled(f"T{kind} Diff", where=pro, against=anti, how="difference", better="zero"),
            Measure(f"accuracy, T{kind}-p", "link_accuracy", pro),
            Measure(f"accuracy, T{kind}-a", "link_accuracy", anti),
            choice.gap(f"gap, T{kind}", pro, anti),
        ]
    feminine, masculine = {"gender": "feminine"}, {"gender": "masculine"}
    return (
        *made,
        Measure("accuracy, feminine", "link_accuracy", feminine),
        Measure("accuracy, masculine", "link_accuracy", masculine),
        Measure("gap, gender", "link_accuracy", feminine, masculine, "difference", better="zero"),
    )


def _caveats(cases: Sequence[Case], occupations: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    listed = {" ".join(name) for name in occupations}
    unlisted = sorted({name for case in cases for name in case.gold.names} - listed)
    two = sum(sum(_is_pronoun(case.given, each) for each in case.gold.clusters[0]) > 1 for case in cases)
    odd = odd_pairs(cases)
    return (
        "It can show that a system is biased, never that it is not (Zhao 2018, footnote 1): 40 occupations, "
        "two sentence patterns, written by the authors, US statistics of 2017, two genders.",
        "The CoNLL score alone misleads: to link to the wrong occupation earns .25, to link nothing 0. "
        "Read it beside accuracy and link rate.",
        "A mention counts for the CoNLL score only word for word, article included; for accuracy its head is "
        "enough.",
        f"{two} sentences have two gold pronouns; the first is the one asked about.",
        *(each.sentence for each in giveaways(cases)),
        *_uneven(decisions(cases)),
        *([f"People on no list of occupations: {', '.join(unlisted)}."] if unlisted else []),
        f"{len(odd)} pairs differ in more than the pronoun ({', '.join(odd)}): "
        "they are kept, as in the paper.",
    )


def _uneven(n_right: Mapping[str, int]) -> Iterator[str]:
    counts = list(n_right.items())  # most often right first
    if counts and counts[0][1] > counts[-1][1]:
        (most, highest), (least, lowest) = counts[0], counts[-1]
        yield (
            f"How often an occupation is the right answer runs from {lowest} ({least}) to {highest} "
            f"({most}), where the paper says equally often."
        )
