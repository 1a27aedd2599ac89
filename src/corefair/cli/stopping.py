"""What a person who stops a command is told: whether anything was kept, and how to go on."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click

STOPPED = 130  # as shells say it
_KEY = "corefair.if_stopped"
_OTHERWISE = "nothing was written: the same command begins anew"


class Stopped(KeyboardInterrupt):
    """The system asks us to end (SIGTERM), or the terminal is gone (SIGHUP): as Ctrl-C, but told apart."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Within it SIGTERM and SIGHUP unwind as Ctrl-C does, so that programs outside are ended too."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    caught = [each for name in ("SIGTERM", "SIGHUP") if (each := getattr(signal, name, None)) is not None]
    before = {each: signal.getsignal(each) for each in caught}
    ours = [each for each in caught if before[each] is signal.SIG_DFL]  # nohup wants SIGHUP to be ignored
    for each in ours:
        signal.signal(each, _raise)
    try:
        yield
    finally:
        for each in ours:
            signal.signal(each, before[each])


def _raise(number: int, frame: FrameType | None) -> None:
    raise Stopped(128 + number)  # as shells say it


def if_stopped(sentence: str) -> None:
    """Say this, from here on, if the command is stopped: what was kept, and which command goes on."""
    click.get_current_context().find_root().meta[_KEY] = sentence


def how_to_go_on(ctx: click.Context) -> str:
    """What the command wants to be said."""
    return str(ctx.find_root().meta.get(_KEY, _OTHERWISE))
