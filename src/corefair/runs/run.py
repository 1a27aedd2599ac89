"""A folder that remembers: one piece of work, which goes on where it stopped, by one process at a time."""

from __future__ import annotations

import hashlib
import json
import shutil
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.runs.arrays import Arrays, read_npz, write_npz
from corefair.runs.lock import locked
from corefair.runs.stages import Stage
from corefair.runs.writing import json_object, remaining_parts, write_json
from corefair.types import Json

CARD = "run.json"
LOCK = "run.lock"


class Run:
    """The folder of a run, while it is entered.

    The key stands for all that the work depends on: a folder with the same key is gone on with, one with
    another, or with no card at all, is refused, and neither used nor lost. `about` says what the key stands
    for, in words. A second process is told who is at work, after `patience` seconds. Without a folder the
    work is done in a temporary one.

        with Run(folder, key=key_of(settings), about="ran of glove.txt") as run:
            done = run.load("block-000003")
    """

    def __init__(self, folder: Path | str | None, *, key: str, about: str, patience: float = 0.0) -> None:
        self.key, self.about, self.patience = key, about, patience
        self._given = None if folder is None else Path(folder)
        self._open = ExitStack()

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        if self._given is None:
            raise ValueError("a run without a folder has one only while it is entered")
        return self._given

    def __enter__(self) -> Run:
        with ExitStack() as stack:
            if self._given is None:
                self._given = Path(stack.enter_context(TemporaryDirectory(prefix="corefair-run-")))
                stack.callback(setattr, self, "_given", None)
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                message = f"cannot hold a run: {error.strerror or error}"
                raise DataError(message, path=str(self.folder)) from None
            stack.enter_context(locked(self.folder / LOCK, patience=self.patience))
            for left in remaining_parts(self.folder):  # by one that was killed: nobody else is at work here
                left.unlink(missing_ok=True) if left.is_file() else shutil.rmtree(left, ignore_errors=True)
            self._claim()
            self._open = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, trace)

    def stage(self, name: str, *, key: str = "") -> Stage:
        """A step of that name; with a key of its own if it depends on more than the run."""
        return Stage(self.folder, name, key or self.key)

    def save(self, name: str, arrays: Arrays) -> None:
        """Keep arrays under a name; a kill or a power cut leaves them whole or not there."""
        write_npz(self.folder / f"{name}.npz", arrays, sync=True)

    def load(self, name: str) -> dict[str, NDArray[np.generic]] | None:
        """What was kept under a name; None if it is not there or is damaged, so that it is made again."""
        try:
            return read_npz(self.folder / f"{name}.npz")
        except DataError:
            return None

    def _claim(self) -> None:
        card = self.folder / CARD
        if not card.exists():
            others = sorted(path.name for path in self.folder.iterdir() if not path.name.startswith("."))
            others = [name for name in others if name != LOCK]
            if others:
                message = f"holds {others[0]} but no {CARD}: not the folder of a run"
                raise DataError(message, path=str(self.folder))
            write_json(card, {"key": self.key, "about": self.about}, sync=True)
            return
        held = json_object(card) or {}
        if held.get("key") != self.key:
            about = held.get("about", f"its {CARD} cannot be read")
            message = f"holds another run ({about}): name another folder, or delete this one"
            raise DataError(message, path=str(self.folder))


def key_of(*parts: Json) -> str:
    """A short text that stands for what is given, whatever the order of the keys in it.

    >>> key_of({"a": 1, "b": [2.5, None]}) == key_of({"b": [2.5, None], "a": 1}) != key_of({"a": 1})
    True
    """
    text = json.dumps(parts, sort_keys=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()
