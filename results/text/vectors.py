"""Vectors that say in what company a word stands, from unannotated text: knowledge of words GUM lacks.

What stands just before and after a word tells its part of speech. The counts of the two words on either
side, each place apart, as positive pointwise mutual information, reduced by a singular value decomposition
(Levy & Goldberg 2014; Levy, Goldberg & Dagan 2015, section 3: contexts smoothed by 0.75).
"""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from data import litbank_sentences
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import svds

from corefair.io import datasets
from corefair.io.plain import word_offsets

PLACES = (-2, -1, 1, 2)
_CUT = re.compile(r"(?i)(?<=\w)(n['’]t|['’](?:m|re|ve|ll|d))$|(-)")  # as GUM cuts words


def build(
    *, data: Path | None, n_words: int, n_contexts: int, dimensions: int, seed: int
) -> tuple[list[str], NDArray[np.float32]]:
    """The most frequent words in lower case, and their vectors of length one [n_words, dimensions]."""
    texts = list(_texts(data))
    counts = Counter(word for text in texts for word in text)
    words = [word for word, _ in counts.most_common(n_words)]
    number = {word: i for i, word in enumerate(words)}
    beyond = len(words)  # stands for every other word, and for the edge of a text
    ids = np.concatenate(
        [np.array([*(number.get(word, beyond) for word in text), beyond, beyond], np.int32) for text in texts]
    )
    seen = sparse.hstack([_pairs(ids, place, len(words), n_contexts) for place in PLACES]).tocsr()
    by_word = np.asarray(seen.sum(axis=1)).ravel()
    by_context = np.asarray(seen.sum(axis=0)).ravel() ** 0.75
    entries = seen.tocoo()
    information = np.log(
        entries.data * by_context.sum() / (by_word[entries.row] * np.maximum(by_context[entries.col], 1e-9))
    )
    kept = information > 0
    table = sparse.csr_matrix(
        (information[kept], (entries.row[kept], entries.col[kept])), shape=seen.shape, dtype=np.float32
    )
    start = np.random.default_rng(seed).standard_normal(min(table.shape)).astype(np.float32)
    left, values, _ = svds(table, k=dimensions, v0=start)
    vectors = left * np.sqrt(values)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return words, (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)


def _pairs(ids: NDArray[np.int32], place: int, n_words: int, n_contexts: int) -> sparse.csr_matrix:
    """How often each word had each frequent word at this place [n_words, n_contexts]."""
    here, there = (ids[-place:], ids[:place]) if place < 0 else (ids[:-place], ids[place:])
    both = (here < n_words) & (there < n_contexts)
    ones = np.ones(int(both.sum()), np.float32)
    return sparse.csr_matrix((ones, (here[both], there[both])), shape=(n_words, n_contexts))


def _texts(data: Path | None) -> Iterator[Sequence[str]]:
    """Wikipedia, an article at a time, and the novels of LitBank that are trained on."""
    path = datasets.find("corpus", "wikipedia-2021-part.txt.gz", data=data)
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for article in file:
            yield [piece for start, end in word_offsets(article) for piece in _pieces(article[start:end])]
    for novel in sorted(datasets.find("litbank", "train-entities", data=data).glob("*.tsv")):
        yield [word.lower() for sentence in litbank_sentences(novel) for word in sentence.words]


def _pieces(word: str) -> list[str]:
    lower = word.lower()
    if lower.isalpha():
        return [lower]
    return [piece for piece in _CUT.split(lower) if piece]
