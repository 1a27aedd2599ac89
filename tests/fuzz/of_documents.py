"""Files of documents and of answers, and text to train on."""

from __future__ import annotations

import gzip
from itertools import islice
from pathlib import Path

from corefair.errors import DataError
from corefair.io.corpora.shards import shards
from corefair.io.documents import read, write
from corefair.io.gap import read_predictions
from corefair.registry import formats
from corefair.systems.outside.predictions import Predictions
from corefair.systems.outside.response import Response
from fuzz.targets import DOC, EXAMPLES, put, target


def _documents(name: str) -> None:
    form = formats[name]

    @target(f"documents of {name}", lambda: form.render(DOC).encode(), lambda: _example_in(name))
    def documents(content: bytes, folder: Path) -> None:
        path = put(content, folder, "x")
        bad: list[DataError] = []
        docs = list(read(path, format=name, on_bad=bad.append, on_note=bad.append))
        assert all(error.path == str(path) for error in bad)
        if docs and not formats.facts(name).get("single"):
            write(docs, folder / "y", format=name)


def _example_in(name: str) -> bytes:
    made = "".join(map(formats[name].render, islice(read(EXAMPLES / "story.txt"), 1)))
    return made.encode()


for _name in formats:
    _documents(_name)


@target("gzip of documents", lambda: gzip.compress(formats["conll"].render(DOC).encode(), mtime=0))
def _packed(content: bytes, folder: Path) -> None:
    list(read(put(content, folder, "x.conll.gz")))


@target("predictions of a system", lambda: formats["predictions"].render(DOC).encode())
def _predictions(content: bytes, folder: Path) -> None:
    path = put(content, folder, "x.jsonl")
    list(Predictions(path).answers([DOC]))
    list(Response(path, format="predictions").answers([DOC]))


@target("answers for gap", b"x-1\tTRUE\tFALSE\nx-2\tFALSE\tFALSE\n")
def _gap_answers(content: bytes, folder: Path) -> None:
    read_predictions(put(content, folder, "x.tsv"))


@target(
    "text to train on",
    (EXAMPLES / "harbour.txt").read_bytes()[:1500],
    b'{"text": "one two"}\n{"text": "three"}\n',
    b'<doc id="1">\nOne two .\n</doc>\n',
)
def _corpus(content: bytes, folder: Path) -> None:
    from corefair.io.corpora.reading import Lines

    for name in ("c.txt", "c.jsonl"):
        for shard in shards([put(content, folder, name)]):
            for _ in Lines(shard):
                pass
