"""Brackets with fields, `Entity=(3-person-new` … `3)`: read as clusters and entities, kept, or made anew."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from corefair.errors import DataError
from corefair.io.brackets import cells_of
from corefair.io.conllu.rows import EMPTY, others_in
from corefair.types import Cluster, Document, Entity, Mention, cluster_up

_PART = re.compile(r"(\(?)([^()]*)(\)?)")  # what is between brackets is taken whole: it costs its length
_PIECE_OF = re.compile(r"(.*)\[([0-9]{1,4})/([0-9]{1,4})\]")
_LABEL = re.compile(r"[^()|\-\s]+")


class Cell(NamedTuple):
    """Brackets on a word or an empty node: what opens here begins at `start`, what closes ends at `end`."""

    start: int
    end: int
    text: str
    row: int  # the word, or -1 - the index among the rows that are no words


def take_brackets(column: Iterable[str]) -> tuple[list[str], list[str]]:
    """The last column without the brackets of words, and these."""
    misc = list(column)
    brackets = [""] * len(misc)
    for i, cell in enumerate(misc):
        if "Entity=" in cell:
            pieces = cell.split("|")
            for piece in pieces:
                if piece.startswith("Entity=") and piece != "Entity=":
                    pieces.remove(piece)
                    brackets[i] = piece[7:]
                    misc[i] = "|".join(pieces) if pieces else "_"
                    break
    return misc, brackets


def cells_in_order(brackets: Mapping[int, str], others: Sequence[tuple[int, str]]) -> list[Cell]:
    """The brackets of words, and of the empty nodes among the other rows, in text order."""
    found = [((word, 1, 0), Cell(word, word + 1, text, word)) for word, text in brackets.items() if text]
    for i, (word, row) in enumerate(others):
        if "Entity=" in row and EMPTY.match(row):
            for piece in row.rsplit("\t", 1)[1].split("|"):
                if piece.startswith("Entity=") and piece != "Entity=":
                    found.append(((word, 0, i), Cell(word, word, piece[7:], -1 - i)))
    return [cell for _, cell in sorted(found)]


def typed_clusters_of(
    cells: Sequence[Cell], declared: str | None
) -> tuple[tuple[Cluster, ...], tuple[Entity, ...], int]:
    """Clusters, types of mentions, and how many mentions cover no word, from `(3-person-new` … `3)`.

    The parts of a discontinuous mention, `(3[1/2]-person` …, become one span from the first to the last. A
    closing bracket without identifier ends the innermost mention. A DataError's `line` is the cell's `row`.

    >>> typed_clusters_of([Cell(0, 1, "(7-person(8)", 0), Cell(2, 3, "7)", 2)], "GRP-etype")[:2]
    (((Mention(start=0, end=1),), (Mention(start=0, end=3),)), (Entity(start=0, end=3, label='person'),))
    """
    fields = _Fields.of(declared)
    spans: defaultdict[str, list[Mention]] = defaultdict(list)
    typed: set[Entity] = set()
    n_empty = 0
    opened: list[tuple[str, str, Cell]] = []  # identifier, type, where
    parts: dict[tuple[str, str], list[Entity]] = {}  # of discontinuous mentions that are not complete

    def add(name: str, label: str, start: int, end: int) -> None:
        nonlocal n_empty
        if start >= end:
            n_empty += 1
            return
        spans[name].append(Mention(start, end))
        if label and label != "_":
            typed.add(Entity(start, end, label))

    def close(name: str, label: str, start: int, end: int) -> None:
        piece = _PIECE_OF.fullmatch(name) if name[-1] == "]" else None
        if not piece:
            add(name, label, start, end)
            return
        found = parts.setdefault((piece[1], piece[3]), [])
        found.append(Entity(start, end, label))
        if piece[2] == piece[3]:
            del parts[piece[1], piece[3]]
            add(piece[1], found[0].label, min(part.start for part in found), max(part.end for part in found))

    for cell in cells:
        for opening, whole, closing in _parts(cell.text):
            if opening:
                values = opening.split("-")
                name = values[fields.id] if fields.id < len(values) else ""
                label = values[fields.type] if fields.type is not None and fields.type < len(values) else ""
                if not name:
                    raise DataError(f"the mention ({opening} has no identifier", line=cell.row)
                if whole:
                    close(name, label, cell.start, cell.end)
                else:
                    opened.append((name, label, cell))
            elif closing is None:
                raise DataError(f"cannot read the coreference {cell.text!r}", line=cell.row)
            else:
                values = closing.split("-")
                name = values[fields.id] if fields.id < len(values) else closing
                which = next((i for i in reversed(range(len(opened))) if name in ("", opened[i][0])), None)
                if which is None:
                    raise DataError(f"mention {closing} ends here but did not begin", line=cell.row)
                name, label, at = opened.pop(which)
                close(name, label, at.start, cell.end)
    if opened:
        raise DataError(f"mention {opened[0][0]} begins here but does not end", line=opened[0][2].row)
    if parts:
        raise DataError(f"mention {next(iter(parts))[0]} lacks its last part", line=cells[-1].row)
    return cluster_up(spans.values()), tuple(sorted(typed)), n_empty


def own_brackets(doc: Document) -> tuple[str | None, dict[int, str]]:
    """The fields and brackets we write for a document that brought none: numbers, and types if all fit."""
    if not doc.clusters:
        return None, {}
    labels = _labels(doc)
    return "GRP-etype" if labels else "GRP", cells_of(doc, separator="", label=labels)


def kept_brackets(doc: Document) -> tuple[str | None, dict[int, str]]:
    """The fields and brackets that a document was read with, where `meta` and `layers` keep them."""
    declared = doc.meta.get("entity_fields")
    brackets = {i: text for i, text in enumerate(doc.layers.get("brackets", ())) if text != "_"}
    return declared if isinstance(declared, str) else None, brackets


def without_stale_brackets(doc: Document) -> Document:
    """The document without the brackets it was read with, if its clusters or entities have changed since."""
    if "brackets" not in doc.layers or _fits(doc):
        return doc
    layers = {name: layer for name, layer in doc.layers.items() if name != "brackets"}
    meta = {key: value for key, value in doc.meta.items() if key not in ("entity_fields", "zero_mentions")}
    others = others_in(doc)
    if others:
        meta["rows"] = [[word, _without_entity(row)] for word, row in others]
    return replace(doc, layers=layers, meta=meta)


class _Fields(NamedTuple):
    """Which of the dash-separated fields of an opening bracket is the identifier, and which the type."""

    id: int = 0
    type: int | None = 1

    @staticmethod
    def of(declared: str | None) -> _Fields:
        """The fields that `# global.Entity` declares; without it the identifier first and the type second."""
        if declared is None:
            return _Fields()
        names = declared.split("-")
        at = {name: i for i, name in reversed(list(enumerate(names)))}
        return _Fields(at.get("GRP", at.get("eid", 0)), at.get("etype", at.get("entity")))


@lru_cache(maxsize=65536)
def _parts(text: str) -> tuple[tuple[str, bool, str | None], ...]:
    """(opening, whether it closes at once, closing) of each bracket; closing is None if it is malformed."""
    found: list[tuple[str, bool, str | None]] = []
    for begins, name, ends in _PART.findall(text):
        if begins and name:
            found.append((name, bool(ends), ""))
        elif ends and not begins:
            found.append(("", False, name))
        elif begins or name:
            return (("", False, None),)
    return tuple(found)


def _labels(doc: Document) -> dict[Mention, str]:
    """What to write after the number of each typed mention; nothing if not all entities can be said so."""
    labels = {Mention(start, end): "-" + label for start, end, label in doc.entities}
    clean = all(_LABEL.fullmatch(entity.label) and entity.label != "_" for entity in doc.entities)
    mentions = {mention for cluster in doc.clusters for mention in cluster}
    in_order = list(doc.entities) == sorted(doc.entities) and len(labels) == len(doc.entities)
    return labels if clean and in_order and labels.keys() <= mentions else {}


def _fits(doc: Document) -> bool:
    declared, brackets = kept_brackets(doc)
    cells = cells_in_order(brackets, others_in(doc))
    try:
        clusters, entities, _ = typed_clusters_of(cells, declared)
    except DataError:
        return False
    return bool(cells) and clusters == doc.clusters and entities in (doc.entities, ())


def _without_entity(row: str) -> str:
    cells = row.split("\t")
    kept = [piece for piece in cells[-1].split("|") if not piece.startswith("Entity=")]
    return "\t".join([*cells[:-1], "|".join(kept) or "_"])
