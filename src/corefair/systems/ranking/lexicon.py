"""The words the network knows: those with a vector, which stays as it is, and a few that it learns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.types import Embeddings

EDGE = "\tedge"  # beyond the text; no word has a tab
_NUMBER, _MARK, _CAPITAL, _OTHER = "\tnumber", "\tmark", "\tcapital", "\tother"
CLASSES = (EDGE, _NUMBER, _MARK, _CAPITAL, _OTHER)


@dataclass(frozen=True)
class Lexicon:
    """Words with vectors, then words without, then what stands for all others.

    Vectors are held in half precision, as they are kept, so that a model answers alike before and after.
    """

    words: tuple[str, ...]
    vectors: NDArray[np.float16]  # [n_words, dim]
    own: tuple[str, ...]  # without a vector: their vectors are learned
    name: str = "vectors"
    history: tuple[str, ...] = ()

    @property
    def dim(self) -> int:
        return int(self.vectors.shape[1])

    @property
    def n_own(self) -> int:
        """How many vectors are learned."""
        return len(self.own) + len(CLASSES)

    @cached_property
    def scaled(self) -> NDArray[np.float32]:
        """The vectors with entries of variance 1, whatever their scale was."""
        vectors = self.vectors.astype(np.float32)
        return vectors / max(float(vectors.std()), 1e-6)

    @cached_property
    def _row_of(self) -> dict[str, int]:
        return {word: row for row, word in enumerate((*self.words, *self.own, *CLASSES))}

    def rows(self, words: Iterable[str]) -> NDArray[np.int32]:
        """The row of each word; those from the number of vectors on are learned."""
        row_of = self._row_of
        out = []
        for word in words:
            row = row_of.get(word.lower(), -1)
            out.append(row if row >= 0 else row_of[_class_of(word)])
        return np.array(out, dtype=np.int32)

    def with_vectors(self, emb: Embeddings) -> Lexicon:
        """The same words with vectors of another file; those it lacks give way to what stands for them."""
        if emb.dim != self.dim:
            raise DataError(f"vectors of {emb.dim} dimensions; the model was trained with {self.dim}")
        return Lexicon(*_held(emb, self.words), self.own, emb.name, emb.history)


def learn_lexicon(emb: Embeddings, docs: Iterable[Sequence[str]], *, most: int, words_seen: int) -> Lexicon:
    """Words of the text that have a vector, the first others of the file up to so many, and the text's own.

    Files of vectors have frequent words first. A word without a vector is learned if it was seen often
    enough.
    """
    seen = Counter(word.lower() for doc in docs for word in doc)
    rare = np.isfinite(emb.vectors).all(axis=1)
    if not rare.all():
        raise DataError(f"{emb.name}: {int((~rare).sum())} vectors have entries that are no numbers")
    known = [word for word in seen if word in emb]
    if not known:
        raise DataError(
            f"{emb.name} has no vector for any word of the training text: is it of the same language, in "
            "lower case?"
        )
    others = (word for word in emb.words if word not in seen and word == word.lower() and "\t" not in word)
    kept = {*known}
    for word in others:
        if len(kept) >= most:
            break
        kept.add(word)
    own = sorted(
        (
            word
            for word, count in seen.items()
            if word not in emb and count >= words_seen and "\t" not in word
        ),
        key=lambda word: (-seen[word], word),
    )
    return Lexicon(
        *_held(emb, [word for word in emb.words if word in kept]), tuple(own), emb.name, emb.history
    )


def _held(emb: Embeddings, words: Sequence[str]) -> tuple[tuple[str, ...], NDArray[np.float16]]:
    found = tuple(word for word in words if word in emb)
    if not found:
        raise DataError(f"{emb.name} has none of the words that this model needs")
    vectors = emb.vectors[[emb.row_of[word] for word in found]]
    # Half precision ends at 65,504; vectors of any scale are held, since only their shape matters.
    return found, (vectors / max(float(np.abs(vectors).max()), 1e-30)).astype(np.float16)


def _class_of(word: str) -> str:
    if any(letter.isdigit() for letter in word):
        return _NUMBER
    if not any(letter.isalpha() for letter in word):
        return _MARK
    return _CAPITAL if word[:1].isupper() else _OTHER
