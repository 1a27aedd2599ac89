"""substitute: each document is swapped with probability ½, and a corpus keeps its size (Maudslay 2019)."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from corefair.mitigators.text.swap import Swap
from corefair.registry import mitigators
from corefair.types import Document


@mitigators.register("substitute", changes="text")
@dataclass(frozen=True, kw_only=True)
class Substitute:
    """Swap about half of the documents, chosen by their names and the seed alone, and leave the others."""

    share: float = 0.5
    seed: int = 0

    def __call__(self, doc: Document) -> Document:
        """The document, with genders exchanged if the lot falls on it."""
        return Swap()(doc) if is_drawn(doc.id, share=self.share, seed=self.seed) else doc


def is_drawn(doc_id: str, *, share: float = 0.5, seed: int = 0) -> bool:
    """Whether the lot falls on a document: the same on every machine, whatever else is in the corpus.

    >>> [is_drawn(f"d{i}") for i in range(8)]
    [False, False, True, False, True, True, True, True]
    """
    digest = sha256(f"{seed}\t{doc_id}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") < share * 2**64
