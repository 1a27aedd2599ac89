"""A system that says nothing: what an audit must not take for a system without a gap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from corefair.registry import systems
from corefair.types import Cluster, Document


@systems.register("silent")
class Silent:
    """Never links anything."""

    def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[Cluster, ...]]:
        return (() for _ in docs)
