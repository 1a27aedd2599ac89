"""The network while it learns from documents and their twins together (`systems.training.pairing`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from corefair.systems.span.learning import Example, Learner, Rates
from corefair.systems.span.loss import size
from corefair.systems.span.network import NOT, Scored, SpanNetwork
from corefair.systems.training.pairing import match
from corefair.systems.training.penalty import Choice, penalty

if TYPE_CHECKING:
    from corefair.models.encoders.tuning import Top


class PairedLearner(Learner):
    """As `Learner`, but a text and its twin are one step, and their difference is part of the loss.

    Windows and short texts of the two are cut at the same places.
    """

    def __init__(
        self,
        network: SpanNetwork,
        examples: Sequence[Example],
        rates: Rates,
        *,
        weight: float,
        seed: int,
        top: Top | None = None,
    ) -> None:
        super().__init__(network, examples, rates, seed=seed, top=top)
        self.weight = weight

    def loss_of(
        self, examples: Sequence[Example], *, pairs: bool, tune: bool
    ) -> tuple[Tensor, tuple[int, int]]:
        """The mean of the losses of texts and twins with the penalty; none in warm-up, where nobody links."""
        twins = [_twin(each) for each in examples]
        ours, links = super().loss_of(examples, pairs=pairs, tune=tune)
        theirs, _ = super().loss_of(twins, pairs=pairs, tune=tune)
        loss = ours + theirs
        if pairs:
            loss = loss + self.weight * self.apart(examples, tune=tune)
        return loss / 2, links

    def apart(self, examples: Sequence[Example], *, tune: bool = False) -> Tensor:
        """How far texts and twins are apart a mention, as the network would answer: nothing is dropped."""
        if tune and self.top is not None:
            self.top.train(False)
        with self.network.dropout.paused():
            batches = [self.read(each, tune=tune) for each in (examples, [_twin(one) for one in examples])]
            ours, theirs = (_choices(self.network(batch)) for batch in batches)
        if tune and self.top is not None:
            self.top.train(True)
        matched = match(*ours.places, *theirs.places)
        return penalty(matched, ours.choice, theirs.choice) / size(batches[0])


def paired(examples: Sequence[Example]) -> list[Example]:
    """Texts with their twins, as `with_twins` laid them in each corpus; a twin has the gold of its text."""
    made = []
    for corpus in dict.fromkeys(each.text.corpus for each in examples):
        mine = [each for each in examples if each.text.corpus == corpus]
        half = len(mine) // 2
        for one, other in zip(mine[:half], mine[half:], strict=True):
            made.append(one._replace(twin=other._replace(gold=one.gold)))
    return made


def _twin(example: Example) -> Example:
    assert example.twin is not None, "a paired learner has pairs"
    return example.twin


class _Choices(NamedTuple):
    """The spans that were kept, where the candidates of each begin and who they are, and their scores."""

    places: tuple[list[tuple[int, int]], NDArray[np.int32], NDArray[np.int32]]
    choice: Choice


def _choices(scored: Scored) -> _Choices:
    kept = scored.found.spans.take(scored.kept)
    spans = list(zip(kept.start.tolist(), kept.end.tolist(), strict=True))  # in words of the batch
    exists = scored.scores.detach() > NOT / 2  # [n, k]
    begins = np.concatenate([[0], np.cumsum(exists.sum(1).numpy())]).astype(np.int32)
    found = scored.candidates[exists].numpy().astype(np.int32)
    new = torch.zeros(len(spans), dtype=scored.scores.dtype)  # NEW has the score 0
    return _Choices((spans, begins, found), Choice(scored.scores[exists], new))
