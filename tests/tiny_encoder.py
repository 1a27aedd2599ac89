"""A tiny encoder of either kind in a folder of its own: drawn by lot, with a tokenizer of a few pieces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from corefair.models.encoders.config import config_of
from corefair.models.encoders.weights import wanted

for _package in ("torch", "safetensors", "tokenizers"):
    pytest.importorskip(_package, reason="encoders need: pip install 'corefair[train]'")

LETTERS = "abcdefghijklmnopqrstuvwxyz.,"
WORDS = ("the", "nurse", "said", "she", "he", "was", "late", "woman", "man")
DIM, HEADS, INNER, LAYERS = 12, 3, 20, 3


def write_encoder(
    folder: Path, kind: str = "bert", *, seed: int = 0, positions: int = 64, **changed: Any
) -> Path:
    """A folder with the three files; `changed` fields of the configuration do not change the weights."""
    from safetensors.numpy import save_file

    folder.mkdir(parents=True, exist_ok=True)
    pieces = _pieces(kind)
    fields: dict[str, Any] = {
        "model_type": kind,
        "hidden_size": DIM,
        "num_attention_heads": HEADS,
        "num_hidden_layers": LAYERS,
        "intermediate_size": INNER,
        "vocab_size": len(pieces),
        "max_position_embeddings": positions,
        "layer_norm_eps": 1e-5,
        "relative_attention_num_buckets": 8,
    }
    rng = np.random.default_rng(seed)
    tensors = {}
    for want in wanted(config_of(fields), LAYERS).values():
        for name in want.names:
            drawn = rng.normal(0, 0.5, want.shape) + ("LayerNorm.weight" in name)
            tensors[name] = drawn.astype(np.float32)
    save_file(tensors, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps(fields | changed), encoding="utf-8")
    _tokenizer(kind, pieces).save(str(folder / "tokenizer.json"))
    return folder


def _pieces(kind: str) -> dict[str, int]:
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"] if kind == "bert" else ["<s>", "<pad>", "</s>", "[UNK]"]
    names = [*special, *LETTERS, *(f"##{letter}" for letter in LETTERS), *WORDS]
    return {name: number for number, name in enumerate(dict.fromkeys(names))}


def _tokenizer(kind: str, pieces: dict[str, int]) -> Any:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    first, last = ("[CLS]", "[SEP]") if kind == "bert" else ("<s>", "</s>")
    tokenizer = Tokenizer(models.WordPiece(pieces, unk_token="[UNK]", max_input_chars_per_word=300))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{first} $A {last}", special_tokens=[(first, pieces[first]), (last, pieces[last])]
    )
    tokenizer.enable_truncation(8)  # as real folders have it, which must not cut a document
    return tokenizer
