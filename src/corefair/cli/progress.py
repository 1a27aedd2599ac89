"""How far a long job is, on stderr: a bar with the time left on a terminal, elsewhere a line now and then.

From Python, in a notebook too, hand the function it gives to whatever takes `progress`:

    with corefair.progress_bar("audit") as progress:
        report = corefair.audit("rule", progress=progress)
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread, Timer

from corefair.cli.saying import say
from corefair.types import Said

QUIET = 2.0  # seconds before anything is shown
BETWEEN = 10.0  # seconds between two lines where there is no terminal


@contextmanager
def progress_bar(job: str, *, in_bytes: bool = False) -> Iterator[Said]:
    """A function to be told what is counted, how many are done, and of how many (0: nobody knows).

    A quick job says nothing. A long one says how far it is from then on, even while it counts nothing, and
    where there is no terminal also how long it took. With `in_bytes` it is bytes that are counted.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from corefair.io.visible import visible

    job, console = visible(job), Console(stderr=True)
    if not console.is_terminal:
        with _lines(job, in_bytes=in_bytes) as tell_lines:
            yield tell_lines
        return
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        DownloadColumn() if in_bytes else MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,  # it would come out on stderr
    )
    task = bar.add_task(job, total=None)
    counted, most = "", 0

    def tell(what: str, done: int, of: int) -> None:
        nonlocal counted, most, task
        begins = what != counted or done < most
        counted, most = what, done
        if begins:  # a new part of the job has a pace and a total of its own
            bar.remove_task(task)
            task = bar.add_task(job if in_bytes else f"{job}: {visible(what)}", total=None)
        bar.update(task, completed=done, total=of or None)

    waiting = Timer(QUIET, bar.start)
    waiting.start()
    try:
        yield tell
    finally:
        waiting.cancel()
        waiting.join()
        bar.stop()


@contextmanager
def _lines(job: str, *, in_bytes: bool) -> Iterator[Said]:
    """Lines for a file or a notebook, from a thread of their own: a job may be long and count nothing."""
    lines = _Lines(job, in_bytes=in_bytes)
    over = Event()

    def watch() -> None:
        wait = QUIET
        while not over.wait(wait):
            lines.say()
            wait = BETWEEN

    watching = Thread(target=watch, daemon=True)
    watching.start()
    try:
        yield lines.tell
    finally:
        over.set()
        watching.join()
    lines.end()


class _Lines:
    """What the job is at, and how it is said."""

    def __init__(self, job: str, *, in_bytes: bool) -> None:
        self.job, self.in_bytes = job, in_bytes
        self.began = self.part_began = time.monotonic()
        self.at: tuple[str, int, int] = ("", 0, 0)
        self.part_from = 0  # what was done already when the part began, by an earlier run say
        self.lock = Lock()
        self.has_spoken = False

    def tell(self, what: str, done: int, of: int) -> None:
        with self.lock:
            if what != self.at[0] or done < self.at[1]:
                self.part_began, self.part_from = time.monotonic(), done
            self.at = what, done, of

    def say(self) -> None:
        now = time.monotonic()
        with self.lock:
            (what, done, of), began, here = self.at, self.part_began, self.at[1] - self.part_from
        self.has_spoken = True
        if here and 200 * here >= of > 0:  # before that a guess would be far off
            time_said = f"{_duration((now - began) / here * (of - done))} left"
        else:
            time_said = _duration(now - self.began)
        say(f"{self.job}: {self._counted(what, done, of)}{time_said}", err=True)

    def end(self) -> None:
        if self.has_spoken:
            say(f"{self.job}: done in {_duration(time.monotonic() - self.began)}", err=True)

    def _counted(self, what: str, done: int, of: int) -> str:
        if not what:
            return ""
        number = size if self.in_bytes else "{:,}".format
        total = f" of {number(of)}" if of else ""
        return f"{number(done)}{total}{'' if self.in_bytes else f' {what}'}, "


def size(n_bytes: int) -> str:
    """A number of bytes for a person.

    >>> size(1_500_000), size(2_000), size(12)
    ('1.5 MB', '2 kB', '12 B')
    """
    if n_bytes >= 1e6:
        return f"{n_bytes / 1e6:.1f} MB"
    return f"{n_bytes / 1e3:.0f} kB" if n_bytes >= 1e3 else f"{n_bytes} B"


def _duration(seconds: float) -> str:
    """As a clock would say it.

    >>> _duration(42.4), _duration(130), _duration(7300)
    ('42 s', '2 min 10 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    return (
        f"{whole // 60} min {whole % 60} s" if whole < 3600 else f"{whole // 3600} h {whole % 3600 // 60} min"
    )
