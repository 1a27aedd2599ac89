"""The trivial baselines: the first candidate, the second- and third-nearest, none at all, the right one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from corefair.registry import systems
from corefair.systems.baselines.candidates import link_pronouns
from corefair.systems.baselines.nearest import Nearest
from corefair.types import Answer, Document


@systems.register("first")
class First:
    """Links each pronoun to the candidate that comes first in the document."""

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        return (Answer(link_pronouns(doc, lambda doc, pronoun, possible: min(possible))) for doc in docs)


@systems.register("second")
class Second(Nearest):
    """Links each pronoun to the second-nearest candidate (Dist-2); with fewer than 2 there is no link."""

    k = 2
    self_tested = False  # the self-test has one candidate a sentence, where this rule rightly links nothing


@systems.register("third")
class Third(Nearest):
    """Links each pronoun to the third-nearest candidate (Dist-3); with fewer than 3 there is no link."""

    k = 3
    self_tested = False  # as with the second


@systems.register("silent", planted="silent")  # no fault of its own: `corefair doctor` says so
class Silent:
    """Never links anything: what an audit must not take for a system without a gap."""

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        return (Answer() for _ in docs)


@systems.register("oracle", sees_gold=True)
class Oracle:
    """Returns the gold clusters, which the audit shows to no other system."""

    self_tested = False  # it knows no more than it is shown

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        return (Answer(doc.clusters) for doc in docs)
