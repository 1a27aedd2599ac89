"""Models in folders: `model.json` beside files of numbers, written whole, checked when they are read.

A class of model is registered under its kind, and has `save` and `load`:

    @models.register("demo")
    @dataclass(frozen=True, eq=False)
    class Demo:
        weights: NDArray[np.float32]

        def save(self, folder: Path) -> None:
            save_arrays(folder, Card("demo"), {"weights": self.weights})

        @classmethod
        def load(cls, folder: Path) -> Demo:
            return cls(**read_model(folder, kind="demo").arrays())
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from corefair import registry
from corefair.errors import DataError, MissingExtra
from corefair.io.damaged import damaged
from corefair.models.card import Card, File, as_json, from_json
from corefair.runs.arrays import Arrays, read_npz, write_npz
from corefair.runs.content import digest
from corefair.runs.writing import write_json, writing_folder
from corefair.types import Model, Score

if TYPE_CHECKING:
    from torch import Tensor

CARD = "model.json"
ARRAYS = "arrays.npz"
TENSORS = "tensors.safetensors"
_AGAIN = "get or train the model again"
_FOR_PEOPLE = (".md",)  # what they may edit, and is not checked


@dataclass(frozen=True)
class Saved:
    """A model's folder, found to be as it was written."""

    folder: Path
    card: Card

    def arrays(self, name: str = ARRAYS) -> dict[str, NDArray[Any]]:
        """The arrays in one of its files, by name, all of finite numbers."""
        arrays = read_npz(self.folder / name)
        for each, array in arrays.items():
            if array.dtype.kind == "f" and not np.isfinite(array).all():
                message = f"some numbers of {each!r} are not finite: {_AGAIN}"
                raise DataError(message, path=str(self.folder / name))
        return dict(arrays)

    def tensors(self, name: str = TENSORS) -> dict[str, Tensor]:
        """The tensors in one of its files, by name; needs torch."""
        load_file = _safetensors().load_file
        from safetensors import SafetensorError

        try:
            tensors: dict[str, Tensor] = load_file(self.folder / name)
        except SafetensorError as error:
            message = f"not a whole safetensors file ({error}): {_AGAIN}"
            raise DataError(message, path=str(self.folder / name)) from None
        return tensors


def load_model(folder: Path | str) -> Model:
    """Whatever model a folder holds."""
    folder = Path(folder)
    kind: type[Model] = registry.models[_card(folder)[0].kind]
    with loading(folder, kind.__name__):
        return kind.load(folder)


@contextmanager
def loading(folder: Path, kind: str) -> Iterator[None]:
    """Within it, what goes wrong is the fault of the folder, whose files may be sound for another kind."""
    try:
        with damaged(folder, f"a {kind} model that this version reads", then=_AGAIN):
            yield
    except FileNotFoundError as error:
        name = Path(str(error.filename or error)).name
        message = f"not a {kind} model that this version reads (there is no {name}): {_AGAIN}"
        raise DataError(message, path=str(folder)) from None


def read_model(folder: Path | str, *, kind: str | None = None) -> Saved:
    """A model's card and files, all of them there and unaltered; of the kind that is asked for."""
    folder = Path(folder)
    card, files = _card(folder)
    if kind is not None and card.kind != kind:
        raise DataError(f"holds a model of the kind {card.kind!r}, not {kind!r}", path=str(folder))
    for name, file in files.items():
        _check(folder, name, file)
    return Saved(folder, card)


def save_arrays(folder: Path | str, card: Card, arrays: Arrays) -> None:
    """Keep a model whose numbers are arrays."""
    with saving(folder, card) as part:
        write_npz(part / ARRAYS, arrays)


def save_tensors(folder: Path | str, card: Card, tensors: Mapping[str, Tensor]) -> None:
    """Keep a model whose numbers are tensors; needs torch."""
    save_file = _safetensors().save_file
    with saving(folder, card) as part:
        save_file({name: tensor.contiguous() for name, tensor in tensors.items()}, part / TENSORS)


