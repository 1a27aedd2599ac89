"""A system in a process of its own: JSON lines to its stdin, JSON lines from its stdout, failures survived.

The program reads one document a line, `{"id", "text"?, "words", "sentences"}`, and writes one answer a line
in the same order, `{"clusters": [[[start, end], …], …]}` with whatever else predictions.jsonl knows. It
should answer each document before it reads on: if it fails, the first one without an answer takes the blame.
A line that is no JSON or has another document's id counts as a failure too, for nobody knows then which
document the next line is about: the program is started again with the next document.
"""

from __future__ import annotations

import json
import shlex
import shutil
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from corefair.errors import DataError
from corefair.io.json_fields import load
from corefair.systems.exchange import read_answer, request
from corefair.systems.process import KEPT, Child
from corefair.types import Answer, Cluster, Document

AHEAD = 64  # documents lined up for the pipe; how many the program takes before it answers is up to it
GRACE = 3.0  # seconds to end by itself once its input is closed


class _Failed(Exception):
    """Why the program has to be started again; `closed` if it closed its output, and so is about to end."""

    def __init__(self, why: str, *, closed: bool = False) -> None:
        super().__init__(why)
        self.closed = closed


class Command:
    """Any program that answers JSON lines; after `failures` in a row it is not started again.

    `time_limit` is for one answer, `start_limit` for the first after a start, which may load a model; in
    seconds. What it says on stderr is kept, the last 16 KiB of it, and `warnings` what else was odd.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        time_limit: float = 60.0,
        start_limit: float = 300.0,
        failures: int = 5,
    ) -> None:
        try:
            self.command = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            raise DataError(f"the command {command!r} cannot be read: {error}") from None
        if not self.command:
            raise DataError("no command given: write command:PROGRAM ARGUMENTS")
        if shutil.which(self.command[0]) is None:
            raise DataError(f"there is no program {self.command[0]!r} to run")
        self.time_limit, self.start_limit, self.failures = time_limit, start_limit, failures
        self.stderr = ""
        self.warnings: list[str] = []

    def resolve(self, docs: Iterable[Document]) -> Iterator[tuple[Cluster, ...]]:
        return (answer.clusters for answer in self.answers(docs))

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """One answer a document, whatever happens to the program."""
        run = _Run(self, iter(docs))
        in_a_row, why = 0, ""
        try:
            while in_a_row < self.failures and (doc := run.next()) is not None:
                try:
                    found = run.hear()
                except _Failed as failure:
                    in_a_row, why = in_a_row + 1, run.post_mortem(failure)
                    answer = Answer(status="error", message=why)
                else:
                    in_a_row, answer = 0, read_answer(found, doc)
                run.pending.popleft()
                yield answer
            if in_a_row < self.failures:
                run.finish()
        finally:
            run.stop()
        while run.next() is not None:
            run.pending.popleft()
            message = f"not tried, for {in_a_row} documents before it failed one after the other: {why}"
            yield Answer(status="error", message=message)


class _Run:
    """One pass over the documents: those without an answer yet, and the program that has been told them."""

    def __init__(self, system: Command, docs: Iterator[Document]) -> None:
        self.system, self.docs = system, docs
        self.pending: deque[Document] = deque()
        self.child: Child | None = None
        self.fresh = self.exhausted = False

    def next(self) -> Document | None:
        """The document whose answer is due; None if there is none left."""
        if not self.pending:
            self._take()
        return self.pending[0] if self.pending else None

    def hear(self) -> dict[str, Any]:
        """The program's answer to the document that is due, or _Failed."""
        child = self._started()
        limit = self.system.start_limit if self.fresh else self.system.time_limit
        deadline = time.monotonic() + limit
        line: bytes | None = b""
        while line is not None and not line.strip():
            while child.untold < AHEAD and self._take():
                child.tell(_line(self.pending[-1]))
            if self.exhausted:
                child.no_more()
            try:
                line = child.hear(deadline - time.monotonic())
            except TimeoutError:
                what = "its first answer (start_limit)" if self.fresh else "the answer (time_limit)"
                raise _Failed(f"no answer: {limit:g} s are the limit for {what}") from None
        if line is None:
            raise _Failed("no answer: it closed its output", closed=True)
        self.fresh = False
        doc = self.pending[0]
        try:
            found = load(line.decode("utf-8", errors="replace"))
        except DataError as error:
            raise _Failed(f"{error}: found {line[:60].decode('utf-8', errors='replace').strip()!r}") from None
        if found.get("id", doc.id) != doc.id:
            raise _Failed(f"answered for document {found['id']!r} when asked for {doc.id!r}")
        return found

    def post_mortem(self, failure: _Failed) -> str:
        """End the program and say all that is known."""
        why = str(failure)
        code, said = self.stop(grace=GRACE if failure.closed else 0.0)
        if code is not None:
            why += f"; it ended with exit code {code}" if code >= 0 else f"; it was ended by signal {-code}"
        last = [line.strip() for line in said.splitlines() if line.strip()][-3:]
        return why + (f"; stderr: {' | '.join(last)[-500:]}" if last else "")

    def finish(self) -> None:
        """After the last answer: let the program end by itself, and note it if there is more to hear."""
        if self.child is None:
            return
        self.child.no_more()
        deadline, n_extra, odd = time.monotonic() + GRACE, 0, []
        try:
            while (line := self.child.hear(deadline - time.monotonic())) is not None:
                n_extra += bool(line.strip())
        except TimeoutError:
            pass
        code, _ = self.stop(grace=max(deadline - time.monotonic(), 0.0))
        if n_extra:
            odd.append(f"wrote {n_extra} lines more than there were documents: are its answers shifted?")
        if code is None:
            odd.append(f"did not end within {GRACE:g} s of its last answer, and was ended")
        elif code:
            odd.append(f"ended with exit code {code} after its last answer")
        self.system.warnings += odd

    def stop(self, *, grace: float = 0.0) -> tuple[int | None, str]:
        """End the program if there is one: its exit code if it ended by itself, and its stderr."""
        if self.child is None:
            return None, ""
        child, self.child = self.child, None
        code = child.stop(grace=grace)
        self.system.stderr = (self.system.stderr + child.stderr)[-KEPT:]
        return code, child.stderr

    def _started(self) -> Child:
        if self.child is None:
            try:
                self.child = Child(self.system.command)
            except OSError as error:
                raise _Failed(f"cannot be started: {error.strerror or error}") from None
            self.fresh = True
            for doc in self.pending:
                self.child.tell(_line(doc))
        return self.child

    def _take(self) -> bool:
        """One more document from those to come."""
        doc = None if self.exhausted else next(self.docs, None)
        if doc is None:
            self.exhausted = True
            return False
        self.pending.append(doc)
        return True


def _line(doc: Document) -> bytes:
    return json.dumps(request(doc)).encode() + b"\n"
