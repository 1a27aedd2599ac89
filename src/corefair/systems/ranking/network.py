"""The network: two candidates, word by word, to a score of their being one; and one alone, of being new."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from corefair.systems.feature.mentions import TYPES
from corefair.systems.ranking.first_layer import pair_layer, wide_layer
from corefair.systems.ranking.inputs import AVERAGES, N_PAIR_VALUES, PLACES, Inputs

_NEW, _REAL = 0, 1


class Shape(NamedTuple):
    """The sizes of a network."""

    dim: int  # of word vectors
    n_own: int  # words whose vectors are learned
    n_values: int  # of single candidates
    n_corpora: int
    width: int  # of the first layer
    second: int  # of the second layer


class Parts(NamedTuple):
    """What each candidate puts into the first layers: as the later of two, as the earlier, and alone."""

    this: Tensor
    that: Tensor
    alone: Tensor


class Drop(NamedTuple):
    """How much is dropped while learning, and by which lot."""

    inputs: float
    hidden: float
    seed: int


class Network(nn.Module):
    """Weights; word vectors are no part of it, so that others can be put in."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        dim, width, second = shape.dim, shape.width, shape.second
        n_inputs = (len(PLACES) + len(AVERAGES)) * dim
        self.own = nn.Embedding(shape.n_own, dim)
        self.words = nn.Linear(n_inputs, 3 * width)
        self.single = nn.Embedding(shape.n_values + 1, 3 * width, padding_idx=0)
        self.corpus = nn.Embedding(shape.n_corpora, 3 * width)
        self.pairs = nn.Parameter(torch.randn(N_PAIR_VALUES, width) * 0.05)
        self.second = nn.Linear(width, second)
        self.link = nn.Linear(second, 1)
        self.alone = nn.Linear(width, second)
        self.new = nn.Linear(second, 2)
        n_types = len(TYPES)
        self.wide = nn.Parameter(torch.zeros(n_types * n_types + shape.n_corpora, N_PAIR_VALUES))
        nn.init.normal_(self.own.weight, std=0.5)
        for table in (self.single, self.corpus):
            nn.init.normal_(table.weight, std=0.05)
        with torch.no_grad():
            self.single.weight[0] = 0.0
            nn.init.normal_(self.words.weight, std=1.0 / np.sqrt(n_inputs))

    def parts(self, inputs: Inputs, vectors: Tensor, corpus: int, drop: Drop | None = None) -> Parts:
        """The factored first layers: everything that hangs on one candidate alone, once for each."""
        words = self._words(torch.from_numpy(inputs.words).long(), vectors)
        sums = functional.pad(words.double().cumsum(0), (0, 0, 1, 0))
        ranges = torch.from_numpy(inputs.ranges).long()
        start, end = ranges[..., 0], ranges[..., 1]
        means = (sums[end] - sums[start]) / (end - start).clamp(min=1)[..., None]
        at = words[torch.from_numpy(inputs.places).long()]
        read = torch.cat([at, means.float()], dim=1).flatten(1)
        if drop:
            read = dropped(read, drop.inputs, drop.seed)
        summed = self.words(read) + functional.embedding(
            torch.from_numpy(inputs.single).long() + 1, self.single.weight, padding_idx=0
        ).sum(1)
        summed = summed + self.corpus.weight[corpus]
        return Parts(*(each.contiguous() for each in summed.chunk(3, dim=1)))

    def _words(self, rows: Tensor, vectors: Tensor) -> Tensor:
        """The vector of each word: as it was given, or as it is learned."""
        n = len(vectors)
        given = vectors[rows.clamp(max=n - 1)]
        return torch.where((rows < n)[:, None], given, self.own((rows - n).clamp(min=0)))

    def links(self, parts: Parts, inputs: Inputs, corpus: int, drop: Drop | None = None) -> Tensor:
        """The score of every pair."""
        of, found, values, types = inputs.of, inputs.found, inputs.values, inputs.types
        hidden = pair_layer(parts.this, parts.that, self.pairs, of, found, values,
                            dropout=drop.hidden if drop else 0.0, seed=drop.seed if drop else 0)  # fmt: skip
        hidden = functional.relu(self.second(hidden))
        if drop:
            hidden = dropped(hidden, drop.hidden, drop.seed + 1)
        n_types = len(TYPES)
        kinds = types[of] * np.int32(n_types) + types[found]
        marks = np.full(len(of), n_types * n_types + corpus, dtype=np.int32)
        wide = wide_layer(self.wide, kinds, values) + wide_layer(self.wide, marks, values)
        score: Tensor = self.link(hidden).squeeze(1) + wide
        return score

    def singles(self, parts: Parts, drop: Drop | None = None) -> tuple[Tensor, Tensor]:
        """The score of each candidate as new, and as a mention at all."""
        hidden = functional.relu(parts.alone)
        if drop:
            hidden = dropped(hidden, drop.hidden, drop.seed + 2)
        hidden = functional.relu(self.alone(hidden))
        if drop:
            hidden = dropped(hidden, drop.hidden, drop.seed + 3)
        out = self.new(hidden)
        return out[:, _NEW], out[:, _REAL]


def dropped(values: Tensor, share: float, seed: int) -> Tensor:
    """The values with a share of them set to 0, by a lot that hangs on the seed alone."""
    if not share:
        return values
    generator = torch.Generator().manual_seed(seed)
    kept = torch.rand(values.shape, generator=generator) >= share
    return values * kept / (1.0 - share)
