"""Whether a network went astray while it learned: its loss at the end beside that of no knowledge."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch.nn import Module

STEPS = 20  # of a training that are looked at: a loss that grew beyond measure shows in any
_FAR = 10.0  # times; a network that is sure of a few errors may be above once


def astray(network: Module, loss: Callable[[], float]) -> tuple[str, ...]:
    """In words, where the loss is far above that of weights which are all 0; they are kept as they are.

    With too large a rate a training may grow and stay finite: then it ends, and what it made is no model.
    """
    import torch

    held = {name: value.clone() for name, value in network.state_dict().items()}
    with torch.no_grad():
        now = loss()
        for parameter in network.parameters():
            parameter.zero_()
        nothing = loss()
        network.load_state_dict(held)
    if now <= _FAR * nothing:
        return ()
    return (
        f"went astray: the loss is {now:.4g} at the end, and {nothing:.4g} where all weights are 0 and "
        "nothing is known; set smaller rates",
    )
