"""The network: words in context, spans scored and pruned, pairs scored coarsely, then by their own layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from corefair.systems.span.dropout import Dropout
from corefair.systems.span.layers import DROP, Fine, SpanParts
from corefair.systems.span.lexicon import Lexicon
from corefair.systems.span.pairs import N_DISTANCES, N_KINDS, N_MATCHES, Codes, codes_of
from corefair.systems.span.reading import Batch
from corefair.systems.span.settings import Settings
from corefair.systems.span.spans import Known, Spans, all_spans, known_of, pruned
from corefair.systems.span.tokens import Tokens
from corefair.types import Mention

NOT = -1e9  # the score of a pair that is none


@dataclass(frozen=True)
class Memory:
    """Kept spans of earlier parts of a long document."""

    vectors: Tensor  # [n, span]
    mention: Tensor  # [n]
    known: Known
    spans: tuple[Mention, ...]  # in words of the document


@dataclass(frozen=True)
class Found:
    """All spans of a batch, and how likely each is a mention."""

    spans: Spans
    logits: Tensor  # [n_spans, outputs]: whether each is a mention, by corpus; the last: of any kind
    mention: Tensor  # [n_spans]: the logit in the corpus of the text
    inner: Tensor  # [n_words, dim]: the words
    outer: Tensor  # [n_words, 2 · lstm]: the words in their sentences
    heads: Tensor  # [n_words]: how much of a head each word is


@dataclass(frozen=True)
class Scored:
    """What the network says of the kept spans; candidates are counted from the first of the memory."""

    found: Found
    kept: np.ndarray  # [n]: which spans of all
    known: Known  # of the kept
    mention: Tensor  # [n]
    vectors: Tensor  # [n, span]
    codes: Codes  # [n, m]
    coarse: Tensor  # [n, m]
    candidates: Tensor  # [n, k]: columns of the coarse scores
    scores: Tensor  # [n, k]; NEW has the score 0


class SpanNetwork(nn.Module):
    """Lee 2017 and 2018 in one; first layers are sums of parts, each computed once where it can be."""

    def __init__(
        self,
        settings: Settings,
        lexicon: Lexicon,
        *,
        n_genres: int,
        n_corpora: int,
        n_states: int = 0,
        state_dim: int = 0,
    ) -> None:
        super().__init__()
        self.settings, self.dropout = settings, Dropout()
        self.tokens = Tokens(settings, lexicon, n_states=n_states, state_dim=state_dim)
        inner, outer, layer = self.tokens.dim, 2 * settings.lstm, settings.mention
        self.attention = nn.Linear(outer, 1)
        self.mention_parts = SpanParts(inner, outer, settings.max_width, layer)
        self.mention_corpus = nn.Embedding(n_corpora, layer)
        self.mention_out = nn.Linear(layer, n_corpora + 1)
        self.span_parts = SpanParts(inner, outer, settings.max_width, settings.span)
        if settings.antecedents == "coarse":
            self.bilinear = nn.Linear(settings.span, settings.span, bias=False)
            self.by_pair = nn.ModuleList(nn.Embedding(n, 1) for n in (N_DISTANCES, N_MATCHES, N_KINDS))
        if settings.depth > 1:
            self.gate = nn.Linear(2 * settings.span, settings.span)
        self.fine = Fine(settings, n_genres, n_corpora)
        self._initialise()

    def _initialise(self) -> None:
        for name, weights in self.named_parameters():
            if "by_pair" in name:
                nn.init.zeros_(weights)
            elif isinstance(self.get_submodule(name.rpartition(".")[0]), nn.Embedding):
                nn.init.normal_(weights, std=0.3)
        with torch.no_grad():
            self.tokens.own.weight[0] = 0

    def find(self, batch: Batch, *, given: Sequence[Sequence[Mention]] = ()) -> Found:
        """Score every span as a mention."""
        inner, outer = self.tokens(batch, self.dropout)
        heads = self.attention(outer)[:, 0]
        spans = all_spans(batch, self.settings.max_width, given)
        corpus = torch.tensor([text.corpus for text in batch.texts])
        of_span = torch.from_numpy(spans.text)
        layer = self.mention_parts(inner, outer, heads, spans)
        layer = layer + self.mention_corpus(corpus).index_select(0, of_span)
        logits = self.mention_out(self.dropout(torch.relu(layer), DROP))
        mention = logits.gather(1, corpus[of_span][:, None])[:, 0]
        return Found(spans, logits, mention, inner, outer, heads)

    def forward(
        self, batch: Batch, *, memory: Memory | None = None, given: Sequence[Sequence[Mention]] = ()
    ) -> Scored:
        """Score everything; spans that are given are kept, and are candidates of each other, in any case."""
        settings, found = self.settings, self.find(batch, given=given)
        kept = pruned(found.spans, found.mention.detach().numpy(), batch, ratio=settings.ratio,
                      floor=settings.floor, given=given)  # fmt: skip
        chosen = found.spans.take(kept)
        vectors = torch.relu(self.span_parts(found.inner, found.outer, found.heads, chosen))
        vectors = self.dropout(vectors, DROP)
        mention = found.mention.index_select(0, torch.from_numpy(kept))
        known = known_of(chosen, batch)
        if memory is None:
            all_known, all_vectors, all_mention = known, vectors, mention
        else:
            all_known = memory.known + known
            all_vectors = torch.cat([memory.vectors, vectors])
            all_mention = torch.cat([memory.mention, mention])
        codes = codes_of(known, all_known, match=settings.match)
        coarse = self._coarse(vectors, all_vectors, mention, all_mention, codes)
        candidates = _best(coarse.detach(), settings, codes, _asked(chosen, batch, given))
        few = codes.take(candidates.numpy())
        first = coarse.gather(1, candidates).masked_fill(~torch.from_numpy(few.allowed), NOT)
        scores = first + self.fine(vectors, all_vectors, candidates, few, batch, known, self.dropout)
        for _ in range(1, settings.depth):
            vectors, all_vectors = self._refined(vectors, all_vectors, candidates, scores)
            scores = first + self.fine(vectors, all_vectors, candidates, few, batch, known, self.dropout)
        return Scored(found, kept, known, mention, vectors, codes, coarse, candidates, scores)

    def _coarse(
        self, vectors: Tensor, all_vectors: Tensor, mention: Tensor, all_mention: Tensor, codes: Codes
    ) -> Tensor:
        """A cheap score of every pair: [n, m]. On its own loss it learns, else it starves the last layer."""
        scores = mention[:, None] + all_mention[None, :]
        if self.settings.antecedents == "coarse":
            scores = scores + self.bilinear(vectors) @ all_vectors.T
            for table, code in zip(self.by_pair, (codes.distance, codes.match, codes.kinds), strict=True):
                scores = scores + table(torch.from_numpy(code))[..., 0]
        return scores.masked_fill(~torch.from_numpy(codes.allowed), NOT)

    def _refined(
        self, vectors: Tensor, all_vectors: Tensor, candidates: Tensor, scores: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Each span drawn towards the antecedents that it expects, as far as a gate lets it (Lee 2018 §3)."""
        chances = torch.cat([scores.new_zeros(len(scores), 1), scores], dim=1).softmax(1)
        options = all_vectors.index_select(0, candidates.flatten()).view(*candidates.shape, -1)
        expected = chances[:, :1] * vectors + (chances[:, 1:, None] * options).sum(1)
        gate = torch.sigmoid(self.gate(torch.cat([vectors, expected], dim=1)))
        refined = gate * vectors + (1 - gate) * expected
        return refined, torch.cat([all_vectors[: len(all_vectors) - len(vectors)], refined])


def _asked(chosen: Spans, batch: Batch, given: Sequence[Sequence[Mention]]) -> np.ndarray | None:
    if not given:
        return None
    sets = [set(each) for each in given]
    spans = zip(chosen.text.tolist(), chosen.mentions(batch.at), strict=True)
    return np.array([span in sets[text] for text, span in spans], dtype=np.bool_)


def _best(coarse: Tensor, settings: Settings, codes: Codes, asked: np.ndarray | None) -> Tensor:
    """The candidates of each span that the last layer scores: [n, k]."""
    n, m = coarse.shape
    k = min(settings.max_antecedents, m)
    if settings.antecedents == "distance":
        nearness = torch.arange(m, dtype=coarse.dtype).expand(n, m)
        ranked = nearness.masked_fill(~torch.from_numpy(codes.allowed), NOT)
    else:
        ranked = coarse
    if asked is not None:
        columns = np.concatenate([np.zeros(m - n, dtype=np.bool_), asked])
        k = min(max(k, int(columns.sum())), m)
        first = torch.from_numpy(asked[:, None] & columns[None, :] & codes.allowed)
        ranked = ranked + first * -NOT / 2
    return ranked.topk(k, dim=1).indices
