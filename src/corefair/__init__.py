"""Measure gender bias in coreference resolution and in word vectors, and mitigate it.

>>> import corefair
>>> report = corefair.audit("nearest", suites=["participants"], resamples=100)
>>> report.valid
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from corefair.version import __version__ as __version__

if TYPE_CHECKING:
    from corefair.auditing.comparing import compare
    from corefair.auditing.report import Report, Result
    from corefair.auditing.run import audit, audit_corpora, audit_vectors
    from corefair.auditing.saved import load
    from corefair.auditing.weighing import weigh
    from corefair.cli.progress import progress_bar
    from corefair.io import read, write
    from corefair.io.layers import without_layers
    from corefair.io.vectors import read_vectors, write_vectors
    from corefair.metrics.coref.score import score
    from corefair.mitigators import mitigate
    from corefair.models.folder import load_model
    from corefair.systems.resolving import resolve
    from corefair.systems.training.train import train
    from corefair.types import (
        Answer,
        Case,
        Choice,
        Cluster,
        CorpusSuite,
        Document,
        Embeddings,
        Entity,
        Measure,
        Mention,
        Picked,
        Question,
        Row,
        Score,
        Suite,
        VectorSuite,
    )

_ROOMS = {
    "corefair.auditing.comparing": ("compare",),
    "corefair.auditing.report": ("Report", "Result"),
    "corefair.auditing.run": ("audit", "audit_corpora", "audit_vectors"),
    "corefair.auditing.saved": ("load",),
    "corefair.auditing.weighing": ("weigh",),
    "corefair.cli.progress": ("progress_bar",),
    "corefair.io": ("read", "write"),
    "corefair.io.layers": ("without_layers",),
    "corefair.io.vectors": ("read_vectors", "write_vectors"),
    "corefair.metrics.coref": ("score",),
    "corefair.mitigators": ("mitigate",),
    "corefair.models.folder": ("load_model",),
    "corefair.systems.resolving": ("resolve",),
    "corefair.systems.training.train": ("train",),
    "corefair.types": (
        "Answer",
        "Case",
        "Choice",
        "Cluster",
        "CorpusSuite",
        "Document",
        "Embeddings",
        "Entity",
        "Measure",
        "Mention",
        "Picked",
        "Question",
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
    "CorpusSuite",
    "Document",
    "Embeddings",
    "Entity",
    "Measure",
    "Mention",
    "Picked",
    "Question",
    "Report",
    "Result",
    "Row",
    "Score",
    "Suite",
    "VectorSuite",
    "audit",
    "audit_corpora",
    "audit_vectors",
    "compare",
    "load",
    "load_model",
    "mitigate",
    "progress_bar",
    "read",
    "read_vectors",
    "resolve",
    "score",
    "train",
    "weigh",
    "without_layers",
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
