"""What a batch teaches: which antecedents, by both scores, and which spans are mentions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from corefair.systems.span.network import NOT, Found, Scored
from corefair.systems.span.reading import Batch
from corefair.types import Mention

_MENTIONS = 0.13  # a word, about: what the loss is divided by, so that long and short texts weigh alike


class Gold(NamedTuple):
    """What is annotated of a text."""

    cluster_of: Mapping[Mention, int]
    entities: frozenset[Mention] | None  # mentions of a layer that has single ones too, if there is one


class Weights(NamedTuple):
    """How much each part counts."""

    coarse: float = 0.5
    mention: float = 0.5
    entity: float = 0.125
    false_new: float = (
        1.0  # added to the score of NEW where a span is not new, so that a link must win clearly
    )


def mention_loss(found: Found, batch: Batch, gold: Sequence[Gold], weights: Weights) -> Tensor:
    """How wrong the network is about which spans are mentions."""
    spans, texts = found.spans.mentions(batch.at), found.spans.text.tolist()
    is_mention = [span in gold[text].cluster_of for text, span in zip(texts, spans, strict=True)]
    total = weights.mention * _bce(found.mention, np.array(is_mention))
    known = np.array([each.entities is not None for each in gold])[found.spans.text]
    if known.any():
        is_entity = [span in (gold[text].entities or ()) for text, span in zip(texts, spans, strict=True)]
        which = torch.from_numpy(np.flatnonzero(known))
        logits = found.logits[:, -1].index_select(0, which)
        total = total + weights.entity * _bce(logits, np.array(is_entity)[known])
    return total / size(batch)


def link_loss(
    scored: Scored, batch: Batch, gold: Sequence[Gold], weights: Weights
) -> tuple[Tensor, tuple[int, int]]:
    """How wrong it is about who is who; and how many kept spans have a right antecedent, scored and kept."""
    chosen = scored.found.spans.take(scored.kept)
    pairs = zip(chosen.text.tolist(), chosen.mentions(batch.at), strict=True)
    mine = np.array([gold[text].cluster_of.get(span, -1) for text, span in pairs])
    right = (mine[:, None] == mine[None, :]) & (mine >= 0)[:, None] & scored.codes.allowed  # [n, n]
    among = np.take_along_axis(right, scored.candidates.numpy(), axis=1)  # [n, k]
    total = _links(scored.scores, among, weights.false_new)
    if weights.coarse:
        total = total + weights.coarse * _links(scored.coarse, right, weights.false_new)
    return total / size(batch), (int(among.any(1).sum()), int(right.any(1).sum()))


def size(batch: Batch) -> float:
    """About how many mentions a batch has, which its losses are divided by."""
    return _MENTIONS * batch.at[-1]


def _links(scores: Tensor, right: np.ndarray, false_new: float) -> Tensor:
    """−Σ log of the probability of all right antecedents; of NEW where there is none (Lee 2017 §5)."""
    is_right = torch.from_numpy(right)
    linked = is_right.any(1)
    new = linked.float() * false_new
    everything = torch.cat([new[:, None], scores], dim=1).logsumexp(1)
    good = scores.masked_fill(~is_right, NOT).logsumexp(1)
    return (everything - torch.where(linked, good, torch.zeros_like(good))).sum()


def _bce(logits: Tensor, labels: np.ndarray) -> Tensor:
    return binary_cross_entropy_with_logits(
        logits, torch.from_numpy(labels.astype(np.float32)), reduction="sum"
    )
