"""The syntactic trees of a document, and what is asked of every word of them again and again.

Everything is found in a few passes over the words, without recursion: a tree may be as deep as it is long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from corefair.errors import DataError
from corefair.text.tags import coarse_tags
from corefair.types import Document

_KEPT_SUBTYPES = frozenset({"nmod:poss", "nmod:unmarked", "nmod:desc", "cc:preconj"})
_CLOSED_BY = dict(zip("([{“‘«\"'", ")]}”’»\"'", strict=True)) | {"-LRB-": "-RRB-", "``": "''"}


class Trees(NamedTuple):
    """One value for each word of the document."""

    coarse: Sequence[str]  # universal part of speech
    relations: Sequence[str]  # without subtypes, but for a few that matter
    sentence_of: list[int]
    dependents: list[list[int]]
    first: list[int]  # the first word of its subtree
    last: list[int]
    partner: list[int]  # the other bracket or quotation mark of a pair; -1 without
    word_before: list[int]  # the nearest up to here that is no punctuation; -1 without
    word_after: list[int]  # the nearest from here on; the number of words without


def trees(doc: Document) -> Trees:
    """The trees of a document that was analysed.

    A head that is outside the sentence counts as none. Heads that lead round in a circle, so that they are
    no tree, keep their own dependents, and nothing more.
    """
    heads, relations, n = doc.heads, doc.relations, len(doc.words)
    if heads is None or relations is None:
        raise DataError(f"document {doc.id!r} has no syntactic trees: analyse it first")
    coarse = coarse_tags(doc)
    sentence_of = [i for i, (start, end) in enumerate(doc.sentence_spans()) for _ in range(start, end)]
    dependents: list[list[int]] = [[] for _ in range(n)]
    order: list[int] = []  # every word after its head
    for i, head in enumerate(heads):
        if 0 <= head < n and head != i and sentence_of[head] == sentence_of[i]:
            dependents[head].append(i)
        else:
            order.append(i)
    for i in order:
        order.extend(dependents[i])
    first, last = list(range(n)), list(range(n))
    for i in reversed(order):
        for k in dependents[i]:
            first[i] = min(first[i], first[k])
            last[i] = max(last[i], last[k])
    word_before, word_after = [-1] * n, [n] * n
    for i in range(n):
        word_before[i] = i if coarse[i] != "PUNCT" else word_before[i - 1] if i else -1
    for i in reversed(range(n)):
        word_after[i] = i if coarse[i] != "PUNCT" else word_after[i + 1] if i + 1 < n else n
    return Trees(
        coarse,
        [each if each in _KEPT_SUBTYPES else each.partition(":")[0] for each in relations],
        sentence_of,
        dependents,
        first,
        last,
        _partners(doc.words, coarse, sentence_of),
        word_before,
        word_after,
    )


def _partners(words: Sequence[str], coarse: Sequence[str], sentence_of: Sequence[int]) -> list[int]:
    """The index of the other half for both halves of each pair of brackets or quotation marks."""
    partner = [-1] * len(words)
    open_at: dict[str, list[int]] = {}  # by the mark that closes them
    sentence = -1
    for i, word in enumerate(words):
        if coarse[i] != "PUNCT":
            continue
        if sentence_of[i] != sentence:
            open_at, sentence = {}, sentence_of[i]
        if open_at.get(word):
            partner[i] = open_at[word].pop()
            partner[partner[i]] = i
        elif word in _CLOSED_BY:
            open_at.setdefault(_CLOSED_BY[word], []).append(i)
    return partner
