"""A planted stereotype of known strength: what an audit must find, and how large it must say it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from corefair.errors import DataError
from corefair.registry import systems
from corefair.systems.baselines.candidates import groups, link_pronouns, share_of
from corefair.systems.baselines.chance import draw
from corefair.types import Answer, Document, Mention, Picked, Question

UNKNOWN = 0.5  # the share of women among those whose occupation we do not know


@systems.register("stereotype")
class Stereotype:
    """Links feminine and masculine pronouns by the share of women in an occupation, with a given strength.

    Of n candidates it takes the one that fits the pronoun best with probability 1/n + s (1 - 1/n), where s is
    `strength`, and else one of the others. With two candidates that is 1/2 + s/2: where one occupation is
    held mostly by women and one mostly by men, accuracy is 1/2 + s/2 on stereotypical cases and 1/2 - s/2 on
    the others, a gap of s in expectation. s = 0 is chance, s = 1 goes by stereotype alone. Candidates without
    a known occupation count as half women; where all fit alike (names, neutral pronouns) all are equally
    likely. Each document is decided on its own, from a hash of `seed` and words, so twins are independent:
    over n pairs the measured gap has a standard error of sqrt((1 - s²) / (2 n)). It chooses as it resolves.
    """

    def __init__(self, *, strength: float = 0.3, seed: int = 0) -> None:
        if not 0 <= strength <= 1:
            raise DataError(f"strength must be in 0…1, found {strength}")
        self.strength, self.seed = strength, seed

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        return (Answer(link_pronouns(doc, self._pick)) for doc in docs)

    def choose(self, questions: Iterable[Question]) -> Iterator[Picked]:
        """The same pick among the candidates of a question: 1 for the one taken, 0 for the others."""
        for asked in questions:
            possible = list(asked.candidates)
            taken = self._pick(asked.doc, asked.pronoun, possible) if possible else None
            yield Picked(tuple(float(each == taken) for each in asked.candidates))

    def _pick(self, doc: Document, pronoun: Mention, possible: list[Mention]) -> Mention:
        sign = {"feminine": 1, "masculine": -1}.get(groups().get(doc.words[pronoun.start].lower(), ""), 0)
        fit = [sign * _share(doc, each) for each in possible]
        best = [each for each, value in zip(possible, fit, strict=True) if value == max(fit)]
        rest = [each for each in possible if each not in best]
        by_chance = len(best) / len(possible)
        whether, which = draw(self.seed, doc, pronoun, 2)
        chosen = best if whether < by_chance + self.strength * (1 - by_chance) else rest
        return chosen[int(which * len(chosen))]


def _share(doc: Document, mention: Mention) -> float:
    share = share_of(doc.words[mention.start : mention.end])
    return UNKNOWN if share is None else share