@contextmanager
def saving(folder: Path | str, card: Card) -> Iterator[Path]:
    """A folder to put a model's files in; it takes its name when they and `model.json` are on the disk.

    A model that is there gives way; anything else is left alone, and an error.
    """
    folder = Path(folder)
    check_free(folder)
    with writing_folder(folder, replace=True, sync=True) as part:
        yield part
        paths = sorted(path for path in part.rglob("*") if path.is_file() and path.suffix not in _FOR_PEOPLE)
        files = {
            path.relative_to(part).as_posix(): File(path.stat().st_size, digest([path])) for path in paths
        }
        write_json(part / CARD, as_json(card, files))
        for path in paths:  # safetensors writes files that nobody else may read
            path.chmod((part / CARD).stat().st_mode)


def annotate(
    folder: Path | str,
    *,
    command: str | None = None,
    data: Mapping[str, str] | None = None,
    licences: Mapping[str, str] | None = None,
    scores: Iterable[Score] | None = None,
) -> None:
    """Say more of a saved model than its class knows; what is not given stays, and so do its files."""
    folder = Path(folder)
    card, files = _card(folder)
    card = replace(
        card,
        command=card.command if command is None else command,
        data=card.data if data is None else data,
        licences=card.licences if licences is None else licences,
        scores=card.scores if scores is None else tuple(scores),
    )
    write_json(folder / CARD, as_json(card, files), sync=True)


def check_free(folder: Path) -> None:
    """Refuse to write a model over anything but a model; to be called before a long training."""
    if folder.exists() and not folder.is_dir():
        raise DataError("is a file: name a folder for the model", path=str(folder))
    if folder.is_dir() and not (folder / CARD).exists():
        others = sorted(path.name for path in folder.iterdir())
        if others:
            message = f"holds {others[0]} but no {CARD}: name another folder for the model"
            raise DataError(message, path=str(folder))


def is_model(folder: Path) -> bool:
    """Whether it looks like the folder of a model, whatever is in its card."""
    return (folder / CARD).is_file()


def _card(folder: Path) -> tuple[Card, dict[str, File]]:
    if not folder.is_dir():
        what = "is a file, not the folder of a model" if folder.exists() else "there is no such folder"
        raise DataError(what, path=str(folder))
    path = folder / CARD
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError(f"there is no {CARD} in it: not the folder of a model", path=str(folder)) from None
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", path=str(path)) from None
    except UnicodeDecodeError:
        raise DataError("not JSON: it is not text", path=str(path)) from None
    try:
        return from_json(json.loads(text))
    except DataError as error:
        raise error.at(path=str(path)) from None
    except (ValueError, RecursionError) as error:
        raise DataError(f"not JSON: {error}", path=str(path)) from None


def _check(folder: Path, name: str, file: File) -> None:
    plain = PurePosixPath(name)
    if plain.is_absolute() or ".." in plain.parts or "\\" in name:
        raise DataError(f"{name!r} of 'files' is outside the folder", path=str(folder / CARD))
    path = folder / plain
    try:
        size = path.stat().st_size
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}, and {CARD} tells of it: {_AGAIN}"
        raise DataError(message, path=str(path)) from None
    if size != file.size:
        raise DataError(f"has {size:,} bytes of the {file.size:,} it had when it was saved: {_AGAIN}",
                        path=str(path))  # fmt: skip
    if digest([path]) != file.sha256:
        raise DataError(f"is not as it was saved, by its SHA-256: {_AGAIN}", path=str(path))


def _safetensors() -> Any:
    try:
        import torch  # noqa: F401
    except ModuleNotFoundError:
        raise MissingExtra("torch", extra="torch") from None
    try:
        from safetensors import torch as of_torch
    except ModuleNotFoundError:
        raise MissingExtra("safetensors", extra="torch") from None
    return of_torch
