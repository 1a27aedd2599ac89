"""Training text for the shipped pipeline: freely licensed GUM with trees and names, LitBank with names."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from corefair.io import datasets, read
from corefair.text.pronouns import pronouns
from corefair.types import Document, Entity

HERE = Path(__file__).parent
NAMES = {"person": "PERSON", "organization": "ORG", "place": "LOC"}  # GUM's types -> ours
LITBANK_NAMES = {"PER": "PERSON", "ORG": "ORG", "GPE": "LOC", "LOC": "LOC", "FAC": "LOC"}
_INSIDE = frozenset(("of", "the", "-", "&", "'s", "’s"))  # may stand between two words of one name


@dataclass(frozen=True)
class Sentence:
    """One sentence as it is learned from; LitBank has names alone."""

    words: tuple[str, ...]
    tags: tuple[str, ...] | None
    upos: tuple[str, ...] | None
    lemmas: tuple[str, ...] | None
    heads: tuple[int, ...] | None  # within the sentence; a root is its own head
    relations: tuple[str, ...] | None
    names: tuple[Entity, ...]  # within the sentence
    glued: tuple[bool, ...] = ()  # whether the word stands right after the one before, without a space


def used_documents() -> list[str]:
    """The ids of the GUM documents whose licence allows a model of them to be shipped."""
    with (HERE / "documents.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row["document"] for row in rows if row["used"] == "yes"]


def gum(split: str, *, data: Path | None = None, only: Sequence[str] | None = None) -> Iterator[Document]:
    """The documents of a split of GUM; of those in `only`, if it is given."""
    folder = datasets.find("gum", split, data=data)
    for path in sorted(folder.glob("*.conllu")):
        if only is None or path.stem in only:
            yield from read(path)


def gum_sentences(doc: Document) -> list[Sentence]:
    """The sentences of a document of GUM."""
    assert doc.offsets is not None
    names = names_of(doc)
    ends = (-1, *(end for _, end in doc.offsets))
    glued = [begin <= before for (begin, _), before in zip(doc.offsets, ends, strict=False)]
    return [
        Sentence(
            doc.words[start:end],
            _part(doc.tags, start, end),
            _part(doc.layers["upos"], start, end),
            _part(doc.layers["lemma"], start, end),
            tuple(
                i - start if head < 0 else head - start
                for i, head in enumerate(_part(doc.heads, start, end), start)
            ),
            _part(doc.relations, start, end),
            _within(names, start, end),
            tuple(i > start and glued[i] for i in range(start, end)),
        )
        for start, end in doc.sentence_spans()
    ]


def names_of(doc: Document) -> list[Entity]:
    """The proper names of persons, organisations and places in a document of GUM, none inside another.

    GUM types every mention and does not say which are names. Here a mention with a proper noun as its head
    has a name: the longest run of proper nouns around that head, with `of`, `the`, `-`, `&` or `'s` between.
    """
    assert doc.heads is not None and doc.tags is not None
    proper = [tag in ("NNP", "NNPS") for tag in doc.tags]
    found: dict[tuple[int, int], str] = {}
    for start, end, kind in sorted(
        doc.entities, key=lambda entity: entity.start - entity.end
    ):  # longest first
        if kind not in NAMES:
            continue
        tops = [i for i in range(start, end) if not start <= doc.heads[i] < end]
        if len(tops) != 1 or not proper[tops[0]]:
            continue
        first = last = tops[0]
        while (before := _next_proper(doc, proper, first, -1)) >= start and before != first:
            first = before
        while (after := _next_proper(doc, proper, last, 1)) < end and after != last:
            last = after
        found.setdefault((first, last + 1), NAMES[kind])
    kept: list[Entity] = []
    for (start, end), kind in sorted(found.items(), key=lambda item: (item[0][0] - item[0][1], item[0])):
        if all(end <= other.start or other.end <= start for other in kept):
            kept.append(Entity(start, end, kind))
    return sorted(kept)


def litbank_sentences(path: Path) -> list[Sentence]:
    """The sentences of a LitBank entity file with their names.

    LitBank marks noun phrases; here a name is the run of capitalised words that an outermost phrase begins
    with, if it goes on to its end or to a comma.
    """
    sentences: list[Sentence] = []
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        rows = [line.split("\t") for line in block.split("\n") if line.strip()]
        if not rows:
            continue
        words = tuple(row[0] for row in rows)
        names: dict[tuple[int, int], str] = {}
        for column in range(1, max(map(len, rows))):
            for start, end, kind in _spans([row[column] if column < len(row) else "O" for row in rows]):
                last = start
                while last < end and (words[last][:1].isupper() or (last > start and words[last] in _INSIDE)):
                    last += 1
                while last > start and words[last - 1] in _INSIDE:
                    last -= 1
                if kind in LITBANK_NAMES and last > start and (last == end or words[last] == ","):
                    names.setdefault((start, last), LITBANK_NAMES[kind])
        kept: list[Entity] = []
        for (start, end), kind in sorted(names.items(), key=lambda item: item[0][0] - item[0][1]):
            pronoun = end == start + 1 and words[start].lower() in pronouns()
            if not pronoun and all(end <= other.start or other.end <= start for other in kept):
                kept.append(Entity(start, end, kind))
        sentences.append(Sentence(words, None, None, None, None, None, tuple(sorted(kept))))
    return sentences


def _part(layer: tuple | None, start: int, end: int) -> tuple:  # type: ignore[type-arg]
    assert layer is not None
    return layer[start:end]


def _within(names: Sequence[Entity], start: int, end: int) -> tuple[Entity, ...]:
    return tuple(
        Entity(name.start - start, name.end - start, name.label)
        for name in names
        if start <= name.start and name.end <= end
    )


def _next_proper(doc: Document, proper: Sequence[bool], i: int, step: int) -> int:
    """The next proper noun in this direction if only words of `_INSIDE` stand between; else the same word."""
    for distance in (1, 2, 3):
        j = i + step * distance
        if not 0 <= j < len(doc.words):
            return i
        if proper[j]:
            return j
        if doc.words[j].lower() not in _INSIDE:
            return i
    return i


def _spans(cells: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    starts = [i for i, cell in enumerate(cells) if cell[:2] != "I-"]
    for start, end in pairwise([*starts, len(cells)]):
        if cells[start][:2] == "B-":
            yield start, end, cells[start][2:]
