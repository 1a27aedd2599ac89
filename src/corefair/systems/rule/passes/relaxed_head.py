"""A name again by a part of it."""

from __future__ import annotations

from collections.abc import Iterator

from corefair.systems.rule.text import Text


def find(text: Text) -> Iterator[tuple[int, int, str]]:
    """A name's head is any word of an earlier name of its kind, which has all its words, and they agree."""
    holds: dict[str, list[int]] = {}  # word -> names that hold it
    clusters = text.clusters
    for i, phrase in enumerate(text.phrases):
        if phrase.kind != "name":
            continue
        if clusters.is_first(i) and len(phrase.word) > 2:
            for other in reversed(holds.get(phrase.word, [])[-50:]):
                if (
                    text.may_link(i, other)
                    and clusters.agree(i, other)
                    and clusters.words[clusters.root(i)] <= clusters.words[clusters.root(other)]
                ):
                    yield i, other, f"“{phrase.word}” is part of the name"
                    break
        for word in phrase.words:
            holds.setdefault(word, []).append(i)
