"""The network while it learns: three stages, one document or some windows a step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from corefair.compute.threads import one_torch_thread
from corefair.systems.feature.ranker import Scores
from corefair.systems.ranking.inputs import Inputs
from corefair.systems.ranking.losses import (
    Choices,
    Gold,
    all_pairs,
    choices_of,
    expected_cost,
    heuristic_costs,
    max_margin,
    reward_costs,
    table_of,
    top_pairs,
)
from corefair.systems.ranking.network import Drop, Network
from corefair.systems.training.astray import STEPS
from corefair.systems.training.pairing import Matched

ALL_PAIRS, TOP_PAIRS, RANKING = "all pairs", "top pairs", "ranking"
_HARD = 4  # wrong choices of a mention that are looked at again, with dropout
_CLIP = 5.0
_MENTION = 0.3  # how much it matters whether a candidate is a mention at all, where that is annotated


class Step(NamedTuple):
    """A document, or windows laid together, as a step of learning takes it."""

    inputs: Inputs
    gold: Gold
    corpus: int
    twin: Twin | None = None

    @property
    def n(self) -> int:
        """How many candidates, those of the twin too."""
        return self.inputs.n + (self.twin.step.inputs.n if self.twin else 0)


class Twin(NamedTuple):
    """The same with genders exchanged, and who is who in the two."""

    step: Step
    matched: Matched


@dataclass(frozen=True)
class Stage:
    """A part of the training."""

    name: str
    epochs: int
    rate: float  # of Adam, at its start; it falls to a tenth


@dataclass(frozen=True)
class Plan:
    """How it learns."""

    stages: tuple[Stage, ...]
    costs: str  # heuristic, reinforce, rescaling
    drop_inputs: float
    drop_hidden: float
    decay: float

    def stage(self, number: int) -> tuple[Stage, int]:
        """The stage of an epoch, and its number in it."""
        for stage in self.stages:
            if number < stage.epochs:
                return stage, number
            number -= stage.epochs
        raise ValueError("there are no epochs left")


class Learner:
    """Weights and all that belongs to them, for `systems.training.loop`."""

    def __init__(
        self, network: Network, vectors: Tensor, steps: Sequence[Step], plan: Plan, *, seed: int
    ) -> None:
        self.network, self.vectors, self.steps, self.plan, self.seed = network, vectors, steps, plan, seed
        self.norm = max(sum(step.n for step in steps) / max(len(steps), 1), 1.0)
        self._start()

    def _start(self) -> None:
        self.adam = torch.optim.AdamW(self.network.parameters(), lr=0.0, weight_decay=self.plan.decay,
                                      betas=(0.9, 0.99), eps=1e-6)  # fmt: skip

    def epoch(self, number: int, tell: Callable[[int, int], None]) -> float:
        """Go through everything once, in an order that hangs on the seed and the number; the mean loss."""
        stage, within = self.plan.stage(number)
        if within == 0:
            self._start()  # a new loss has nothing to do with the gradients of the old
        order = np.random.default_rng([self.seed, number]).permutation(len(self.steps)).tolist()
        loss, n = 0.0, 0
        with one_torch_thread():
            for done, at in enumerate(order):
                left = 1.0 - (within + done / len(order)) / stage.epochs
                rate = stage.rate * (0.1 + 0.9 * left)
                lot = int(np.random.default_rng([self.seed, number, done]).integers(1 << 40))
                step = self.steps[at]
                if step.n:
                    loss += self.step(step, stage.name, rate, lot)
                n += step.n
                tell(done + 1, len(order))
        return loss / max(n, 1)

    def step(self, step: Step, stage: str, rate: float, lot: int) -> float:
        """Learn from one document; its loss before."""
        for group in self.adam.param_groups:
            group["lr"] = rate
        self.adam.zero_grad(set_to_none=True)
        loss = self.loss(step, stage, Drop(self.plan.drop_inputs, self.plan.drop_hidden, lot))
        (loss / self.norm).backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), _CLIP)
        self.adam.step()
        return float(loss.detach())

    def loss(self, step: Step, stage: str, drop: Drop | None) -> Tensor:
        """The loss of a document in a stage."""
        inputs, gold, corpus = step[:3]
        choices = choices_of(inputs, gold)
        learned = torch.from_numpy(~gold.skip)
        parts = self.network.parts(inputs, self.vectors, corpus, drop)
        new, real = self.network.singles(parts, drop)
        costs: Tensor | None = None
        if stage != ALL_PAIRS:
            with torch.no_grad():
                before = self._table(step, choices)
                if stage == RANKING:
                    rescaled = self.plan.costs == "rescaling"
                    costs = (
                        reward_costs(before, choices, inputs, gold) if rescaled else heuristic_costs(choices)
                    )
                if stage == TOP_PAIRS or self.plan.costs != "reinforce":
                    inputs, choices, costs = _hardest(before, choices, costs, inputs)
        scores = table_of(choices, inputs, self.network.links(parts, inputs, corpus, drop), new)
        if stage == ALL_PAIRS:
            loss = all_pairs(scores, choices, learned)
        elif stage == TOP_PAIRS:
            loss = top_pairs(scores, choices, learned)
        elif self.plan.costs == "reinforce":
            assert costs is not None
            loss = expected_cost(scores, costs, learned)
        else:
            assert costs is not None
            loss = max_margin(scores, choices, costs, learned)
        known = torch.from_numpy(gold.real >= 0)
        if bool(known.any()):
            wanted = torch.from_numpy(gold.real > 0).float()
            each = torch.nn.functional.binary_cross_entropy_with_logits(real, wanted, reduction="none")
            loss = loss + _MENTION * (each * known).sum()
        return loss

    def loss_now(self) -> float:
        """The mean margin by which wrong choices win, by the kind of error, in some documents; the same in
        all stages, and nothing is dropped."""
        some = [(step, choices_of(step.inputs, step.gold)) for step in self.steps if step.n][:STEPS]
        with one_torch_thread(), torch.no_grad():
            loss = sum(
                float(max_margin(self._table(step, choices), choices, heuristic_costs(choices),
                                 torch.from_numpy(~step.gold.skip)))
                for step, choices in some
            )  # fmt: skip
        return loss / max(sum(step.n for step, _ in some), 1)

    def _table(self, step: Step, choices: Choices) -> Tensor:
        """The scores as they are without dropout."""
        inputs, _, corpus = step[:3]
        parts = self.network.parts(inputs, self.vectors, corpus)
        return table_of(
            choices, inputs, self.network.links(parts, inputs, corpus), self.network.singles(parts)[0]
        )

    def state(self) -> Mapping[str, NDArray[Any]]:
        """All that is needed to go on."""
        made = {f"weights {name}": value.numpy() for name, value in self.network.state_dict().items()}
        for name, parameter in self.network.named_parameters():
            held = self.adam.state.get(parameter)
            if held:
                made[f"mean {name}"] = held["exp_avg"].numpy()
                made[f"square {name}"] = held["exp_avg_sq"].numpy()
                made[f"steps {name}"] = held["step"].numpy()
        return made

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from there."""
        before = "weights "
        held = {key.removeprefix(before): value for key, value in state.items() if key.startswith(before)}
        load_weights(self.network, held)
        self._start()
        for name, parameter in self.network.named_parameters():
            if f"mean {name}" in state:
                self.adam.state[parameter] = {
                    "step": torch.from_numpy(state[f"steps {name}"].copy()),
                    "exp_avg": torch.from_numpy(state[f"mean {name}"].copy()),
                    "exp_avg_sq": torch.from_numpy(state[f"square {name}"].copy()),
                }


