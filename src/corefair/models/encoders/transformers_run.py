"""Running an encoder of any other kind by transformers, where it is installed."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError

if TYPE_CHECKING:
    from corefair.models.encoders.encoder import Encoder


def installed() -> bool:
    """Whether other kinds than our own can be run."""
    return find_spec("transformers") is not None


def runner(encoder: Encoder) -> Callable[[NDArray[np.int64]], NDArray[np.float32]]:
    """What gives the states [n, n_states, dim] of the pieces [n] of a window.

    Nothing is fetched, no code from the folder is run, and no weights are unpickled.
    """
    import torch
    from transformers import AutoModel

    try:
        network: Any = AutoModel.from_pretrained(
            str(encoder.folder), local_files_only=True, trust_remote_code=False, use_safetensors=True
        )
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        first = str(error).strip().partition("\n")[0]
        raise DataError(f"transformers cannot load it: {first}", path=str(encoder.folder)) from None
    network = network.float().eval()

    def run(ids: NDArray[np.int64]) -> NDArray[np.float32]:
        with torch.inference_mode():
            found = network(torch.from_numpy(ids)[None], output_hidden_states=True).hidden_states
        states: NDArray[np.float32] = torch.stack([each[0] for each in found[: encoder.n_states]], 1).numpy()
        return states

    return run
