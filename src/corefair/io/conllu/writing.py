"""A Document as the lines of CoNLL-U."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from corefair.io import json_fields
from corefair.io.conllu.entities import kept_brackets, own_brackets
from corefair.io.conllu.reading import genre_of
from corefair.io.conllu.rows import RANGE, others_in
from corefair.io.conllu.spacing import texts_and_marks
from corefair.types import Document


def text_of(doc: Document, *, lacking: Mapping[str, Any]) -> str:
    """The document in CoNLL-U, with one more comment for the fields that columns are `lacking`."""
    others, comments, speakers = others_in(doc), _sentence_comments(doc), doc.speakers
    declared, brackets = kept_brackets(doc)
    if "brackets" not in doc.layers:
        own, brackets = own_brackets(doc)
        declared = declared or own
    texts, marks = texts_and_marks(doc, others, comments)
    entities = [(word, "Entity=" + text) for word, text in brackets.items()]
    rows = list(map("\t".join, zip(*_columns(doc, [*entities, *marks]), strict=True)))
    before: defaultdict[int, list[str]] = defaultdict(list)
    after: defaultdict[int, list[str]] = defaultdict(list)
    for word, row in others:
        if RANGE.match(row) or row.startswith("0."):
            before[word].append(row)
        else:
            after[word - 1].append(row)
    lines = _head(doc, declared, lacking)
    all_silent = speakers is not None and set(speakers) == {"-"}
    for i, (start, end) in enumerate(doc.sentence_spans()):
        lines += comments[i] or [f"# sent_id = {doc.id}-{i + 1}"]
        if speakers and (speakers[start] != "-" or all_silent) and "speakers" not in lacking:
            lines.append(f"# speaker = {speakers[start]}")
        if texts:
            lines.append(f"# text = {texts[i]}")
        for word in range(start, end):
            lines += (*before[word], rows[word], *after[word])
        lines.append("")
    return "".join(line + "\n" for line in lines)


def _sentence_comments(doc: Document) -> list[list[str]]:
    """The comments of each sentence as `meta` keeps them, none if they are not what the reader made."""
    found = doc.meta.get("sentence_comments")
    if not isinstance(found, list) or len(found) != len(doc.sentences):
        return [[] for _ in doc.sentences]
    groups = [[line for line in group if isinstance(line, str)] for group in found if isinstance(group, list)]
    return groups if groups == found else [[] for _ in found]


def _columns(doc: Document, marks: Sequence[tuple[int, str]]) -> list[Sequence[str]]:
    """The ten columns, with the marks of words among those that the last one has already."""
    blank = ("_",) * len(doc.words)
    spans = doc.sentence_spans()
    pieces = [[] if cell == "_" else cell.split("|") for cell in doc.layers.get("misc", blank)]
    for word, mark in marks:
        _insert(pieces[word], mark)
    return [
        [str(i - start + 1) for start, end in spans for i in range(start, end)],
        doc.words,
        doc.layers.get("lemma", blank),
        doc.layers.get("upos", blank),
        doc.tags or blank,
        doc.layers.get("feats", blank),
        _head_cells(doc.heads or (), spans) or blank,
        doc.relations or blank,
        doc.layers.get("deps", blank),
        ["|".join(each) if each else "_" for each in pieces],
    ]


def _insert(pieces: list[str], new: str) -> None:
    """Put a piece where the alphabet has it."""
    at = next((i for i, piece in enumerate(pieces) if piece.lower() > new.lower()), len(pieces))
    pieces.insert(at, new)


def _head_cells(heads: Sequence[int], spans: Sequence[tuple[int, int]]) -> list[str]:
    """Heads counted within the sentence; none if a head is in another."""
    cells: list[str] = []
    for start, end in spans:
        if not all(head == -1 or start <= head < end for head in heads[start:end]):
            return []
        cells += ["0" if head == -1 else str(head - start + 1) for head in heads[start:end]]
    return cells


def _head(doc: Document, declared: str | None, lacking: Mapping[str, Any]) -> list[str]:
    """The comments on the document."""
    given = doc.meta.get("comments")
    about = {str(key): str(value) for key, value in given.items()} if isinstance(given, Mapping) else {}
    in_order = list(about) == sorted(about)
    if doc.genre is not None or genre_of(doc.id):
        about["meta::genre"] = doc.genre or ""  # empty: none, whatever the id says
    if in_order:
        about = dict(sorted(about.items()))
    first = {
        "newdoc id": doc.id,
        "global.Entity": declared or None,
        "global.corefair": json_fields.dump(doc, lacking).rstrip("\n") if lacking else None,
    }
    return [f"# {key} = {value}" for key, value in (first | about).items() if value is not None]
