"""A corpus cut into tasks, always the same ones; what stands for it; and how far the tasks are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from corefair.io.corpora import Shard
from corefair.models.glove.settings import quiet
from corefair.types import Json, Said

_SEEN = ".seen"  # how the names of notes end
_SIZE = (16_000_000, 512_000_000)  # bytes of text in a task: for less no process is worth starting
_TASKS = 64  # as many as that allows


def key_of(parts: Sequence[Shard], **options: Json) -> str:
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
def watched(folder: Path, what: str, total: int, progress: Said) -> Iterator[None]:
    """Within it `progress` is told every second how many words the tasks have noted in the folder."""
    if progress is quiet:
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
