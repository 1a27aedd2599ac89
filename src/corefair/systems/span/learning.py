"""The network while it learns: windows of documents, AdamW on one array of weights, all from one seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from corefair.systems.span.loss import Gold, Weights, link_loss, mention_loss
from corefair.systems.span.network import SpanNetwork
from corefair.systems.span.reading import Batch, Text, batch_of
from corefair.types import Mention

_BETAS, _EPS, _DECAY, _CLIP = (0.9, 0.98), 1e-8, 0.01, 3.0
_LAST_RATE = 0.03  # of the first
_MIX_RATE = 5.0  # times the rate of all others: the few weights of an encoder's layers
_UNKNOWN = 0.1  # how often a text's genre is not told, so that the network knows what to do then


class Example(NamedTuple):
    """A training document in numbers, with its gold."""

    text: Text
    gold: Gold


@dataclass(frozen=True)
class Rates:
    """How it learns."""

    rate: float
    epochs: int  # in all
    warm_up_epochs: int  # on mentions alone
    warm_up_steps: int
    window: int  # words
    short: float  # so many more words in texts of one to three sentences, as a share
    weights: Weights


class Learner:
    """A network and all that belongs to its learning, for `systems.training.loop`."""

    def __init__(self, network: SpanNetwork, examples: Sequence[Example], rates: Rates, *, seed: int) -> None:
        self.network, self.examples, self.rates, self.seed = network, examples, rates, seed
        self.flat = Flat(network)
        self.moments = torch.zeros(2, len(self.flat.values))
        self.n_steps = 0
        self.recall: list[float] = []  # of the coarse score, an epoch

    def epoch(self, number: int, tell: Callable[[int, int], None]) -> float:
        """Go through everything once; the mean loss of a step."""
        rng = np.random.default_rng([self.seed, number])
        self.network.dropout.begin(rng)
        steps = self._batches(rng)
        total, found = 0.0, np.zeros(2)
        for done, step in enumerate(steps):
            share = (number + done / len(steps)) / self.rates.epochs
            loss, links = self.step(step, pairs=number >= self.rates.warm_up_epochs, share=share)
            total += loss
            found += links
            tell(done + 1, len(steps))
        self.network.dropout.begin(None)
        self.recall.append(float(found[0] / found[1]) if found[1] else 0.0)
        return total / max(len(steps), 1)

    def step(
        self, examples: Sequence[Example], *, pairs: bool, share: float
    ) -> tuple[float, tuple[int, int]]:
        """Learn from some texts at once, so large a share of the training behind us."""
        batch, gold = batch_of([each.text for each in examples]), [each.gold for each in examples]
        loss, links = self.loss(batch, gold, pairs=pairs)
        self.flat.gradient.zero_()
        loss.backward()  # type: ignore[no-untyped-call]
        self._update(share)
        return float(loss.detach()), links

    def loss(
        self, batch: Batch, gold: Sequence[Gold], *, pairs: bool
    ) -> tuple[torch.Tensor, tuple[int, int]]:
        """The loss of a batch; in warm-up of its mentions alone."""
        weights = self.rates.weights
        if not pairs:
            return mention_loss(self.network.find(batch), batch, gold, weights), (0, 0)
        scored = self.network(batch)
        linked, links = link_loss(scored, batch, gold, weights)
        return mention_loss(scored.found, batch, gold, weights) + linked, links

    @torch.no_grad()
    def _update(self, share: float) -> None:
        self.n_steps += 1
        rates, flat, (mean, square) = self.rates, self.flat, self.moments
        rate = rates.rate * min(1.0, self.n_steps / max(rates.warm_up_steps, 1))
        rate *= 1 - (1 - _LAST_RATE) * share
        norm = float(flat.gradient.norm())
        if norm > _CLIP:
            flat.gradient.mul_(_CLIP / norm)
        first, second = _BETAS
        mean.lerp_(flat.gradient, 1 - first)
        square.mul_(second).addcmul_(flat.gradient, flat.gradient, value=1 - second)
        deep = (square / (1 - second**self.n_steps)).sqrt_().add_(_EPS)
        flat.values.addcmul_(flat.values, flat.decayed, value=-rate * _DECAY)
        change = mean.div(deep).mul_(flat.times)
        flat.values.sub_(change, alpha=rate / (1 - first**self.n_steps))

    def _batches(self, rng: np.random.Generator) -> list[list[Example]]:
        """Windows of all documents, one a step, and short texts, several a step, in an order by lot."""
        steps: list[list[Example]] = []
        short: list[Example] = []
        for example in self.examples:
            steps += [[each] for each in windows(example, self.rates.window, rng)]
            short += short_texts(example, self.rates.short, rng)
        short = [short[at] for at in rng.permutation(len(short)).tolist()]
        held: list[Example] = []
        for each in short:
            held.append(each)
            if sum(len(one.text.words) for one in held) >= self.rates.window // 2:
                steps.append(held)
                held = []
        if held:
            steps.append(held)
        order = [steps[at] for at in rng.permutation(len(steps)).tolist()]
        return [[_genre_by_lot(each, rng) for each in step] for step in order]

    def state(self) -> Mapping[str, NDArray[Any]]:
        """All that is needed to go on."""
        return {
            "values": self.flat.values.numpy().copy(),
            "moments": self.moments.numpy().copy(),
            "n_steps": np.array(self.n_steps),
            "recall": np.array(self.recall),
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from there."""
        self.flat.values.copy_(torch.from_numpy(state["values"]))
        self.moments.copy_(torch.from_numpy(state["moments"]))
        self.n_steps, self.recall = int(state["n_steps"]), state["recall"].tolist()


