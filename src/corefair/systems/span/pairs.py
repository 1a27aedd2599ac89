"""Pairs of spans in small numbers: how far apart, how alike, of which kinds, who speaks."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.systems.span.spans import Known
from corefair.systems.span.surface import CLASSES

N_DISTANCES = 10
N_MATCHES = 16
N_KINDS = len(CLASSES) ** 2
N_SPEAKERS = 27  # same speaker, another, not known × person of the one × of the other
_EXACT, _HEAD, _WITHIN, _SHARED = 1, 2, 4, 8


class Codes(NamedTuple):
    """For each later span (row) and each candidate (column): [n, m] each."""

    distance: NDArray[np.int64]  # in spans, in buckets
    sentences: NDArray[np.int64]  # in sentences, in buckets
    match: NDArray[np.int64]
    kinds: NDArray[np.int64]
    speakers: NDArray[np.int64]
    allowed: NDArray[np.bool_]  # the candidate comes first, in the same text

    def take(self, columns: NDArray[np.int64]) -> Codes:
        """Some columns of each row: [n, k]."""
        fields: dict[str, Any] = self._asdict()
        return Codes(**{name: np.take_along_axis(each, columns, axis=1) for name, each in fields.items()})


def bucket(distance: NDArray[np.int64]) -> NDArray[np.int64]:
    """0, 1, 2, 3, 4, 5–7, 8–15, 16–31, 32–63, 64 and more (Lee 2017 §4).

    >>> bucket(np.array([0, 4, 5, 8, 31, 32, 500])).tolist()
    [0, 4, 5, 6, 7, 8, 9]
    """
    return np.digitize(distance, [1, 2, 3, 4, 5, 8, 16, 32, 64])


def codes_of(later: Known, all_: Known, *, match: bool) -> Codes:
    """All pairs of the later spans, which are the last of all, with all."""
    n, m = len(later.kind), len(all_.kind)
    index = np.arange(m - n, m)
    far = index[:, None] - np.arange(m)[None, :]
    allowed = (far > 0) & (later.text[:, None] == all_.text[None, :])
    same = later.speaker[:, None] == all_.speaker[None, :]
    # -1 stands for texts without speakers: there nobody is the same as another, nor someone else.
    who = np.where(later.speaker[:, None] < 0, 2, np.where(same, 0, 1))
    return Codes(
        bucket(np.maximum(far, 0)),
        bucket(np.maximum(later.sentence[:, None] - all_.sentence[None, :], 0)),
        _matches(later, all_) if match else np.zeros((n, m), dtype=np.int64),
        later.kind[:, None] * len(CLASSES) + all_.kind[None, :],
        who * 9 + later.person[:, None] * 3 + all_.person[None, :],
        allowed,
    )


def _matches(later: Known, all_: Known) -> NDArray[np.int64]:
    """Whether names are the same, heads are, all words of the one are in the other, any word is shared."""
    ids: dict[str, int] = {}
    names = np.array([ids.setdefault(name, len(ids)) for name in all_.name], dtype=np.int64)
    heads = np.array([ids.setdefault(head, len(ids)) for head in all_.head], dtype=np.int64)
    columns: dict[str, int] = {}
    at = [
        (row, columns.setdefault(each, len(columns))) for row, some in enumerate(all_.stems) for each in some
    ]
    has = np.zeros((len(all_.name), len(columns) or 1), dtype=np.float32)
    if at:
        has[tuple(np.array(at).T)] = 1
    n = len(later.kind)
    size = has.sum(axis=1)
    shared = has[len(has) - n :] @ has.T
    exact = names[len(names) - n :, None] == names[None, :]
    # A pronoun shares its form at most.
    says = (size[len(size) - n :, None] > 0) & (size[None, :] > 0)
    head = (heads[len(heads) - n :, None] == heads[None, :]) & says
    within = (shared >= np.minimum(size[len(size) - n :, None], size[None, :])) & says
    bits = ((exact, _EXACT), (head, _HEAD), (within, _WITHIN), ((shared > 0) & says, _SHARED))
    found = np.zeros(exact.shape, dtype=np.int64)
    for is_so, bit in bits:
        found[is_so] += bit
    return found
