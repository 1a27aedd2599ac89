"""The factored first layer against the plain one, its gradient, and what each stage's loss says."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the network needs the extra train")
pytest.importorskip("numba", reason="the kernel needs the extra train")

from corefair.systems.ranking.first_layer import pair_layer, wide_layer  # noqa: E402
from corefair.systems.ranking.inputs import Inputs  # noqa: E402
from corefair.systems.ranking.losses import (  # noqa: E402
    FALSE_LINK,
    FALSE_NEW,
    WRONG_LINK,
    Choices,
    Gold,
    all_pairs,
    choices_of,
    expected_cost,
    heuristic_costs,
    max_margin,
    reward_costs,
    table_of,
    top_pairs,
)

N, VALUES, WIDTH = 5, 7, 11
OF = np.array([1, 2, 2, 3, 3, 3, 4], dtype=np.int32)
FOUND = np.array([0, 0, 1, 0, 1, 2, 2], dtype=np.int32)
SAID = np.random.default_rng(0).integers(0, VALUES, (len(OF), 3)).astype(np.int16)


def parts() -> list[torch.Tensor]:
    torch.manual_seed(0)
    return [torch.randn(n, WIDTH, requires_grad=True) for n in (N, N, VALUES)]


def plain(this: torch.Tensor, that: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    """The same as one layer over everything that is said of a pair: one-hot rows times one matrix."""
    said = torch.nn.functional.one_hot(torch.from_numpy(SAID).long(), VALUES).sum(1).float()
    which = [torch.nn.functional.one_hot(torch.from_numpy(at).long(), N).float() for at in (OF, FOUND)]
    return torch.relu(torch.cat([*which, said], 1) @ torch.cat([this, that, table]))


def test_the_factored_layer_is_the_plain_one() -> None:
    tensors, others = parts(), parts()
    weigh = torch.randn(len(OF), WIDTH)
    made, wanted = pair_layer(*tensors, OF, FOUND, SAID), plain(*others)
    assert torch.allclose(made, wanted, atol=1e-5)
    (made * weigh).sum().backward()
    (wanted * weigh).sum().backward()
    for one, other in zip(tensors, others, strict=True):
        assert one.grad is not None and torch.allclose(one.grad, other.grad, atol=1e-5)  # type: ignore[arg-type]


def test_dropout_is_by_lot_and_the_gradient_knows_of_it() -> None:
    tensors = parts()
    once = pair_layer(*tensors, OF, FOUND, SAID, dropout=0.5, seed=3)
    assert torch.equal(once, pair_layer(*tensors, OF, FOUND, SAID, dropout=0.5, seed=3))
    assert not torch.equal(once, pair_layer(*tensors, OF, FOUND, SAID, dropout=0.5, seed=4))
    full = pair_layer(*tensors, OF, FOUND, SAID)
    kept = once > 0
    assert torch.allclose(once[kept], 2 * full[kept])
    assert 0.3 < float(kept.sum() / (full > 0).sum()) < 0.7
    once.sum().backward()
    expected = torch.zeros(N, WIDTH).index_add(0, torch.from_numpy(OF).long(), 2.0 * kept)
    assert torch.allclose(tensors[0].grad, expected)  # type: ignore[arg-type]


def test_the_wide_part_and_its_gradient() -> None:
    table = torch.randn(2, VALUES, requires_grad=True)
    kinds = np.array([0, 1, 1, 0, 0, 1, 0], dtype=np.int32)
    made = wide_layer(table, kinds, SAID)
    wanted = torch.stack(
        [table[k][torch.from_numpy(row).long()].sum() for k, row in zip(kinds, SAID, strict=True)]
    )
    assert torch.allclose(made, wanted, atol=1e-6)
    weigh = torch.randn(len(kinds))
    (found,) = torch.autograd.grad((made * weigh).sum(), table)
    (expected,) = torch.autograd.grad((wanted * weigh).sum(), table)
    assert torch.allclose(found, expected, atol=1e-5)


ENTITY = np.array([0, -1, 0, 0, -1], dtype=np.int32)


def document() -> tuple[Inputs, Gold, Choices]:
    nothing = np.zeros((N, 0), dtype=np.int32)
    inputs = Inputs(
        np.zeros(1, dtype=np.int32), nothing, nothing, nothing, np.zeros(N, dtype=np.int32), OF, FOUND, SAID
    )
    nobody, unknown = np.zeros(N, dtype=np.bool_), np.full(N, -1, dtype=np.int8)
    ends = np.array([[0, 0], [N, 1]], dtype=np.int32)
    gold = Gold(ENTITY, np.array([3], dtype=np.int32), unknown, nobody, ends)
    return inputs, gold, choices_of(inputs, gold)


def test_which_choices_are_right_and_what_the_others_cost() -> None:
    _, _, choices = document()
    assert choices.exists.sum(1).tolist() == [1, 2, 3, 4, 2]
    assert choices.right.tolist() == [
        [True, False, False, False],
        [True, False, False, False],
        [False, True, False, False],
        [False, True, False, True],
        [True, False, False, False],
    ]
    costs = heuristic_costs(choices)
    assert costs[2].tolist() == pytest.approx([FALSE_NEW, 0.0, WRONG_LINK, 0.0])
    assert costs[4].tolist() == pytest.approx([0.0, FALSE_LINK, 0.0, 0.0])


def test_losses_by_hand() -> None:
    inputs, _, choices = document()
    learned = torch.tensor([False, False, True, False, False])
    new, links = torch.zeros(N), torch.tensor([9.0, 2.0, -1.0, 9.0, 9.0, 9.0, 9.0])
    scores = table_of(choices, inputs, links, new)
    softplus = torch.nn.functional.softplus
    expected = softplus(torch.tensor(0.0)) + softplus(torch.tensor(-2.0)) + softplus(torch.tensor(-1.0))
    assert float(all_pairs(scores, choices, learned)) == pytest.approx(float(expected), rel=1e-5)
    two = softplus(torch.tensor(-2.0)) + softplus(torch.tensor(0.0))
    assert float(top_pairs(scores, choices, learned)) == pytest.approx(float(two), rel=1e-5)
    assert float(max_margin(scores, choices, heuristic_costs(choices), learned)) == 0.0
    closer = table_of(choices, inputs, torch.tensor([9.0, 2.0, 1.5, 9.0, 9.0, 9.0, 9.0]), new)
    assert float(max_margin(closer, choices, heuristic_costs(choices), learned)) == pytest.approx(0.5)
    chances = torch.softmax(torch.tensor([0.0, 2.0, -1.0]), 0)
    wanted = FALSE_NEW * chances[0] + WRONG_LINK * chances[2]
    assert float(expected_cost(scores, heuristic_costs(choices), learned)) == pytest.approx(
        float(wanted), rel=1e-5
    )


def test_costs_by_reward_prefer_what_gold_has() -> None:
    inputs, gold, choices = document()
    scores = table_of(choices, inputs, torch.full((len(OF),), -1.0), torch.zeros(N))  # all new so far
    costs = reward_costs(scores, choices, inputs, gold)
    assert costs[2, 1] == 0 and costs[2, 0] > 0 and costs[2, 2] > 0
    assert (costs[~choices.exists] == 0).all() and (costs >= 0).all()
