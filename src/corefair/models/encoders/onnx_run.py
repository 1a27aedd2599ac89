"""An encoder exported to a folder for ONNX Runtime, and run from there without torch."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError, MissingExtra
from corefair.models.card import Card
from corefair.models.encoders.config import CONFIG
from corefair.models.encoders.onnx_graph import write_graph
from corefair.models.encoders.pieces import TOKENIZER
from corefair.models.folder import read_model, saving
from corefair.types import Json

if TYPE_CHECKING:
    from corefair.models.encoders.encoder import Encoder

GRAPH = "model.onnx"
_KIND = "encoder"


def export(encoder: Encoder, folder: Path, *, int8: bool) -> None:
    """Write the layers that are run as a graph, with all that is needed beside it to run it."""
    import torch

    from corefair.models.encoders.torch_run import network_of

    network = network_of(encoder)
    weights = {name: tensor.float().numpy() for name, tensor in network.state_dict().items()}
    with torch.no_grad():
        longest = network.bias(encoder.window[0] + 2)
    bias = None if longest is None else longest.numpy()
    settings: dict[str, Json] = {"layers": encoder.layers, "quantise": int8, "name": encoder.name}
    card = Card(_KIND, settings, data={encoder.name: encoder.sha256})
    with saving(folder, card) as part:
        write_graph(part / GRAPH, encoder.config, encoder.layers, weights, bias, int8=int8)
        for name in (CONFIG, TOKENIZER):
            shutil.copyfile(encoder.folder / name, part / name)


def exported(folder: Path) -> tuple[int, str]:
    """How many layers the graph in a folder has, and the SHA-256 of the encoder that it was made from."""
    card = read_model(folder, kind=_KIND).card
    layers, source = card.settings.get("layers"), next(iter(card.data.values()), None)
    if not isinstance(layers, int) or source is None:
        raise DataError("lacks its layers or its source: export the encoder again", path=str(folder))
    return layers, source


def runner(encoder: Encoder) -> Callable[[NDArray[np.int64]], NDArray[np.float32]]:
    """What gives the states [n, n_states, dim] of the pieces [n] of a window."""
    try:
        import onnxruntime
    except ModuleNotFoundError:
        raise MissingExtra("onnxruntime", extra="fast") from None
    options = onnxruntime.SessionOptions()
    # As torch and NumPy do; it does not look there by itself.
    options.intra_op_num_threads = int(os.environ.get("OMP_NUM_THREADS") or 0)
    path = str(encoder.folder / GRAPH)
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    n_states = encoder.n_states

    def run(ids: NDArray[np.int64]) -> NDArray[np.float32]:
        found: NDArray[np.float32] = session.run(["states"], {"ids": ids})[0]
        return found[:, :n_states]

    return run
