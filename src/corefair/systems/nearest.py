"""The nearest candidate: Dist-1 of Kocijan et al. (2021), and the ranking that Dist-2 and Dist-3 share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from corefair.registry import systems
from corefair.systems.mentions import link_pronouns
from corefair.types import Cluster, Document, Mention


@systems.register("nearest")
class Nearest:
    """Links each pronoun to the candidate nearest to it, before or after (Dist-1)."""

    k = 1

    def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[Cluster, ...]]:
        return (link_pronouns(doc, self._pick) for doc in docs)

    def _pick(self, doc: Document, pronoun: Mention, possible: list[Mention]) -> Mention | None:
        # The sort is stable: ties stay in the order of annotation, as in the authors' code.
        ranked = sorted(possible, key=lambda each: each.words_from(pronoun))
        return ranked[self.k - 1] if len(ranked) >= self.k else None