class Flat:
    """All weights of a network as parts of one array, and their gradients of another."""

    def __init__(self, network: torch.nn.Module) -> None:
        named = list(network.named_parameters())
        self.values = torch.cat([each.detach().flatten() for _, each in named])
        self.gradient = torch.zeros_like(self.values)
        self.decayed = torch.zeros_like(self.values)
        self.times = torch.ones_like(self.values)
        at = 0
        for name, each in named:
            here = slice(at, at + each.numel())
            each.data = self.values[here].view(each.shape)
            each.grad = self.gradient[here].view(each.shape)
            self.decayed[here] = float(each.ndim > 1)
            self.times[here] = _MIX_RATE if name in ("tokens.mix", "tokens.scale") else 1.0
            at = here.stop


def windows(example: Example, size: int, rng: np.random.Generator) -> Iterator[Example]:
    """A document in parts of about so many words, cut between sentences, each time elsewhere."""
    text = example.text
    ends = np.unique(text.ends_at).tolist()
    start, wanted = 0, size * rng.uniform(0.8, 1.2)
    for end in ends:
        if end - start >= wanted and ends[-1] - end >= size / 4:
            yield part_of(example, start, end)
            start, wanted = end, size * rng.uniform(0.8, 1.2)
    if ends:
        yield part_of(example, start, ends[-1])


def short_texts(example: Example, share: float, rng: np.random.Generator) -> Iterator[Example]:
    """Parts of one to three sentences, with so large a share of the document's words, by lot."""
    ends = np.unique(example.text.ends_at).tolist()
    wanted = share * len(example.text.words)
    while wanted > 0 and ends:
        first = int(rng.integers(len(ends)))
        last = min(first + int(rng.integers(1, 4)), len(ends)) - 1
        start = ends[first - 1] if first else 0
        yield part_of(example, start, ends[last])
        wanted -= ends[last] - start


def part_of(example: Example, start: int, end: int) -> Example:
    """The words from one sentence's start to another's end, with the gold that is inside."""
    text, gold = example
    inside = {
        Mention(a - start, b - start): number
        for (a, b), number in gold.cluster_of.items()
        if start <= a and b <= end
    }
    entities = gold.entities
    if entities is not None:
        entities = frozenset(Mention(a - start, b - start) for a, b in entities if start <= a and b <= end)
    return Example(text.part(start, end), Gold(inside, entities))


def _genre_by_lot(example: Example, rng: np.random.Generator) -> Example:
    if rng.random() < _UNKNOWN:
        return example._replace(text=example.text._replace(genre=0))
    return example
