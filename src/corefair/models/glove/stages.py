"""Work that is found again: tasks cut from a corpus, a folder for what they leave, a note at the end."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any
from uuid import uuid4

from corefair.errors import DataError
from corefair.io import files
from corefair.io.corpora import Shard

Progress = Callable[[str, int, int], None]  # what, how many are done, of how many
_SEEN = ".seen"  # how the names of notes end
_SIZE = (16_000_000, 512_000_000)  # bytes of text in a task: for less no process is worth starting
_TASKS = 64  # as many as that allows


def key_of(parts: Sequence[Shard], **options: Any) -> str:
    """A text that stands for the files as they are now and the options: same key, same result."""
    stats = {path: Path(path).stat() for path in {shard.path for shard in parts}}
    seen = [(*shard, stats[shard.path].st_size, stats[shard.path].st_mtime_ns) for shard in parts]
    return hashlib.sha256(json.dumps([seen, sorted(options.items())]).encode()).hexdigest()


def grouped(parts: Sequence[Shard]) -> list[list[Shard]]:
    """Neighbouring shards together, in tasks that are worth a start; the same whatever runs them."""
    least, most = _SIZE
    sizes = [(shard.end or Path(shard.path).stat().st_size) - shard.start for shard in parts]
    wanted = max(least, min(most, sum(sizes) // _TASKS))
    groups: list[list[Shard]] = []
    filled = wanted
    for shard, size in zip(parts, sizes, strict=True):
        if filled >= wanted:
            groups.append([])
            filled = 0
        groups[-1].append(shard)
        filled += size
    return groups


@contextmanager
def watched(folder: Path, what: str, total: int, progress: Progress | None) -> Iterator[None]:
    """Within it `progress` is told every second how many words the tasks have noted in the folder."""
    if progress is None:
        yield
        return
    over = Event()

    def look() -> None:
        while not over.wait(1.0):
            progress(what, min(total, sum(map(_noted, folder.glob(f"*{_SEEN}")))), total)

    thread = Thread(target=look, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    progress(what, total, total)


def note_seen(target: Path, n_words: int) -> None:
    """Note how many words the task that makes this folder has seen."""
    target.with_name(target.name + _SEEN).write_text(str(n_words), encoding="utf-8")


def _noted(path: Path) -> int:
    try:
        return int(path.read_text(encoding="utf-8") or 0)  # empty while it is being written
    except OSError:
        return 0


class Stage:
    """One stage of a run: its name, where it works, and whether its result is there already."""

    def __init__(self, folder: Path, name: str, key: str) -> None:
        self.key = key
        self.work = folder / f"{name}-{key[:12]}"  # holds what tasks leave, until the stage is done
        self._note = folder / f"{name}.json"

    def done(self, *results: Path) -> dict[str, Any] | None:
        """What was noted when the stage was done with this key, if its results are still there in full."""
        try:
            note: dict[str, Any] = json.loads(self._note.read_text(encoding="utf-8"))
            sizes = [path.stat().st_size for path in results]
        except (OSError, ValueError):
            return None
        return note if note.get("key") == self.key and note.get("bytes") == sizes else None

    @contextmanager
    def working(self) -> Iterator[None]:
        """Within it the folder of the stage is there, and a disk that is full is told as such."""
        try:
            self.work.mkdir(parents=True, exist_ok=True)
            yield
        except OSError as error:
            place = str(error.filename or self.work)
            raise DataError(f"cannot be written: {error.strerror or error}", path=place) from None

    def finish(self, *results: Path, **facts: Any) -> None:
        """Note that it is done, and clear away what it worked with."""
        note = {"key": self.key, "bytes": [path.stat().st_size for path in results], **facts}
        with files.writing(self._note) as out:
            out.write(json.dumps(note, indent=1) + "\n")
        shutil.rmtree(self.work, ignore_errors=True)


def in_place(target: Path, make: Callable[[Path], None]) -> None:
    """Let `make` fill a folder that takes its name when all is in it; one that is there is not made again.

    Two workers may have been given the same task: the first one's folder stays, and both hold the same.
    """
    if target.exists():
        return
    part = target.with_name(f".{target.name}.{uuid4().hex}.part")
    part.mkdir(parents=True)
    try:
        make(part)
        part.rename(target)
    except OSError:
        if not target.exists():
            raise
    finally:
        shutil.rmtree(part, ignore_errors=True)
