"""The network while it learns from documents and their twins together (`systems.training.pairing`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from corefair.compute.threads import one_torch_thread
from corefair.systems.feature.mentions import COLUMN
from corefair.systems.ranking.examples import TOGETHER, Described, Maker
from corefair.systems.ranking.learning import Learner, Plan, Step, Twin
from corefair.systems.ranking.network import Drop, Network
from corefair.systems.training.corpora import cut, cuts
from corefair.systems.training.pairing import Matched, halves, match
from corefair.systems.training.penalty import Choice, penalty
from corefair.types import Document


class PairedLearner(Learner):
    """As `Learner`, but a document and its twin are one step, and their difference is part of the loss."""

    def __init__(
        self,
        network: Network,
        vectors: Tensor,
        steps: Sequence[Step],
        plan: Plan,
        *,
        weight: float,
        seed: int,
    ) -> None:
        super().__init__(network, vectors, steps, plan, seed=seed)
        self.weight = weight

    def loss(self, step: Step, stage: str, drop: Drop | None) -> Tensor:
        """The loss of a document and its twin, with the penalty."""
        loss = super().loss(step, stage, drop)
        if step.twin is None:
            return loss
        return loss + super().loss(step.twin.step, stage, drop) + self.weight * self._apart(step, step.twin)

    def apart(self) -> float:
        """How far all documents and their twins are apart, by the weights as they are."""
        with one_torch_thread(), torch.no_grad():
            return float(sum(self._apart(step, step.twin) for step in self.steps if step.twin))

    def _apart(self, step: Step, twin: Twin) -> Tensor:
        """By what the network would answer: nothing is dropped, in any stage every antecedent counts."""
        return penalty(twin.matched, self._choice(step), self._choice(twin.step))

    def _choice(self, step: Step) -> Choice:
        parts = self.network.parts(step.inputs, self.vectors, step.corpus)
        links = self.network.links(parts, step.inputs, step.corpus)
        return Choice(links, self.network.singles(parts)[0])


def paired_steps(
    docs: Sequence[Document],
    maker: Maker,
    described: Callable[[Sequence[Document]], Iterator[Described]],
    share: float,
    seed: int,
) -> Iterator[Step]:
    """Documents with their twins, and windows of both that are cut at the same places."""
    own, twins = halves(docs)
    yield from _documents(maker, described(own), described(twins))
    places = [cuts(doc, share=share, seed=seed) for doc in own]
    ours, theirs = (
        [part for doc, at in zip(some, places, strict=True) for part in cut(doc, at)] for some in (own, twins)
    )
    yield from _windows(maker, described(ours), described(theirs))


def _documents(maker: Maker, ours: Iterable[Described], theirs: Iterable[Described]) -> Iterator[Step]:
    for one, other in zip(ours, theirs, strict=True):
        if len(one[1]) and len(other[1]):
            yield _step(maker, [one], [other], part=False)
        else:  # one of them has no candidates: the other is learned from alone
            yield from maker.documents([one, other])


def _windows(maker: Maker, ours: Iterable[Described], theirs: Iterable[Described]) -> Iterator[Step]:
    held: list[tuple[Described, Described]] = []
    alone: list[Described] = []
    for one, other in zip(ours, theirs, strict=True):
        if len(one[1]) and len(other[1]):
            held.append((one, other))
        else:
            alone += [one, other]
        if sum(len(mentions) for (_, mentions, _), _ in held) >= TOGETHER:
            yield _step(maker, *zip(*held, strict=True), part=True)
            held = []
    if held:
        yield _step(maker, *zip(*held, strict=True), part=True)
    yield from maker.windows(alone)


def _step(maker: Maker, ours: Sequence[Described], theirs: Sequence[Described], *, part: bool) -> Step:
    step, twin = maker.together(ours, part=part), maker.together(theirs, part=part)
    return step._replace(twin=Twin(twin, _matched(step, ours, twin, theirs)))


def _matched(step: Step, ours: Sequence[Described], twin: Step, theirs: Sequence[Described]) -> Matched:
    return match(_spans(ours), _begins(step), step.inputs.found, _spans(theirs), _begins(twin),
                 twin.inputs.found)  # fmt: skip


def _spans(described: Sequence[Described]) -> list[tuple[int, int]]:
    """Of all candidates, in words counted through all texts: twins have as many."""
    before = np.cumsum([0, *(len(doc.words) for doc, _, _ in described)]).tolist()
    found = []
    for at, (_, mentions, _) in zip(before, described, strict=False):
        spans = mentions.codes[:, [COLUMN["start"], COLUMN["end"]]] + at
        found += [(start, end) for start, end in spans.tolist()]
    return found


def _begins(step: Step) -> NDArray[np.int32]:
    """Where the antecedents of each candidate begin."""
    counts = np.bincount(step.inputs.of, minlength=step.inputs.n)
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
