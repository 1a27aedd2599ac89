"""The networks of BERT (Devlin et al. 2019) and MPNet (Song et al. 2020), one window at a time."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

from corefair.models.encoders.config import Config

_FAR = 128  # pieces: from here on MPNet's relative positions share a bucket


class Linear(nn.Linear):
    """A linear map that may be computed in bfloat16, with what goes in and comes out in float32."""

    def __init__(self, n_in: int, n_out: int, kind: torch.dtype) -> None:
        super().__init__(n_in, n_out)
        self.kind = kind

    def forward(self, x: Tensor) -> Tensor:
        """x [n, n_in] to [n, n_out]."""
        if self.kind == torch.float32:
            return functional.linear(x, self.weight, self.bias)
        return functional.linear(x.to(self.kind), self.weight.to(self.kind), self.bias.to(self.kind)).float()


class Layer(nn.Module):
    """Attention over the pieces of a window, then two linear maps; each added to what came in, and normed."""

    def __init__(self, config: Config, *, kind: torch.dtype = torch.float32, dropout: float = 0.0) -> None:
        super().__init__()
        dim = config.dim
        self.n_heads, self.gelu, self.dropout = config.n_heads, config.gelu, dropout
        self.mix = Linear(dim, 3 * dim, kind)  # query, key and value
        self.out = Linear(dim, dim, kind)
        self.norm = nn.LayerNorm(dim, config.eps)
        self.up = Linear(dim, config.inner, kind)
        self.down = Linear(config.inner, dim, kind)
        self.end = nn.LayerNorm(dim, config.eps)

    def forward(self, x: Tensor, bias: Tensor | None) -> Tensor:
        """States of one window [n, dim], and what is added to the attention [n_heads, n, n], if anything."""
        n, dim = x.shape
        query, key, value = self.mix(x).view(n, 3, self.n_heads, dim // self.n_heads).permute(1, 2, 0, 3)
        seen = functional.scaled_dot_product_attention(
            query[None], key[None], value[None], attn_mask=None if bias is None else bias[None]
        )
        seen = self.out(seen[0].transpose(0, 1).reshape(n, dim))
        x = self.norm(x + functional.dropout(seen, self.dropout, self.training))
        inner = functional.gelu(self.up(x), approximate=self.gelu)
        ended: Tensor = self.end(x + functional.dropout(self.down(inner), self.dropout, self.training))
        return ended


class Network(nn.Module):
    """The embedding layer and the first `n_layers` layers."""

    def __init__(self, config: Config, n_layers: int, *, kind: torch.dtype = torch.float32) -> None:
        super().__init__()
        self.config = config
        self.words = nn.Embedding(config.n_pieces, config.dim)
        self.positions = nn.Embedding(config.n_positions, config.dim)
        if config.n_types:
            self.types = nn.Embedding(config.n_types, config.dim)
        if config.n_buckets:
            self.relative = nn.Embedding(config.n_buckets, config.n_heads)
        self.norm = nn.LayerNorm(config.dim, config.eps)
        self.layers = nn.ModuleList(Layer(config, kind=kind) for _ in range(n_layers))

    def forward(self, ids: Tensor) -> Tensor:
        """The pieces of one window [n] to their states [n, 1 + n_layers, dim]."""
        states = [self.embed(ids)]
        bias = self.bias(len(ids))
        for layer in self.layers:
            states.append(layer(states[-1], bias))
        return torch.stack(states, dim=1)

    def embed(self, ids: Tensor) -> Tensor:
        """The embedding layer [n, dim]."""
        first = self.config.first_position
        x = self.words(ids) + self.positions.weight[first : first + len(ids)]
        if self.config.n_types:
            x = x + self.types.weight[0]  # all of one segment
        embedded: Tensor = self.norm(x)
        return embedded

    def bias(self, n: int) -> Tensor | None:
        """What MPNet adds to the attention of n pieces, by how far apart two are [n_heads, n, n]."""
        if not self.config.n_buckets:
            return None
        return relative_bias(self.relative.weight, n)


def relative_bias(table: Tensor, n: int) -> Tensor:
    """A row of the table [n_buckets, n_heads] for each two of n pieces, by their distance [n_heads, n, n]."""
    places = torch.arange(n)
    return table[buckets(places[None, :] - places[:, None], len(table))].permute(2, 0, 1).contiguous()


def buckets(distance: Tensor, n_buckets: int) -> Tensor:
    """The bucket of a signed distance: half of them to either side, single steps first, then logarithmic.

    >>> buckets(torch.tensor([-200, -9, -1, 0, 1, 7, 8, 9, 200]), 32).tolist()
    [15, 8, 1, 0, 17, 23, 24, 24, 31]
    """
    per_side = n_buckets // 2
    single = per_side // 2
    far = distance.abs()
    grown = (far.clamp(min=1).float() / single).log() / math.log(_FAR / single) * (per_side - single)
    shared = (single + grown.long()).clamp(max=per_side - 1)
    return (distance > 0).long() * per_side + torch.where(far < single, far, shared)
