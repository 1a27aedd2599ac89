"""`lines`: each line is a text, be it a sentence, a paragraph or a document, as in GloVe's programs."""

from __future__ import annotations

from collections.abc import Iterator

from corefair.io.corpora.reading import Lines, Shard


def pieces(shard: Shard) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it goes on in the next piece."""
    return iter(Lines(shard))
