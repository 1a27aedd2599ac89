"""Measure gender bias in coreference resolution and in word vectors, and mitigate it.

>>> import corefair
>>> report = corefair.audit("nearest", suites=["participants"], resamples=100)
>>> report.valid
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from corefair.auditing.run import audit
    from corefair.auditing.vectors import audit_vectors
    from corefair.io import read, write
    from corefair.io.vectors import read_vectors, write_vectors
    from corefair.metrics.coref.score import score
    from corefair.mitigators import mitigate
    from corefair.types import (
        Answer,
        Case,
        Choice,
        Cluster,
        Document,
        Embeddings,
        Entity,
        Measure,
        Mention,
        Report,
        Row,
        Score,
        Suite,
        VectorSuite,
    )

__version__ = "0.1.0"

_ROOMS = {
    "corefair.auditing": ("audit", "audit_vectors"),
    "corefair.io": ("read", "write"),
    "corefair.io.vectors": ("read_vectors", "write_vectors"),
    "corefair.metrics.coref": ("score",),
    "corefair.mitigators": ("mitigate",),
    "corefair.types": (
        "Answer",
        "Case",
        "Choice",
        "Cluster",
        "Document",
        "Embeddings",
        "Entity",
        "Measure",
        "Mention",
        "Report",
        "Row",
        "Score",
        "Suite",
        "VectorSuite",
    ),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "Answer",
    "Case",
    "Choice",
    "Cluster",
    "Document",
    "Embeddings",
    "Entity",
    "Measure",
    "Mention",
    "Report",
    "Row",
    "Score",
    "Suite",
    "VectorSuite",
    "audit",
    "audit_vectors",
    "mitigate",
    "read",
    "read_vectors",
    "score",
    "write",
    "write_vectors",
]


def __getattr__(name: str) -> Any:
    """Public names are imported when they are first used: `import corefair` does no work."""
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'corefair' has no attribute {name!r}")
    return getattr(import_module(_ROOM_OF[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
