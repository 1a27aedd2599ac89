"""`paragraphs`: the lines up to a blank line are one text, as in books with lines of a fixed length."""

from __future__ import annotations

from collections.abc import Iterator

from corefair.io.corpora.reading import Lines, Shard


def pieces(shard: Shard) -> Iterator[tuple[str, bool]]:
    """Each line, and whether its paragraph goes on."""
    inside = False  # a line that came in part
    for line, goes_on in Lines(shard):
        if goes_on or line.strip():
            yield line, True
        elif not inside:
            yield "", False
        inside = goes_on
    yield "", False
