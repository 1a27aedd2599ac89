"""The network of `gp`: an autoencoder whose code keeps gender where it belongs (Kaneko & Bollegala 2019)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from corefair.compute.threads import one_torch_thread
from corefair.types import Said

Rows = NDArray[np.int64]
_GAIN = 1e-3  # an epoch has brought something if validation loss falls by this share of what it first was
_STEPS = 10  # in an epoch, at the least: a small vocabulary is gone through more than once
_QUADRUPLES = 32  # in a batch of the joint training
_TEST_WORDS = 20  # of each list, for validation, as the authors; a fifth of a short one


class Lists(NamedTuple):
    """Rows of the words that the joint training is about; feminine and masculine are pairs."""

    feminine: Rows
    masculine: Rows
    stereotype: Rows
    neutral: Rows


class Settings(NamedTuple):
    """How it is trained; what is not from the paper or its code is chosen by validation loss."""

    rate: float
    batch: int
    dropout: float
    weight: float  # of each of the four losses beside reconstruction
    epochs: int  # at most
    patience: int  # epochs without gain
    seed: int


class Encoder(NamedTuple):
    """What remains of the network: code = tanh(x · weightsᵀ + shift)."""

    weights: NDArray[np.float32]  # [dim, dim]
    shift: NDArray[np.float32]  # [dim]


def train(
    vectors: NDArray[np.float32],  # [n, dim]
    lists: Lists,
    settings: Settings,
    *,
    progress: Said | None = None,
) -> Encoder:
    """Autoencoder first, then the two classifiers on its code, then all together."""
    with _reproducible(settings.seed):
        training = _Training(torch.from_numpy(vectors), lists, settings, progress)
        training.autoencoder()
        training.classifiers()
        training.together()
    layer = training.network.encoder
    return Encoder(layer.weight.detach().numpy().copy(), layer.bias.detach().numpy().copy())


class Network(nn.Module):
    """One tanh layer each way, and a logistic classifier for each gender on the code between."""

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.encoder, self.decoder = nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.feminine, self.masculine = nn.Linear(dim, 1), nn.Linear(dim, 1)

    def code(self, vectors: Tensor) -> Tensor:
        return torch.tanh(self.encoder(vectors))

    def reconstruction(self, vectors: Tensor, *, dropout: float = 0.0) -> Tensor:
        """Mean squared error of an entry; parts of the input may be dropped."""
        code = self.code(nn.functional.dropout(vectors, dropout))
        return (torch.tanh(self.decoder(code)) - vectors).square().mean()

    def classification(self, code: Tensor, feminine: Tensor, masculine: Tensor) -> Tensor:
        """Squared error of both classifiers, given the answers as 0 and 1."""
        found = (torch.sigmoid(layer(code))[:, 0] for layer in (self.feminine, self.masculine))
        return sum(
            (
                (each - answer).square().mean()
                for each, answer in zip(found, (feminine, masculine), strict=True)
            ),
            torch.zeros(()),
        )


class _Training:
    def __init__(
        self,
        vectors: Tensor,
        lists: Lists,
        settings: Settings,
        progress: Said | None,
    ) -> None:
        self.vectors, self.settings, self.progress = vectors, settings, progress
        self.network = Network(vectors.shape[1])
        pairs = torch.from_numpy(np.stack([lists.feminine, lists.masculine], axis=1))
        others = [torch.from_numpy(rows) for rows in (lists.stereotype, lists.neutral) if len(rows)]
        # [n, 2] of pairs, then [n] of each other list that has words
        self.learn, self.test = zip(*map(_split, (pairs, *others)), strict=True)

    def autoencoder(self) -> None:
        """Learn to reconstruct the whole vocabulary."""
        settings, network = self.settings, self.network
        order = torch.randperm(len(self.vectors))
        n_test = min(5000, max(1, len(order) // 10))
        test, learn = self.vectors[order[:n_test]], order[n_test:]

        def batches() -> Iterator[Tensor]:
            for rows in _batches(learn, settings.batch):
                yield network.reconstruction(self.vectors[rows], dropout=settings.dropout)

        self._until_flat("autoencoder epochs", batches, lambda: network.reconstruction(test))

    def classifiers(self) -> None:
        """Fit both classifiers to the code as it is; by L-BFGS, for there are few words and few weights."""
        with torch.no_grad():
            coded = self._coded(self.learn)
        weights = [*self.network.feminine.parameters(), *self.network.masculine.parameters()]
        optimiser = torch.optim.LBFGS(weights, max_iter=100, line_search_fn="strong_wolfe")

        def loss() -> float:
            optimiser.zero_grad()
            lost = self.network.classification(*coded)
            lost.backward()  # type: ignore[no-untyped-call]
            return float(lost.detach())

        optimiser.step(loss)  # type: ignore[no-untyped-call]

    def together(self) -> None:
        """Learn to reconstruct, classify and take gender out of stereotype and neutral words, all at once."""

        def batches() -> Iterator[Tensor]:
            direction = self._direction()
            # As many of each as there are in the longest list; the shorter ones are gone through again.
            size = max(map(len, self.learn))
            shuffled = [_cycled(rows, size) for rows in self.learn]
            for at in range(0, size, _QUADRUPLES):
                yield self._loss([rows[at : at + _QUADRUPLES] for rows in shuffled], direction)

        # Without dropout: it adds noise to the reconstruction far above the other losses.
        self._until_flat("joint epochs", batches, lambda: self._loss(self.test, self._direction()))

    def _loss(self, lists: Iterable[Tensor], direction: Tensor) -> Tensor:
        """L = L_r + weight · (L_f + L_m + L_g of each other list)."""
        pairs, *others = lists
        every = torch.cat([pairs.T.flatten(), *others])
        others_loss = [(self.network.code(self.vectors[rows]) @ direction).square().mean() for rows in others]
        lost = self.network.classification(*self._coded([pairs, *others])) + sum(others_loss, torch.zeros(()))
        return self.network.reconstruction(self.vectors[every]) + self.settings.weight * lost

    def _coded(self, lists: Iterable[Tensor]) -> tuple[Tensor, Tensor, Tensor]:
        """The code of every word, and whether it is feminine, masculine."""
        pairs, *others = lists
        code = self.network.code(self.vectors[torch.cat([pairs.T.flatten(), *others])])
        feminine, masculine = torch.zeros(len(code)), torch.zeros(len(code))
        feminine[: len(pairs)] = 1
        masculine[len(pairs) : 2 * len(pairs)] = 1
        return code, feminine, masculine

    def _direction(self) -> Tensor:
        """v_g: the mean difference of the encoded pairs, taken as given in the losses."""
        with torch.no_grad():
            feminine, masculine = (self.network.code(self.vectors[self.learn[0][:, side]]) for side in (0, 1))
            return (feminine - masculine).mean(dim=0)

    def _until_flat(
        self, what: str, batches: Callable[[], Iterator[Tensor]], test: Callable[[], Tensor]
    ) -> None:
        """Epochs of Adam until the test loss gains no more; the network is left at its best.

        The authors' code leaves dropout on when it validates; here it is off.
        """
        optimiser = torch.optim.Adam(self.network.parameters(), lr=self.settings.rate, fused=True)
        with torch.no_grad():
            first = best = float(test())
        idle, state = 0, deepcopy(self.network.state_dict())
        for epoch in range(self.settings.epochs):
            if self.progress:
                self.progress(what, epoch, self.settings.epochs)
            for loss in batches():
                optimiser.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                optimiser.step()
            with torch.no_grad():
                now = float(test())
            if now < best - _GAIN * first:
                best, idle, state = now, 0, deepcopy(self.network.state_dict())
            else:
                idle += 1
            if idle >= self.settings.patience:
                break
        self.network.load_state_dict(state)


def _split(rows: Tensor) -> tuple[Tensor, Tensor]:
    """Words to learn from and to test on; of fewer than five all are both."""
    rows = rows[torch.randperm(len(rows))]
    n_test = min(_TEST_WORDS, len(rows) // 5)
    return (rows[n_test:], rows[:n_test]) if n_test else (rows, rows)


def _batches(rows: Tensor, size: int) -> Iterator[Tensor]:
    """The rows in a new order, in batches; more than once if they are few."""
    n_batches = -(-len(rows) // size)
    for _ in range(-(-_STEPS // n_batches)):
        yield from torch.split(rows[torch.randperm(len(rows))], size)


def _cycled(rows: Tensor, size: int) -> Tensor:
    """`size` of the rows in a new order, each again only when all were taken."""
    times = -(-size // len(rows))
    return torch.cat([rows[torch.randperm(len(rows))] for _ in range(times)])[:size]


@contextmanager
def _reproducible(seed: int) -> Iterator[None]:
    """The same numbers on any machine and no trace in the caller's; one thread, for batches are small."""
    with one_torch_thread(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        yield
