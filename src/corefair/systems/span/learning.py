"""The network while it learns: windows of documents, its encoder's top layers too, all from one seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from corefair.systems.span.loss import Gold, Weights, link_loss, mention_loss
from corefair.systems.span.network import SpanNetwork
from corefair.systems.span.reading import Batch, Text, batch_of
from corefair.systems.span.weights import Flat
from corefair.systems.training.astray import STEPS
from corefair.types import Mention

if TYPE_CHECKING:
    from corefair.models.encoders.tuning import Top

_LAST_RATE = 0.03  # of the first
_UNKNOWN = 0.1  # how often a text's genre is not told, so that the network knows what to do then


class Example(NamedTuple):
    """A training document in numbers, with its gold."""

    text: Text
    gold: Gold
    twin: Example | None = None  # the same with genders exchanged, where they are learned from in pairs


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
    tune_epochs: int = 0  # the last so many, in which the encoder's top layers learn too
    tune_rate: float = 0.0


class Learner:
    """A network and all that belongs to its learning, for `systems.training.loop`."""

    def __init__(
        self,
        network: SpanNetwork,
        examples: Sequence[Example],
        rates: Rates,
        *,
        seed: int,
        top: Top | None = None,  # of its encoder, to be tuned in the last epochs
    ) -> None:
        self.network, self.examples, self.rates, self.seed, self.top = network, examples, rates, seed, top
        self.flat = Flat(network)
        self.flat_top = None if top is None else Flat(top, decay=False)
        self.recall: list[float] = []  # of the coarse score, an epoch

    def epoch(self, number: int, tell: Callable[[int, int], None]) -> float:
        """Go through everything once; the mean loss of a step."""
        rng = np.random.default_rng([self.seed, number])
        self.network.dropout.begin(rng)
        tune = self.top is not None and number >= self.rates.epochs - self.rates.tune_epochs
        if self.top is not None:
            self.top.train(tune)
            torch.manual_seed(int(rng.integers(1 << 62)))  # dropout in the encoder is torch's own
        steps = self._together(rng) if tune else self._batches(rng)
        total, found = 0.0, np.zeros(2)
        for done, step in enumerate(steps):
            share = (number + done / len(steps)) / self.rates.epochs
            pairs = number >= self.rates.warm_up_epochs
            loss, links = self.step(step, pairs=pairs, share=share, tune=tune)
            total += loss
            found += links
            tell(done + 1, len(steps))
        self.network.dropout.begin(None)
        self.recall.append(float(found[0] / found[1]) if found[1] else 0.0)
        return total / max(len(steps), 1)

    def step(
        self, examples: Sequence[Example], *, pairs: bool, share: float, tune: bool = False
    ) -> tuple[float, tuple[int, int]]:
        """Learn from some texts at once, so large a share of the training behind us."""
        loss, links = self.loss_of(examples, pairs=pairs, tune=tune)
        rates = self.rates
        warm = min(1.0, (self.flat.n_steps + 1) / max(rates.warm_up_steps, 1))
        flats = [(self.flat, rates.rate * warm * falling(share))]
        if tune and self.flat_top is not None:
            before = 1 - rates.tune_epochs / rates.epochs
            flats.append((self.flat_top, rates.tune_rate * falling((share - before) / (1 - before))))
        for flat, _ in flats:
            flat.gradient.zero_()
        loss.backward()  # type: ignore[no-untyped-call]
        for flat, rate in flats:
            flat.update(rate)
        return float(loss.detach()), links

    def loss_of(
        self, examples: Sequence[Example], *, pairs: bool, tune: bool
    ) -> tuple[torch.Tensor, tuple[int, int]]:
        """The loss of a step, and how many right antecedents were scored and kept."""
        return self.loss(self.read(examples, tune=tune), [each.gold for each in examples], pairs=pairs)

    def read(self, examples: Sequence[Example], *, tune: bool) -> Batch:
        """The texts of a step side by side."""
        texts = [each.text for each in examples]
        return batch_of(self._encoded(texts) if tune else texts)

    def _encoded(self, texts: Sequence[Text]) -> list[Text]:
        """Texts that are parts of the first, with the states that the top layers give them now."""
        whole = texts[0]
        assert self.top is not None and whole.feed is not None
        states = self.top(whole.feed, whole.at, whole.at + len(whole.words))
        return [
            text._replace(states=states[text.at - whole.at : text.at - whole.at + len(text.words)])
            for text in texts
        ]

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

    def loss_now(self, number: int) -> float:
        """The mean loss of some steps of an epoch, with nothing dropped or learned."""
        pairs = number >= self.rates.warm_up_epochs
        steps = self._batches(np.random.default_rng([self.seed, number]))[:STEPS]
        with torch.no_grad():
            losses = [float(self.loss_of(step, pairs=pairs, tune=False)[0]) for step in steps]
        return sum(losses) / max(len(losses), 1)

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

    def _together(self, rng: np.random.Generator) -> list[list[Example]]:
        """Windows by lot, each with short texts cut out of it: the encoder's layers are run once for all."""
        steps = [
            [window, *short_texts(window, self.rates.short, rng)]
            for example in self.examples
            for window in windows(example, self.rates.window, rng)
        ]
        order = [steps[at] for at in rng.permutation(len(steps)).tolist()]
        return [[_genre_by_lot(each, rng) for each in step] for step in order]

    def state(self) -> Mapping[str, NDArray[Any]]:
        """All that is needed to go on."""
        top = {} if self.flat_top is None else self.flat_top.state("top_")
        return {**self.flat.state(""), **top, "recall": np.array(self.recall)}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from there."""
        self.flat.restore(state, "")
        if self.flat_top is not None:
            self.flat_top.restore(state, "top_")
        self.recall = state["recall"].tolist()


def falling(share: float) -> float:
    """What is left of a rate when so large a share of its time is over.

    >>> falling(0.0), round(falling(1.0), 2)
    (1.0, 0.03)
    """
    return 1 - (1 - _LAST_RATE) * share


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
    text, gold, twin = example
    inside = {
        Mention(a - start, b - start): number
        for (a, b), number in gold.cluster_of.items()
        if start <= a and b <= end
    }
    entities = gold.entities
    if entities is not None:
        entities = frozenset(Mention(a - start, b - start) for a, b in entities if start <= a and b <= end)
    return Example(text.part(start, end), Gold(inside, entities), twin and part_of(twin, start, end))


def _genre_by_lot(example: Example, rng: np.random.Generator) -> Example:
    return _without_genre(example) if rng.random() < _UNKNOWN else example


def _without_genre(example: Example) -> Example:
    text, gold, twin = example
    return Example(text._replace(genre=0), gold, twin and _without_genre(twin))
