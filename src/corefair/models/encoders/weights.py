"""The tensors of an encoder: what each is called in `model.safetensors`, and whether all are there.

Names on the left are those of `network.py`; several on the right are stacked: query, key and value to one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from corefair.errors import DataError, MissingExtra
from corefair.models.encoders.config import Config

if TYPE_CHECKING:
    from torch import Tensor

WEIGHTS = "model.safetensors"
_PREFIXES = ("", "bert.", "mpnet.", "model.")  # of a network that was saved as part of a larger one
_OLD = {".weight": ".gamma", ".bias": ".beta"}  # what the first BERTs called the two of layer norm

_LAYER = {
    "bert": {
        "mix": ("attention.self.query", "attention.self.key", "attention.self.value"),
        "out": ("attention.output.dense",),
        "norm": ("attention.output.LayerNorm",),
    },
    "mpnet": {
        "mix": ("attention.attn.q", "attention.attn.k", "attention.attn.v"),
        "out": ("attention.attn.o",),
        "norm": ("attention.LayerNorm",),
    },
}
_BOTH = {"up": ("intermediate.dense",), "down": ("output.dense",), "end": ("output.LayerNorm",)}


class Wanted(NamedTuple):
    """A tensor of the network: the ones of the file that it is made of, and the shape of each."""

    names: tuple[str, ...]
    shape: tuple[int, ...]


def wanted(config: Config, n_layers: int) -> dict[str, Wanted]:
    """Every tensor that the first layers need, by its name in the network."""
    dim, inner = config.dim, config.inner
    tables = {
        "words": ("word_embeddings", config.n_pieces),
        "positions": ("position_embeddings", config.n_positions),
    }
    if config.n_types:
        tables["types"] = ("token_type_embeddings", config.n_types)
    found = {
        f"{name}.weight": Wanted((f"embeddings.{theirs}.weight",), (rows, dim))
        for name, (theirs, rows) in tables.items()
    }
    if config.n_buckets:
        relative = Wanted(("encoder.relative_attention_bias.weight",), (config.n_buckets, config.n_heads))
        found["relative.weight"] = relative
    found |= {
        f"norm.{part}": Wanted((f"embeddings.LayerNorm.{part}",), (dim,)) for part in ("weight", "bias")
    }
    sizes = {"mix": (dim, dim), "out": (dim, dim), "up": (inner, dim), "down": (dim, inner)}
    for layer in range(n_layers):
        for name, theirs in (_LAYER[config.kind] | _BOTH).items():
            for part in ("weight", "bias"):
                size = sizes.get(name, (dim,))
                shape = size if part == "weight" else size[:1]
                names = tuple(f"encoder.layer.{layer}.{each}.{part}" for each in theirs)
                found[f"layers.{layer}.{name}.{part}"] = Wanted(names, shape)
    return found


def check_weights(folder: Path, config: Config, n_layers: int) -> None:
    """Raise a DataError if a tensor is missing or of another shape; reads the header of the file alone."""
    with _opened(folder) as file:
        here = set(file.keys())
        prefix = _prefix(here)
        for want in wanted(config, n_layers).values():
            for name in want.names:
                shape = tuple(file.get_slice(_called(name, prefix, here, folder)).get_shape())
                if shape != want.shape:
                    message = f"the tensor {name} has the shape {list(shape)}, not {list(want.shape)}"
                    raise DataError(
                        f"{message} as config.json says: the two are not of one model",
                        path=str(folder / WEIGHTS),
                    )


def read_weights(folder: Path, config: Config, n_layers: int) -> dict[str, Tensor]:
    """The tensors of the first layers, in float32, by their names in the network."""
    import torch

    with _opened(folder) as file:
        here = set(file.keys())
        prefix = _prefix(here)
        return {
            ours: torch.cat(
                [file.get_tensor(_called(name, prefix, here, folder)).float() for name in want.names]
            )
            for ours, want in wanted(config, n_layers).items()
        }


def _prefix(here: set[str]) -> str:
    name = "embeddings.word_embeddings.weight"
    return next((prefix for prefix in _PREFIXES if prefix + name in here), "")


def _called(name: str, prefix: str, here: set[str], folder: Path) -> str:
    """What a tensor is called in this file."""
    part = name[name.rfind(".") :]
    for known in (prefix + name, prefix + name.removesuffix(part) + _OLD[part]):
        if known in here:
            return known
    message = (
        f"lacks the tensor {name} (it has {len(here):,} others): not the weights that config.json tells of"
    )
    raise DataError(message, path=str(folder / WEIGHTS))


@contextmanager
def _opened(folder: Path) -> Iterator[Any]:
    try:
        import torch  # noqa: F401
    except ModuleNotFoundError:
        raise MissingExtra("torch", extra="train") from None
    try:
        from safetensors import SafetensorError, safe_open
    except ModuleNotFoundError:
        raise MissingExtra("safetensors", extra="train") from None
    path = folder / WEIGHTS
    if not path.is_file():
        raise DataError(_absent(folder), path=str(folder))
    try:
        with safe_open(path, framework="pt") as file:
            yield file
    except SafetensorError as error:
        message = f"not a whole safetensors file ({error}): get the folder again"
        raise DataError(message, path=str(path)) from None
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", path=str(path)) from None


def _absent(folder: Path) -> str:
    """What to say of a folder without the file."""
    if list(folder.glob("*.safetensors.index.json")):
        return f"its weights are in several files: join them to one {WEIGHTS}"
    if list(folder.glob("*.bin")) or list(folder.glob("*.pt")):
        return f"there is no {WEIGHTS} in it; a pickled one could run any program: convert it"
    return f"there is no {WEIGHTS} in it"
