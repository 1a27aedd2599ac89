"""A training that grew beyond measure and stayed finite is told, and the weights stay as they were."""

from __future__ import annotations

import pytest

from corefair.systems.training.astray import astray

torch = pytest.importorskip("torch", reason="networks need the extra train")


@pytest.mark.parametrize(("weight", "told"), [(0.5, False), (3.0, False), (40.0, True)])
def test_a_loss_far_above_that_of_no_weights_is_told(weight: float, told: bool) -> None:
    network = torch.nn.Linear(1, 1, bias=False)
    torch.nn.init.constant_(network.weight, weight)

    def loss() -> float:  # of a line that should have the slope 1
        return abs(1.0 - network(torch.ones(1)).item())

    found = astray(network, loss)
    assert bool(found) == told and network.weight.item() == weight
    assert not told or found == (
        "went astray: the loss is 39 at the end, and 1 where all weights are 0 and nothing is known; "
        "set smaller rates",
    )
