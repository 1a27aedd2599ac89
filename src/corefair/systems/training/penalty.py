"""How far twins are apart (`systems.training.pairing`) as a part of a network's loss."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from corefair.systems.training.pairing import Matched, divergence


class Choice(NamedTuple):
    """The scores of a text's choices: each pair, and no antecedent for each candidate."""

    pairs: Tensor  # [n_pairs]
    new: Tensor  # [n]


def penalty(matched: Matched, ours: Choice, theirs: Choice) -> Tensor:
    """Σ_i J(p_i, q_i), which can be differentiated by the scores of both."""
    scores = (*ours, *theirs)
    value, *slopes = divergence(matched, *(each.detach().double().numpy() for each in scores))
    # The slopes are known: a sum that has them, and the divergence as its value.
    tied = torch.zeros((), dtype=torch.float64)
    for each, slope in zip(scores, (*slopes[0], *slopes[1]), strict=True):
        tied = tied + (each.double() * torch.from_numpy(slope)).sum()
    return (tied + (value - tied.detach())).float()
