"""Training documents with tags, trees and names as our pipeline finds them, analysed once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.io.layers import without_layers
from corefair.runs.content import digest
from corefair.systems.training.chunks import Made, in_chunks, strings_to_ids
from corefair.text.analysis import analyse
from corefair.text.pipeline import SHIPPED, load
from corefair.types import Document, Entity, Json, Said

_KIND = "analysis-1"
_CODE = ("corefair.text.analysis", "corefair.text.pipeline", "corefair.text.universal")


def analysed(
    docs: Sequence[Document],
    *,
    pipeline: str | None = None,
    engine: str = "one",
    progress: Said | None = None,
) -> list[Document]:
    """The documents as a resolver would have read them, with gold clusters and the name of their corpus.

    Of what the file says only words, sentences and speakers are kept: what is learned must not rest on gold
    trees that are not there later.
    """
    shown = [without_layers(doc) for doc in docs]
    options: dict[str, Json] = {"pipeline": pipeline, "is": pipeline_id(pipeline)}
    found: list[Document] = []
    for chunk, made in in_chunks(
        shown, _analyse, kind=_KIND, options=options, code=_CODE, engine=engine, what="words analysed",
        progress=progress,
    ):  # fmt: skip
        found += _with_layers(chunk, made.arrays, made.facts)
    return [
        replace(doc, clusters=given.clusters, meta=given.meta) for doc, given in zip(found, docs, strict=True)
    ]


def pipeline_id(pipeline: str | None) -> str:
    """What stands for the weights of a pipeline."""
    folder = SHIPPED if pipeline is None else Path(pipeline)
    if folder.is_dir():
        return digest(sorted(path for path in folder.rglob("*") if path.is_file()))
    return json.dumps(load(pipeline).meta, sort_keys=True, default=str)


def _analyse(docs: Sequence[Document], options: Mapping[str, Json]) -> Made:
    """The layers of a chunk in arrays; names of tags, relations and lemmas in one table."""
    table: dict[str, int] = {}
    names: list[tuple[int, int, int, int]] = []
    layers: list[NDArray[np.int32]] = []
    heads: list[int] = []
    sentences: list[int] = []
    n_sentences: list[int] = []
    pipeline = options["pipeline"]
    for number, doc in enumerate(analyse(docs, pipeline=None if pipeline is None else str(pipeline))):
        columns = (doc.tags, doc.relations, doc.layers["upos"], doc.layers["lemma"])
        layers.append(
            strings_to_ids(zip(*(column or () for column in columns), strict=True), table).reshape(-1, 4)
        )
        heads += doc.heads or ()
        sentences += doc.sentences
        n_sentences.append(len(doc.sentences))
        names += [
            (number, start, end, table.setdefault(label, len(table))) for start, end, label in doc.entities
        ]
    arrays = {
        "layers": np.concatenate(layers),  # [n_words, 4]
        "heads": np.array(heads, dtype=np.int32),
        "sentences": np.array(sentences, dtype=np.int32),
        "n_sentences": np.array(n_sentences, dtype=np.int32),
        "names": np.array(names, dtype=np.int32).reshape(-1, 4),
    }
    return arrays, {"table": list(table)}


def _with_layers(
    docs: Sequence[Document], arrays: Mapping[str, NDArray[Any]], facts: Mapping[str, Json]
) -> list[Document]:
    table: Any = facts["table"]
    made, word, sentence = [], 0, 0
    names: dict[int, list[Entity]] = {}
    for number, start, end, label in arrays["names"].tolist():
        names.setdefault(number, []).append(Entity(start, end, table[label]))
    for number, (doc, n) in enumerate(zip(docs, arrays["n_sentences"].tolist(), strict=True)):
        here = slice(word, word + len(doc.words))
        tags, relations, upos, lemma = (
            tuple(table[each] for each in column) for column in arrays["layers"][here].T.tolist()
        )
        made.append(
            replace(
                doc,
                sentences=tuple(arrays["sentences"][sentence : sentence + n].tolist()),
                tags=tags,
                heads=tuple(arrays["heads"][here].tolist()),
                relations=relations,
                entities=tuple(names.get(number, ())),
                layers={**doc.layers, "upos": upos, "lemma": lemma},
            )
        )
        word, sentence = here.stop, sentence + n
    return made
