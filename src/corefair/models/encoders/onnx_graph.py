"""An encoder's network as an ONNX graph, written node by node, its linear maps in float32 or in int8."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.errors import MissingExtra
from corefair.models.encoders.config import Config

Weights = Mapping[str, NDArray[np.float32]]
_OPSET = 20  # the first that has Gelu
_IR = 10  # the layout of the file that goes with it


def write_graph(
    path: Path,
    config: Config,
    n_layers: int,
    weights: Weights,
    bias: NDArray[np.float32] | None,
    *,
    int8: bool,
) -> None:
    """Write the network of these weights, which takes `ids` [n] and gives `states` [n, n_states, dim].

    `bias` is MPNet's addition to the attention of the longest window [n_heads, n, n], of which a shorter one
    takes a part.
    """
    onnx = _onnx()
    graph = _Graph(onnx, int8=int8)
    x = graph.embedding(config, weights)
    added = graph.cut(bias) if bias is not None else None
    states = [x]
    for layer in range(n_layers):
        states.append(graph.layer(f"layers.{layer}", states[-1], added, config, weights))
    stacked = [graph.node("Unsqueeze", state, graph.constant(np.array([1]))) for state in states]
    graph.node("Concat", *stacked, axis=1, output="states")
    onnx.save_model(graph.model(config.dim), path)


class _Graph:
    """Nodes and numbers, as they are added."""

    def __init__(self, onnx: Any, *, int8: bool) -> None:
        self.onnx, self.int8 = onnx, int8
        self.nodes: list[Any] = []
        self.numbers: list[Any] = []

    def node(
        self, kind: str, *inputs: str, output: str | None = None, n_outputs: int = 1, **facts: Any
    ) -> str:
        """Add a node, and say what its first output is called; further ones have .1, .2 … after it."""
        name = output or f"{kind}_{len(self.nodes)}"
        outputs = [name, *(f"{name}.{number}" for number in range(1, n_outputs))]
        self.nodes.append(self.onnx.helper.make_node(kind, list(inputs), outputs, **facts))
        return name

    def constant(self, array: NDArray[Any]) -> str:
        """Add numbers that do not change."""
        name = f"constant_{len(self.numbers)}"
        self.numbers.append(self.onnx.numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def embedding(self, config: Config, weights: Weights) -> str:
        """Words, positions and the one segment there is, normed."""
        first = config.first_position
        places = weights["positions.weight"][first:]
        if config.n_types:
            places = places + weights["types.weight"][0]
        size = self.node("Shape", "ids")
        here = self.node("Slice", self.constant(places), self.constant(np.array([0])), size)
        words = self.node("Gather", self.constant(weights["words.weight"]), "ids")
        return self.norm("norm", self.node("Add", words, here), config, weights)

    def cut(self, bias: NDArray[np.float32]) -> str:
        """The part of the attention's addition that a window of this size has [1, n_heads, n, n]."""
        size = self.node("Shape", "ids")
        ends = self.node("Concat", size, size, axis=0)
        starts, axes = self.constant(np.array([0, 0])), self.constant(np.array([2, 3]))
        return self.node("Slice", self.constant(bias[None]), starts, ends, axes)

    def layer(self, name: str, x: str, added: str | None, config: Config, weights: Weights) -> str:
        """One layer, as `network.Layer`."""
        head = config.dim // config.n_heads
        mixed = self.linear(f"{name}.mix", x, weights)
        apart = self.node("Reshape", mixed, self.constant(np.array([-1, 3, config.n_heads, head])))
        turned = self.node("Transpose", apart, perm=[1, 2, 0, 3])  # [3, n_heads, n, head]
        self.node("Split", turned, output=(parts := f"{name}.parts"), n_outputs=3, axis=0, num_outputs=3)
        query, key, value = parts, f"{parts}.1", f"{parts}.2"
        scaled = self.node("Mul", query, self.constant(np.float32(1 / math.sqrt(head)).reshape(1)))
        seen = self.node("MatMul", scaled, self.node("Transpose", key, perm=[0, 1, 3, 2]))
        if added:
            seen = self.node("Add", seen, added)
        taken = self.node("MatMul", self.node("Softmax", seen, axis=-1), value)  # [1, n_heads, n, head]
        joined = self.node("Transpose", taken, perm=[0, 2, 1, 3])
        flat = self.node("Reshape", joined, self.constant(np.array([-1, config.dim])))
        out = self.linear(f"{name}.out", flat, weights)
        x = self.norm(f"{name}.norm", self.node("Add", x, out), config, weights)
        inner = self.node("Gelu", self.linear(f"{name}.up", x, weights), approximate=config.gelu)
        ended = self.linear(f"{name}.down", inner, weights)
        return self.norm(f"{name}.end", self.node("Add", x, ended), config, weights)

    def norm(self, name: str, x: str, config: Config, weights: Weights) -> str:
        """Layer norm."""
        scale, shift = (self.constant(weights[f"{name}.{part}"]) for part in ("weight", "bias"))
        return self.node("LayerNormalization", x, scale, shift, axis=-1, epsilon=config.eps)

    def linear(self, name: str, x: str, weights: Weights) -> str:
        """A linear map; in int8 what goes in is rounded as it comes, the weights once, column by column."""
        matrix, bias = weights[f"{name}.weight"].T, self.constant(weights[f"{name}.bias"])
        if not self.int8:
            return self.node("Add", self.node("MatMul", x, self.constant(matrix)), bias)
        rounded, steps = in_int8(matrix)
        # Of each row by itself: one step for all of them lets a few large states spoil the others' (cosines
        # with float32 down to 0.1 in MPNet's seventh layer, against 0.97). Unsigned, for the signed product
        # is seven times slower.
        largest = self.node("ReduceMax", self.node("Abs", x), self.constant(np.array([-1])), keepdims=1)
        step = self.node("Mul", largest, self.constant(np.array([1 / 127], np.float32)))
        shifted = self.node("Add", self.node("Div", x, step), self.constant(np.array([128.5], np.float32)))
        coarse = self.node("Cast", shifted, to=self.onnx.TensorProto.UINT8)
        zeros = (self.constant(np.array(128, np.uint8)), self.constant(np.array(0, np.int8)))
        product = self.node("MatMulInteger", coarse, self.constant(rounded), *zeros)
        whole = self.node("Cast", product, to=self.onnx.TensorProto.FLOAT)
        scaled = self.node("Mul", self.node("Mul", whole, step), self.constant(steps))
        return self.node("Add", scaled, bias)

    def model(self, dim: int) -> Any:
        """The whole, checked."""
        helper, kinds = self.onnx.helper, self.onnx.TensorProto
        given = helper.make_tensor_value_info("ids", kinds.INT64, ["n"])
        gives = helper.make_tensor_value_info("states", kinds.FLOAT, ["n", None, dim])
        graph = helper.make_graph(self.nodes, "encoder", [given], [gives], self.numbers)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR)
        self.onnx.checker.check_model(model)
        return model


def in_int8(matrix: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Whole numbers from −127 to 127, and the step of each column by which they are to be multiplied.

    >>> in_int8(np.array([[1.0, -4.0], [-0.5, 2.0]], np.float32))
    (array([[ 127, -127],
           [ -64,   64]], dtype=int8), array([0.00787402, 0.03149606], dtype=float32))
    """
    largest = np.abs(matrix).max(axis=0)
    steps = np.where(largest > 0, largest, 1).astype(np.float32) / np.float32(127)
    return np.rint(matrix / steps).astype(np.int8), steps


def _onnx() -> Any:
    try:
        import onnx
        import onnx.checker
        import onnx.numpy_helper
    except ModuleNotFoundError:
        raise MissingExtra("onnx", extra="fast") from None
    return onnx
