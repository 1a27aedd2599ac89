"""Word vectors of a file in the place of those that a model was trained with."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, TypeVar

from corefair.errors import DataError
from corefair.types import Embeddings

Model = TypeVar("Model", bound="_Exchanging")


class _Exchanging(Protocol):
    def with_vectors(self: Model, emb: Embeddings) -> Model: ...


def with_vectors_of(model: Model, path: Path) -> Model:
    """The model on the vectors of a file; what is wrong with them is said of the file."""
    from corefair.io.vectors import read_vectors_noted

    try:
        return model.with_vectors(read_vectors_noted(path))
    except DataError as error:
        raise error.at(path=str(path)) from None
