"""reversed: a corpus and its gender-reversed twin, scored alike (WinoBias, Table 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from corefair.errors import DataError, UnknownName
from corefair.io import read
from corefair.io.layers import NOT_FOR_SCORING, without_layers
from corefair.metrics import totals_of
from corefair.metrics.coref import count
from corefair.registry import mitigators, suites
from corefair.suites import about
from corefair.types import Answer, Case, Document, Measure, Row, Suite, TextMitigator

CONTRAST = ("text", "original", "reversed")
TABLE = "Table 4"


@suites.register("reversed", splits=(), data=None, needs="files")
def build(split: str | None = None, *, data: Path | None = None) -> Suite:
    """Does a system resolve a corpus as well when feminine and masculine words are exchanged in it?

    `reversed:FILES` takes a file or a folder of documents with gold clusters; `reversed:FILES,anonymise`
    replaces names in both texts, so that a name does not speak against its pronoun.
    """
    if not split:
        raise DataError("which files? Write reversed:FILES, a file or folder of documents with clusters")
    place, _, how = split.partition(",")
    if how not in ("", "anonymise"):
        raise UnknownName("way to reverse", how, ["anonymise"])
    docs = list(read(Path(place)))
    if not any(len(cluster) > 1 for doc in docs for cluster in doc.clusters):
        raise DataError("there are no clusters to score against in it", path=place)
    steps = ("anonymise", "swap") if how else ("swap",)
    return Suite(
        name="reversed",
        version="1",
        about=about(build),
        cases=tuple(_cases(docs, steps)),
        judge=judge,
        measures=_measures(),
        contrast=CONTRAST,
        citation="Zhao, Wang, Yatskar, Ordonez & Chang 2018, Gender Bias in Coreference Resolution: "
        "Evaluation and Debiasing Methods, NAACL, https://aclanthology.org/N18-2003",
        licence="that of the corpus",
        caveats=(
            "Words are exchanged by corefair's own dictionary, which misses some and changes some that it "
            "should not (docs/swap.md says which): a small difference may come from that.",
            "Names stay, and then speak against their pronouns, unless they are anonymised too: then no name "
            "is read as one in either text.",
            "The system is shown words, sentences and speakers, of both texts alike.",
            "A document and its twin are one unit: both are resampled together.",
        ),
        split=f"{Path(place).name},{how}" if how else Path(place).name,
        data={f"documents of {Path(place).name}": _digest(docs)},
    )


def judge(case: Case, answer: Answer) -> Row:
    """The totals of the CoNLL score of one document."""
    key = replace(case.given, clusters=case.gold)
    tally = count([(key, replace(key, clusters=answer.clusters))], names=("muc", "b_cubed", "ceaf_e"))
    return Row(case.id, answer, {name: float(tally[name][0]) for name in totals_of("conll")})


def _cases(docs: Iterable[Document], steps: Iterable[str]) -> Iterator[Case]:
    """Each document and its twin; what both undergo (anonymising) is done to the original too."""
    changes: dict[str, TextMitigator] = {step: mitigators[step]() for step in steps}
    swap = changes.pop("swap")
    for doc in docs:
        original = doc
        for change in changes.values():
            original = change(original)
        for side, text in (("original", original), ("reversed", swap(original))):
            given = replace(without_layers(text, NOT_FOR_SCORING), id=f"{doc.id} ({side})")
            yield Case(given.id, given, text.clusters, {"text": side}, unit=doc.id)


def _measures() -> tuple[Measure, ...]:
    grouping, one, other = CONTRAST
    sides = {side: {grouping: side} for side in (one, other)}
    return (
        Measure("gap", "conll", sides[one], sides[other], "difference", better="zero", role="headline"),
        *(
            Measure(f"CoNLL F1, {side}", "conll", where, table=TABLE, column=side.capitalize(), role="table")
            for side, where in sides.items()
        ),
    )


def _digest(docs: Iterable[Document]) -> str:
    hashed = sha256()
    for doc in docs:
        hashed.update("\x00".join([doc.id, *doc.words, repr(doc.clusters)]).encode())
    return hashed.hexdigest()