def load_weights(network: Network, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Put weights into a network that has their sizes."""
    network.load_state_dict({name: torch.from_numpy(np.array(value)) for name, value in arrays.items()})


def scored(network: Network, vectors: Tensor, inputs: Inputs, corpus: int) -> Scores:
    """Every score for a document."""
    with one_torch_thread(), torch.no_grad():
        parts = network.parts(inputs, vectors, corpus)
        new, real = network.singles(parts)
        links = [network.links(parts, some, corpus).double().numpy() for some in inputs.in_parts()]
    return Scores(
        np.concatenate(links) if links else np.zeros(0), new.double().numpy(), real.double().numpy()
    )


def _hardest(
    scores: Tensor, choices: Choices, costs: Tensor | None, inputs: Inputs
) -> tuple[Inputs, Choices, Tensor | None]:
    """The document with only the pairs that can matter: the best right ones, and wrong ones that err most."""
    right = choices.right if costs is None else (costs <= 0) & choices.exists
    wrong = choices.exists & ~right
    keep = torch.zeros_like(right)
    keep[:, 0] = True
    error = scores if costs is None else costs * (1.0 + scores - _best(scores, right))
    for some, by, n in ((right, scores, 2), (wrong, error, _HARD)):
        top = by.masked_fill(~some, -np.inf).topk(min(n, scores.shape[1]), dim=1).indices
        keep |= torch.zeros_like(keep).scatter(1, top, True) & some
    pairs = keep[torch.from_numpy(inputs.of).long(), choices.column].numpy()
    at = np.flatnonzero(pairs)
    fewer = inputs._replace(of=inputs.of[at], found=inputs.found[at], values=inputs.values[at])
    of, old = torch.from_numpy(fewer.of).long(), choices.column[torch.from_numpy(at)]
    counts = np.bincount(fewer.of, minlength=inputs.n)
    begin = np.concatenate([[0], np.cumsum(counts)])[:-1]
    column = torch.from_numpy(1 + np.arange(len(at)) - begin[fewer.of])
    shape = (inputs.n, 1 + int(counts.max(initial=0)))

    def moved(table: Tensor) -> Tensor:
        out = torch.zeros(shape, dtype=table.dtype)
        out[:, 0] = table[:, 0]
        out[of, column] = table[of, old]
        return out

    made = Choices(column, moved(choices.exists), moved(choices.right))
    return fewer, made, None if costs is None else moved(costs)


def _best(scores: Tensor, right: Tensor) -> Tensor:
    return scores.masked_fill(~right, -1e9).max(1, keepdim=True).values
