"""First layers that are sums of parts, each computed once for what it depends on."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from corefair.systems.span.attention import Heads
from corefair.systems.span.dropout import Dropout
from corefair.systems.span.pairs import N_DISTANCES, N_KINDS, N_MATCHES, N_SPEAKERS, Codes
from corefair.systems.span.reading import Batch
from corefair.systems.span.settings import Settings
from corefair.systems.span.spans import Known, Spans

DROP = 0.2  # of the layers that score
_FEATURE = 20  # numbers for each thing that is known of a pair


class SpanParts(nn.Module):
    """A linear layer on [first word; last word; width; head], without that vector: W_s h_s + W_e h_e + …."""

    def __init__(self, inner: int, outer: int, max_width: int, out: int) -> None:
        super().__init__()
        self.first, self.last = nn.Linear(outer, out), nn.Linear(outer, out, bias=False)
        self.head = nn.Linear(inner, out, bias=False)
        self.width = nn.Embedding(max_width, out)

    def forward(self, inner: Tensor, outer: Tensor, logits: Tensor, spans: Spans) -> Tensor:
        start, end = torch.from_numpy(spans.start), torch.from_numpy(spans.end)
        width = torch.from_numpy(np.minimum(spans.end - spans.start, self.width.num_embeddings) - 1)
        made: Tensor = self.first(outer).index_select(0, start) + self.last(outer).index_select(0, end - 1)
        width_part: Tensor = self.width(width)
        return made + width_part + Heads(logits, self.head(inner)).mean(start, end)


class Fine(nn.Module):
    """A layer on [g_i; g_j; g_i ∘ g_j; what is known of the pair]; single spans' parts are computed once."""

    def __init__(self, settings: Settings, n_genres: int, n_corpora: int) -> None:
        super().__init__()
        self.this, self.that = (
            nn.Linear(settings.span, settings.pair),
            nn.Linear(settings.span, settings.pair),
        )
        self.both = nn.Linear(settings.span, settings.pair, bias=False)
        sizes = (N_DISTANCES, N_DISTANCES, N_MATCHES, N_KINDS, N_SPEAKERS)
        self.tables = nn.ModuleList(nn.Embedding(size, _FEATURE) for size in sizes)
        self.features = nn.Linear(len(sizes) * _FEATURE, settings.pair, bias=False)
        self.genre = nn.Embedding(n_genres + 1, settings.pair)
        self.corpus = nn.Embedding(n_corpora, settings.pair)
        self.out = nn.Linear(settings.pair, 1)

    def forward(
        self,
        vectors: Tensor,
        all_vectors: Tensor,
        candidates: Tensor,
        codes: Codes,
        batch: Batch,
        known: Known,
        dropout: Dropout,
    ) -> Tensor:
        """Scores of the candidates of each span: [n, k]."""
        n, k = candidates.shape
        flat = candidates.flatten()
        others = all_vectors.index_select(0, flat).view(n, k, -1)
        genre = self.genre(torch.tensor([text.genre for text in batch.texts]))
        corpus = self.corpus(torch.tensor([text.corpus for text in batch.texts]))
        of_text = (genre + corpus).index_select(0, torch.from_numpy(known.text))
        layer = (self.this(vectors) + of_text)[:, None, :] + self.both(vectors[:, None, :] * others)
        layer = layer + self.that(all_vectors).index_select(0, flat).view(n, k, -1)
        told = [table(torch.from_numpy(code)) for table, code in zip(self.tables, codes[:5], strict=True)]
        layer = layer + self.features(torch.cat(told, dim=2))
        made: Tensor = self.out(dropout(torch.relu(layer), DROP))[..., 0]
        return made
