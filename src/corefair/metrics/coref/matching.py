"""Which mentions of key and response are the same one, when their words need not be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Literal

from corefair.errors import DataError
from corefair.types import Document, Mention


def match_spans(
    key: Sequence[Mention], response: Sequence[Mention], doc: Document, *, by: Literal["head", "overlap"]
) -> list[tuple[Mention, Mention]]:
    """Pairs of mentions, each in one pair at most: the same words first, then the most alike.

    Candidates share their head word in `doc`'s tree (`head`) or any word (`overlap`). How alike two spans are
    is their words in common over their words together. The choice does not depend on which side is which.
    """
    same = set(key) & set(response)
    left_key = [span for span in key if span not in same]
    left_response = [span for span in response if span not in same]
    near = _share_head(left_key, left_response, doc) if by == "head" else _share_word(left_key, left_response)
    ranked = sorted((-_likeness(a, b), min(a, b), max(a, b), a, b) for a, b in near)
    pairs = [(span, span) for span in same]
    taken_key: set[Mention] = set()
    taken_response: set[Mention] = set()
    for *_, a, b in ranked:
        if a not in taken_key and b not in taken_response:
            taken_key.add(a)
            taken_response.add(b)
            pairs.append((a, b))
    return pairs


def head_of(mention: Mention, doc: Document) -> int:
    """The first word of the mention whose syntactic head lies outside it.

    >>> doc = Document("d", ("the", "old", "king"), heads=(2, 2, -1))
    >>> head_of(Mention(0, 3), doc)
    2
    """
    if doc.heads is None:
        raise DataError(
            f"document {doc.id!r} has no syntactic heads, so mentions cannot match by head: "
            "use a key with trees (CoNLL-U), or match exact or overlap"
        )
    start, end = mention
    return next((word for word in range(start, end) if not start <= doc.heads[word] < end), end - 1)


def _likeness(a: Mention, b: Mention) -> float:
    common = max(0, min(a.end, b.end) - max(a.start, b.start))
    return common / (a.end - a.start + b.end - b.start - common)


def _share_head(
    key: Sequence[Mention], response: Sequence[Mention], doc: Document
) -> Iterator[tuple[Mention, Mention]]:
    with_head: defaultdict[int, list[Mention]] = defaultdict(list)
    for span in key:
        with_head[head_of(span, doc)].append(span)
    for other in response:
        for span in with_head[head_of(other, doc)]:
            yield span, other


def _share_word(key: Sequence[Mention], response: Sequence[Mention]) -> set[tuple[Mention, Mention]]:
    with_word: defaultdict[int, list[Mention]] = defaultdict(list)
    for span in key:
        for word in range(*span):
            with_word[word].append(span)
    return {(span, other) for other in response for word in range(*other) for span in with_word[word]}
