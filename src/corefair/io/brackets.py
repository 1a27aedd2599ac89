"""Coreference as brackets on words, `(3` … `3)`: shared by the formats that write it so."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from corefair.errors import DataError
from corefair.types import Cluster, Document, Entity, Mention, cluster_up

_PART = re.compile(r"\(([^()|\s]+)\)|\(([^()|\s]+)|([^()|\s]+)\)")
_FIELD_PART = re.compile(r"\(([^()]+)(\)?)|([^()]*)\)")
_PIECE_OF = re.compile(r"(.*)\[([0-9]{1,4})/([0-9]{1,4})\]")


def clusters_of(cells: Sequence[tuple[int, str]]) -> tuple[Cluster, ...]:
    """The clusters that the cells `(word, brackets)` spell, in word order.

    One identifier may be open twice at once; a closing bracket then ends the innermost. The DataError for
    brackets that do not pair has the *word* as its `line`: the caller knows which line that is.

    >>> clusters_of([(0, "(1|(2)"), (2, "1)"), (5, "(2)")])
    ((Mention(start=0, end=1), Mention(start=5, end=6)), (Mention(start=0, end=3),))
    """
    spans: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    open_at: defaultdict[str, list[int]] = defaultdict(list)
    for word, cell in cells:
        for whole, opening, closing in _parts(cell):
            if whole:
                spans[whole].append((word, word + 1))
            elif opening:
                open_at[opening].append(word)
                spans[opening]  # clusters stand in the order in which they are first opened
            elif closing and open_at[closing]:
                spans[closing].append((open_at[closing].pop(), word + 1))
            elif closing:
                raise DataError(f"mention {closing} ends here but did not begin", line=word)
            else:
                raise DataError(f"cannot read the coreference {cell!r}", line=word)
    for name, words in open_at.items():
        if words:
            raise DataError(f"mention {name} begins here but does not end", line=words[0])
    return cluster_up(spans.values())


@lru_cache(maxsize=65536)
def _parts(cell: str) -> tuple[tuple[str, str, str], ...]:
    """(whole, opening, closing) for each bracket of a cell; all three empty if the cell is malformed."""
    left_over = _PART.sub("", cell).strip("|")
    return (("", "", ""),) if left_over else tuple(_PART.findall(cell))


def cells_of(doc: Document, *, separator: str, label: dict[Mention, str] | None = None) -> dict[int, str]:
    """The brackets of each word that has any: closing ones first, then the longest opening first."""
    closing: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    opening: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for number, cluster in enumerate(doc.clusters, 1):
        _check_nesting(doc, cluster)
        for mention in cluster:
            name = f"({number}{label.get(mention, '') if label else ''}"
            if mention.end == mention.start + 1:
                opening[mention.start].append((-1, name + ")"))
            else:
                opening[mention.start].append((-(mention.end - mention.start), name))
                closing[mention.end - 1].append((-mention.start, f"{number})"))
    return {
        word: separator.join(
            part for side in (closing, opening) for _, part in sorted(side[word], key=itemgetter(0))
        )
        for word in sorted(closing.keys() | opening.keys())
    }


def _check_nesting(doc: Document, cluster: Cluster) -> None:
    """Crossing mentions of one cluster would read back as others: brackets cannot tell which one ends."""
    ends: list[int] = []  # of the mentions open at this point, innermost last
    for start, end in sorted(cluster, key=lambda mention: (mention.start, -mention.end)):
        while ends and ends[-1] <= start:
            ends.pop()
        if ends and ends[-1] < end:
            raise DataError(
                f"document {doc.id!r}: a mention of one cluster ends inside another that began later "
                f"({start}:{end}); brackets cannot say that: write .jsonl"
            )
        ends.append(end)


class Cell(NamedTuple):
    """Brackets on a word or an empty node: what opens here begins at `start`, what closes ends at `end`."""

    start: int
    end: int
    text: str


class Fields(NamedTuple):
    """Which of the dash-separated fields of an opening bracket is the identifier, and which the type."""

    id: int = 0
    type: int | None = 1

    @staticmethod
    def of(declared: str | None) -> Fields:
        """The fields that `# global.Entity` declares; without it the identifier first and the type second."""
        if declared is None:
            return Fields()
        names = declared.split("-")
        at = {name: i for i, name in reversed(list(enumerate(names)))}
        return Fields(at.get("GRP", at.get("eid", 0)), at.get("etype", at.get("entity")))


def typed_clusters_of(
    cells: Sequence[Cell], fields: Fields
) -> tuple[tuple[Cluster, ...], tuple[Entity, ...], int]:
    """Clusters, types of mentions, and how many mentions cover no word, from `(3-person-new` … `3)`.

    The parts of a discontinuous mention, `(3[1/2]-person` …, become one span from the first to the last. A
    closing bracket without identifier ends the innermost mention. A DataError's `line` is the cell's index.

    >>> typed_clusters_of([Cell(0, 1, "(7-person(8)"), Cell(2, 3, "7)")], Fields())[:2]
    (((Mention(start=0, end=1),), (Mention(start=0, end=3),)), (Entity(start=0, end=3, label='person'),))
    """
    spans: defaultdict[str, list[Mention]] = defaultdict(list)
    typed: set[Entity] = set()
    n_empty = 0
    opened: list[tuple[str, str, int, int]] = []  # identifier, type, start, index of its cell
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

    for at, cell in enumerate(cells):
        for opening, whole, closing in _field_parts(cell.text):
            if opening:
                values = opening.split("-")
                name = values[fields.id] if fields.id < len(values) else ""
                label = values[fields.type] if fields.type is not None and fields.type < len(values) else ""
                if not name:
                    raise DataError(f"the mention ({opening} has no identifier", line=at)
                spans[name.split("[")[0]]  # as in clusters_of: in the order of opening
                if whole:
                    close(name, label, cell.start, cell.end)
                else:
                    opened.append((name, label, cell.start, at))
            elif closing is None:
                raise DataError(f"cannot read the coreference {cell.text!r}", line=at)
            else:
                values = closing.split("-")
                name = values[fields.id] if fields.id < len(values) else closing
                which = next((i for i in reversed(range(len(opened))) if name in ("", opened[i][0])), None)
                if which is None:
                    raise DataError(f"mention {closing} ends here but did not begin", line=at)
                name, label, start, _ = opened.pop(which)
                close(name, label, start, cell.end)
    if opened:
        raise DataError(f"mention {opened[0][0]} begins here but does not end", line=opened[0][3])
    if parts:
        raise DataError(f"mention {next(iter(parts))[0]} lacks its last part", line=len(cells) - 1)
    return cluster_up(spans.values()), tuple(sorted(typed)), n_empty


@lru_cache(maxsize=65536)
def _field_parts(cell: str) -> tuple[tuple[str, bool, str | None], ...]:
    """(opening, whether it closes at once, closing) of each bracket; closing is None if it is malformed."""
    if _FIELD_PART.sub("", cell):
        return (("", False, None),)
    return tuple((opening, bool(shut), closing) for opening, shut, closing in _FIELD_PART.findall(cell))
