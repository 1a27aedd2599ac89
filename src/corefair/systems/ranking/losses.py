"""What is learned from in each stage: all pairs, the two that matter most, and what a wrong choice costs."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from corefair.systems.ranking.inputs import Inputs

FALSE_NEW, FALSE_LINK, WRONG_LINK = 0.8, 0.4, 1.0  # Clark & Manning 2016
_FAR = -1e9  # the score of a choice that is none
_REWARD_MENTIONS = (
    10.0  # an F1 is shared by all mentions: costs grow with their number, as in the paper's code
)


class Gold(NamedTuple):
    """What is right for a document or several laid together."""

    entity: NDArray[np.int32]  # [n]: which gold cluster; -1 none
    sizes: NDArray[np.int32]  # [n_clusters]: how many mentions it has, candidates or not
    real: NDArray[np.int8]  # [n]: whether a gold mention; -1 not known
    skip: NDArray[np.bool_]  # [n]: nothing is learned of whom it is
    documents: NDArray[np.int32]  # [n_documents + 1, 2]: where each begins, among candidates and clusters


class Choices(NamedTuple):
    """Every choice of every candidate in a table, NEW in the first column: [n, 1 + n_most]."""

    column: Tensor  # [n_pairs]
    exists: Tensor
    right: Tensor


def choices_of(inputs: Inputs, gold: Gold) -> Choices:
    """The table of a document: which choices there are, and which of them are right."""
    n = inputs.n
    counts = np.bincount(inputs.of, minlength=n)
    begin = np.concatenate([[0], np.cumsum(counts)])[:-1]
    column = torch.from_numpy(1 + np.arange(len(inputs.of)) - begin[inputs.of])
    of = torch.from_numpy(inputs.of).long()
    exists = torch.zeros((n, 1 + int(counts.max(initial=0))), dtype=torch.bool)
    exists[:, 0] = True
    exists[of, column] = True
    right = torch.zeros_like(exists)
    same = (gold.entity[inputs.of] == gold.entity[inputs.found]) & (gold.entity[inputs.of] >= 0)
    right[of, column] = torch.from_numpy(same)
    right[:, 0] = ~right.any(1)
    return Choices(column, exists, right)


def table_of(choices: Choices, inputs: Inputs, links: Tensor, new: Tensor) -> Tensor:
    """Scores in the table's places."""
    table = torch.full(choices.exists.shape, _FAR)
    table = table.index_put((torch.from_numpy(inputs.of).long(), choices.column), links)
    return torch.cat([new[:, None], table[:, 1:]], dim=1)


def all_pairs(scores: Tensor, choices: Choices, learned: Tensor) -> Tensor:
    """Every choice by itself, as right or not."""
    wanted = choices.right.float()
    loss = functional.binary_cross_entropy_with_logits(scores, wanted, reduction="none")
    return (loss * (choices.exists & learned[:, None])).sum()


def top_pairs(scores: Tensor, choices: Choices, learned: Tensor) -> Tensor:
    """The best of the right choices and the best of the wrong ones, each by itself."""
    right = scores.masked_fill(~choices.right, _FAR).max(1).values
    wrong = scores.masked_fill(choices.right | ~choices.exists, _FAR).max(1).values
    return ((functional.softplus(-right) + functional.softplus(wrong)) * learned).sum()


def max_margin(scores: Tensor, choices: Choices, costs: Tensor, learned: Tensor) -> Tensor:
    """The choice that errs most, by its cost, against the best of those that cost nothing."""
    free = (costs <= 0) & choices.exists
    best = scores.masked_fill(~free, _FAR).max(1, keepdim=True).values
    slack = (costs * (1.0 + scores - best)).masked_fill(~choices.exists, 0.0)
    return (slack.max(1).values.clamp(min=0.0) * learned).sum()


def expected_cost(scores: Tensor, costs: Tensor, learned: Tensor) -> Tensor:
    """The mean cost if choices were drawn by their scores (REINFORCE, summed over all draws)."""
    return ((functional.softmax(scores, dim=1) * costs).sum(1) * learned).sum()


def heuristic_costs(choices: Choices) -> Tensor:
    """By the kind of error: a false NEW, a false link, a wrong link."""
    new_is_right = choices.right[:, :1]
    costs = torch.where(new_is_right, FALSE_LINK, WRONG_LINK).expand(choices.exists.shape).clone()
    costs[:, 0] = FALSE_NEW
    return costs * (choices.exists & ~choices.right)


def reward_costs(scores: Tensor, choices: Choices, inputs: Inputs, gold: Gold) -> Tensor:
    """By how much B³ of the document would be below the best that the mention could do for it."""
    from corefair.systems.ranking.reward_compiled import rewards

    counts = np.bincount(inputs.of, minlength=inputs.n)
    at = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    best = scores.argmax(1).numpy()
    chosen = np.full(inputs.n, -1, dtype=np.int32)
    linked = np.flatnonzero(best > 0)
    chosen[linked] = inputs.found[at[linked] + best[linked] - 1]
    table = torch.full(choices.exists.shape, -1.0, dtype=torch.float64)
    of = torch.from_numpy(inputs.of).long()
    weight = np.empty(inputs.n)
    of_pairs, of_new = np.empty(len(inputs.of)), np.empty(inputs.n)
    for (first, cluster), (last, next_cluster) in pairwise(gold.documents.tolist()):
        pairs = slice(int(at[first]), int(at[last]))
        mine, here = gold.entity[first:last], chosen[first:last]
        sizes = gold.sizes[cluster:next_cluster]
        here = np.where(here >= 0, here - first, -1).astype(np.int32)
        of_pairs[pairs], of_new[first:last] = rewards(
            at[first : last + 1] - at[first],
            inputs.found[pairs] - np.int32(first),
            here,
            np.where(mine >= 0, mine - cluster, -1).astype(np.int32),
            sizes,
        )
        linked = np.flatnonzero(here >= 0)
        responses = len(np.union1d(linked, here[linked]))
        weight[first:last] = (sizes[sizes > 1].sum() + responses) / _REWARD_MENTIONS
    table[of, choices.column] = torch.from_numpy(of_pairs)
    table[:, 0] = torch.from_numpy(of_new)
    top = table.max(1, keepdim=True).values
    costs = (top - table) * torch.from_numpy(weight)[:, None]
    return (costs * choices.exists).clamp(min=0.0).float().masked_fill(costs < 1e-9, 0.0)
