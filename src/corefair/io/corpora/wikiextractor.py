"""`wikiextractor`: articles between `<doc …>` and `</doc>`, each a text, as WikiExtractor writes them."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape

from corefair.io.corpora.reading import Lines, Shard


def pieces(shard: Shard) -> Iterator[tuple[str, bool]]:
    """Each line of an article, and whether the article goes on; `&lt;` and the like become characters."""
    lines = Lines(shard)
    inside = False  # an article
    for line, _ in lines:
        mark = line.strip()
        if mark.startswith("<doc ") and mark.endswith(">"):
            if inside:
                raise lines.error("an article begins before the last one ended: expected </doc>")
            inside = True
        elif mark == "</doc>":
            if not inside:
                raise lines.error("an article ends that did not begin: expected <doc id=…>")
            inside = False
            yield "", False
        elif mark:
            if not inside:
                raise lines.error("text outside <doc …> and </doc>: is this from WikiExtractor?")
            yield unescape(line) if "&" in line else line, True
    if inside:
        raise lines.error("the last article has no </doc>: the file may be cut short")
