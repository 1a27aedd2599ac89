"""The penalty is the divergence, and autograd finds the divergence's own slopes."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="networks need the extra train")

import torch

from corefair.systems.training.pairing import divergence, match
from corefair.systems.training.penalty import Choice, penalty


def test_value_and_slopes() -> None:
    spans, twin_spans = [(0, 1), (2, 3), (4, 6), (7, 8)], [(0, 1), (4, 6), (7, 8), (9, 10)]
    at, found = np.array([0, 0, 1, 3, 6], dtype=np.int32), np.array([0, 0, 1, 0, 1, 2], dtype=np.int32)
    matched = match(spans, at, found, twin_spans, at, found)
    rng = np.random.default_rng(0)
    scores = [rng.normal(size=n) for n in (6, 4, 6, 4)]
    value, ours, theirs = divergence(matched, *scores)
    tensors = [torch.tensor(each, requires_grad=True) for each in scores]
    made = penalty(matched, Choice(*tensors[:2]), Choice(*tensors[2:]))
    made.backward()  # type: ignore[no-untyped-call]
    assert made.item() == pytest.approx(value)
    for tensor, slope in zip(tensors, (*ours, *theirs), strict=True):
        assert tensor.grad is not None
        np.testing.assert_allclose(tensor.grad.numpy(), slope, rtol=1e-12)


def test_nothing_in_common_is_nothing() -> None:
    at, found = np.array([0, 0, 1], dtype=np.int32), np.array([0], dtype=np.int32)
    matched = match([(0, 1), (2, 3)], at, found, [(0, 1), (4, 5)], at, found)
    scores = torch.ones(1, requires_grad=True), torch.ones(2, requires_grad=True)
    made = penalty(matched, Choice(*scores), Choice(*scores))
    made.backward()  # type: ignore[no-untyped-call]
    assert made.item() == 0 and scores[0].grad is not None and not scores[0].grad.any()
