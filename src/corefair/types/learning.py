"""What learns: mitigators, which learn a change, and models, which can be kept in a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from corefair.types.documents import Document
from corefair.types.embeddings import Embeddings


@runtime_checkable
class Change(Protocol):
    """What a mitigator of vectors learned: makes new embeddings, leaves its input alone, adds a step."""

    def __call__(self, emb: Embeddings) -> Embeddings: ...


@runtime_checkable
class Mitigator(Protocol):
    """Learns a change from embeddings; its options are those of its constructor."""

    def fit(self, emb: Embeddings) -> Change: ...


@runtime_checkable
class TextMitigator(Protocol):
    """Changes training text: a document in, a document out, its clusters, layers and offsets kept valid."""

    def __call__(self, doc: Document) -> Document: ...


@runtime_checkable
class Model(Protocol):
    """Something that was learned, kept in a folder: `model.json` beside its numbers, nothing unpickled."""

    def save(self, folder: Path) -> None: ...

    @classmethod
    def load(cls, folder: Path) -> Model: ...


Said = Callable[[str, int, int], None]  # what is counted, how many are done, of how many


@runtime_checkable
class Trainer(Protocol):
    """Makes a model from documents with gold clusters; its settings are those of its constructor."""

    def train(
        self,
        corpus: Sequence[Document],
        dev: Sequence[Document] = (),
        *,
        vectors: Embeddings | None = None,
        text: Iterable[TextMitigator] = (),
        seed: int = 0,
        run: Path | None = None,  # a folder in which an interrupted training goes on where it stopped
        progress: Said | None = None,
    ) -> Model: ...
