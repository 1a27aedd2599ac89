"""Documents with the layers a system reads: tags, lemmas, heads and relations, names; words stay as given.

A document goes through in pieces that end with a sentence, so that its length costs time but no memory
beyond what it then holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from dataclasses import replace as with_fields
from pathlib import Path
from sys import intern
from typing import Any

import numpy as np

from corefair.errors import DataError
from corefair.text.pipeline import as_spacy, check_complete, load
from corefair.text.recent import Recent, recent
from corefair.text.universal import is_clear, universal
from corefair.types import Document, Entity

LONGEST = 250  # words: a longer sentence is read in parts, so that no text makes the parser slow
PIECE = 4000  # words of one document that are read together


def analyse(
    docs: Iterable[Document],
    *,
    pipeline: str | Path | Any | None = None,
    replace: bool = False,
    split: bool | None = None,
    batch: int = 20_000,
) -> Iterator[Document]:
    """Each document with tags, heads, relations, entities, and the layers `upos` and `lemma`.

    What a document has already is kept, unless `replace`; heads and relations go together. Sentences are
    kept too, unless `split`; by default a document is split that has only one, longer than `LONGEST` words.
    `pipeline` is the folder or package of a spaCy pipeline, or a loaded one; `batch` is how many words are
    read at a time.

    >>> (doc,) = analyse([Document("d", ("She", "left", "her", "office", "."))])
    >>> doc.tags, doc.heads
    (('PRP', 'VBD', 'PRP$', 'NN', '.'), (1, -1, 3, 1, 1))
    >>> " ".join(doc.relations), " ".join(doc.layers["lemma"])
    ('nsubj root nmod:poss obj punct', 'she leave her office .')
    """
    nlp = load(pipeline) if pipeline is None or isinstance(pipeline, str | Path) else pipeline
    check_complete(nlp)
    return _analysed(docs, nlp, replace=replace, split=split, batch=batch)


@dataclass(slots=True)
class _Found:
    """What the pipeline said of a document, as far as it was read."""

    tags: list[str] = field(default_factory=list)
    upos: list[str] = field(default_factory=list)
    lemmas: list[str] = field(default_factory=list)
    relations: list[str] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    entities: list[Entity] = field(default_factory=list)


@dataclass(slots=True)
class _Piece:
    """A part of a document, and what was found in the document so far."""

    doc: Document
    found: _Found
    start: int
    end: int
    cuts: list[int] | None  # where sentences begin in it; None if that is to be found

    def as_spacy(self, vocab: Any) -> Any:
        starts: list[bool | int | None] | None = None
        if self.cuts is not None:
            starts = [False] * (self.end - self.start)
            for cut in self.cuts:
                starts[cut - self.start] = True
        offsets = self.doc.offsets and self.doc.offsets[self.start : self.end]
        return as_spacy(vocab, self.doc.words[self.start : self.end], offsets=offsets, starts=starts)


def _analysed(
    docs: Iterable[Document], nlp: Any, *, replace: bool, split: bool | None, batch: int
) -> Iterator[Document]:
    clear = is_clear(label for labels in nlp.pipe_labels.values() for label in labels)
    lately = recent(nlp)
    for pieces in _batches(_pieces(docs, lately, replace=replace, split=split), batch):
        finished = []
        # In a zone spaCy forgets the words it has met; the strings are copied before it ends.
        with getattr(nlp, "memory_zone", nullcontext)():
            read = nlp.pipe([piece.as_spacy(nlp.vocab) for piece in pieces if piece.end > piece.start])
            for piece in pieces:
                if piece.end > piece.start:
                    _take(piece, next(read))
                if piece.end == len(piece.doc.words):
                    finished.append((piece.doc, piece.found, piece.cuts is None))
        for doc, found, was_split in finished:
            if clear:
                found.heads, found.relations = universal(doc.words, found.tags, found.heads, found.relations)
            analysed = _filled(doc, found, replace=replace, split=was_split)
            if found.tags and not was_split:
                lately.keep(doc, analysed)
            yield analysed


def _pieces(
    docs: Iterable[Document], lately: Recent, *, replace: bool, split: bool | None
) -> Iterator[_Piece]:
    """The documents in pieces; one that lacks nothing or was read lately is an empty piece at its end."""
    for doc in docs:
        n = len(doc.words)
        found = _Found()
        known = lately.find(doc) if split is None and not replace else None
        if known or not n or not (replace or split or _lacks(doc)):
            yield _Piece(known or doc, found, n, n, [])
            continue
        splits = split if split is not None else doc.sentences == (0,) and n > LONGEST
        if splits:
            start = 0
            while start < n:
                end = min(start + PIECE, n)
                if end < n:
                    end = _after_mark(doc.words, end, end - LONGEST, _STOPS)
                yield _Piece(doc, found, start, end, None)
                start = end
            continue
        cuts: list[int] = []
        for cut in _cuts(doc):
            if cuts and cut - cuts[0] > PIECE - LONGEST:
                yield _Piece(doc, found, cuts[0], cut, cuts)
                cuts = []
            cuts.append(cut)
        yield _Piece(doc, found, cuts[0], n, cuts)


def _cuts(doc: Document) -> Iterator[int]:
    """Where sentences begin, and the parts of those that are too long."""
    for start, end in doc.sentence_spans():
        yield start
        while end - start > LONGEST:
            start = _after_mark(doc.words, start + LONGEST, start + LONGEST // 2, _MARKS)
            yield start


_STOPS = frozenset(".!?…")
_MARKS = _STOPS | frozenset(";:,")


def _after_mark(words: Sequence[str], latest: int, earliest: int, marks: frozenset[str]) -> int:
    """The last place between the two that a mark stands before; the latest if there is none."""
    return next((i for i in range(latest, earliest, -1) if words[i - 1] in marks), latest)


def _lacks(doc: Document) -> bool:
    layers = (doc.tags, doc.heads, doc.relations, doc.layers.get("upos"), doc.layers.get("lemma"))
    return None in layers or not doc.entities


def _batches(pieces: Iterable[_Piece], batch: int) -> Iterator[list[_Piece]]:
    held: list[_Piece] = []
    words = 0
    for piece in pieces:
        held.append(piece)
        words += piece.end - piece.start + 1
        if words >= batch:
            yield held
            held, words = [], 0
    if held:
        yield held


def _take(piece: _Piece, read: Any) -> None:
    """Add what the pipeline said of a piece."""
    doc, found, strings = piece.doc, piece.found, read.vocab.strings
    if len(read) != piece.end - piece.start:
        raise DataError(
            f"{doc.id}: the pipeline made {len(read)} words of {piece.end - piece.start}; take out the "
            "component that merges or splits them"
        )
    columns = read.to_array(["TAG", "POS", "LEMMA", "DEP", "HEAD", "SENT_START"])  # [n_words, 6]
    layers = (found.tags, found.upos, found.lemmas, found.relations)
    for layer, column in zip(layers, columns.T, strict=False):
        named = {key: intern(strings[key]) for key in np.unique(column).tolist()}
        layer.extend(named[key] for key in column.tolist())
    for i in range(piece.start, piece.end):
        if (
            found.tags[i] == "PRP$"
        ):  # *her* is its own lemma, whatever a pipeline learned of exchanged pronouns
            found.lemmas[i] = intern(doc.words[i].lower())
    here = np.arange(piece.start, piece.end)
    away = columns[:, 4].astype(np.int64)  # from each word to its head: 0 is a root
    found.heads.extend(np.where(away == 0, -1, here + away).tolist())
    found.starts.extend(here[columns[:, 5].astype(np.int64) == 1].tolist())
    found.entities.extend(
        Entity(piece.start + name.start, piece.start + name.end, name.label_) for name in read.ents
    )


def _filled(doc: Document, found: _Found, *, replace: bool, split: bool) -> Document:
    """The document with what it lacked, or with everything anew."""
    if doc.words and not found.tags:
        return doc  # it lacked nothing and was not read
    layers = {"upos": tuple(found.upos), "lemma": tuple(found.lemmas)}
    changed: dict[str, Any] = {"layers": {**doc.layers, **layers} if replace else {**layers, **doc.layers}}
    if split:
        changed["sentences"] = tuple(sorted({0, *found.starts}))
    if replace or doc.tags is None:
        changed["tags"] = tuple(found.tags)
    if replace or doc.heads is None or doc.relations is None:
        spans = with_fields(doc, sentences=changed.get("sentences", doc.sentences)).sentence_spans()
        _one_root_each(found, spans)
        changed |= {"heads": tuple(found.heads), "relations": tuple(found.relations)}
    if replace or not doc.entities:
        changed["entities"] = tuple(found.entities)
    return with_fields(doc, **changed)


def _one_root_each(found: _Found, spans: Sequence[tuple[int, int]]) -> None:
    """Make a tree of each sentence: the parts of a long one are attached to its first root."""
    heads, relations = found.heads, found.relations
    for start, end in spans:
        root = None
        for i in range(start, end):
            if start <= heads[i] < end:
                continue
            if root is None:
                root, heads[i], relations[i] = i, -1, "root"
            else:
                heads[i], relations[i] = root, "parataxis"
