"""`conll`, `conllu`, `e2e`, `predictions`: each document is a text, whose words are those of the file."""

from __future__ import annotations

from collections.abc import Iterator

from corefair.io.corpora.reading import Shard
from corefair.io.documents import read


def texts(shard: Shard) -> Iterator[list[str]]:
    """The words of each document; one with white space in it is as many words as it has parts."""
    for doc in read(shard.path, format=shard.format):
        yield " ".join(doc.words).split()
