"""Embeddings to a file that reads back the same, bit for bit, with their history beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

import numpy as np

from corefair.errors import DataError, UnknownName
from corefair.io.files import writing
from corefair.io.vectors.arrays import words_as_text
from corefair.io.vectors.binary import write_binary
from corefair.io.vectors.npy import write_npy
from corefair.io.vectors.sidecar import write_sidecar
from corefair.io.vectors.source import FORMATS, is_number, vocabulary_to_write
from corefair.io.vectors.spelling import write_glove, write_word2vec
from corefair.io.vectors.tensors import write_safetensors
from corefair.runs.content import digest
from corefair.types import Embeddings

WRITERS: dict[str, Callable[[Embeddings, IO[bytes]], None]] = {
    "glove": write_glove,
    "word2vec": write_word2vec,
    "binary": write_binary,
    "npy": write_npy,
    "safetensors": write_safetensors,
}
ENDINGS = {
    ".txt": "glove",
    ".vec": "word2vec",
    ".w2v": "word2vec",
    ".bin": "binary",
    ".npy": "npy",
    ".safetensors": "safetensors",
}


def write_vectors(emb: Embeddings, path: str | Path, *, format: str | None = None) -> None:
    """Write the words, the vectors and the history; nothing appears under the name until all of it is there.

    The ending of the name says the format: .txt (GloVe), .vec or .w2v (word2vec text), .bin (word2vec
    binary), .npy (the words in .vocab beside it), .safetensors; and .gz after any of them packs it.
    """
    path = Path(path)
    format = check_writable(emb.words, path, format=format)
    _check_finite(emb, path)
    files = [path]
    if format == "npy":
        files.append(vocabulary_to_write(path))
        with writing(files[1]) as out:
            out.buffer.write(words_as_text(emb.words))
    with writing(path) as out:
        WRITERS[format](emb, out.buffer)
    write_sidecar(emb, path, digest(files))


def check_writable(words: Sequence[str], path: str | Path, *, format: str | None = None) -> str:
    """The format that words with vectors would be written in, or a DataError if they cannot be.

    To be called before a long computation whose result is to be written.
    """
    path = Path(path)
    format = format or _format_of(path)
    if format not in FORMATS:
        raise UnknownName("vector format", format, FORMATS)
    if not path.parent.is_dir():
        raise DataError("there is no such folder: make it first", path=str(path.parent))
    if not words:
        raise DataError("there are no vectors to write", path=str(path))
    if len(set(words)) != len(words):
        twice = next(word for word, count in Counter(words).items() if count > 1)
        raise DataError(f"the word {twice!r} is there twice", path=str(path))
    for row, word in enumerate(words):
        trouble = _trouble(word, format, first=row == 0)
        if trouble:
            raise DataError(f"the word {word!r} {trouble}", path=str(path))
    return format


def _format_of(path: Path) -> str:
    ending = Path(path.name.removesuffix(".gz")).suffix
    if ending not in ENDINGS:
        known = ", ".join(ENDINGS)
        raise DataError(
            f"the ending {ending!r} names no format of vectors: use {known}, each also with .gz",
            path=str(path),
        )
    return ENDINGS[ending]


def _check_finite(emb: Embeddings, path: Path) -> None:
    if not emb.dim:
        raise DataError("the vectors have no numbers", path=str(path))
    for start in range(0, len(emb), 4096):
        finite = np.isfinite(emb.vectors[start : start + 4096]).all(axis=1)
        if not finite.all():
            word = emb.words[start + int(np.argmin(finite))]
            raise DataError(f"the vector of {word!r} is not finite", path=str(path))


def _trouble(word: str, format: str, *, first: bool) -> str | None:
    """Why the format cannot hold the word, if it cannot."""
    if not word.isprintable():  # rare, so that the rest is seldom looked at
        try:
            word.encode()
        except UnicodeEncodeError:
            return "cannot be written as UTF-8"
        if "\n" in word or (word.endswith("\r") and format == "npy"):
            return "holds the end of a line"
    if not word:
        return "is empty"
    if first and word.startswith("\ufeff") and format in ("glove", "npy"):
        return "begins with a byte order mark, which is not read as part of a word"
    if format == "binary" and " " in word:
        return "holds a space, which ends a word in this format: choose .vec or .safetensors"
    if format in ("glove", "word2vec") and (" " in word or "\t" in word):
        parts = word.split(" ")
        if "\t" in word or "" in parts or any(is_number(part.encode()) for part in parts[1:]):
            return "holds tabs, spaces at an end or in a row, or a number after a space: choose .safetensors"
    return None
