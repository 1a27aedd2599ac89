"""Training documents with their candidates described, once and for all, and their gold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.systems.feature.mentions import COLUMN, Mentions, describe, read_candidates
from corefair.systems.feature.unary import FULL, Unary, unary
from corefair.systems.training.chunks import Made, in_chunks
from corefair.text.gender_counts import content_of, gender_counts
from corefair.text.mentions import mention_candidates
from corefair.text.phrases import EXTENTS, choose, without_genitive
from corefair.types import Document, Json, Mention, Said

_KIND = "feature-1"
_CODE = ("corefair.text", "corefair.systems.feature.mentions", "corefair.systems.feature.unary")


def described(
    docs: Sequence[Document],
    *,
    counts: str,
    scheme: str,
    engine: str = "one",
    progress: Said | None = None,
) -> Iterator[tuple[Document, Mentions, Unary]]:
    """Each analysed document with its candidates, from the cache where they were described before."""
    options: dict[str, Json] = {"counts": counts, "scheme": scheme, "is": content_of(gender_counts(counts))}
    for chunk, made in in_chunks(
        docs, _describe, kind=_KIND, options=options, code=_CODE, engine=engine,
        what="words described", progress=progress,
    ):  # fmt: skip
        yield from _unpacked(chunk, made.arrays, made.facts)


def _describe(docs: Sequence[Document], options: Mapping[str, Json]) -> Made:
    counts = gender_counts(str(options["counts"]))
    table: dict[str, int] = {}
    parts: dict[str, list[NDArray[Any]]] = {}
    sizes: list[list[int]] = []
    for doc in docs:
        read = read_candidates(doc, counts=counts, scheme=str(options["scheme"]))
        made = describe(read)
        said = unary(read, made)
        arrays = _packed(made) | {
            name: np.array(
                [[table.setdefault(each, len(table)) for each in row] for row in rows], dtype=np.int32
            ).reshape(len(made), len(FULL))
            for name, rows in (("values", said.values), ("instead", said.instead))
        }
        sizes.append([len(arrays[name]) for name in arrays])
        for name, array in arrays.items():
            parts.setdefault(name, []).append(array)
    joined = {name: np.concatenate(some) for name, some in parts.items()}
    return joined | {"sizes": np.array(sizes, dtype=np.int32)}, {"table": list(table)}


def _packed(made: Mentions) -> dict[str, NDArray[Any]]:
    names = ("codes", "words", "words_at", "modifiers", "modifiers_at", "clauses")
    return {name: getattr(made, name) for name in names}


def _unpacked(
    docs: Sequence[Document], arrays: Mapping[str, NDArray[Any]], facts: Mapping[str, Json]
) -> Iterator[tuple[Document, Mentions, Unary]]:
    table: Any = facts["table"]
    names = ("codes", "words", "words_at", "modifiers", "modifiers_at", "clauses", "values", "instead")
    at = dict.fromkeys(names, 0)
    for doc, sizes in zip(docs, arrays["sizes"].tolist(), strict=True):
        here: dict[str, NDArray[Any]] = {}
        for name, size in zip(names, sizes, strict=True):
            here[name] = arrays[name][at[name] : at[name] + size]
            at[name] += size
        said = Unary(
            *(
                [tuple(table[each] for each in row) for row in here.pop(name).tolist()]
                for name in ("values", "instead")
            )
        )
        yield doc, Mentions(**here), said


def gold_of(
    doc: Document, mentions: Mentions, *, singletons: bool
) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
    """The cluster of each candidate, and whether it is a mention; candidates in none have -1 and 0.

    Where single mentions are not annotated nothing is known of a candidate that is in no cluster.
    """
    cluster_of: dict[tuple[int, int], int] = {}
    for number, cluster in enumerate(doc.clusters):
        for mention in cluster:
            cluster_of.setdefault(mention, number)
    spans = mentions.codes[:, [COLUMN["start"], COLUMN["end"]]].tolist()
    entity = np.array([cluster_of.get(Mention(*span), -1) for span in spans], dtype=np.int32).reshape(-1)
    real = (entity >= 0).astype(np.int8)
    if not singletons:
        real[:] = -1
    return entity, real


def firsts(entity: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Which candidates are the first of their entity.

    >>> firsts(np.array([-1, 7, 7, 2], dtype=np.int32)).tolist()
    [False, True, False, True]
    """
    out = np.zeros(len(entity), dtype=np.bool_)
    out[np.unique(entity, return_index=True)[1]] = True
    return out & (entity >= 0)


def best_extents(docs: Sequence[Document]) -> str:
    """Which part of a phrase a corpus takes for the mention: what finds most of its mentions."""
    found = dict.fromkeys(EXTENTS, 0)
    for doc in docs:
        gold = {mention for cluster in doc.clusters for mention in cluster}
        candidates = mention_candidates(doc)
        for name in EXTENTS:
            chosen = (each for each, _ in choose(candidates, scheme=name))
            whole = name == "ontonotes"
            found[name] += len(
                gold & {each.span if whole else without_genitive(doc, each) for each in chosen}
            )
    return max(found, key=lambda name: found[name])
