"""Text to learn from: files and folders of any size, read in parts and a text at a time.

A text is what words can be near each other in: a line, a paragraph, an article, a document. Counting never
looks from one text into the next.
"""

from corefair.io.corpora.formats import FORMATS
from corefair.io.corpora.reading import Shard
from corefair.io.corpora.shards import described, shards
from corefair.io.corpora.splitting import Splitter, Tokens, held_by, numbering, splitter
from corefair.io.corpora.texts import read_pieces, read_texts

__all__ = [
    "FORMATS",
    "Shard",
    "Splitter",
    "Tokens",
    "described",
    "held_by",
    "numbering",
    "read_pieces",
    "read_texts",
    "shards",
    "splitter",
]
