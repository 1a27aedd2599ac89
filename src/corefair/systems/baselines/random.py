"""A candidate at random: what a system that ignores the text would score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from corefair.errors import DataError
from corefair.registry import systems
from corefair.systems.baselines.chance import draw
from corefair.systems.baselines.found_names import GIVEN, link_names, load_finder
from corefair.types import Answer, Document, Mention


@systems.register("random")
class Random:
    """Links each pronoun to a candidate drawn at random, the same each time and in any order of documents.

    `where` is "anywhere", or "before" for the candidates before the pronoun only (no link if there are none).
    `names` is "given" for the candidates the document gives, "shipped" or the name of a spaCy pipeline,
    whose people are the candidates instead. Another `seed` draws otherwise.
    """

    self_tested = True

    def __init__(self, *, seed: int = 0, where: str = "anywhere", names: Path | str = GIVEN) -> None:
        if where not in ("anywhere", "before"):
            raise DataError(f'where must be "anywhere" or "before", found {where!r}')
        self.seed, self.where, self.finder = seed, where, load_finder(names)
        if self.finder is not None:
            self.self_tested = False  # the self-test has no names in it

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        return link_names(docs, self.finder, self._pick)

    def _pick(self, doc: Document, pronoun: Mention, possible: list[Mention]) -> Mention | None:
        if self.where == "before":
            possible = [each for each in possible if each.end <= pronoun.start]
        (number,) = draw(self.seed, doc, pronoun, 1)
        return possible[int(number * len(possible))] if possible else None
