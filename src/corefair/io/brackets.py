"""Coreference as brackets on words, `(3` … `3)`: shared by the formats that write it so."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter

from corefair.errors import DataError
from corefair.types import Cluster, Document, Mention, cluster_up

_PART = re.compile(r"(\(?)([^()|\s]+)(\)?)")  # a name is taken whole: a long one costs its length


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
    found: list[tuple[str, str, str]] = []
    for begins, name, ends in _PART.findall(cell):
        if begins:
            found.append((name, "", "") if ends else ("", name, ""))
        else:
            found.append(("", "", name if ends else ""))
    left_over = _PART.sub("", cell).strip("|")
    return (("", "", ""),) if left_over else tuple(found)


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
