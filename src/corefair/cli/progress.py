"""How far a long job is, on stderr: a bar with the time left on a terminal, elsewhere a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

import click

QUIET = 2.0  # seconds before anything is shown
_BETWEEN = 10.0  # seconds between two lines where there is no terminal


@contextmanager
def progress_bar(job: str) -> Iterator[Callable[[str, int, int], None]]:
    """A function to be told what is counted, how many are done, and of how many; nothing for a quick job."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield _lines(job)
        return
    shown = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*shown, console=console, transient=True)
    task = bar.add_task(job, total=None)
    counted = ""

    def tell(what: str, done: int, of: int) -> None:
        nonlocal counted
        if what != counted:  # a new part of the job has a pace of its own
            counted = what
            bar.reset(task, description=f"{job}: {what}")
        bar.update(task, completed=done, total=of)

    waiting = Timer(QUIET, bar.start)
    waiting.start()
    try:
        yield tell
    finally:
        waiting.cancel()
        waiting.join()
        bar.stop()


def _lines(job: str) -> Callable[[str, int, int], None]:
    began = time.monotonic()
    said = began + QUIET - _BETWEEN
    part, part_began = "", began

    def tell(what: str, done: int, of: int) -> None:
        nonlocal said, part, part_began
        now = time.monotonic()
        if what != part:
            part, part_began = what, now
        if now - said > _BETWEEN:
            said = now
            known = 200 * done >= of  # before that a guess would be far off
            left = f", {(now - part_began) / done * (of - done):.0f} s left" if done and known else ""
            click.echo(f"{job}: {done:,} of {of:,} {what}{left}", err=True)

    return tell
