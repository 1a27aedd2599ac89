"""The top layers of an encoder as a module to train through, fed from what the frozen layers below gave.

top = encoder.tunable(2)
for doc, feed in zip(docs, encoder.feeds(docs, 2)):
    states = top(feed, first, last)        # [last - first, n_states, dim], with gradients to the top layers
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn

from corefair.models.encoders.caching import Half, kept
from corefair.models.encoders.config import Config
from corefair.models.encoders.network import Layer, relative_bias
from corefair.models.encoders.pieces import Owned, Pieces
from corefair.models.encoders.torch_run import network_of
from corefair.types import Document

if TYPE_CHECKING:
    from corefair.models.encoders.encoder import Encoder


@dataclass(frozen=True, eq=False)
class Feed:
    """A text as the frozen layers left it: the states of its words, and of the pieces of each window."""

    below: Half  # [n_words, n_states below, dim]
    inputs: (
        Half  # [pieces of all windows, special ones too, dim]: what goes into the first layer that is tuned
    )
    pieces: Pieces
    windows: tuple[Owned, ...]

    def __len__(self) -> int:
        return len(self.below)


class Top(nn.Module):
    """The top layers; its state dict holds these alone, the rest stays in the encoder's folder."""

    relative: Tensor | None

    def __init__(self, config: Config, n_top: int, *, kind: torch.dtype, dropout: float) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer(config, kind=kind, dropout=dropout) for _ in range(n_top))
        self.register_buffer("relative", None, persistent=False)

    def forward(self, feed: Feed, first: int = 0, last: int | None = None) -> Tensor:
        """States of the words from `first` up to `last` [n, n_states, dim]: those below as given, then ours.

        Only the windows that own one of these words are run, each in full: a word has the same text around it
        whatever part of the document is asked for.
        """
        last = len(feed) if last is None else last
        below = torch.from_numpy(np.array(feed.below[first:last], np.float32))
        above, at = [], 0
        for window in feed.windows:
            size = window.end - window.start + 2
            begin, end = max(first, window.first), min(last, window.last)
            if begin < end:
                inputs = torch.from_numpy(np.array(feed.inputs[at : at + size], np.float32))
                above.append(
                    self._words(inputs, feed.pieces, window)[begin - window.first : end - window.first]
                )
            at += size
        found = torch.cat(above) if above else below.new_empty(0, len(self.layers), below.shape[2])
        return torch.cat([below, found], dim=1)

    def _words(self, x: Tensor, pieces: Pieces, window: Owned) -> Tensor:
        """The states that our layers give to the words of one window [n_words, n_top, dim]."""
        bias = None if self.relative is None else relative_bias(self.relative, len(x))
        states = []
        for layer in self.layers:
            x = layer(x, bias)
            states.append(x)
        found, skipped = pieces.word_of(window)
        word_of = torch.from_numpy(found)
        rows = torch.stack(states, dim=1)[1 + skipped : 1 + skipped + len(found)]
        sums = rows.new_zeros(window.last - window.first, *rows.shape[1:]).index_add(0, word_of, rows)
        return sums / torch.bincount(word_of).to(sums.dtype)[:, None, None]


@dataclass(frozen=True, eq=False)
class Tuned:
    """An encoder whose top layers were trained: the states of words, as `Encoder.states` gives them."""

    encoder: Encoder
    top: Top

    def states(self, docs: Iterable[Document]) -> Iterator[Half]:
        """For each document, in order, the states of its words [n_words, n_states, dim], in float16."""
        self.top.eval()
        for doc in docs:
            with torch.no_grad():
                yield self.top(feed_of(self.below, doc)).numpy().astype(np.float16)

    @cached_property
    def below(self) -> Encoder:
        """The layers that were not trained, loaded once."""
        return self.encoder.below(len(self.top.layers))


def top_of(encoder: Encoder, n_top: int, *, dropout: float) -> Top:
    """The top layers with the weights of the folder."""
    below = encoder.below(n_top)  # which checks the number
    network = network_of(encoder)
    kind = torch.bfloat16 if encoder.precision == "bfloat16" else torch.float32
    top = Top(encoder.config, n_top, kind=kind, dropout=dropout)
    for ours, theirs in zip(top.layers, list(network.layers)[below.layers :], strict=True):
        ours.load_state_dict(theirs.state_dict())
    if encoder.config.n_buckets:
        top.relative = network.relative.weight.detach().clone()
    return top


def feed_of(below: Encoder, doc: Document) -> Feed:
    """What the layers below give for a document, from the cache or computed and kept there."""
    from corefair.models.encoders.encoder import word_means

    pieces = below.word_pieces.pieces(doc.words)
    windows = tuple(pieces.windows(*below.window))
    if not windows:
        empty = np.empty((0, below.n_states, below.dim), np.float16)
        return Feed(empty, empty[:, 0], pieces, windows)

    def compute() -> Iterator[Mapping[str, Half]]:
        for window, found in below.encoded(pieces):
            inputs = found[:, -1].astype(np.float16)
            yield {"below": word_means(pieces, window, found), "inputs": inputs}

    arrays = kept({**below.key, "what": "feed"}, doc.words, compute)
    return Feed(arrays["below"], arrays["inputs"], pieces, windows)
