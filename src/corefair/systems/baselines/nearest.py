"""The nearest candidate: Dist-1 of Kocijan et al. (2021), and the ranking that Dist-2 and Dist-3 share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from corefair.registry import systems
from corefair.systems.baselines.found_names import GIVEN, link_names, load_finder
from corefair.types import Answer, Document, Mention


@systems.register("nearest")
class Nearest:
    """Links each pronoun to the candidate nearest to it, before or after (Dist-1).

    `names` is "given" for the candidates the document gives, "shipped" or the name of a spaCy pipeline,
    whose people are the candidates instead: where it finds none there is no link. On the command line a comma
    ends an option, so the folder's path must have none.
    """

    k = 1
    self_tested = True

    def __init__(self, *, names: Path | str = GIVEN) -> None:
        self.finder = load_finder(names)
        if self.finder is not None:
            self.self_tested = False  # the self-test has no names in it

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        return link_names(docs, self.finder, self._pick)

    def _pick(self, doc: Document, pronoun: Mention, possible: list[Mention]) -> Mention | None:
        # The sort is stable: ties stay in the order of annotation, as in the authors' code.
        ranked = sorted(possible, key=lambda each: each.words_from(pronoun))
        return ranked[self.k - 1] if len(ranked) >= self.k else None
