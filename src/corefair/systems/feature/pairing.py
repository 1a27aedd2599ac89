"""The ranker while it learns from documents and their twins together (`systems.training.pairing`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from corefair.systems.feature.learning import Learner, Rates, Step
from corefair.systems.training.pairing import TWIN, Matched, divergence, match


class _Twin(NamedTuple):
    step: Step
    matched: Matched


class PairedLearner(Learner):
    """As `Learner`, but a document and its twin are one step, and their difference is part of the loss.

    Steps without a twin, as windows, are learned from alone.
    """

    def __init__(
        self,
        steps: Sequence[Step],
        rates: Rates,
        *,
        weight: float,
        features: str,
        n_corpora: int,
        n_values: int,
        seed: int,
    ) -> None:
        named = {step.name: step for step in steps if step.name}
        alone = [step for step in steps if not step.name or step.name.removesuffix(TWIN) not in named
                 or not step.name.endswith(TWIN)]  # fmt: skip
        super().__init__(alone, rates, features=features, n_corpora=n_corpora, n_values=n_values, seed=seed)
        self.weight = weight
        self.apart = 0.0  # how far twins were apart in the steps so far
        self._twin_of = {
            step.name: _Twin(twin, _matched(step, twin))
            for step in alone
            if step.name and (twin := named.get(step.name + TWIN)) is not None
        }

    def step(self, step: Step) -> float:
        """Learn from a document and its twin, both from where the weights are now; their loss before."""
        twin = self._twin_of.get(step.name)
        if twin is None:
            return super().step(step)
        ours, theirs = self.scores(step), self.scores(twin.step)
        apart, slopes, twin_slopes = divergence(twin.matched, ours.pairs, ours.new, theirs.pairs, theirs.new)
        self.apart += apart
        loss = self.weight * apart
        for each, scores, more in ((step, ours, slopes), (twin.step, theirs, twin_slopes)):
            part, count = self.gradient(
                each, scores=scores, more=(self.weight * more.pairs, self.weight * more.new)
            )
            self.update(each, count)
            loss += part
        return loss

    def penalty(self) -> float:
        """How far all documents and their twins are apart, by the weights as they are."""
        total = 0.0
        for step in self.steps:
            twin = self._twin_of.get(step.name)
            if twin is not None:
                ours, theirs = self.scores(step), self.scores(twin.step)
                total += divergence(twin.matched, ours.pairs, ours.new, theirs.pairs, theirs.new)[0]
        return total


def _matched(step: Step, twin: Step) -> Matched:
    assert step.spans is not None and twin.spans is not None, (
        "a step with a name has the spans of its mentions"
    )
    ours, theirs = ([(start, end) for start, end in each.tolist()] for each in (step.spans, twin.spans))
    return match(ours, step.pairs.at, step.pairs.found, theirs, twin.pairs.at, twin.pairs.found)
