"""A conversation in lines of JSON with a program that may crash, hang or babble: all is answered.

Every line told has an `id`, a running number: it names nothing that the program should not know, such as the
group of a case. A line that is no JSON or has another id is a failure of the program, for nobody knows then
what its next line is about: it is started again with the next thing to be asked.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from corefair.errors import DataError
from corefair.io.json_fields import load
from corefair.systems.outside.process import KEPT, Child

AHEAD = 64  # lines lined up for the pipe; how many the program takes before it answers is up to it
GRACE = 3.0  # seconds to end by itself once its input is closed
CANNOT = 69  # the exit code (EX_UNAVAILABLE) that says: what I need is not here, do not start me again

Asked = TypeVar("Asked")
Fields = Mapping[str, Any]


class ProgramFailed(Exception):
    """Why the program has to be started again; `closed` if it closed its output, and so is about to end."""

    def __init__(self, why: str, *, closed: bool = False) -> None:
        super().__init__(why)
        self.closed = closed


class Dialogue(Generic[Asked]):
    """One pass over things to ask: those without an answer yet, and the program that has been told them."""

    def __init__(
        self,
        command: Sequence[str],
        items: Iterator[Asked],
        request: Callable[[Asked], Fields],
        *,
        time_limit: float,
        start_limit: float,
    ) -> None:
        self.command, self.items, self.request = command, items, request
        self.time_limit, self.start_limit = time_limit, start_limit
        self.stderr = ""
        self.warnings: list[str] = []
        self.problems: list[str] = []  # why its answers may not be believed
        self.cannot = False  # it said so, without an answer since it was started
        self._pending: deque[tuple[str, Asked]] = deque()  # with their running numbers
        self._child: Child | None = None
        self._fresh = self._exhausted = False
        self._n_taken = 0

    def due(self) -> Asked | None:
        """What is to be answered next; None if there is nothing left."""
        if not self._pending:
            self._take()
        return self._pending[0][1] if self._pending else None

    def done(self) -> None:
        """It was answered, well or not: on to the next."""
        self._pending.popleft()

    def hear(self) -> Fields:
        """The program's answer to what is due, or ProgramFailed."""
        child = self._started()
        limit = self.start_limit if self._fresh else self.time_limit
        deadline = time.monotonic() + limit
        line: bytes | None = b""
        while line is not None and not line.strip():
            while child.untold < AHEAD and self._take():
                child.tell(self._line(*self._pending[-1]))
            if self._exhausted:
                child.no_more()
            try:
                line = child.hear(deadline - time.monotonic())
            except TimeoutError:
                what = "its first answer (start_limit)" if self._fresh else "the answer (time_limit)"
                raise ProgramFailed(f"no answer: {limit:g} s are the limit for {what}") from None
        if line is None:
            raise ProgramFailed("no answer: it closed its output", closed=True)
        self._fresh = False
        return _fields(line.decode("utf-8", errors="replace"), number=self._pending[0][0])

    def post_mortem(self, failure: ProgramFailed) -> str:
        """End the program and say all that is known."""
        why = str(failure)
        code, said = self.stop(grace=GRACE if failure.closed else 0.0)
        self.cannot = self._fresh and code == CANNOT
        if code is not None:
            why += f"; it ended with exit code {code}" if code >= 0 else f"; it was ended by signal {-code}"
        last = [line.strip() for line in said.splitlines() if line.strip()][-3:]
        return why + (f"; stderr: {' | '.join(last)[-500:]}" if last else "")

    def finish(self) -> None:
        """After the last answer: let the program end by itself, and note it if there is more to hear."""
        if self._child is None:
            return
        self._child.no_more()
        deadline, n_extra = time.monotonic() + GRACE, 0
        try:
            while (line := self._child.hear(deadline - time.monotonic())) is not None:
                n_extra += bool(line.strip())
        except TimeoutError:
            pass
        code, _ = self.stop(grace=max(deadline - time.monotonic(), 0.0))
        if n_extra:
            lines = "1 line" if n_extra == 1 else f"{n_extra} lines"
            self.problems.append(f"wrote {lines} more than it was asked for: its answers may be shifted")
        if code is None:
            self.warnings.append(f"did not end within {GRACE:g} s of its last answer, and was ended")
        elif code:
            self.warnings.append(f"ended with exit code {code} after its last answer")

    def stop(self, *, grace: float = 0.0) -> tuple[int | None, str]:
        """End the program if there is one: its exit code if it ended by itself, and its stderr."""
        if self._child is None:
            return None, ""
        child, self._child = self._child, None
        code = child.stop(grace=grace)
        self.stderr = (self.stderr + child.stderr)[-KEPT:]
        return code, child.stderr

    def _started(self) -> Child:
        if self._child is None:
            try:
                self._child = Child(self.command)
            except OSError as error:
                raise ProgramFailed(f"cannot be started: {error.strerror or error}") from None
            self._fresh = True
            for number, item in self._pending:
                self._child.tell(self._line(number, item))
        return self._child

    def _take(self) -> bool:
        """One more of those to come."""
        item = None if self._exhausted else next(self.items, None)
        if item is None:
            self._exhausted = True
            return False
        self._n_taken += 1
        self._pending.append((str(self._n_taken), item))
        return True

    def _line(self, number: str, item: Asked) -> bytes:
        return json.dumps({"id": number, **self.request(item)}).encode() + b"\n"


def _fields(line: str, *, number: str) -> Fields:
    """What a line says, without its id, which must be that of the line told."""
    try:
        found = load(line)
    except DataError as error:
        if not _is_object(line):
            raise ProgramFailed(f"{error}: found {line[:60].strip()!r}") from None
        return {"status": "error", "message": str(error)}  # it kept step: NaN, or half a character
    if str(found.get("id", number)) != number:
        raise ProgramFailed(f"answered for document {found['id']!r} when asked for {number!r}")
    return {name: value for name, value in found.items() if name != "id"}


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False
