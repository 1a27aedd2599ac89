"""A projection of an encoder's states, by a mitigator of vectors that is fitted to words in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.errors import CorefairError
from corefair.mitigators import check_changes, make
from corefair.mitigators.contextual.sentences import (
    Occurrence,
    by_document,
    check_pairs,
    in_carriers,
    in_corpus,
    labelled_words,
    neutral_words,
)
from corefair.mitigators.vectors.changes import Array, Erase, counted
from corefair.mitigators.vectors.hard import HardChange
from corefair.mitigators.vectors.preserve import preserve_name, preserve_words
from corefair.models.encoders.encoder import Encoder
from corefair.models.encoders.projection import Projection
from corefair.types import Document, Embeddings, Said

PER_WORD = 8  # occurrences in a corpus


def fit_projection(
    encoder: Encoder,
    method: str,
    *,
    corpus: Iterable[Document] | None = None,
    progress: Said | None = None,
    **options: Any,
) -> Projection:
    """What `hard`, `inlp` or `leace` takes out of each state of an encoder, learned on words in sentences.

    By default these are words that are feminine or masculine by definition, and occupations, in short
    sentences that say no gender; with a corpus they are the same words as they occur in it.
    """
    check_changes(method, "vectors")
    words = [*labelled_words(), *neutral_words()]
    if corpus is None:
        found = in_carriers(words)
    else:
        found = in_corpus(corpus, words, per_word=PER_WORD)
        check_pairs(found)
    return fit_to(encoder, method, found, progress=progress, **options)


def fit_to(
    encoder: Encoder,
    method: str,
    found: Sequence[Occurrence],
    *,
    progress: Said | None = None,
    **options: Any,
) -> Projection:
    """The same from occurrences of one's own."""
    states = states_of(encoder, found, progress=progress)
    words = [each.word for each in found]
    changes = []
    for number in range(encoder.n_states):
        if progress:
            progress("states fitted", number, encoder.n_states)
        changes.append(make(method, **options).fit(as_embeddings(words, states[:, number])))
    thin = [_thin(method, change) for change in changes]
    widest = max(left.shape[1] for left, _, _ in thin)
    left, right = (np.stack([_wide(each[side], widest) for each in thin]) for side in (0, 1))
    choice = getattr(changes[0], "preserve", ())
    kept = frozenset(word.lower() for word in preserve_words(choice))
    facts = [
        f"{counted(len(found), 'occurrence')} of {counted(len({*words}), 'word')}",
        f"{'/'.join(str(each[0].shape[1]) for each in thin)} directions",
        f"preserve={preserve_name(choice)}" if kept else "no word kept",
    ]
    history = (f"{method}({', '.join(facts)})",)
    centre = np.stack([each[2] for each in thin])
    return Projection(method, encoder.source, left, right, centre, kept, history)


def states_of(
    encoder: Encoder, found: Sequence[Occurrence], *, progress: Said | None = None
) -> NDArray[np.float32]:
    """The states of each occurrence [n, n_states, dim]."""
    grouped = by_document(found)
    states = np.empty((len(found), encoder.n_states, encoder.dim), np.float32)
    docs = [rows[0][1].doc for rows in grouped.values()]
    for rows, of_doc in zip(grouped.values(), encoder.states(docs, progress), strict=True):
        for row, each in rows:
            states[row] = of_doc[each.place]
    return states


def as_embeddings(words: Sequence[str], vectors: NDArray[np.float32]) -> Embeddings:
    """Vectors of occurrences as a mitigator takes them: each word's mean under its name, then every one.

    The means say where she and he are; what a mitigator learns of groups, it learns of occurrences.
    """
    names, codes = np.unique(np.array(words), return_inverse=True)
    means = np.zeros((len(names), vectors.shape[1]))
    np.add.at(means, codes, vectors)
    means /= np.bincount(codes)[:, None]
    numbered = (f"{word} {number}" for number, word in enumerate(words))  # a space: no other word's name
    rows = np.vstack([means, vectors]).astype(np.float32)
    return Embeddings((*names.tolist(), *numbered), rows, "words in sentences")


def _thin(method: str, change: object) -> tuple[Array, Array, Array]:
    """left, right [dim, k] and centre [dim] of a change."""
    if isinstance(change, Erase):
        return change.left, change.right, change.centre
    if isinstance(change, HardChange):
        axis = change.direction[:, None]
        return axis, axis, np.zeros(len(axis))
    raise CorefairError(f"{method} takes no directions out: for an encoder use hard, inlp or leace")


def _wide(matrix: Array, width: int) -> Array:
    """With columns of zeros up to a width."""
    return np.pad(matrix, ((0, 0), (0, width - matrix.shape[1])))
