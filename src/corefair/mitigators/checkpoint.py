"""Finished blocks of a long run in a folder, so that a run killed anywhere goes on where it was."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import IO, Any, cast

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError

Arrays = Mapping[str, NDArray[Any]]
_MANIFEST = "run.json"


class Checkpoint:
    """Blocks by number, each written whole or not at all; for one run at a time.

    The key stands for all that the blocks depend on. A folder with another key is refused: neither are its
    blocks used, nor are they lost.
    """

    def __init__(self, folder: Path | str, *, key: str, about: str) -> None:
        self.folder = Path(folder)
        manifest = self.folder / _MANIFEST
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            others = [path.name for path in self.folder.iterdir() if not path.name.startswith(_MANIFEST)]
            if manifest.exists():
                self._check(manifest.read_bytes(), key)
            elif others:
                raise DataError(f"holds {others[0]} but no {_MANIFEST}: not a checkpoint", path=str(folder))
            else:
                text = json.dumps({"key": key, "about": about}, indent=1, ensure_ascii=False)
                self._write(manifest, lambda out: out.write(text.encode()))
        except OSError as error:
            raise DataError(f"cannot hold a checkpoint: {error.strerror}", path=str(folder)) from None

    def _check(self, text: bytes, key: str) -> None:
        try:
            run = json.loads(text)
            same, about = run["key"] == key, run["about"]
        except (ValueError, KeyError, TypeError):
            same, about = False, "not readable"
        if not same:
            what = f"holds a run on other vectors or with other options ({about})"
            raise DataError(f"{what}: name another folder, or delete this one", path=str(self.folder))

    def load(self, block: int) -> Arrays | None:
        """The arrays of a block, or None if it is not there or cannot be read, so that it is made again."""
        try:
            whole = BytesIO(self._path(block).read_bytes())
            with np.load(whole, allow_pickle=False) as arrays:
                return {name: arrays[name] for name in arrays.files}
        except (OSError, ValueError, EOFError, zipfile.BadZipFile):
            return None

    def save(self, block: int, arrays: Arrays) -> None:
        """Write a block; it has its name only when all of it is on the disk."""
        try:
            self._write(self._path(block), lambda out: cast(Any, np.savez)(out, **arrays))
        except OSError as error:
            raise DataError(f"cannot be written: {error.strerror}", path=str(self._path(block))) from None

    def _path(self, block: int) -> Path:
        return self.folder / f"block-{block:06d}.npz"

    def _write(self, path: Path, write: Callable[[IO[bytes]], object]) -> None:
        part = path.with_name(path.name + ".part")  # left by a kill, it is written over
        with part.open("wb") as out:
            write(out)
            out.flush()
            os.fsync(out.fileno())
        part.replace(path)
