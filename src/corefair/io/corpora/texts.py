"""The words of a part of a corpus, a text at a time."""

from __future__ import annotations

from collections.abc import Iterator

from corefair.io.corpora.documents import texts as documents
from corefair.io.corpora.formats import FORMATS
from corefair.io.corpora.reading import Shard
from corefair.io.corpora.splitting import Each, Splitter, Tokens, splitter


def read_texts(shard: Shard, *, tokens: Tokens = "ours", lower: bool = True) -> Iterator[list[str]]:
    """The words of each text that has any.

    Words are cut by our own rule, or at white space; `lower` makes them lower case after that. In formats
    with a word a line (CoNLL) the words are the file's.
    """
    held: list[str] = []
    for words, goes_on in read_pieces(shard, splitter(tokens, lower=lower)):
        held += words
        if held and not goes_on:
            yield held
            held = []


def read_pieces(shard: Shard, split: Splitter[Each]) -> Iterator[tuple[list[Each], bool]]:
    """The same in pieces, each with whether its text goes on: memory holds one, however long the text."""
    pieces = FORMATS[shard.format].pieces
    if pieces is None:
        for words in documents(shard):
            yield split.of(words), False
        return
    waiting: str | None = None  # a piece whose last word may depend on what comes next
    for text, goes_on in pieces(shard):
        if waiting is not None:
            yield split(waiting, text.lstrip()[:1]), True
        waiting = text if goes_on else None
        if not goes_on:
            yield split(text) if text else [], False
    if waiting is not None:
        yield split(waiting), False
