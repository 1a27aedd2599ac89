"""Named steps of a run, each done or not: a folder to work in, and a note when its results are there."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from corefair.errors import DataError
from corefair.runs.writing import json_object, write_json, writing_folder
from corefair.types import Json


class Stage:
    """One step: its name, where it works, and whether its result is there already.

    The key stands for all that its results depend on; another key is another result, made anew.
    """

    def __init__(self, folder: Path, name: str, key: str) -> None:
        self.key = key
        self.work = folder / f"{name}-{key[:12]}"  # holds what tasks leave, until the stage is done
        self._note = folder / f"{name}.json"

    def done(self, *results: Path) -> Mapping[str, Json] | None:
        """What was noted when the stage was done with this key, if its results are still there in full."""
        note = self.noted()
        try:
            sizes = [path.stat().st_size for path in results]
        except OSError:
            return None
        return note if note and note.get("bytes") == sizes else None

    def noted(self) -> Mapping[str, Json] | None:
        """What was noted when the stage was done with this key, whatever became of its results."""
        note = json_object(self._note)
        return note if note and note.get("key") == self.key else None

    @contextmanager
    def working(self) -> Iterator[None]:
        """Within it the folder of the stage is there, and a disk that is full is told as such."""
        try:
            self.work.mkdir(parents=True, exist_ok=True)
            yield
        except OSError as error:
            place = str(error.filename or self.work)
            raise DataError(f"cannot be written: {error.strerror or error}", path=place) from None

    def finish(self, *results: Path, **facts: Json) -> None:
        """Note that it is done, and clear away what it worked with."""
        write_json(self._note, {"key": self.key, "bytes": [path.stat().st_size for path in results], **facts})
        shutil.rmtree(self.work, ignore_errors=True)


def in_place(target: Path, make: Callable[[Path], None]) -> None:
    """Let `make` fill a folder that takes its name when all is in it; one that is there is not made again.

    Two workers may have been given the same task: the first one's folder stays, and both hold the same.
    """
    if not target.exists():
        with writing_folder(target) as part:
            make(part)
