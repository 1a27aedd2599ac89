"""What the `config.json` of an encoder says, as far as its numbers are needed to run it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corefair.errors import DataError

CONFIG = "config.json"
KINDS = ("bert", "mpnet")  # that are run here; others are by transformers, where it is installed
_PADDED = ("mpnet", "roberta", "xlm-roberta", "camembert")  # whose first positions are not used
_MOST_LAYERS = 1_000
ACTIVATIONS = {"gelu": "none", "gelu_new": "tanh", "gelu_pytorch_tanh": "tanh"}  # to torch's name of the way


@dataclass(frozen=True)
class Config:
    """The shape of a network."""

    kind: str  # bert or mpnet, or another that transformers runs
    dim: int
    n_heads: int
    n_layers: int
    inner: int  # numbers between the two linear maps at the end of a layer
    n_pieces: int  # in the vocabulary
    n_positions: int  # rows of the table of positions
    eps: float  # of layer norm
    gelu: str  # how it is computed: none (exactly) or tanh
    n_types: int = 0  # BERT's segments
    n_buckets: int = 0  # MPNet's relative positions

    @property
    def first_position(self) -> int:
        """The row of the first piece: some kinds leave the row of padding, and those before it, unused."""
        return 2 if self.kind in _PADDED else 0

    @property
    def longest(self) -> int:
        """The most pieces that can be encoded at once, the two special ones included."""
        return self.n_positions - self.first_position


def read_config(folder: Path, *, others: bool = False) -> Config:
    """The configuration in a folder; a DataError says what is missing, or of a kind that cannot be run.

    With `others` a kind that transformers must run is good too.
    """
    path = folder / CONFIG
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        message = (
            f"there is no {CONFIG} in it: name a folder with {CONFIG}, tokenizer.json and model.safetensors"
        )
        raise DataError(message, path=str(folder)) from None
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", path=str(path)) from None
    except (ValueError, RecursionError) as error:
        raise DataError(f"not JSON ({error}): get the folder again", path=str(path)) from None
    if not isinstance(found, dict):
        raise DataError("not a JSON object: get the folder again", path=str(path))
    try:
        return config_of(found, others=others)
    except DataError as error:
        raise error.at(path=str(path)) from None


def config_of(found: Mapping[str, Any], *, others: bool = False) -> Config:
    """The configuration that the fields of a file give.

    >>> config_of({"model_type": "t5"})
    Traceback (most recent call last):
    corefair.errors.DataError: model_type is 't5', and only bert and mpnet are run without transformers
    """
    kind = found.get("model_type")
    if kind not in KINDS and not (others and isinstance(kind, str)):
        raise DataError(
            f"model_type is {kind!r}, and only {' and '.join(KINDS)} are run without transformers"
        )
    if found.get("is_decoder"):
        raise DataError("is_decoder is true: a decoder sees what is before a word only, and is no encoder")
    if kind not in KINDS:
        return _other(str(kind), found)
    activation = found.get("hidden_act", "gelu")
    if activation not in ACTIVATIONS:
        raise DataError(f"hidden_act is {activation!r}, and must be one of {', '.join(ACTIVATIONS)}")
    positions = found.get("position_embedding_type", "absolute")
    if positions != "absolute":
        raise DataError(f"position_embedding_type is {positions!r}, and only 'absolute' can be run here")
    config = Config(
        kind,
        **_sizes(found),
        eps=_small(found, "layer_norm_eps", 1e-12),
        gelu=ACTIVATIONS[activation],
        n_types=_whole(found, "type_vocab_size", 2) if kind == "bert" else 0,
        n_buckets=_whole(found, "relative_attention_num_buckets", 32) if kind == "mpnet" else 0,
    )
    _check(config)
    return config


def _other(kind: str, found: Mapping[str, Any]) -> Config:
    """The configuration of a kind that transformers runs: what is needed to cut windows and to know sizes."""
    if found.get("is_encoder_decoder"):
        raise DataError("is_encoder_decoder is true: name the folder of an encoder")
    config = Config(kind, **_sizes(found), eps=0.0, gelu="")
    _check(config)
    return config


def _sizes(found: Mapping[str, Any]) -> dict[str, int]:
    return {
        "dim": _whole(found, "hidden_size"),
        "n_heads": _whole(found, "num_attention_heads"),
        "n_layers": _whole(found, "num_hidden_layers"),
        "inner": _whole(found, "intermediate_size"),
        "n_pieces": _whole(found, "vocab_size"),
        "n_positions": _whole(found, "max_position_embeddings"),
    }


def _check(config: Config) -> None:
    if config.n_layers > _MOST_LAYERS:
        raise DataError(
            f"num_hidden_layers is {config.n_layers}, and no encoder has more than {_MOST_LAYERS}"
        )
    if config.dim % config.n_heads:
        raise DataError(f"hidden_size {config.dim} is no multiple of num_attention_heads {config.n_heads}")
    if config.longest < 8:
        raise DataError(f"max_position_embeddings is {config.n_positions}: too few for a window of text")


def _whole(found: Mapping[str, Any], name: str, default: int | None = None) -> int:
    value = found.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise DataError(f"{name} is {value!r}, and must be a whole number from 1 on")
    return value


def _small(found: Mapping[str, Any], name: str, default: float) -> float:
    value = found.get(name, default)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < 1:
        raise DataError(f"{name} is {value!r}, and must be a small number")
    return float(value)
