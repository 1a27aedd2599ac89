"""One target under damage: so many examples drawn from a seed, and the smallest that shows a bug."""

from __future__ import annotations

import shutil
import signal
import sys
import tempfile
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st

from corefair.errors import DataError
from damage import MUTATIONS, Mutations, mutate
from fuzz import (
    of_documents,
    of_models,
    of_questions,
    of_suites,
    of_vectors,
    of_what_is_kept,
    of_what_is_said,
)
from fuzz.targets import ALLOWED, TARGETS

FILES = (  # each adds its own
    of_documents,
    of_suites,
    of_vectors,
    of_what_is_kept,
    of_what_is_said,
    of_models,
    of_questions,
)

SECONDS = 30  # of the processor, for one example of a few kilobytes: more is a hang
WAITING = 900  # and by the clock, for one that waits: on a busy machine little takes long


class Found(NamedTuple):
    """A bug: where, what it says, and the bytes that show it."""

    target: str
    kind: str
    said: str
    content: bytes


class TooSlow(Exception):
    """An example took longer than any should."""


def examine(name: str, *, examples: int, number: int) -> tuple[int, Found | None]:
    """Run so many examples; how many ran, and what was found."""
    sound = TARGETS[name].seeds()
    n_run, last = 0, b""
    with tempfile.TemporaryDirectory(prefix="corefair-fuzz-") as place:
        folder = Path(place)

        @seed(number)
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
            report_multiple_bugs=False,
        )
        @given(st.integers(0, len(sound) - 1), MUTATIONS)  # by number: hypothesis writes out what it draws
        def attempt(number: int, mutations: Mutations) -> None:
            nonlocal n_run, last
            n_run += 1
            last = mutate(sound[number], mutations)
            check(name, last, folder)

        try:
            attempt()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # noqa: BLE001  whatever it is, a panic in Rust too: what we look for
            where = traceback.extract_tb(error.__traceback__)
            ours = [frame for frame in where if "corefair" in frame.filename]
            place_of = f"{Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else "here"
            said = "".join(traceback.format_exception(error))
            return n_run, Found(name, f"{type(error).__name__} at {place_of}", said, last)
    return n_run, None


def check(name: str, content: bytes, folder: Path) -> None:
    """Run a target on bytes; anything but its end or one of our errors, with its file, passes through."""
    try:
        run(name, content, folder)
    except ALLOWED as error:
        text = str(error)
        assert "\n" not in text and text, f"not one sentence: {text!r}"
        if TARGETS[name].placed and isinstance(error, DataError):
            assert str(folder) in text, f"it does not say which file: {text!r}"


def run(name: str, content: bytes, folder: Path) -> None:
    """Run a target on bytes, in time; whatever it raises passes through."""
    shutil.rmtree(folder / "store", ignore_errors=True)
    with warnings.catch_warnings(), _in_time():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", category=UserWarning)  # notes of ours for a person
        TARGETS[name].run(content, folder)


@contextmanager
def _in_time() -> Iterator[None]:
    if sys.platform == "win32":
        yield
        return

    def late(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"more than {SECONDS} s of the processor, or {WAITING} s by the clock")

    timers = {signal.SIGPROF: (signal.ITIMER_PROF, SECONDS), signal.SIGALRM: (signal.ITIMER_REAL, WAITING)}
    before = {number: signal.signal(number, late) for number in timers}
    for timer, seconds in timers.values():
        signal.setitimer(timer, seconds, 1)  # again, for where it was raised it may have been swallowed
    try:
        yield
    finally:
        for timer, _ in timers.values():
            signal.setitimer(timer, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
