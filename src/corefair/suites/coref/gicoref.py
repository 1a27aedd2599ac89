"""GICoref: natural documents by and about people who use they and neopronouns (Cao & Daumé 2020)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from corefair.io import read
from corefair.metrics.coref import count
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.coref import choice
from corefair.suites.coref.frames import NEO
from corefair.suites.coref.map import GENDERS, set_of
from corefair.suites.published import choose, hashes
from corefair.types import Answer, Case, Document, Measure, Mention, Row, Suite

BINARY, BEYOND = "she or he", "they or neopronouns"
CONTRAST = ("kind", BINARY, BEYOND)
SHORT = {BINARY: "binary", BEYOND: "beyond"}  # in the names of measures
FILES = {"all": ("coref.combo.conll",)}
_V = {"v": ("v", NEO), "vself": ("v", NEO)}  # one document has this set, too short a word for the list


@suites.register("gicoref", splits=("all",), data="gicoref")
def build(split: str | None = None, *, data: Path | None = None) -> Suite:
    """How well are people resolved in documents where they, xe, ze … are the usual pronouns?"""
    split, paths = choose("gicoref", split, FILES, data=data)
    docs = list(read(paths["coref.combo.conll"]))
    cases = tuple(_cases(docs))
    return Suite(
        name="gicoref",
        version="1",
        about=about(build),
        cases=cases,
        judge=judge,
        measures=(*choice.headline(CONTRAST, short=SHORT), *_more()),
        contrast=CONTRAST,
        citation="Cao & Daumé 2020, Toward Gender-Inclusive Coreference Resolution, ACL, "
        "https://aclanthology.org/2020.acl-main.418",
        licence="BSD-3-Clause",
        caveats=_caveats(docs, cases),
        split=split,
        data=hashes(paths),
    )


def judge(case: Case, answer: Answer) -> Row:
    """Every coreference total of the document, and the links of its dominant pronouns.

    A pronoun is right if its cluster has another mention of the same person and none of anybody else; it is
    asked about where the key has another mention.
    """
    key = replace(case.given, clusters=case.gold)
    person_of = {mention: i for i, cluster in enumerate(key.clusters) for mention in cluster}
    links = Counter(cases=0, asked=0, right=0, linked=0)
    for (pronouns, _), mention, person in _pronouns(key):
        if pronouns != case.groups.get("pronouns"):
            continue
        others = {
            other
            for cluster in answer.clusters
            if mention in cluster
            for other in cluster
            if other != mention
        }
        is_asked = len(key.clusters[person]) > 1
        people = {person_of[other] for other in others if other in person_of}
        links.update(cases=1, asked=is_asked, right=is_asked and people == {person}, linked=bool(others))
    tally = count([(key, replace(key, clusters=answer.clusters))])
    return Row(case.id, answer, {**{name: float(values[0]) for name, values in tally.items()}, **links})


def _cases(docs: Sequence[Document]) -> Iterator[Case]:
    names = {doc.id for doc in docs}
    for doc in docs:
        name = doc.id.removesuffix("_v2")  # annotated twice: the two versions weigh as one document
        versions = 2 if {name, f"{name}_v2"} <= names else 1
        dominant = _most(Counter(pronouns for pronouns, _, _ in _pronouns(doc)))
        yield Case(
            doc.id, _without_gold(doc), doc.clusters, _groups(dominant), unit=name, weight=1 / versions
        )


def _pronouns(doc: Document) -> Iterator[tuple[tuple[str, str], Mention, int]]:
    """The annotated pronouns: the set and gender of each, its place, and the number of its cluster."""
    for person, cluster in enumerate(doc.clusters):
        for mention in cluster:
            word = doc.words[mention.start].lower()
            pronouns = _V.get(word) or set_of().get(word)
            if pronouns and mention.end == mention.start + 1:
                yield pronouns, mention, person


def _most(counts: Counter[tuple[str, str]]) -> tuple[str, str] | None:
    """The commonest set; None if there is none, or two are as common."""
    top = counts.most_common(2)
    return top[0][0] if top and (len(top) == 1 or top[0][1] > top[1][1]) else None


def _groups(dominant: tuple[str, str] | None) -> dict[str, str]:
    if dominant is None:
        return {"kind": "mixed"}
    pronouns, gender = dominant
    kind = BINARY if gender in ("feminine", "masculine") else BEYOND
    return {"kind": kind, "gender": gender, "pronouns": pronouns}


def _without_gold(doc: Document) -> Document:
    ends, at = [], 0
    for word in doc.words:
        ends.append((at, at + len(word)))
        at += len(word) + 1
    return Document(doc.id, doc.words, doc.sentences, text=" ".join(doc.words), offsets=tuple(ends))


def _more() -> Iterator[Measure]:
    grouping, one, other = CONTRAST
    for metric, name in (("lea", "LEA"), ("conll", "CoNLL F1"), ("mentions", "mention F1")):
        made = choice.gap(f"{name} gap", {grouping: one}, {grouping: other}, metric=metric, table=name)
        yield made if metric == "lea" else replace(made, role="table")  # LEA is the authors' score
        yield Measure(name, metric, table=name, role="table")
        for group in (one, other):
            yield Measure(f"{name}, {SHORT[group]}", metric, {grouping: group}, table=name, role="table")
        for gender, short in GENDERS.items():
            yield Measure(f"{name}, {short}", metric, {"gender": gender}, table=name, role="table")


def _caveats(docs: Sequence[Document], cases: Sequence[Case]) -> tuple[str, ...]:
    kinds = Counter(case.groups["kind"] for case in cases)
    twice = sum(case.weight < 1 for case in cases) // 2
    alone = sum(len(cluster) == 1 for doc in docs for cluster in doc.clusters)
    return (
        "Documents with different pronouns are different documents (news, fan fiction, Wikipedia): a gap "
        "between them may come of genre, length or topic, and is not the effect of the pronoun.",
        f"Few documents: {kinds[BINARY]} with she or he, {kinds[BEYOND]} with they or neopronouns, "
        f"{kinds['mixed']} with no dominant set; only large gaps can be seen.",
        "The dominant set is that of most annotated pronouns, so plural they counts with singular they.",
        f"{twice} documents were annotated twice; each version has half the weight.",
        f"{alone} of the key's {sum(len(doc.clusters) for doc in docs)} clusters are single mentions, which "
        "systems trained on OntoNotes never give: compare systems, not levels.",
        "Only people are annotated: mentions of things that a system finds count against its precision.",
    )
