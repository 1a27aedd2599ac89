"""What the network knows of single words: their vectors, their letters, and rows of its own for others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypedDict
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.types import Document, Embeddings

N_AFFIXES = 1024  # rows that prefixes and suffixes of three letters share
N_SHAPES = 8
SIGN = 6  # the shape of what has neither letters nor digits
N_LETTERS = 128  # ASCII; all others are one
MAX_LETTERS = 16
_LARGEST = 65_504.0  # of the numbers that half precision holds
_SMALLEST = 1e-3  # a standard deviation below this loses digits in half precision
_SEEN = 3  # a word that vectors lack has a row of its own if it was seen as often in training


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Static vectors, and the words that they lack and that have learned rows.

    Row 0 of the vectors is for words that have none. Of the learned rows 0 is zeros, for words that have a
    vector, and 1 is for words that have neither. Vectors are divided by `scale`, the standard deviation of
    all of them: mitigators give some back at unit length, and a change of length alone should change nothing.
    """

    words: tuple[str, ...]
    vectors: NDArray[np.float16]  # [1 + n_words, dim]; row 0 is zeros
    own: tuple[str, ...]  # words with learned rows, none of which is among `words` of the training vectors
    scale: float

    @property
    def dim(self) -> int:
        """How many numbers a static vector has."""
        return int(self.vectors.shape[1])

    @cached_property
    def row_of(self) -> dict[str, int]:
        """The row of each word that has a vector."""
        return {word: row for row, word in enumerate(self.words, 1)}

    @cached_property
    def own_row_of(self) -> dict[str, int]:
        """The row of each word that has a learned one."""
        return {word: row for row, word in enumerate(self.own, 2)}

    def with_vectors(self, emb: Embeddings) -> Lexicon:
        """Other vectors in the place of these; learned rows stay those of the same words."""
        if emb.dim != self.dim:
            raise DataError(f"vectors of {emb.dim} dimensions; the model was trained with {self.dim}")
        if not any(word in emb for word in self.words):
            raise DataError(f"{emb.name} has none of the words that the model has vectors of")
        return replace(self, words=emb.words, **_held(emb))


def learn_lexicon(docs: Iterable[Document], emb: Embeddings | None) -> Lexicon:
    """The lexicon of a training: rows of their own for words that the vectors lack, and for no others.

    A learned row for a word that has a vector could learn anew what was taken out of the vector.
    """
    seen = Counter(word.lower() for doc in docs for word in doc.words)
    known: frozenset[str] = frozenset(emb.words) if emb else frozenset()
    own = tuple(sorted(word for word, n in seen.items() if n >= _SEEN and word not in known))
    if emb is None:
        return Lexicon((), np.zeros((1, 1), dtype=np.float16), own, 1.0)
    if not any(word in known for word in seen):
        raise DataError(f"{emb.name} has none of the words of the training text, in lower case")
    return Lexicon(emb.words, own=own, **_held(emb))


class _Held(TypedDict):
    vectors: NDArray[np.float16]
    scale: float


def _held(emb: Embeddings) -> _Held:
    """Vectors in half precision, row 0 for words that have none, and what they are divided by.

    Those of a length that half precision cannot hold are brought to one that it can: only shape matters.
    """
    vectors, scale = emb.vectors, float(emb.vectors.std()) or 1.0
    if np.abs(vectors).max(initial=0.0) > _LARGEST or scale < _SMALLEST:
        vectors = vectors.astype(np.float64)
        scale = float(vectors.std()) or 1.0
        vectors, scale = vectors / scale, 1.0
    table = np.zeros((1 + len(emb), emb.dim), dtype=np.float16)
    table[1:] = vectors
    return _Held(vectors=table, scale=scale)


def affixes(word: str) -> tuple[int, int]:
    """Rows of the first and the last three letters.

    >>> affixes("nurses") == affixes("NURses"), affixes("nurses")[0] == affixes("nursing")[0]
    (True, True)
    """
    lower = word.lower()
    return tuple(1 + crc32(part.encode()) % (N_AFFIXES - 1) for part in (lower[:3], lower[-3:] + "$"))  # type: ignore[return-value]


def letters(words: Sequence[str]) -> NDArray[np.int64]:
    """The letters of words, 0 where there are no more: [n_words, MAX_LETTERS]."""
    table = np.zeros((len(words), MAX_LETTERS), dtype=np.int64)
    for row, word in zip(table, words, strict=True):
        codes = [min(ord(letter), N_LETTERS - 1) for letter in word[:MAX_LETTERS]]
        row[: len(codes)] = codes
    return table


def shape(word: str) -> int:
    """Capitals, digits, signs.

    >>> [shape(word) for word in ("she", "She", "USA", "U.S.", "I", "1984", "3rd", ",")]
    [0, 1, 2, 2, 3, 4, 5, 6]
    """
    if not any(letter.isalnum() for letter in word):
        return SIGN
    if word.isdigit():
        return 4
    if word[0].isdigit():
        return 5
    if word.isupper():
        return 2 if len(word) > 1 else 3
    if word[0].isupper():
        return 1
    return 0 if word.islower() else 7
