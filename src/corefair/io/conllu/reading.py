"""A table of CoNLL-U made into a Document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from corefair.errors import DataError
from corefair.io import json_fields
from corefair.io.conllu.entities import Cell, cells_in_order, own_brackets, take_brackets, typed_clusters_of
from corefair.io.conllu.rows import DEPS, FEATS, FORM, HEAD, LEMMA, MISC, RELATION, TAG, UPOS, Table
from corefair.io.conllu.spacing import spell, take_gaps
from corefair.types import Cluster, Document, Entity

# What the comment `global.corefair` may hold besides layers and meta, and then overrules the columns:
EXTRA = ("tags", "heads", "relations", "speakers", "entities", "genre")
_ABOUT = re.compile(r"newdoc( id)?$|global\.|meta::")
_GUM = re.compile(r"(?:GUM|GENTLE)_([a-z]+)_")


def document_of(table: Table, line: int) -> Document:
    """The document that a table holds, called after the line where it begins if it has no other name."""
    words = table.columns[FORM]
    about, comments, texts, speakers = _comments(table.comments)
    misc, brackets = take_brackets(table.columns[MISC])
    misc, gaps = take_gaps(misc, table, comments)
    cells = cells_in_order(dict(enumerate(brackets)), table.others)
    declared = about.pop("global.Entity", None)
    clusters, entities, n_zero = _clusters(cells, declared, table)
    about.pop("newdoc", None)
    name = about.pop("newdoc id", "") or _stem(comments[0]) or f"document {line}"
    genre = about.pop("meta::genre", genre_of(name)) or None
    extra = json_fields.load(about.pop("global.corefair", "{}"))
    extra = {key: extra[key] for key in (*EXTRA, "layers", "meta") if key in extra}
    extra = json_fields.take_extra(extra, words)
    spaced = bool(gaps) or any(text is not None for _, text in texts)
    text, offsets = spell(table, comments, texts, gaps) if spaced else (None, None)
    found: dict[str, Any] = {
        "tags": _unless_blank(table.columns[TAG]),
        "heads": _heads(table),
        "relations": _unless_blank(table.columns[RELATION]),
        "entities": entities,
        "speakers": _speaker_of_words(speakers, table),
        "genre": genre,
    }
    doc = Document(
        id=name,
        words=tuple(words),
        sentences=tuple(table.starts),
        clusters=clusters,
        text=text,
        offsets=offsets,
        **{key: extra.get(key, value) for key, value in found.items()},
    )
    kept_brackets, kept_fields = _kept(doc, cells, brackets, declared)
    layers = {
        "lemma": _unless_blank(table.columns[LEMMA]),
        "upos": _unless_blank(table.columns[UPOS]),
        "feats": _unless_blank(table.columns[FEATS]),
        "deps": _unless_blank(table.columns[DEPS]),
        "misc": _unless_blank(misc),
        "brackets": kept_brackets,
    }
    for i, group in enumerate(comments):
        if group == [f"# sent_id = {name}-{i + 1}"]:
            group.clear()  # what we write where there is none
    meta = {
        "comments": about,
        "sentence_comments": comments if any(comments) else None,
        "rows": [[word, row] for word, row in table.others],
        "entity_fields": kept_fields,
        "zero_mentions": n_zero,
    }
    return replace(
        doc,
        layers={key: layer for key, layer in layers.items() if layer} | extra.get("layers", {}),
        meta={key: value for key, value in meta.items() if value} | extra.get("meta", {}),
    )


def genre_of(name: str) -> str | None:
    """The genre that an id of GUM says.

    >>> genre_of("GUM_bio_byron")
    'bio'
    """
    gum = _GUM.match(name)
    return gum[1] if gum else None


def _comments(
    groups: list[list[tuple[int, str]]],
) -> tuple[dict[str, str], list[list[str]], list[tuple[int, str | None]], list[str]]:
    """Comments on the document; on each sentence the others, the text with its line, and the speaker."""
    about: dict[str, str] = {}
    others: list[list[str]] = []
    texts: list[tuple[int, str | None]] = []
    speakers: list[str] = []
    for group in groups:
        kept: list[str] = []
        text: tuple[int, str | None] = (0, None)
        speaker = ""
        for line, comment in group:
            key, equals, value = comment[1:].partition("=")
            key = key.strip()
            if key == "text" and equals:
                if text[1] is not None:
                    raise DataError("a second text for one sentence", line=line)
                text = line, value.removeprefix(" ")
            elif key == "speaker" and not speaker:
                speaker = value.strip()
            elif not others and key not in about and (equals or key == "newdoc") and _ABOUT.match(key):
                about[key] = value.strip()
            else:
                kept.append(comment)
        others.append(kept)
        texts.append(text)
        speakers.append(speaker)
    return about, others, texts, speakers


def _clusters(
    cells: Sequence[Cell], declared: str | None, table: Table
) -> tuple[tuple[Cluster, ...], tuple[Entity, ...], int]:
    """As `typed_clusters_of`, with the line in a DataError."""
    try:
        return typed_clusters_of(cells, declared)
    except DataError as error:
        row = error.line or 0
        line = table.lines[row] if row >= 0 else table.other_lines[-1 - row]
        raise DataError(error.message, line=line) from None


def _stem(comments: Sequence[str]) -> str:
    """`GUM_bio_byron` of the sentence `GUM_bio_byron-1`, nothing if it is not made so."""
    for comment in comments:
        key, _, value = comment[1:].partition("=")
        if key.strip() == "sent_id":
            match = re.fullmatch(r"(.+)[-_.:/]s?[0-9]+", value.strip())
            return match[1] if match else ""
    return ""


def _unless_blank(column: Sequence[str]) -> tuple[str, ...] | None:
    return tuple(column) if set(column) != {"_"} else None


def _heads(table: Table) -> tuple[int, ...] | None:
    column, spans = table.columns[HEAD], table.spans()
    if set(column) == {"_"}:
        return None
    number = {str(i): i for i in range(1 + max(end - start for start, end in spans))}
    heads: list[int] = []
    for start, end in spans:
        found = [number.get(cell, end + 1) for cell in column[start:end]]
        if max(found) > end - start:
            bad = next(i for i, head in enumerate(found, start) if head > end - start)
            problem = f"the head {column[bad]!r} is no word of a sentence with {end - start} words, nor 0"
            raise DataError(problem, line=table.lines[bad])
        heads += [start + head - 1 if head else -1 for head in found]
    return tuple(heads)


def _speaker_of_words(speakers: Sequence[str], table: Table) -> tuple[str, ...] | None:
    """The speaker of each word, from those of sentences."""
    if not any(speakers):
        return None
    spans = zip(speakers, table.spans(), strict=True)
    return tuple(speaker or "-" for speaker, (start, end) in spans for _ in range(start, end))


def _kept(
    doc: Document, cells: Sequence[Cell], brackets: Sequence[str], declared: str | None
) -> tuple[tuple[str, ...] | None, str | None]:
    """The brackets and the declared fields, each if it is not what we would write for the document."""
    own: str | None = None
    fresh: dict[int, str] = {}
    if not declared or declared.count("-") < 2:
        with suppress(DataError):  # mentions that cross: only brackets as they were can say them
            own, fresh = own_brackets(doc)
    if {cell.row: cell.text for cell in cells} != fresh:
        return tuple(text or "_" for text in brackets), declared
    return None, declared if declared != own else None
