"""Running an encoder's network in torch."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray

from corefair.models.encoders.network import Linear, Network
from corefair.models.encoders.weights import read_weights

if TYPE_CHECKING:
    from corefair.models.encoders.encoder import Encoder


def runner(encoder: Encoder) -> Callable[[NDArray[np.int64]], NDArray[np.float32]]:
    """What gives the states [n, n_states, dim] of the pieces [n] of a window."""
    network = network_of(encoder)
    if encoder.precision == "bfloat16":
        for module in network.modules():
            if isinstance(module, Linear):
                module.to(module.kind)  # once, rather than for each window

    def run(ids: NDArray[np.int64]) -> NDArray[np.float32]:
        with torch.inference_mode():
            found: NDArray[np.float32] = network(torch.from_numpy(ids)).numpy()
        return found

    return run


def network_of(encoder: Encoder) -> Network:
    """The network with its weights, in float32, its linear maps computed in the encoder's precision."""
    kind = torch.bfloat16 if encoder.precision == "bfloat16" else torch.float32
    with torch.device("meta"):  # nothing is drawn by lot only to be replaced
        network = Network(encoder.config, encoder.layers, kind=kind)
    weights = read_weights(encoder.folder, encoder.config, encoder.layers)
    network.load_state_dict(weights, assign=True)
    return network.eval()
