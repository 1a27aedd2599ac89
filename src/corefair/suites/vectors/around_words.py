"""The part of GIPE's graph around some words: their neighbours, and the words whose neighbours they are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefair.errors import DataError, MissingWords
from corefair.geometry.bias_network import BiasNetwork, bias_networks
from corefair.geometry.direction import gender_direction
from corefair.suites.vectors.gipe import to_measure
from corefair.suites.vectors.same_words import SameWords, same_words
from corefair.suites.vectors.word_rows import find_words
from corefair.types import Embeddings, Said


def around_words(
    emb: Embeddings, original: Embeddings, words: Sequence[str], *, progress: Said | None = None
) -> tuple[SameWords, list[BiasNetwork]]:
    """The network of each word, in the order asked, and the words that its rows number."""
    shared = same_words(emb, original)
    known = find_words(shared.emb, words)
    if known.missing:
        raise MissingWords(known.missing, of=len(words), name=emb.name)
    rows = np.array(list(to_measure(shared)), dtype=np.int64)
    asked = [known.row_of[word] for word in words]
    kept = [word for word, row in zip(words, asked, strict=True) if row not in set(rows.tolist())]
    if kept:
        raise DataError(
            f"{', '.join(map(repr, kept))} may not be changed (gender is part of its meaning, or it is no "
            "plain word), so no edges go from it: ask for a word that should be neutral, such as 'nurse'"
        )
    direction = gender_direction(original)
    found = bias_networks(
        shared.units, shared.original_units, direction, rows, np.array(asked), progress=progress
    )
    return shared, found
