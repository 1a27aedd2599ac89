"""Chance that is the same each time: drawn from a hash of the seed, the words and the pronoun's place."""

from __future__ import annotations

import json
from hashlib import blake2b

from corefair.types import Document, Mention


def draw(seed: int, doc: Document, pronoun: Mention, n: int) -> list[float]:
    """`n` numbers in 0…1 that depend on nothing else: not on the document's id, nor on what was asked before.

    Two documents that differ in a word, such as pronoun-swapped twins, have numbers of their own.
    """
    content = json.dumps([seed, doc.words, pronoun.start]).encode()
    return [_unit(blake2b(content, digest_size=8, salt=i.to_bytes(8, "big")).digest()) for i in range(n)]


def _unit(digest: bytes) -> float:
    return (int.from_bytes(digest, "big") >> 11) / 2**53  # as many bits as a float holds, so never 1
