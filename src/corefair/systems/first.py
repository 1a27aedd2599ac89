"""The first candidate of the document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from corefair.registry import systems
from corefair.systems.mentions import link_pronouns
from corefair.types import Cluster, Document


@systems.register("first")
class First:
    """Links each pronoun to the candidate that comes first in the document."""

    def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[Cluster, ...]]:
        return (link_pronouns(doc, lambda doc, pronoun, possible: min(possible)) for doc in docs)
