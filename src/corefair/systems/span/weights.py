"""All weights of a module as one array, and AdamW on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

_BETAS, _EPS, _DECAY, _CLIP = (0.9, 0.98), 1e-8, 0.01, 3.0
_MIX_RATE = 5.0  # times the rate of all others: the few weights of an encoder's layers
_MIXED = ("tokens.mix", "tokens.scale")


class Flat:
    """The weights of a module as parts of one array, and their gradients of another."""

    def __init__(self, module: nn.Module, *, decay: bool = True) -> None:
        named = list(module.named_parameters())
        self.values = torch.cat([each.detach().flatten() for _, each in named])
        self.gradient = torch.zeros_like(self.values)
        self.decayed = torch.zeros_like(self.values)
        self.times = torch.ones_like(self.values)
        at = 0
        for name, each in named:
            here = slice(at, at + each.numel())
            each.data = self.values[here].view(each.shape)
            each.grad = self.gradient[here].view(each.shape)
            self.decayed[here] = float(decay and each.ndim > 1)
            self.times[here] = _MIX_RATE if name in _MIXED else 1.0
            at = here.stop
        self.moments = torch.zeros(2, len(self.values))
        self.n_steps = 0

    @torch.no_grad()
    def update(self, rate: float) -> None:
        """One step of AdamW by the gradient that is there."""
        self.n_steps += 1
        (mean, square), (first, second) = self.moments, _BETAS
        norm = float(self.gradient.norm())
        if norm > _CLIP:
            self.gradient.mul_(_CLIP / norm)
        mean.lerp_(self.gradient, 1 - first)
        square.mul_(second).addcmul_(self.gradient, self.gradient, value=1 - second)
        deep = (square / (1 - second**self.n_steps)).sqrt_().add_(_EPS)
        self.values.addcmul_(self.values, self.decayed, value=-rate * _DECAY)
        change = mean.div(deep).mul_(self.times)
        self.values.sub_(change, alpha=rate / (1 - first**self.n_steps))

    def state(self, prefix: str) -> dict[str, NDArray[Any]]:
        """All that is needed to go on."""
        return {
            prefix + "values": self.values.numpy().copy(),
            prefix + "moments": self.moments.numpy().copy(),
            prefix + "n_steps": np.array(self.n_steps),
        }

    def restore(self, state: Mapping[str, NDArray[Any]], prefix: str) -> None:
        """Go on from there."""
        self.values.copy_(torch.from_numpy(state[prefix + "values"]))
        self.moments.copy_(torch.from_numpy(state[prefix + "moments"]))
        self.n_steps = int(state[prefix + "n_steps"])
