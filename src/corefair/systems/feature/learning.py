"""The ranker while it learns: AdaGrad with L1 on the softmax-margin, one document or window a step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.systems.feature.ranker import Pairs, Ranker, Scores, new_weights, scored

Reals = NDArray[np.float64]
_SPARE = 1 << 20  # weights whose gradient fell back to 0 within a step


class Step(NamedTuple):
    """A document or window in numbers, as a step of learning takes it."""

    types: NDArray[np.int32]  # [n]
    values: NDArray[np.int32]  # [n, n_templates + 1]
    pairs: Pairs
    entity: NDArray[np.int32]  # [n]: which gold cluster; -1 none
    real: NDArray[np.int8]  # [n]: whether a gold mention; -1 not known
    skip: NDArray[np.bool_]  # [n]: nothing is learned of whom it is
    corpus: int
    length: float  # 1 for a document
    name: str = ""  # of a document that may have a twin: no other step of this training has it
    spans: NDArray[np.int32] | None = None  # [n, 2]: of its mentions, by which twins are matched


@dataclass(frozen=True)
class Rates:
    """How it learns."""

    rate: float
    l1: float
    costs: tuple[float, float, float]  # of a false link, a false NEW and a wrong link
    average: bool  # whether the weights after each epoch but the first are averaged


class Learner:
    """Weights and all that belongs to them, for `systems.training.loop`."""

    def __init__(
        self, steps: Sequence[Step], rates: Rates, *, features: str, n_corpora: int, n_values: int, seed: int
    ) -> None:
        self.steps, self.rates, self.seed = steps, rates, seed
        weights = new_weights(n_corpora, n_values)
        self._like = Ranker(weights, features, n_corpora, n_values)
        self.weights = weights
        self.squares = np.zeros_like(weights)
        self.last = np.zeros(len(weights))
        self.sum = np.zeros_like(weights)  # of the weights after each epoch, to be averaged
        self.n_summed, self.now = 0, 0.0
        self._gradient = np.zeros_like(weights)
        self._touched = np.zeros(len(weights) + _SPARE, dtype=np.int64)

    def epoch(self, number: int, tell: Callable[[int, int], None]) -> float:
        """Go through everything once, in an order that hangs on the seed and the number; the mean loss."""
        from corefair.systems.feature.ranker_compiled import bring_up

        order = np.random.default_rng([self.seed, number]).permutation(len(self.steps))
        loss, n = 0.0, 0
        for done, at in enumerate(order.tolist(), 1):
            loss += self.step(self.steps[at])
            n += len(self.steps[at].types)
            tell(done, len(order))
        rates = self.rates
        bring_up(self.weights, self.squares, self.last, self.now, rates.rate * rates.l1)
        if rates.average and number > 0:
            self.sum += self.weights
            self.n_summed += 1
        return loss / max(n, 1)

    def step(self, step: Step) -> float:
        """Learn from one document; its loss before."""
        loss, count = self.gradient(step)
        self.update(step, count)
        return loss

    def update(self, step: Step, count: int) -> None:
        """Change the weights by the gradient that is held for a document."""
        from corefair.systems.feature.ranker_compiled import adagrad

        rates = self.rates
        adagrad(self.weights, self.squares, self.last, self._gradient, self._touched, count, self.now,
                step.length, rates.rate, rates.l1)  # fmt: skip
        self.now += step.length

    def scores(self, step: Step) -> Scores:
        """What the weights say of a document now."""
        like, rates = self._like, self.rates
        return scored(
            (self.weights, self.squares, self.last), like.shape, like.columns, step.types, step.pairs,
            step.values, corpus=step.corpus, now=self.now, shrink=rates.rate * rates.l1,
        )  # fmt: skip

    def gradient(
        self, step: Step, *, scores: Scores | None = None, more: tuple[Reals, Reals] | None = None
    ) -> tuple[float, int]:
        """The loss of a document, and how many weights it would change; their gradient is held here.

        `more` is what else the scores of pairs and of NEW should change by, as derivatives.
        """
        from corefair.systems.feature.ranker_compiled import add_gradient, loss_and_errors, real_errors

        like, rates, pairs = self._like, self.rates, step.pairs
        scores = self.scores(step) if scores is None else scores
        errors, new_errors = np.empty(len(scores.pairs)), np.empty(len(scores.new))
        real = np.empty(len(scores.new))
        loss = loss_and_errors(pairs.at, pairs.found, step.entity, step.skip, scores.pairs, scores.new,
                               np.array(rates.costs), errors, new_errors)  # fmt: skip
        if more is not None:
            errors += more[0]
            new_errors += more[1]
        loss += real_errors(step.real, scores.real, real)
        count = add_gradient(
            self._gradient, self._touched, like.shape, step.corpus, step.types, step.values, pairs.at,
            pairs.found, pairs.values, like.columns, errors, new_errors, real,
        )  # fmt: skip
        return loss, count

    def ranker(self) -> Ranker:
        """What was learned so far."""
        weights = self.sum / np.float32(self.n_summed) if self.n_summed else self.weights.copy()
        like = self._like
        return Ranker(weights, like.features, like.n_corpora, like.n_values)

    def state(self) -> Mapping[str, NDArray[Any]]:
        """All that is needed to go on."""
        return {
            "weights": self.weights,
            "squares": self.squares,
            "last": self.last,
            "sum": self.sum,
            "now": np.array([self.now, self.n_summed]),
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from there."""
        for name in ("weights", "squares", "last", "sum"):
            getattr(self, name)[:] = state[name]
        self.now, self.n_summed = float(state["now"][0]), int(state["now"][1])
